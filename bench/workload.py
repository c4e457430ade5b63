"""What is measured: one line per game with its options, and ready-made states and loops."""

from __future__ import annotations

from random import Random
from typing import Any

import certamen_core as cc

# Default options unless named here; the identifier of a figure names seats and options.
CONFIGURATIONS: dict[str, dict[str, Any]] = {
    "juwelen-4": {"game": "juwelen", "players": 4},
}


def load(identifier: str) -> cc.Game:
    """The game of a configuration."""
    return cc.load_game(**CONFIGURATIONS[identifier])


def middle_states(game: cc.Game, count: int) -> list[cc.State]:
    """One state from the middle of each of so many random games; same for every run."""
    rng = Random(2026)
    states = []
    for number in range(count):
        game_states = []
        state = game.new_initial_state(number)
        while not state.is_terminal():
            game_states.append(state.clone())
            seat = state.current_player()
            state.apply_action(rng.choice(state.legal_actions(seat)), seat)
        states.append(game_states[len(game_states) // 2])
    return states


def python_loop(game: cc.Game, games: int) -> int:
    """Play random games from Python; returns the decisions taken."""
    decisions = 0
    random = Random(7).random
    for number in range(games):
        state = game.new_initial_state(number)
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random() * len(actions))])
            decisions += 1
    return decisions
