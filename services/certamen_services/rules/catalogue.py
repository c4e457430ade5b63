"""All games and what their options accept, by number of seats; all of it is asked of the core."""

from __future__ import annotations

from functools import lru_cache

import certamen_core as cc
from certamen.v1 import rules_pb2

from certamen_services.rules.option_ranges import OptionRange, option_ranges

__all__ = ["list_games"]

_TITLES = {
    "artus": "Artus",
    "bellica": "Charta Bellica and Bellum",
    "juwelen": "Juwelentresor",
    "luschen": "Das Luschenspiel",
    "lusus": "Lusus Chartarum",
}


@lru_cache(maxsize=1)
def list_games() -> rules_pb2.ListGamesResponse:
    """All games, ascending by id."""
    return rules_pb2.ListGamesResponse(games=[_game(name) for name in cc.registered_games()])


def _game(name: str) -> rules_pb2.Game:
    seats = [_seats(cc.load_game(name, players=players)) for players in cc.load_game(name).player_range]
    return rules_pb2.Game(id=name, title=_TITLES[name], seats=seats)


def _seats(game: cc.Game) -> rules_pb2.GameSeats:
    return rules_pb2.GameSeats(
        players=game.num_players,
        options=[_option(option) for option in option_ranges(game.name, game.num_players)],
        max_legal_actions=game.max_legal_actions,
        max_game_length=game.max_game_length,
    )


def _option(option: OptionRange) -> rules_pb2.GameOption:
    spec = option.spec
    message = rules_pb2.GameOption(name=spec.name, depends=option.depends)
    match spec.kind:
        case "boolean":
            values = [choice is True for choice in spec.choices]
            message.boolean.CopyFrom(
                rules_pb2.BooleanOption(accepted=values, default_value=spec.default is True)
            )
        case "integer":
            message.integer.CopyFrom(
                rules_pb2.IntegerOption(
                    minimum=spec.minimum, maximum=spec.maximum, default_value=int(spec.default)
                )
            )
        case "choice":
            texts = [str(choice) for choice in spec.choices]
            message.choice.CopyFrom(rules_pb2.ChoiceOption(accepted=texts, default_value=str(spec.default)))
    return message
