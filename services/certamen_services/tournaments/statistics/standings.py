"""The standings: how each bot did, and how well that is known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from .blocks import BlockResult, seats_of
from .estimate import Estimate, check_level, mean_over_blocks
from .rating import Rating, ratings
from .table import Table

__all__ = ["Standing", "Standings", "standings"]


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot.

    All means give each block the same weight.

    Attributes:
        bot: its id.
        games: games of complete blocks that it sat in.
        blocks: complete blocks that it was in.
        faults: games among these in which a seat of it forfeited.
        outcome: mean outcome, in [−1, 1] (see `outcomes`).
        place: mean place, 1 is best.
        score: mean of the game's own points.
        ahead: paired: mean over blocks of its outcome less the mean outcome of the others in the block, in
            [−2, 2]. What the cards gave to all of a block is out of it, which mostly makes its interval
            the narrowest. None if it never had company.
        rating: None if no ratings were asked for.
    """

    bot: str
    games: int
    blocks: int
    faults: int
    outcome: Estimate
    place: Estimate
    score: Estimate
    ahead: Estimate | None
    rating: Rating | None


@dataclass(frozen=True, slots=True)
class Standings:
    """All bots.

    Attributes:
        rows: by rating where there are ratings, else by mean outcome; then by id. Bots without a complete
            block are missing.
        blocks: how many complete blocks there are.
        left_out: labels of the blocks that are not complete, hence not used.
        level: of each interval by itself. With many bots some of their intervals will miss.
    """

    rows: tuple[Standing, ...]
    blocks: int
    left_out: tuple[str, ...]
    level: float


def standings(
    blocks: Iterable[BlockResult],
    *,
    level: float = 0.95,
    with_ratings: bool = True,
    replicates: int = 200,
    seed: int = 0,
) -> Standings:
    """The standings over all complete blocks.

    Args:
        blocks: blocks of one tournament, in any order.
        level: of each interval.
        with_ratings: whether to rate; the slow part, see `ratings`.
        replicates: of the bootstrap for the ratings' intervals; 0: none.
        seed: of the bootstrap.

    Raises:
        ValueError: an argument is out of range, or the blocks contradict each other (see `usable`).
    """
    check_level(level)
    every = list(blocks)
    table = Table.of(every)
    rated = ratings(every, level=level, replicates=replicates, seed=seed) if with_ratings else ()
    by_bot = {rating.bot: rating for rating in rated}
    rows = [
        _standing(table, column, by_bot.get(bot), level)
        for column, bot in enumerate(table.bots)
        if not np.isnan(table.means[:, column, 0]).all()
    ]
    return Standings(tuple(sorted(rows, key=_order)), len(table.blocks), table.left_out, level)


def _order(row: Standing) -> tuple[float, str]:
    return (-row.outcome.value if row.rating is None else row.rating.rank, row.bot)


def _standing(table: Table, column: int, rating: Rating | None, level: float) -> Standing:
    bot = table.bots[column]
    present = ~np.isnan(table.means[:, column, 0])
    own = table.means[present, column]
    others = np.delete(table.means[present, :, 0], column, axis=1)
    company = ~np.isnan(others).all(axis=1)
    paired = own[company, 0] - np.nanmean(others[company], axis=1)
    games = [
        (game, seats_of(game, bot)) for block in table.blocks for game in block.games if bot in game.bots
    ]
    return Standing(
        bot=bot,
        games=len(games),
        blocks=int(present.sum()),
        faults=sum(any(game.faulted[seat] for seat in seats) for game, seats in games if game.faulted),
        outcome=mean_over_blocks(own[:, 0], level=level),
        place=mean_over_blocks(own[:, 1], level=level),
        score=mean_over_blocks(own[:, 2], level=level),
        ahead=mean_over_blocks(paired, level=level) if company.any() else None,
        rating=rating,
    )
