"""`Game.option_specs` says what the rules pages say, and what `load_game` does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import certamen_core as cc
import pytest


def integer(default: int, low: int, high: int, *depends_on: str) -> dict[str, Any]:
    return {"kind": "integer", "default": default, "minimum": low, "maximum": high, "depends_on": depends_on}


def choice(default: str, choices: str, *depends_on: str) -> dict[str, Any]:
    return {
        "kind": "choice",
        "default": default,
        "choices": tuple(choices.split()),
        "depends_on": depends_on,
    }


def boolean(*choices: bool) -> dict[str, Any]:
    return {"kind": "boolean", "default": False, "choices": choices}


def juwelen(rounds: int, least: int, packs: str, *teams: bool) -> dict[str, Any]:
    return {
        "pack": choice("standard", packs),
        "teams": boolean(*teams),
        "rounds": integer(rounds, 1, 100),
        "jewels": integer(100, least, 1000),
    }


def bellum(variants: str) -> dict[str, Any]:
    return {
        "variant": choice("bellum", variants),
        "alliance": choice("none", "none", "variant"),
        "rider": integer(8, 3, 10, "variant"),
    }


BATTLES = {
    "variant": choice("composite", "simple composite bellum"),
    "alliance": choice("drawn", "drawn 1 2 3", "variant"),
    "rider": integer(0, 0, 0, "variant"),
}
BELLUM_OF_FOUR = bellum("bellum") | {"variant": BATTLES["variant"]}

# From the rules pages: game, seats, options given, specifications.
PAGES: list[tuple[str, int, dict[str, str], dict[str, Any]]] = [
    *[("artus", n, {}, {"mode": choice("basic", "basic advanced")}) for n in (2, 3, 4)],
    *[("bellica", n, {}, bellum("bellum")) for n in (2, 3)],
    ("bellica", 4, {}, BATTLES),
    ("bellica", 4, {"variant": "simple"}, BATTLES),
    ("bellica", 4, {"variant": "bellum"}, BELLUM_OF_FOUR),
    ("juwelen", 2, {}, juwelen(4, 6, "standard known", False)),
    ("juwelen", 3, {}, juwelen(6, 9, "standard known", False)),
    ("juwelen", 4, {}, juwelen(4, 12, "standard known", False, True)),
    ("juwelen", 5, {}, juwelen(5, 15, "standard", False)),
    ("juwelen", 6, {}, juwelen(6, 18, "standard", False, True)),
    *[("luschen", n, {}, {"limit": integer(25, 1, 1000)}) for n in range(2, 9)],
    *[
        ("lusus", n, {}, {"target": integer(600, 1, 100_000), "max_rounds": integer(40, 1, 1000)})
        for n in (2, 3, 4)
    ],
]
SEATS = {"artus": (2, 4), "bellica": (2, 4), "juwelen": (2, 6), "luschen": (2, 8), "lusus": (2, 4)}
each_page = pytest.mark.parametrize(
    ("name", "players", "given", "expected"),
    [pytest.param(*page, id="-".join([page[0], str(page[1]), *page[2].values()])) for page in PAGES],
)


@each_page
def test_specifications_are_those_of_the_rules_pages(
    name: str, players: int, given: dict[str, str], expected: dict[str, Any]
) -> None:
    game = cc.load_game(name, players=players, **given)
    assert game.option_specs == tuple(cc.OptionSpec(option, **spec) for option, spec in expected.items())


def values_around(spec: cc.OptionSpec) -> Iterator[Any]:
    """Accepted values, those just outside, and some of other types."""
    yield from spec.choices
    if spec.minimum is not None and spec.maximum is not None:
        yield from (spec.minimum - 1, spec.minimum, spec.maximum, spec.maximum + 1)
    yield from ("", "none", "1", 1, 1.0, True, False, None, [])


@each_page
def test_what_a_specification_accepts_load_game_takes(
    name: str, players: int, given: dict[str, Any], expected: dict[str, Any]
) -> None:
    del expected
    for spec in cc.load_game(name, players=players, **given).option_specs:
        for value in values_around(spec):
            options = {**given, spec.name: value}
            if spec.accepts(value):
                taken = cc.load_game(name, players=players, **options).options[spec.name]
                assert (taken, type(taken)) == (value, type(value))
            else:
                with pytest.raises(ValueError, match=f"'{spec.name}'") as refusal:
                    cc.load_game(name, players=players, **options)
                assert spec.accepted in str(refusal.value)


@each_page
def test_defaults_are_what_is_in_force(
    name: str, players: int, given: dict[str, Any], expected: dict[str, Any]
) -> None:
    del expected
    game = cc.load_game(name, players=players, **given)
    assert [spec.name for spec in game.option_specs] == list(game.options)
    assert {spec.name: spec.default for spec in game.option_specs} | given == game.options


@pytest.mark.parametrize("name", cc.registered_games())
def test_the_seats_are_those_of_the_rules_pages(name: str) -> None:
    low, high = SEATS[name]
    assert cc.load_game(name).player_range == range(low, high + 1)
    for players in range(low, high + 1):
        assert cc.load_game(name, players=players).player_range == range(low, high + 1)
    for players in (low - 1, high + 1):
        with pytest.raises(ValueError, match=f"integer in {low} … {high}"):
            cc.load_game(name, players=players)


def test_a_refusal_of_teams_says_why() -> None:
    with pytest.raises(ValueError, match=r"must be false with 5 seats \(teams need 4 or 6\), not True"):
        cc.load_game("juwelen", players=5, teams=True)


def test_a_refusal_says_what_is_accepted() -> None:
    with pytest.raises(ValueError, match="'teams' of juwelen must be true or false, not 1"):
        cc.load_game("juwelen", teams=1)
    with pytest.raises(ValueError, match="'pack' of juwelen must be 'standard' or 'known', not 1"):
        cc.load_game("juwelen", pack=1)


def test_specifications_cannot_be_changed() -> None:
    game = cc.load_game("luschen")
    with pytest.raises(AttributeError):
        game.option_specs = ()  # type: ignore[misc]
    with pytest.raises(AttributeError):
        game.option_specs[0].default = 3  # type: ignore[misc]
