"""One piece of work for callgrind: arguments are configuration, kind and length; prints the units done."""

from __future__ import annotations

import sys

import certamen_core as cc
from certamen_core.measure import repeat_legal

from bench.workload import load, middle_states

PLAYOUTS = 40
ROUNDS = 100
STATES = 24


def work(identifier: str, kind: str, length: int) -> int:
    """Do it; returns decisions taken or lists made."""
    game = load(identifier)
    if kind == "playouts":
        return cc.playouts(game, PLAYOUTS * length, seed=1).decisions
    states = middle_states(game, STATES)
    repeat_legal(states, ROUNDS * length)
    if kind == "legal-slowed":  # a planted slow-down of a tenth, which the guard must notice
        repeat_legal(states, ROUNDS * length // 10)
    return STATES * ROUNDS * length


if __name__ == "__main__":
    print(work(sys.argv[1], sys.argv[2], int(sys.argv[3])))
