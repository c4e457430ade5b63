"""Block results as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .blocks import BlockResult, GameResult, outcomes, seats_of, usable

__all__ = ["Measures", "Table", "against", "bots_of", "own"]

Measures = NDArray[np.float64]
"""Outcome, place and score, in this order, along the last axis."""


def own(game: GameResult, seats: Sequence[int]) -> Measures:
    """Mean outcome, place and score of some seats of a game, shape (3,)."""
    result = outcomes(game)
    rows = [(result[seat], game.places[seat], game.scores[seat]) for seat in seats]
    return np.asarray(np.mean(np.array(rows, dtype=np.float64), axis=0))


def against(block: BlockResult, first: str, second: str) -> Measures | None:
    """Mean over the games in which two bots were opponents of what the first has more than the second.

    Args:
        block: a complete block.
        first: a bot.
        second: another bot.

    Returns:
        Differences of outcome (in [−2, 2]), place and score, shape (3,); None if they were never opponents.
        Games in which they only shared a party say nothing of one against the other and are left out.
    """
    games = []
    for game in block.games:
        mine, theirs = seats_of(game, first), seats_of(game, second)
        if any(game.parties[one] != game.parties[other] for one in mine for other in theirs):
            games.append(own(game, mine) - own(game, theirs))
    return np.mean(games, axis=0) if games else None


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
            for bot in bots_of([block]):
                seats = [(game, seats_of(game, bot)) for game in block.games]
                games = [own(game, held) for game, held in seats if held]
                means[row, column[bot]] = np.mean(games, axis=0)
        left_out = tuple(block.label for block in every if block.label not in used)
        return cls(tuple(bots), complete, left_out, means)
