"""What is measured: one line per game with its options, and ready-made states and loops."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

import certamen_core as cc

# Default options unless named here; the identifier of a figure names seats and options.
CONFIGURATIONS: dict[str, dict[str, Any]] = {
    "artus-advanced-4": {"game": "artus", "players": 4, "mode": "advanced"},
    "bellica-bellum-4": {"game": "bellica", "players": 4, "variant": "bellum"},
    "bellica-composite-4": {"game": "bellica", "players": 4, "variant": "composite"},
    "juwelen-4": {"game": "juwelen", "players": 4},
    "luschen-4": {"game": "luschen", "players": 4},
    "lusus-3": {"game": "lusus", "players": 3},
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


class Loopable(Protocol):
    """What the Python loop needs of a state."""

    def is_terminal(self) -> bool:
        """Return whether the game is over."""

    def legal_actions(self) -> list[int]:
        """Return the legal actions of the acting seat."""

    def apply_action(self, action: int) -> None:
        """Take an action."""


def play_out(state: Loopable, random: Callable[[], float]) -> int:
    """Play a game to its end from Python; returns the decisions taken."""
    decisions = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(random() * len(actions))])
        decisions += 1
    return decisions


def python_loop(game: cc.Game, games: int) -> int:
    """Play random games from Python, dealing included; returns the decisions taken."""
    random = Random(7).random
    return sum(play_out(game.new_initial_state(number), random) for number in range(games))
