"""What the catalogue says of options is what the core accepts."""

from __future__ import annotations

import itertools
from typing import Any

import certamen_core as cc
import pytest
from certamen.v1 import rules_pb2
from certamen_services.rules.catalogue import list_games

SEATS = [
    pytest.param(game.id, seats, id=f"{game.id}-{seats.players}")
    for game in list_games().games
    for seats in game.seats
]


def kind_of(option: rules_pb2.GameOption) -> Any:
    kind = option.WhichOneof("type")
    assert kind is not None
    return getattr(option, kind)


def candidates(option: rules_pb2.GameOption) -> list[Any]:
    """Accepted values at the edges."""
    kind = kind_of(option)
    if option.HasField("integer"):
        return [kind.minimum, kind.maximum]
    return list(kind.accepted)


def refused(option: rules_pb2.GameOption) -> list[Any]:
    """Values just outside, and of other types."""
    if option.HasField("integer"):
        return [option.integer.minimum - 1, option.integer.maximum + 1, "1", True]
    if option.HasField("boolean"):
        return [value for value in (False, True) if value not in option.boolean.accepted] + [1, "true"]
    return ["", "other", 1]


def accepts(name: str, players: int, options: dict[str, Any]) -> bool:
    try:
        cc.load_game(name, players=players, **options)
    except ValueError:
        return False
    return True


def test_all_games_are_listed_with_all_numbers_of_seats() -> None:
    games = list_games().games
    assert [game.id for game in games] == cc.registered_games()
    for game in games:
        numbers = [seats.players for seats in game.seats]
        assert numbers == list(range(numbers[0], numbers[-1] + 1))
        assert not accepts(game.id, numbers[0] - 1, {})
        assert not accepts(game.id, numbers[-1] + 1, {})


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_defaults_are_the_games_own(name: str, seats: rules_pb2.GameSeats) -> None:
    game = cc.load_game(name, players=seats.players)
    assert {option.name: kind_of(option).default_value for option in seats.options} == game.options
    assert (seats.max_legal_actions, seats.max_game_length) == (game.max_legal_actions, game.max_game_length)


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_what_is_accepted_is_accepted_with_some_choice_of_the_others(
    name: str, seats: rules_pb2.GameSeats
) -> None:
    choices = {option.name: candidates(option) for option in seats.options}
    found: dict[str, set[Any]] = {name: set() for name in choices}
    for values in itertools.product(*choices.values()):
        options = dict(zip(choices, values, strict=True))
        if accepts(name, seats.players, options):
            for option, value in options.items():
                found[option].add(value)
    assert found == {option: set(values) for option, values in choices.items()}


@pytest.mark.parametrize(("name", "seats"), SEATS)
def test_what_is_not_accepted_is_refused_whatever_the_others_are(
    name: str, seats: rules_pb2.GameSeats
) -> None:
    for option in seats.options:
        others = {other.name: candidates(other) for other in seats.options if other.name != option.name}
        for values in itertools.product(*others.values()):
            for value in refused(option):
                options = dict(zip(others, values, strict=True)) | {option.name: value}
                assert not accepts(name, seats.players, options), options


def test_what_depends_on_the_variant_says_how() -> None:
    bellica = next(game for game in list_games().games if game.id == "bellica")
    four = {option.name: option.depends for option in bellica.seats[2].options}
    assert four == {
        "variant": "",
        "alliance": "variant simple or variant composite: drawn, 1, 2, 3, default drawn; "
        "variant bellum: none only",
        "rider": "variant simple or variant composite: 0 only; variant bellum: 3 … 10, default 8",
    }
    assert all(not option.depends for option in bellica.seats[0].options)
