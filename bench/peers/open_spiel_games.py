"""OpenSpiel through its Python module: a loop from Python, and rollouts that stay in C++."""

from __future__ import annotations

from random import Random
from time import perf_counter

import pyspiel

GAMES = ("hearts", "spades", "skat", "gin_rummy")
ROLLOUTS = 200


def dealt(name: str, rng: Random) -> pyspiel.State:
    """A state after the deal."""
    state = pyspiel.load_game(name).new_initial_state()
    settle(state, rng)
    return state


def settle(state: pyspiel.State, rng: Random) -> None:
    """Sample chance until somebody decides."""
    while state.is_chance_node():
        outcomes, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(outcomes, weights)[0])


def play_out(state: pyspiel.State, rng: Random) -> int:
    """Play a state to its end from Python; returns the decisions taken."""
    decisions = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(rng.random() * len(actions))])
        decisions += 1
        settle(state, rng)
    return decisions


def python_loop(name: str, seconds: float) -> float:
    """Decisions per second of random play from Python, dealing included."""
    rng = Random(1)
    decisions = 0
    started = perf_counter()
    while perf_counter() - started < seconds:
        decisions += play_out(dealt(name, rng), rng)
    return decisions / (perf_counter() - started)


def compiled_loop(name: str, seconds: float) -> float:
    """Decisions per second of its random rollouts in C++, dealing not included.

    The rollouts are those of its Monte Carlo tree search with two simulations; their mean length is measured
    by playing from the same state.
    """
    rng = Random(2)
    state = dealt(name, rng)
    length = sum(play_out(state.clone(), rng) for _ in range(40)) / 40
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    bot = pyspiel.MCTSBot(pyspiel.load_game(name), evaluator, 1.0, 2, 10, False, 1, False)
    searches = 0
    started = perf_counter()
    while perf_counter() - started < seconds:
        bot.mcts_search(state)
        searches += 1
    return searches * 2 * ROLLOUTS * length / (perf_counter() - started)
