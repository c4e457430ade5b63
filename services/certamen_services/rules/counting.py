"""Playouts and perft, bounded. The core runs them without the GIL."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import reduce
from operator import add

import certamen_core as cc
import grpc
from certamen.v1 import rules_pb2

from certamen_services.errors import StatusError
from certamen_services.rules.positions import read_position
from certamen_services.rules.setups import read_setup
from certamen_services.wire.base import WireError

__all__ = ["MAX_DECISIONS", "MAX_DEPTH", "MAX_LEAVES", "MAX_PLAYOUTS", "count_leaves", "run_playouts"]

MAX_PLAYOUTS = 100_000
"""Most playouts of one request."""
MAX_DECISIONS = 20_000_000
"""Most decisions that the playouts of one request could have in all."""
MAX_DEPTH = 20
"""Deepest tree."""
MAX_LEAVES = 20_000_000
"""Most leaves."""
MAX_SECONDS = 10.0
"""Longest count of leaves."""
# The core counts a subtree, and plays a piece of the playouts, without looking up; so large may these be.
_SUBTREE = 1_000_000
_PIECE = 500
_PIECE_DECISIONS = 1_000_000


def run_playouts(
    request: rules_pb2.RunPlayoutsRequest, go_on: Callable[[], None]
) -> rules_pb2.RunPlayoutsResponse:
    """Play to the end at random, many times.

    Args:
        request: where from, how many, and the seed.
        go_on: called every few milliseconds; what it raises ends the work.

    Raises:
        WireError: the request is not valid.
    """
    start: cc.State | cc.Game
    match request.WhichOneof("start"):
        case "position":
            start = read_position(request.position, "position")
            game = start.game
        case "setup":
            start = game = read_setup(request.setup, "setup")
        case _:
            raise WireError("start", "must have one of position and setup set")
    most = max(1, min(MAX_PLAYOUTS, MAX_DECISIONS // game.max_game_length))
    if not 1 <= request.playouts <= most:
        raise WireError("playouts", f"must be 1 … {most} with these options, not {request.playouts}")
    piece = max(1, min(_PIECE, _PIECE_DECISIONS // game.max_game_length))
    results = []
    for first in range(0, request.playouts, piece):
        go_on()
        count = min(piece, request.playouts - first)
        results.append(cc.playouts(start, count, request.seed, first=first))
    result = reduce(add, results)
    return rules_pb2.RunPlayoutsResponse(
        playouts=result.games,
        decisions=result.decisions,
        longest=result.longest,
        total_scores=result.total_scores,
        mean_scores=result.mean_scores,
        mean_placements=result.mean_placements,
        mean_returns=result.mean_returns,
    )


def count_leaves(
    request: rules_pb2.CountLeavesRequest, go_on: Callable[[], None]
) -> rules_pb2.CountLeavesResponse:
    """Count the leaves of the tree of all actions.

    Args:
        request: position and depth.
        go_on: called every few milliseconds; what it raises ends the work.

    Raises:
        WireError: the request is not valid.
        StatusError: TOO_MUCH_WORK.
    """
    state = read_position(request.position, "position")
    if request.depth > MAX_DEPTH:
        raise WireError("depth", f"must be 0 … {MAX_DEPTH}, not {request.depth}")
    return rules_pb2.CountLeavesResponse(leaves=_Count(state.game, go_on).leaves(state, request.depth))


class _Count:
    """One count: the upper levels of the tree here, the subtrees below in the core."""

    def __init__(self, game: cc.Game, go_on: Callable[[], None]) -> None:
        self._go_on = go_on
        self._levels = 1
        while self._levels < MAX_DEPTH and game.max_legal_actions**self._levels < _SUBTREE:
            self._levels += 1
        self._until = time.monotonic() + MAX_SECONDS
        self._found = 0

    def leaves(self, state: cc.State, depth: int) -> int:
        """All leaves so far, those below `state` included."""
        if depth <= self._levels or state.is_terminal():
            self._go_on()
            if time.monotonic() > self._until:
                raise _too_much(f"counting took longer than {MAX_SECONDS:g} s")
            self._found += cc.perft(state, depth)
            if self._found > MAX_LEAVES:
                raise _too_much(f"there are more than {MAX_LEAVES} leaves")
            return self._found
        for action in state.legal_actions():
            child = state.clone()
            child.apply_action(action)
            self.leaves(child, depth - 1)
        return self._found


def _too_much(what: str) -> StatusError:
    return StatusError(grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MUCH_WORK", f"{what}; take a smaller depth")
