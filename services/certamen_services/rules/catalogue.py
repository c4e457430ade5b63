"""All games and what their options accept, by number of seats.

Seats, defaults and bounds are asked of the core. Ranges it only tells in its refusals; they are written down
here, and the tests compare them with what it accepts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import certamen_core as cc
from certamen.v1 import rules_pb2

__all__ = ["list_games"]

_MOST_SEATS = 16
_TEAMS = (4, 6)


@dataclass(frozen=True, slots=True)
class _Accepted:
    """What an option accepts: values, or a range of integers."""

    values: Sequence[str | bool] = ()
    low: int = 0
    high: int = 0
    depends: str = ""


_Ranges = Callable[[int], Mapping[str, _Accepted]]
_TITLES = {
    "artus": "Artus",
    "bellica": "Charta Bellica and Bellum",
    "juwelen": "Juwelentresor",
    "luschen": "Das Luschenspiel",
    "lusus": "Lusus Chartarum",
}


def _juwelen(players: int) -> Mapping[str, _Accepted]:
    return {
        "pack": _Accepted(("standard", "known") if players <= 4 else ("standard",)),
        "teams": _Accepted((False, True) if players in _TEAMS else (False,)),
        "rounds": _Accepted(low=1, high=100),
        "jewels": _Accepted(low=3 * players, high=1000),
    }


def _luschen(_players: int) -> Mapping[str, _Accepted]:
    return {"limit": _Accepted(low=1, high=1000)}


def _bellica(players: int) -> Mapping[str, _Accepted]:
    if players != 4:
        return {
            "variant": _Accepted(("bellum",)),
            "alliance": _Accepted(("none",)),
            "rider": _Accepted(low=3, high=10),
        }
    return {
        "variant": _Accepted(("simple", "composite", "bellum")),
        "alliance": _Accepted(
            ("drawn", "1", "2", "3", "none"), depends="variant bellum: none only (its default); else not none"
        ),
        "rider": _Accepted(low=0, high=10, depends="variant bellum: 3 … 10, default 8; else 0 only"),
    }


def _artus(_players: int) -> Mapping[str, _Accepted]:
    return {"mode": _Accepted(("basic", "advanced"))}


def _lusus(_players: int) -> Mapping[str, _Accepted]:
    return {"target": _Accepted(low=1, high=100_000), "max_rounds": _Accepted(low=1, high=1000)}


_RANGES: dict[str, _Ranges] = {
    "artus": _artus,
    "bellica": _bellica,
    "juwelen": _juwelen,
    "luschen": _luschen,
    "lusus": _lusus,
}


@lru_cache(maxsize=1)
def list_games() -> rules_pb2.ListGamesResponse:
    """All games, ascending by id."""
    return rules_pb2.ListGamesResponse(games=[_game(name) for name in cc.registered_games()])


def _game(name: str) -> rules_pb2.Game:
    return rules_pb2.Game(id=name, title=_TITLES[name], seats=[_seats(game) for game in _defaults(name)])


def _defaults(name: str) -> list[cc.Game]:
    """The game with its default options, for every number of seats."""
    games = []
    for players in range(1, _MOST_SEATS + 1):
        try:
            games.append(cc.load_game(name, players=players))
        except ValueError:
            continue
    return games


def _seats(game: cc.Game) -> rules_pb2.GameSeats:
    accepted = _RANGES[game.name](game.num_players)
    return rules_pb2.GameSeats(
        players=game.num_players,
        options=[_option(name, accepted[name], default) for name, default in game.options.items()],
        max_legal_actions=game.max_legal_actions,
        max_game_length=game.max_game_length,
    )


def _option(name: str, accepted: _Accepted, default: object) -> rules_pb2.GameOption:
    option = rules_pb2.GameOption(name=name, depends=accepted.depends)
    match default:
        case bool():
            values = [value is True for value in accepted.values]
            option.boolean.CopyFrom(rules_pb2.BooleanOption(accepted=values, default_value=default))
        case int():
            option.integer.CopyFrom(
                rules_pb2.IntegerOption(minimum=accepted.low, maximum=accepted.high, default_value=default)
            )
        case _:
            texts = [str(value) for value in accepted.values]
            option.choice.CopyFrom(rules_pb2.ChoiceOption(accepted=texts, default_value=str(default)))
    return option
