"""What becomes of matches that have not finished when their server is stopped."""

from __future__ import annotations

from enum import StrEnum

__all__ = ["Unfinished"]


class Unfinished(StrEnum):
    """The values of `certamen serve --unfinished`."""

    PARK = "park"
    """They stay as they are; a server that is started on the same store goes on with them."""
    VOID = "void"
    """They end without a result."""
