"""Errors of the core; each says which field or reason it is about."""

from __future__ import annotations

from typing import Literal

__all__ = ["IllegalAction", "InvalidPosition", "InvalidState", "NotTerminal", "Reason"]

Reason = Literal["NOT_YOUR_TURN", "NOT_LEGAL", "MALFORMED", "GAME_OVER"]


class IllegalAction(ValueError):  # noqa: N818 - the name is part of the contract
    """An action was refused; the state is unchanged.

    Args:
        reason: ``GAME_OVER``, ``NOT_YOUR_TURN`` (the seat owes no decision), ``MALFORMED`` (no action of
            this game is written so) or ``NOT_LEGAL`` (well formed, but not allowed now).
        message: a sentence for the reader.
    """

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(reason, message)
        self.reason = reason
        self.message = message

    def __str__(self) -> str:
        return f"{self.reason}: {self.message}"


class _FieldError(ValueError):
    """An input was refused because of one of its fields."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(field, message)
        self.field = field
        self.message = message

    def __str__(self) -> str:
        return f"{self.field}: {self.message}"


class InvalidPosition(_FieldError):  # noqa: N818 - the name is part of the contract
    """A position was refused; ``field`` names the top-level field at fault."""


class InvalidState(_FieldError):  # noqa: N818 - the name is part of the contract
    """Serialised bytes were refused; ``field`` names the part of the bytes or of the position at fault."""


class NotTerminal(RuntimeError):  # noqa: N818 - the name is part of the contract
    """A result was asked for before the game is over."""
