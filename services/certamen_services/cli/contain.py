"""How much bots are to be contained, as the command line offers it."""

from __future__ import annotations

from enum import Enum

__all__ = ["Contain"]


class Contain(str, Enum):  # noqa: UP042 (the command line wants the texts)
    """Whether bots get limits and surroundings of their own."""

    AUTO = "auto"
    STRICT = "strict"
    NONE = "none"
