"""RLCard: its environments with its own random agents."""

from __future__ import annotations

from time import perf_counter

import rlcard
from rlcard.agents import RandomAgent

GAMES = ("gin-rummy", "uno", "doudizhu")


def python_loop(name: str, seconds: float) -> float:
    """Decisions per second of random play."""
    environment = rlcard.make(name, config={"seed": 1})
    environment.set_agents([RandomAgent(num_actions=environment.num_actions)] * environment.num_players)
    decisions = 0
    started = perf_counter()
    while perf_counter() - started < seconds:
        trajectories, _ = environment.run(is_training=False)
        decisions += sum(len(trajectory) // 2 for trajectory in trajectories)
    return decisions / (perf_counter() - started)
