"""The version of this installation."""

from __future__ import annotations

from importlib import metadata

__all__ = ["version"]


def version() -> str:
    """The installed version; "unknown" when run from a tree that was never installed."""
    try:
        return metadata.version("certamen")
    except metadata.PackageNotFoundError:
        return "unknown"
