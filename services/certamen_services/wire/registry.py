"""The converters of all games that the wire knows."""

from __future__ import annotations

from .base import GameWire, WireError
from .juwelen import JuwelenWire

__all__ = ["GAMES", "for_game"]

_ALL: tuple[GameWire, ...] = (JuwelenWire(),)

GAMES: dict[str, GameWire] = {wire.name: wire for wire in _ALL}
"""Converters by the games' ids."""


def for_game(name: str) -> GameWire:
    """The converter of a game. Raises WireError, field `game`, naming what is accepted."""
    try:
        return GAMES[name]
    except KeyError:
        raise WireError("game", f"unknown game {name!r}; accepted: {', '.join(sorted(GAMES))}") from None
