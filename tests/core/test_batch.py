"""Batches: the same games as single states, for any batch size and number of threads."""

from __future__ import annotations

from typing import Any

import certamen_core as cc
import numpy as np
import pytest

from tests.core.parametrize import each_variant
from tests.core.play import load


def games_of(batch: cc.Batch, index: int, steps: int) -> list[bytes]:
    """The positions that one state of a batch goes through when it chooses for itself."""
    positions = []
    for _ in range(steps):
        positions.append(batch.state(index).serialize())
        batch.apply_actions(batch.choose())
    return positions


@each_variant
def test_batch_size_and_threads_do_not_matter(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    wanted = games_of(cc.Batch(game, 4, seed=5), 3, 60)
    assert games_of(cc.Batch(game, 9, seed=5, threads=2), 3, 60) == wanted
    assert games_of(cc.Batch(game, 64, seed=5, threads=3), 3, 60) == wanted
    assert games_of(cc.Batch(game, 4, seed=6), 3, 60) != wanted


@each_variant
def test_batch_agrees_with_single_states(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    batch = cc.Batch(game, 5, seed=1, threads=2, auto_reset=False)
    states = [batch.state(i) for i in range(5)]
    for _ in range(game.max_game_length + 1):
        seats = batch.acting_seats()
        codes, offsets = batch.legal_actions()
        assert seats.tolist() == [state.current_player() for state in states]
        assert [codes[offsets[i] : offsets[i + 1]].tolist() for i in range(5)] == [
            state.legal_actions() for state in states
        ]
        if (seats == cc.TERMINAL).all():
            break
        actions = batch.choose()
        over = [state.is_terminal() for state in states]
        done = batch.apply_actions(actions)
        for i, state in enumerate(states):
            if not over[i]:
                state.apply_action(int(actions[i]))
            assert batch.state(i) == state
            assert bool(done[i]) == (state.is_terminal() and not over[i])
    assert batch.scores.tolist() == [state.scores() for state in states]
    assert batch.placements.tolist() == [state.placements() for state in states]
    assert batch.games_finished.tolist() == [1] * 5


def test_finished_states_start_anew_with_other_deals() -> None:
    batch = cc.Batch(load("juwelen", {"players": 2, "rounds": 1}), 3, seed=2)
    starts = [batch.state(0).serialize()]
    while batch.games_finished.min() < 2:
        if batch.apply_actions(batch.choose())[0]:
            starts.append(batch.state(0).serialize())
    assert len(set(starts)) == len(starts) >= 3


def test_an_illegal_action_moves_nothing_and_names_its_state() -> None:
    batch = cc.Batch(load("juwelen", {"players": 4}), 6, seed=2, threads=2)
    before = [batch.state(i) for i in range(6)]
    actions = batch.choose()
    for wrong, reason in ((40, "NOT_LEGAL"), (2**32 - 1, "MALFORMED")):
        actions[4] = wrong
        with pytest.raises(cc.IllegalAction, match="state 4") as error:
            batch.apply_actions(actions)
        assert error.value.reason == reason
    assert [batch.state(i) for i in range(6)] == before


def test_arrays_of_the_caller_are_used() -> None:
    batch = cc.Batch(load("juwelen", {"players": 4}), 6)
    seats, actions = np.empty(6, np.int8), np.empty(6, np.uint32)
    codes, offsets, done = np.empty(100, np.uint32), np.empty(7, np.int64), np.empty(6, np.bool_)
    assert batch.acting_seats(seats) is seats
    assert batch.choose(actions) is actions
    cut, ends = batch.legal_actions(codes, offsets)
    assert ends is offsets
    assert np.shares_memory(cut, codes)
    assert len(cut) == offsets[-1] == 18
    assert batch.apply_actions(actions, done) is done


def test_set_state_goes_on_from_it() -> None:
    game = load("juwelen", {"players": 4})
    batch = cc.Batch(game, 2)
    state = game.new_initial_state(99)
    batch.set_state(1, state)
    assert batch.state(1) == state != batch.state(0)
    with pytest.raises(ValueError, match="players=3"):
        batch.set_state(1, load("juwelen", {"players": 3}).new_initial_state(1))


BAD_ARRAYS: tuple[tuple[str, Any], ...] = (
    ("acting_seats", np.empty(3, np.int8)),
    ("acting_seats", np.empty(4, np.int16)),
    ("choose", [0, 0, 0, 0]),
    ("apply_actions", np.zeros(3, np.uint32)),
    ("apply_actions", np.zeros(4, np.int64)),
    ("apply_actions", np.zeros(8, np.uint32)[::2]),
    ("legal_actions", np.empty(5, np.uint32)),
)


@pytest.mark.parametrize(("method", "array"), BAD_ARRAYS)
def test_bad_arrays_are_named(method: str, array: Any) -> None:
    batch = cc.Batch(load("juwelen", {"players": 4}), 4)
    with pytest.raises(ValueError, match=r"out|actions|codes"):
        getattr(batch, method)(array)


BAD_ARGUMENTS: tuple[tuple[str, Any], ...] = (("n", 0), ("n", "4"), ("seed", -1), ("threads", 0), ("n", True))


@pytest.mark.parametrize(("argument", "value"), BAD_ARGUMENTS)
def test_bad_arguments_are_named(argument: str, value: Any) -> None:
    arguments: dict[str, Any] = {"n": 2, argument: value}
    with pytest.raises(ValueError, match=argument):
        cc.Batch(load("juwelen", {"players": 4}), **arguments)


def test_bad_indices_are_refused() -> None:
    batch = cc.Batch(load("juwelen", {"players": 4}), 2)
    for index in (-1, 2, True, "0"):
        with pytest.raises(IndexError, match="index"):
            batch.state(index)  # type: ignore[arg-type]


@each_variant
def test_playout_scores_are_the_playouts_one_by_one(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    scores = cc.playout_scores(game, 40, 3, threads=3)
    assert scores.shape == (40, game.num_players)
    assert tuple(scores.sum(axis=0).tolist()) == cc.playouts(game, 40, 3).total_scores
    assert (scores == cc.playout_scores(game, 40, 3)).all()
    assert (scores[:7] == cc.playout_scores(game, 7, 3)).all()
