"""What a converter of one game offers, and the error of values that cannot be converted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from certamen.v1 import event_pb2, game_pb2

__all__ = ["HIDDEN", "GameWire", "Json", "WireError", "check_member"]

HIDDEN = "?"
"""Text of a card that the receiver may not see."""

Json = dict[str, Any]
"""A JSON object of the core: a view, an event, options."""


class WireError(ValueError):
    """A message from outside that cannot be converted.

    Args:
        field: path of the field at fault, relative to the message given to the converter; may be empty.
        message: what is accepted.
    """

    def __init__(self, field: str, message: str) -> None:
        super().__init__(f"{field}: {message}" if field else message)
        self.field = field
        self.message = message


class GameWire(Protocol):
    """Converter of one game: every `…_to_proto` has an exact inverse `…_from_proto`."""

    name: str

    def options_to_proto(self, options: Mapping[str, Any]) -> game_pb2.GameOptions:
        """All options in force, as a message with every field set."""

    def options_from_proto(self, message: game_pb2.GameOptions) -> Json:
        """The options that are set, for `load_game`. Raises WireError."""

    def view_to_proto(self, view: Mapping[str, Any], viewer: int | None) -> game_pb2.GameView:
        """A view of the core; `viewer` is the seat that it is for, None a spectator."""

    def view_from_proto(self, message: game_pb2.GameView) -> Json:
        """The view again, exactly as the core gave it. Raises WireError."""

    def action_to_proto(self, text: str) -> game_pb2.GameAction:
        """An action's text, hidden parts written "?", taken apart. Raises ValueError if it is none."""

    def action_from_proto(self, message: game_pb2.GameAction) -> str:
        """The action's text again. Raises WireError."""

    def event_to_proto(self, event: Mapping[str, Any], message: event_pb2.Event) -> None:
        """Fill in the body for an event that only this game has. Raises ValueError if it is none."""

    def event_from_proto(self, message: event_pb2.Event) -> Json:
        """The event again, exactly as the core gave it. Raises WireError."""


def check_member(expected: str, found: str | None, field: str) -> None:
    """Raise WireError unless the member set in a oneof by game is that of the game in question."""
    if found != expected:
        raise WireError(field, f"must be that of {expected}, not {'empty' if found is None else found}")
