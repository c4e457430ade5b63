"""Seeing what a server does: its log, its metrics, its status, the story of a match."""
