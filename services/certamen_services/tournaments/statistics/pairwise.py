"""Every bot against every other: paired differences per block."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .blocks import BlockResult
from .estimate import Estimate, Interval, check_level, mean_over_blocks
from .table import Measures, Table, differences

__all__ = ["Pair", "Pairwise", "pairwise"]


@dataclass(frozen=True, slots=True)
class Pair:
    """The first bot against the second, over the blocks in which they were opponents.

    Attributes:
        first: a bot.
        second: another.
        blocks: complete blocks in which they were opponents.
        outcome: mean over blocks of the difference of their outcomes, in [−2, 2]; above 0: the first is
            better. The interval is for this pair alone.
        place: same of places; below 0: the first is better.
        score: same of the game's own points.
        joint: interval of `outcome` such that those of all pairs hold together (Bonferroni); None as in
            `Estimate`. It is for a number of blocks that was fixed beforehand; a `Monitor` is for looking
            in between.
        better: blocks in which the first did better by outcome.
        equal: blocks in which both did equally well.
        worse: blocks in which the first did worse.
    """

    first: str
    second: str
    blocks: int
    outcome: Estimate
    place: Estimate
    score: Estimate
    joint: Interval | None
    better: int
    equal: int
    worse: int


@dataclass(frozen=True, slots=True)
class Pairwise:
    """All ordered pairs that were opponents in some complete block.

    Attributes:
        pairs: ascending by first and second; each pair in both directions.
        comparisons: unordered pairs, the family of the joint intervals.
        level: of the intervals.
    """

    pairs: tuple[Pair, ...]
    comparisons: int
    level: float

    def get(self, first: str, second: str) -> Pair | None:
        """The first against the second; None if they were never opponents."""
        return next((pair for pair in self.pairs if (pair.first, pair.second) == (first, second)), None)


def pairwise(blocks: Iterable[BlockResult], *, level: float = 0.95) -> Pairwise:
    """The pairwise table over all complete blocks.

    Args:
        blocks: blocks of one tournament, in any order.
        level: of the intervals.

    Raises:
        ValueError: an argument is out of range, or the blocks contradict each other (see `usable`).
    """
    check_level(level)
    table = Table.of(blocks)
    met: dict[tuple[str, str], list[Measures]] = {}
    for block in table.blocks:
        for names, row in differences(block).items():
            met.setdefault(names, []).append(row)
    pairs = [
        _pair(*names, sign * np.array(rows), level, len(met))
        for (first, second), rows in met.items()
        for names, sign in (((first, second), 1.0), ((second, first), -1.0))
    ]
    ordered = sorted(pairs, key=lambda pair: (pair.first, pair.second))
    return Pairwise(tuple(ordered), len(met), level)


def _pair(first: str, second: str, rows: NDArray[np.float64], level: float, family: int) -> Pair:
    # Sums of fractions that should cancel may leave a trace of rounding.
    difference = np.where(np.abs(rows[:, 0]) < 1e-12, 0.0, rows[:, 0])
    return Pair(
        first=first,
        second=second,
        blocks=len(rows),
        outcome=mean_over_blocks(difference, level=level),
        place=mean_over_blocks(rows[:, 1], level=level),
        score=mean_over_blocks(rows[:, 2], level=level),
        joint=mean_over_blocks(difference, level=level, family=family).interval,
        better=int((difference > 0).sum()),
        equal=int((difference == 0).sum()),
        worse=int((difference < 0).sum()),
    )
