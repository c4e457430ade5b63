"""Speed of the rules: single calls from Python, the Python loop, and compiled playouts.

Uniform over all legal actions, dealing included, default options unless named. Run with ``make bench``.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import certamen_core as cc
import numpy as np
import pytest
from certamen_core.measure import repeat_clone, repeat_is_legal, repeat_legal

from bench.null_engine import NullState, record_lists
from bench.workload import CONFIGURATIONS, load, middle_states, play_out, python_loop

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
def test_python_loop_against_an_engine_that_does_nothing(record: Record, identifier: str) -> None:
    """The ratio of times per decision, taken in turns so that both see the same machine."""
    game = load(identifier)
    recorded = [lists for choose in (0.1, 0.5, 0.9) for lists in record_lists(game, 60, choose)]
    random = Random(7).random
    ratios = []
    for _ in range(7):
        started = perf_counter()
        nothing = sum(play_out(NullState(lists), random) for lists in recorded)
        between = perf_counter()
        ours = python_loop(game, len(recorded))
        ended = perf_counter()
        ratios.append(((between - started) / nothing) / ((ended - between) / ours))
    record(identifier, "Python loop / nothing", median(ratios), "times the speed of doing nothing")


@each
def test_playouts(benchmark: Any, record: Record, identifier: str) -> None:
    game = load(identifier)
    decisions = cc.playouts(game, 2000, 1).decisions
    assert benchmark(cc.playouts, game, 2000, 1).decisions == decisions
    record(identifier, "compiled playouts", decisions / benchmark.stats.stats.median, "decisions/s")


@each
@pytest.mark.parametrize("threads", [2])
def test_playouts_with_threads(record: Record, identifier: str, threads: int) -> None:
    game = load(identifier)
    ratios = []
    for _ in range(5):
        started = perf_counter()
        cc.playouts(game, 20_000, 1)
        between = perf_counter()
        cc.playouts(game, 20_000, 1, threads=threads)
        ratios.append((between - started) / (perf_counter() - between))
    record(identifier, f"{threads} threads / one", median(ratios), "times")


@each
def test_batch(benchmark: Any, record: Record, identifier: str) -> None:
    """A NumPy chooser over 4,096 states."""
    batch = cc.Batch(load(identifier), 4096, seed=1)
    codes, offsets = np.empty(4096 * batch.game.max_legal_actions, np.uint32), np.empty(4097, np.int64)
    done, rng = np.empty(4096, np.bool_), np.random.default_rng(1)

    def step() -> None:
        listed, ends = batch.legal_actions(codes, offsets)
        chosen = listed[ends[:-1] + (rng.random(4096) * np.diff(ends)).astype(np.int64)]
        batch.apply_actions(chosen, done)

    benchmark(step)
    record(identifier, "batch of 4096", 4096 / benchmark.stats.stats.median, "decisions/s")


@each
def test_compiled_calls(record: Record, identifier: str) -> None:
    """What single calls cost without Python: one loop in C over 100 states."""
    states = middle_states(load(identifier), 100)
    actions = [state.legal_actions()[0] for state in states]
    rounds = 200
    work: dict[str, Callable[[], int]] = {
        "legal in C": lambda: repeat_legal(states, rounds),
        "is_legal in C": lambda: repeat_is_legal(states, actions, rounds),
        "clone in C": lambda: repeat_clone(states, rounds),
    }
    for what, loop in work.items():
        times = []
        for _ in range(9):
            started = perf_counter()
            loop()
            times.append((perf_counter() - started) / (len(states) * rounds))
        record(identifier, what, median(times) * 1e9, "ns per call")
