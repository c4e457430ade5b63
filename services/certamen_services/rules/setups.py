"""Games with their seats and options, from and to messages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import certamen_core as cc
from certamen.v1 import rules_pb2

from certamen_services.wire.base import WireError
from certamen_services.wire.registry import for_game

__all__ = ["check_game", "load_named", "read_setup", "setup_to_proto"]

_OPTION = re.compile(r"option '(\w+)'")


def read_setup(message: rules_pb2.GameSetup, field: str) -> cc.Game:
    """The game. Raises WireError with the path below `field`."""
    check_game(message.game, f"{field}.game")
    try:
        options = for_game(message.game).options_from_proto(message.options)
    except WireError as error:
        path = ".".join(filter(None, (field, "options", error.field)))
        raise WireError(path, error.message) from None
    return load_named(message.game, message.players, options, field, f"{field}.options.{message.game}")


def load_named(name: str, players: Any, options: Mapping[str, Any], field: str, below: str) -> cc.Game:
    """A game by its id, seats and options.

    Args:
        name: id of a game that there is.
        players: number of seats.
        options: by name.
        field: path of what has the field `players`.
        below: path of what has the options as fields.

    Raises:
        WireError: the core refuses them.
    """
    for option in options:
        if option in ("players", "game"):
            raise WireError(below, f"{option!r} is no option of {name}")
    try:
        return cc.load_game(name, players=players, **options)
    except ValueError as error:
        text = str(error)
        if text.startswith("players"):
            raise WireError(f"{field}.players", text) from None
        named = _OPTION.search(text)
        raise WireError(f"{below}.{named[1]}" if named else below, text) from None


def check_game(name: object, field: str) -> None:
    """Raise WireError naming `field` unless there is a game with this id."""
    if name not in cc.registered_games():
        raise WireError(field, f"must be one of {', '.join(cc.registered_games())}")


def setup_to_proto(game: cc.Game) -> rules_pb2.GameSetup:
    """The game as a message, all options set."""
    options = for_game(game.name).options_to_proto(game.options)
    return rules_pb2.GameSetup(game=game.name, players=game.num_players, options=options)
