"""Tournaments: formats, duplicate blocks, the runner, and statistics of their results."""
