"""Bad requests are refused with the name of the field."""

from typing import Any

import certamen_core as cc
import pytest
from certamen_services.referee.errors import FieldError
from certamen_services.referee.plan import make_plan
from certamen_services.referee.settings import MatchSettings

from tests.services.referee.support import CREATED


def plan(settings: MatchSettings | None = None, **more: Any) -> Any:
    return make_plan("m1", CREATED, settings or MatchSettings("juwelen", 3), **more)


def test_defaults_are_filled_in() -> None:
    made = plan(aliases=["anna", "", "carl"])
    assert made.settings.options == {"pack": "standard", "teams": False, "rounds": 6, "jewels": 100}
    assert [seat.alias for seat in made.seats] == ["anna", "seat 1", "carl"]
    assert made.parties == (0, 1, 2)
    assert not made.secret.practice


@pytest.mark.parametrize(
    ("game", "players", "options", "field"),
    [
        ("poker", 3, {}, "game"),
        ("juwelen", 7, {}, "players"),
        ("juwelen", 3, {"rounds": 0}, "options.rounds"),
        ("juwelen", 3, {"teams": True}, "options.teams"),
        ("juwelen", 3, {"pack": "tarot"}, "options.pack"),
        ("juwelen", 3, {"jewels": 8}, "options.jewels"),
        ("juwelen", 3, {"lives": 3}, "options.lives"),
        ("juwelen", 3, {"players": 3}, "options"),
    ],
)
def test_bad_games_and_options(game: str, players: int, options: dict[str, Any], field: str) -> None:
    with pytest.raises(FieldError) as caught:
        plan(MatchSettings(game, players, options))
    assert caught.value.field == field
    assert len(caught.value.accepted) > 5


@pytest.mark.parametrize("count", [0, 1001, True, 1.0])
def test_bad_number_of_illegal_actions(count: Any) -> None:
    with pytest.raises(FieldError, match=r"^illegal_actions: an integer 1 … 1000"):
        MatchSettings("juwelen", 3, illegal_actions=count)


@pytest.mark.parametrize(
    ("aliases", "field"),
    [(["a"], "aliases"), (["a", "b", "c" * 101], "aliases[2]"), (["a", "b\n", "c"], "aliases[1]")],
)
def test_bad_aliases(aliases: list[str], field: str) -> None:
    with pytest.raises(FieldError) as caught:
        plan(aliases=aliases)
    assert caught.value.field == field


def test_bad_start_positions() -> None:
    game = cc.load_game("juwelen", players=3)
    position = game.new_initial_state(seed=1).position()
    changes: list[tuple[dict[str, Any], str]] = [
        ({"supply": 3}, "supply"),
        ({"hands": None}, "hands"),
        ({"dealer": 9}, "dealer"),
        ({"extra": 1}, "extra"),
        ({"players": 4}, "players"),
        ({"seed": "zz"}, "seed"),
    ]
    for change, field in changes:
        with pytest.raises(FieldError) as caught:
            plan(start_position={**position, **change})
        assert caught.value.field.startswith("start_position"), change
        assert field in str(caught.value), change
    with pytest.raises(FieldError, match=r"^seed: not together"):
        plan(seed=bytes(32), start_position=position)


def test_a_start_position_that_is_over_is_refused() -> None:
    state = cc.load_game("juwelen", players=3, rounds=1).new_initial_state(seed=1)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    with pytest.raises(FieldError, match=r"^start_position.phase: the game is over"):
        plan(MatchSettings("juwelen", 3, {"rounds": 1}), start_position=state.position())
