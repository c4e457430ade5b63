"""What block results are accepted, and what outcomes they have."""

from __future__ import annotations

from typing import Any

import certamen_core as cc
import pytest
from certamen_services.tournaments.statistics import BlockResult, GameResult, outcomes, standings

from tests.services.tournaments.statistics.made import block, game

GOOD: dict[str, Any] = {"bots": ("a", "b"), "parties": (0, 1), "places": (1, 2), "scores": (3.0, 1.0)}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("bots", ("a",)),
        ("parties", (0,)),
        ("places", (1,)),
        ("places", (0, 1)),
        ("places", (1, 3)),
        ("scores", (1.0,)),
        ("scores", (1.0, float("nan"))),
        ("faulted", (True,)),
    ],
)
def test_a_game_that_does_not_fit_is_refused_by_field(field: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"^{field}: "):
        GameResult(**GOOD | {field: value})


@pytest.mark.parametrize(
    ("field", "more"),
    [
        ("number", {"number": -1}),
        ("planned", {"planned": 0}),
        ("planned", {"planned": 1, "games": (game("ab", (1, 2)), game("ba", (1, 2)))}),
        ("games", {"games": ()}),
        ("games", {"games": (game("ab", (1, 2)), game("abc", (1, 2, 3)))}),
    ],
)
def test_a_block_that_does_not_fit_is_refused_by_field(field: str, more: dict[str, Any]) -> None:
    good: dict[str, Any] = {"number": 0, "label": "x", "deal": "d", "games": (game("ab", (1, 2)),)}
    with pytest.raises(ValueError, match=f"^{field}: "):
        BlockResult(**good | more)


def test_a_void_game_needs_no_result_and_has_no_outcome() -> None:
    void = GameResult(("a", "b"), (0, 1), (), (), void=True)
    with pytest.raises(ValueError, match="void"):
        outcomes(void)


def test_a_block_is_complete_when_every_planned_game_counts() -> None:
    first, second = game("ab", (1, 2)), game("ba", (1, 2))
    void = GameResult(("a", "b"), (0, 1), (), (), void=True)
    assert block(0, first, second).complete
    assert block(0, first, second, planned=2).complete
    assert block(0, first, void, second, planned=3).complete is False
    assert block(0, first, planned=2).complete is False
    assert block(0, planned=2).complete is False
    assert block(0, first, void).complete is False
    assert block(0, first, second, abandoned=True).complete is False


@pytest.mark.parametrize(
    ("name", "options"),
    [("juwelen", {"players": 4, "teams": True}), ("luschen", {"players": 5}), ("bellica", {"players": 4})],
)
def test_outcomes_are_the_returns_of_the_core(name: str, options: dict[str, Any]) -> None:
    loaded = cc.load_game(name, **options)
    for seed in range(20):
        state = loaded.new_initial_state(seed)
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[0])
        bots = tuple(map(str, range(loaded.num_players)))
        result = GameResult(
            bots, tuple(state.parties()), tuple(state.placements()), tuple(map(float, state.scores()))
        )
        assert outcomes(result) == pytest.approx(state.returns(), abs=1e-12)


def test_what_contradicts_itself_is_refused() -> None:
    one = game("ab", (1, 2))
    with pytest.raises(ValueError, match=r"^number: two blocks have 3"):
        standings([block(3, one), block(3, one)])
    with pytest.raises(ValueError, match=r"^label: two blocks have 'x'"):
        standings([BlockResult(0, "x", "d", (one,)), BlockResult(1, "x", "e", (one,))])
    with pytest.raises(ValueError, match=r"number of seats, not \[2, 3\]"):
        standings([block(0, one), block(1, game("abc", (1, 2, 3)))])
