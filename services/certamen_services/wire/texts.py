"""Short texts from outside that end up in logs, records and tables."""

from __future__ import annotations

from .base import WireError

__all__ = ["MAX_LABEL", "check_label"]

MAX_LABEL = 100
"""Most characters of a name."""


def check_label(text: str, field: str, *, required: bool = False) -> str:
    """The text, if it is fit to be a name.

    Args:
        text: what came from outside.
        field: path of the field for the error.
        required: whether it must not be empty.

    Raises:
        WireError: it is too long, has control characters, or is empty though required.
    """
    if len(text) > MAX_LABEL or not text.isprintable() or (required and not text.strip()):
        least = 1 if required else 0
        raise WireError(field, f"must have {least} … {MAX_LABEL} printable characters")
    return text
