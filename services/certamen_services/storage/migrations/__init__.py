"""Alembic's home: how the database came to its present form."""
