"""Random games for tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import certamen_core as cc


def load(name: str, variant: dict[str, Any]) -> cc.Game:
    """The game of a profile's variant."""
    return cc.load_game(name, **variant)


def viewers(game: cc.Game) -> list[int]:
    """Every seat and the spectator."""
    return [*range(game.num_players), cc.SPECTATOR]


def walk(game: cc.Game, rng: Random, choose: Callable[[list[int]], int] | None = None) -> Iterator[cc.State]:
    """Play one random game; yields the state before every decision and at the end (always the same object).

    Of several acting seats a random one decides.
    """
    pick = choose or rng.choice
    state = game.new_initial_state(rng.randbytes(32))
    yield state
    while not state.is_terminal():
        seat = rng.choice(state.acting_players())
        state.apply_action(pick(state.legal_actions(seat)), seat)
        yield state


def sampled(game: cc.Game, seed: int, count: int) -> list[cc.State]:
    """Clones of so many states of random games, the first and the last of each game among them."""
    rng = Random(seed)
    states: list[cc.State] = []
    while len(states) < count:
        visited = [state.clone() for state in walk(game, rng)]
        middle = rng.sample(visited[1:-1], min(len(visited) - 2, max(1, count // 3)))
        states += [visited[0], *middle, visited[-1]]
    return states[:count]
