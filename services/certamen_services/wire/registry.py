"""The converters of all games that the wire knows."""

from __future__ import annotations

from .artus import ArtusWire
from .base import GameWire, WireError
from .bellica import BellicaWire
from .juwelen import JuwelenWire
from .luschen import LuschenWire
from .lusus import LususWire

__all__ = ["GAMES", "for_game"]

_ALL: tuple[GameWire, ...] = (ArtusWire(), BellicaWire(), JuwelenWire(), LuschenWire(), LususWire())

GAMES: dict[str, GameWire] = {wire.name: wire for wire in _ALL}
"""Converters by the games' ids."""


def for_game(name: str) -> GameWire:
    """The converter of a game. Raises WireError, field `game`, naming what is accepted."""
    try:
        return GAMES[name]
    except KeyError:
        raise WireError("game", f"unknown game {name!r}; accepted: {', '.join(sorted(GAMES))}") from None
