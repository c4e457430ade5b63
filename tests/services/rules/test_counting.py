"""Playouts and perft of the service: in pieces, with the numbers of one run, and stopped in between."""

from __future__ import annotations

from collections.abc import Callable

import certamen_core as cc
import pytest
from certamen.v1 import rules_pb2
from certamen_services.errors import StatusError
from certamen_services.rules import counting
from certamen_services.rules.workers import Stopped

SETUP = rules_pb2.GameSetup(game="juwelen", players=3)


def stop_after(calls: int) -> Callable[[], None]:
    """Nobody waits any more after so many calls."""
    left = iter(range(calls))

    def go_on() -> None:
        if next(left, None) is None:
            raise Stopped

    return go_on


def playouts(count: int) -> rules_pb2.RunPlayoutsRequest:
    return rules_pb2.RunPlayoutsRequest(setup=SETUP, playouts=count, seed=5)


def test_pieces_add_up_to_the_numbers_of_one_run() -> None:
    found = counting.run_playouts(playouts(1203), stop_after(3))
    whole = cc.playouts(cc.load_game("juwelen", players=3), 1203, 5)
    assert (found.playouts, found.decisions, found.longest) == (1203, whole.decisions, whole.longest)
    for name in ("total_scores", "mean_scores", "mean_placements", "mean_returns"):
        assert tuple(getattr(found, name)) == getattr(whole, name)


def test_playouts_stop_between_pieces() -> None:
    with pytest.raises(Stopped):
        counting.run_playouts(playouts(1203), stop_after(2))


def test_counting_stops_between_subtrees() -> None:
    state = cc.load_game("juwelen", players=3).new_initial_state(1)
    position = rules_pb2.Position(setup=SETUP, state=state.serialize())
    request = rules_pb2.CountLeavesRequest(position=position, depth=3)
    assert counting.count_leaves(request, stop_after(1000)).leaves == cc.perft(state, 3)
    with pytest.raises(Stopped):
        counting.count_leaves(rules_pb2.CountLeavesRequest(position=position, depth=20), stop_after(1))


def leaves(depth: int) -> rules_pb2.CountLeavesResponse:
    state = cc.load_game("juwelen", players=3).new_initial_state(1)
    position = rules_pb2.Position(setup=SETUP, state=state.serialize())
    request = rules_pb2.CountLeavesRequest(position=position, depth=depth)
    return counting.count_leaves(request, stop_after(10_000))


def test_leaves_are_counted_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = leaves(3)
    monkeypatch.setattr(counting, "_SUBTREE", 1)
    assert leaves(3) == whole


@pytest.mark.parametrize(
    ("limit", "least", "told"), [("MAX_LEAVES", 10, "more"), ("MAX_SECONDS", -1.0, "longer")]
)
def test_too_much_counting_is_refused(
    monkeypatch: pytest.MonkeyPatch, limit: str, least: float, told: str
) -> None:
    monkeypatch.setattr(counting, limit, least)
    with pytest.raises(StatusError, match=told) as refused:
        leaves(3)
    assert refused.value.reason == "TOO_MUCH_WORK"
