"""Games and their options, as given on the command line."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

import certamen_core as cc

from certamen_services.cli.refusal import refuse

__all__ = ["check_game", "load_game", "parse_options", "parse_seed"]

_NAME = re.compile(r"[a-z][a-z0-9_]*")


def parse_options(given: Iterable[str]) -> dict[str, str]:
    """Options of a game from `NAME=VALUE`."""
    options: dict[str, str] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals or _NAME.fullmatch(name) is None or name == "players":
            raise refuse("--option", f"{text!r} is not accepted; expected NAME=VALUE, for instance rounds=2")
        if name in options:
            raise refuse("--option", f"{name} is given twice")
        options[name] = value
    return options


def check_game(name: str) -> None:
    """Refuse what is no game."""
    if name not in cc.registered_games():
        raise refuse("GAME", f"unknown game {name!r}; there are: {', '.join(cc.registered_games())}")


def load_game(name: str, players: int | None, options: Mapping[str, str], whence: str = "--bot") -> cc.Game:
    """The game with its options.

    Args:
        name: its id.
        players: number of seats; None: the game's default.
        options: by name.
        whence: the option that the number of seats comes from.
    """
    check_game(name)
    seats = {} if players is None else {"players": players}
    try:
        defaults = cc.load_game(name, **seats).options
    except ValueError as error:
        raise refuse(whence, error) from None
    try:
        return cc.load_game(name, **seats, **{o: _value(v, defaults.get(o)) for o, v in options.items()})
    except ValueError as error:
        raise refuse("--option", error) from None


def parse_seed(text: str, option: str = "--seed") -> bytes:
    """A seed from an integer or 64 hex digits."""
    if re.fullmatch(r"[0-9a-f]{64}", text):
        return bytes.fromhex(text)
    if re.fullmatch(r"[0-9]{1,78}", text) and int(text) < 1 << 256:
        return int(text).to_bytes(32, "little")
    accepted = "an integer 0 … 2^256-1 or 64 lower-case hex digits"
    raise refuse(option, f"{text!r} is not accepted; expected {accepted}")


def _value(text: str, default: object) -> object:
    """The value that a text stands for: a text where the option is one, else an integer, true or false."""
    if isinstance(default, str):
        return text
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return value if isinstance(value, bool | int) else text
