"""Slow plain-Python rules of every game, written from the rules pages alone.

They are the yardstick of the compiled core: random games are played on both sides and compared step
by step. Nothing here may import ``certamen_core``, and nothing here is copied from it.
"""
