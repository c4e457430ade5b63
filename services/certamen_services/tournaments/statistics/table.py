"""Block results as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum

import numpy as np
from numpy.typing import NDArray

from .blocks import BlockResult, GameResult, outcomes, seats_of, usable

__all__ = ["Measures", "Table", "bots_of", "differences"]

Measures = tuple[float, float, float]
"""Outcome, place and score."""


def _own(game: GameResult) -> dict[str, Measures]:
    """Mean of each bot over its seats in a game."""
    result = outcomes(game)
    means = {}
    for bot in game.bots:
        seats = [seat for seat, other in enumerate(game.bots) if other == bot]
        rows = (result, game.places, game.scores)
        outcome, place, score = (sum(row[seat] for seat in seats) / len(seats) for row in rows)
        means[bot] = (outcome, place, score)
    return means


def differences(block: BlockResult) -> dict[tuple[str, str], Measures]:
    """What the first of two bots has more than the second: mean over the games in which they were opponents.

    Games in which they only shared a party say nothing of one against the other and are left out.

    Args:
        block: a complete block.

    Returns:
        Differences of outcome (in [−2, 2]), place and score for every pair of opponents, first < second.
    """
    found: dict[tuple[str, str], list[Measures]] = {}
    for game in block.games:
        means = _own(game)
        parties = {bot: {game.parties[seat] for seat in seats_of(game, bot)} for bot in means}
        for first, second in combinations(sorted(means), 2):
            if len(parties[first] | parties[second]) > 1:
                one, other = means[first], means[second]
                row = (one[0] - other[0], one[1] - other[1], one[2] - other[2])
                found.setdefault((first, second), []).append(row)
    return {pair: _mean(rows) for pair, rows in found.items()}


def _mean(rows: Sequence[Measures]) -> Measures:
    outcome, place, score = (fsum(column) / len(rows) for column in zip(*rows, strict=True))
    return outcome, place, score


def bots_of(blocks: Iterable[BlockResult]) -> list[str]:
    """All bots of some blocks, ascending by id."""
    return sorted({bot for block in blocks for game in block.games for bot in game.bots})


@dataclass(frozen=True, slots=True)
class Table:
    """Means of every bot in every complete block.

    Attributes:
        bots: ids, ascending; also of bots that have no complete block.
        blocks: the complete blocks in the order of the schedule.
        left_out: labels of the blocks that are not complete.
        means: shape (blocks, bots, 3): outcome, place, score; NaN where the bot is not in the block.
    """

    bots: tuple[str, ...]
    blocks: Sequence[BlockResult]
    left_out: tuple[str, ...]
    means: NDArray[np.float64]

    @classmethod
    def of(cls, blocks: Iterable[BlockResult]) -> Table:
        """Read blocks; see `usable` for the errors."""
        every = list(blocks)
        complete = usable(every)
        used = {block.label for block in complete}
        bots = bots_of(every)
        column = {bot: index for index, bot in enumerate(bots)}
        means = np.full((len(complete), len(bots), 3), np.nan)
        for row, block in enumerate(complete):
            games = [_own(game) for game in block.games]
            for bot in bots_of([block]):
                means[row, column[bot]] = _mean([own[bot] for own in games if bot in own])
        left_out = tuple(block.label for block in every if block.label not in used)
        return cls(tuple(bots), complete, left_out, means)
