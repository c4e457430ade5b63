"""Positions and bytes from outside: what breaks a rule of its page is refused by name, nothing crashes."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import certamen_core as cc
import pytest

from tests.core.parametrize import each_game, each_variant
from tests.core.play import load, sampled
from tests.core.profiles import PROFILES

WRONG: tuple[Any, ...] = ({"a": 1}, 1.5, "nonsense", -1, [None], [[["x"]]], 10**40)


def play_to_the_end(state: cc.State, rng: Random) -> None:
    """A state that was accepted must never be a dead end, break a bound or crash."""
    while not state.is_terminal():
        for seat in state.acting_players():
            assert 1 <= len(state.legal_actions(seat)) <= state.game.max_legal_actions
        seat = rng.choice(state.acting_players())
        state.apply_action(rng.choice(state.legal_actions(seat)), seat)
        state.view(0)
        state.events(0)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values inside a JSON value."""
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from leaves(value[key], (*path, key))
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from leaves(item, (*path, i))


def replaced(position: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """A copy of the position with one value replaced."""
    changed = copy.deepcopy(position)
    place: Any = changed
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = value
    return changed


def canonical(value: Any) -> Any:
    """A position with its unordered lists made comparable: as a multiset of JSON texts per list."""
    if isinstance(value, list):
        return sorted((canonical(item) for item in value), key=lambda item: json.dumps(item, sort_keys=True))
    if isinstance(value, dict):
        return {key: canonical(item) for key, item in value.items()}
    return value


@each_variant
def test_missing_and_unknown_fields_are_named(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    position = sampled(game, seed=31, count=2)[1].position()
    for field in position:
        with pytest.raises(cc.InvalidPosition) as error:
            game.state_from_position({key: value for key, value in position.items() if key != field})
        assert error.value.field == field
    with pytest.raises(cc.InvalidPosition) as error:
        game.state_from_position({**position, "colour": 1})
    assert error.value.field == "colour"
    others: tuple[Any, ...] = (None, [], "position", 3)
    for wrong in others:
        with pytest.raises(cc.InvalidPosition):
            game.state_from_position(wrong)


@each_variant
def test_wrong_types_are_named_by_their_field(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    for state in sampled(game, seed=32, count=5):
        position = state.position()
        for field in position:
            for wrong in WRONG:
                with pytest.raises(cc.InvalidPosition) as error:
                    game.state_from_position({**position, field: wrong})
                assert error.value.field == field
                assert field in str(error.value)


@each_variant
def test_a_position_of_another_game_seats_or_options_is_refused(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    position = game.new_initial_state(1).position()
    for field, wrong in (("game", "chess"), ("players", game.num_players + 1), ("players", True)):
        with pytest.raises(cc.InvalidPosition) as error:
            game.state_from_position({**position, field: wrong})
        assert error.value.field == field
    for option in position["options"]:
        for wrong_options in (
            {**position["options"], option: "?"},
            {key: value for key, value in position["options"].items() if key != option},
            {**position["options"], "colour": 1},
        ):
            with pytest.raises(cc.InvalidPosition) as error:
                game.state_from_position({**position, "options": wrong_options})
            assert error.value.field == "options"


@each_variant
def test_mutated_positions_are_refused_by_field_or_play_on(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    rng = Random(33)
    refused = 0
    for state in sampled(game, seed=33, count=8):
        position = state.position()
        paths = [path for path in leaves(position) if path]
        values: list[Any] = [0, 1, 2, 7, 255, True, False, None, [], "", "?"]
        for _ in range(150):
            path = rng.choice(paths)
            source: Any = position
            for key in rng.choice(paths):
                source = source[key]
            changed = replaced(position, path, copy.deepcopy(rng.choice([*values, source])))
            try:
                accepted = game.state_from_position(changed)
            except cc.InvalidPosition as error:
                assert error.field in position  # noqa: PT017 - either outcome is fine
                refused += 1
                continue
            assert canonical(accepted.position()) == canonical(changed)
            play_to_the_end(accepted, rng)
    assert refused > 100


@each_variant
def test_mutated_bytes_are_refused_or_play_on(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    rng = Random(34)
    refused = 0
    for state in sampled(game, seed=34, count=8):
        data = state.serialize()
        for _ in range(200):
            changed = bytearray(data)
            for _ in range(rng.choice([1, 1, 1, 2, 8])):
                changed[rng.randrange(len(changed))] = rng.choice([0, 1, 255, rng.randrange(256)])
            try:
                accepted = game.deserialize(bytes(changed))
            except cc.InvalidState as error:
                assert error.field  # noqa: PT017 - either outcome is fine
                refused += 1
                continue
            assert accepted.serialize() == changed
            assert game.state_from_position(accepted.position()) == accepted
            play_to_the_end(accepted, rng)
    assert refused > 200


@each_variant
def test_headers_of_bytes_are_checked(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    data = game.new_initial_state(1).serialize()
    at_players = 7 + len(name)
    for wrong, field in (
        (b"", "magic"),
        (b"XXXX" + data[4:], "magic"),
        (data[:4] + b"\x63\x00" + data[6:], "version"),
        (data[:7] + b"chess" + data[12:], "game"),
        (data[:at_players] + b"\x09" + data[at_players + 1 :], "players"),
        (data[: at_players + 2] + b"\x63" + data[at_players + 3 :], "options"),
        (data[:-1], "length"),
        (data + b"\0", "length"),
        (data[: at_players + 4], "length"),
    ):
        with pytest.raises(cc.InvalidState) as error:
            game.deserialize(wrong)
        assert error.value.field == field
    with pytest.raises(cc.InvalidState, match="data"):
        game.deserialize("text")  # type: ignore[arg-type]


@each_game
def test_bad_options_name_what_is_accepted(name: str) -> None:
    with pytest.raises(ValueError, match="colour"):
        cc.load_game(name, colour=1)
    for players in (0, 1, 9, "4", 4.0, True, None):
        with pytest.raises(ValueError, match="players"):
            cc.load_game(name, players=players)
    wrong_values: tuple[Any, ...] = ("nonsense", -5, 10**9, 1.5, None, [])
    for option in cc.load_game(name, **PROFILES[name].variants[0]).options:
        for wrong in wrong_values:
            with pytest.raises(ValueError, match=option):
                cc.load_game(name, **{**PROFILES[name].variants[0], option: wrong})


def test_an_unknown_game_lists_what_there_is() -> None:
    with pytest.raises(ValueError, match="juwelen"):
        cc.load_game("chess")


def test_games_and_states_are_made_by_load_game_only() -> None:
    game = cc.load_game("juwelen")
    with pytest.raises(TypeError, match="load_game"):
        cc.Game()
    with pytest.raises(TypeError, match="new_initial_state"):
        cc.State(game)


@pytest.mark.parametrize(
    ("argument", "value"),
    [
        ("n", 0),
        ("n", "5"),
        ("n", True),
        ("seed", -1),
        ("seed", 2**64),
        ("threads", 0),
        ("threads", None),
        ("first", -1),
    ],
)
def test_bad_playout_arguments_are_named(argument: str, value: object) -> None:
    arguments: dict[str, Any] = {"n": 1, "seed": 1, "threads": 1, argument: value}
    with pytest.raises(ValueError, match=argument):
        cc.playouts(cc.load_game("juwelen"), **arguments)
    with pytest.raises(TypeError, match="Game or a State"):
        cc.playouts("juwelen", 1, 1)  # type: ignore[arg-type]
