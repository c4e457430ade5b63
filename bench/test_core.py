"""Speed of the rules: single calls from Python, the Python loop, and compiled playouts.

Uniform over all legal actions, dealing included, default options unless named. Run with ``make bench``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import certamen_core as cc
import pytest

from bench.workload import CONFIGURATIONS, load, middle_states, python_loop

Record = Callable[[str, str, float, str], None]
each = pytest.mark.parametrize("identifier", CONFIGURATIONS)

STATES = 50
CALLS: dict[str, Callable[[cc.State], Any]] = {
    "legal_actions": cc.State.legal_actions,
    "clone": cc.State.clone,
    "serialize": cc.State.serialize,
    "position": cc.State.position,
}
CALLS_WITH_A_NUMBER: dict[str, Callable[[cc.State, int], Any]] = {
    "is_legal": cc.State.is_legal,
    "view": cc.State.view,
    "events": cc.State.events,
}


@each
@pytest.mark.parametrize("call", CALLS)
def test_call(benchmark: Any, record: Record, identifier: str, call: str) -> None:
    states, method = middle_states(load(identifier), STATES), CALLS[call]
    benchmark(lambda: [method(state) for state in states])
    record(identifier, call, benchmark.stats.stats.median * 1e9 / STATES, "ns per call")


@each
@pytest.mark.parametrize("call", CALLS_WITH_A_NUMBER)
def test_call_with_a_number(benchmark: Any, record: Record, identifier: str, call: str) -> None:
    states, method = middle_states(load(identifier), STATES), CALLS_WITH_A_NUMBER[call]
    benchmark(lambda: [method(state, 0) for state in states])
    record(identifier, call, benchmark.stats.stats.median * 1e9 / STATES, "ns per call")


@each
def test_apply(benchmark: Any, record: Record, identifier: str) -> None:
    prepared = [(state, state.legal_actions()[0]) for state in middle_states(load(identifier), STATES)]

    def setup() -> tuple[tuple[list[tuple[cc.State, int]]], dict[str, Any]]:
        return ([(state.clone(), action) for state, action in prepared],), {}

    def run(work: list[tuple[cc.State, int]]) -> None:
        for state, action in work:
            state.apply_action(action)

    benchmark.pedantic(run, setup=setup, rounds=500)
    record(identifier, "apply_action", benchmark.stats.stats.median * 1e9 / STATES, "ns per call")


@each
def test_python_loop(benchmark: Any, record: Record, identifier: str) -> None:
    game = load(identifier)
    decisions = python_loop(game, 200)
    assert benchmark(python_loop, game, 200) == decisions
    record(identifier, "Python loop", decisions / benchmark.stats.stats.median, "decisions/s")


@each
def test_playouts(benchmark: Any, record: Record, identifier: str) -> None:
    game = load(identifier)
    decisions = cc.playouts(game, 2000, 1).decisions
    assert benchmark(cc.playouts, game, 2000, 1).decisions == decisions
    record(identifier, "compiled playouts", decisions / benchmark.stats.stats.median, "decisions/s")
