"""Ratings of bots over games of any number of seats, with intervals from a bootstrap over blocks.

The library is openskill (Weng and Lin, "A Bayesian Approximation Method for Online Ranking", JMLR 12, 2011).
It is maintained, has teams and ties, and its model with full pairing treats these as one expects: every two
parties of a game are compared, a tie is half a win, equal places change equal ratings equally, and the order
of the arguments does not matter. TrueSkill's Python port gives tied teams different ratings and is no longer
released; choix has neither teams nor ties.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from openskill.models import BradleyTerryFull

from .blocks import BlockResult, GameResult
from .estimate import Estimate, Method, check_level, symmetric
from .table import Table

__all__ = ["Rating", "RatingPoint", "rating_path", "ratings"]

START = 25.0
"""Rating of a bot that has not played."""

# Programs do not learn or tire between games, hence no drift (tau).
_MODEL = BradleyTerryFull(mu=START, sigma=START / 3, beta=START / 6, tau=0.0)


@dataclass(frozen=True, slots=True)
class Rating:
    """Strength of a bot on a common scale that starts at 25.

    Attributes:
        bot: its id.
        value: the rating with its interval. Only differences mean something.
        rank: 1 for the highest; equal ratings share a rank.
        rank_low: best rank that the bootstrap leaves possible at the level; equals `rank` without bootstrap.
        rank_high: worst such rank.
    """

    bot: str
    value: Estimate
    rank: int
    rank_low: int
    rank_high: int


@dataclass(frozen=True, slots=True)
class RatingPoint:
    """Ratings after a block, for a plot.

    Attributes:
        block: label of the block.
        ratings: rating of every bot that has played by then.
    """

    block: str
    ratings: dict[str, float]


def ratings(
    blocks: Iterable[BlockResult],
    *,
    level: float = 0.95,
    replicates: int = 200,
    orders: int = 8,
    seed: int = 0,
) -> tuple[Rating, ...]:
    """Ratings over all complete blocks, highest first.

    The method takes games one after the other and depends a little on their order, which has no meaning
    here. So the value is the mean over some random orders of the blocks. Each replicate of the bootstrap
    draws as many blocks with replacement and rates them in a random order; the interval is Student's with the
    standard deviation of the replicates. The library's own sigma takes games for independent, which those of
    a block are not, and is not used. A game costs about 70 µs in each order and replicate.

    Args:
        blocks: blocks of the tournament; those that are not complete are left out.
        level: of each interval by itself.
        replicates: of the bootstrap; 0: no intervals.
        orders: random orders for the value, at least 1.
        seed: of the orders and the bootstrap. The same seed gives the same numbers.

    Raises:
        ValueError: an argument is out of range, or the blocks contradict each other (see `usable`).
    """
    check_level(level)
    if replicates < 0 or orders < 1:
        raise ValueError(f"replicates: {replicates}, orders: {orders}; at least 0 and 1")
    table = Table.of(blocks)
    rng = np.random.default_rng(seed)
    count = len(table.blocks)
    if not count:
        return ()
    shuffled = [rng.permutation(count) for _ in range(orders)]
    value = np.mean([_rated(table, order) for order in shuffled], axis=0)
    drawn = [rng.integers(count, size=count) for _ in range(replicates)]
    repeated = np.array([_rated(table, order) for order in drawn]).reshape(replicates, len(table.bots))
    return _with_intervals(table, value, repeated, level)


def rating_path(blocks: Iterable[BlockResult]) -> tuple[RatingPoint, ...]:
    """Ratings after each complete block in the order of the schedule.

    Its last point differs a little from `ratings`, which is a mean over orders.
    """
    table = Table.of(blocks)
    pool = _Pool()
    points = []
    for block in table.blocks:
        for game in block.games:
            pool.rate(game)
        points.append(RatingPoint(block.label, {bot: pool.value(bot) for bot in sorted(pool)}))
    return tuple(points)


class _Pool(dict[str, tuple[float, float]]):
    """Mean and deviation of every bot that has played."""

    def value(self, bot: str) -> float:
        """Rating of a bot; NaN if it has not played."""
        return self[bot][0] if bot in self else float("nan")

    def rate(self, game: GameResult) -> None:
        """Take a game into account.

        A bot that holds several seats gets the mean of their changes: its seats tell of one bot, and adding
        them up would overshoot.
        """
        parties = sorted(set(game.parties))
        seats = [[seat for seat, party in enumerate(game.parties) if party == one] for one in parties]
        for bot in game.bots:
            self.setdefault(bot, (START, START / 3))
        if len(parties) < 2:
            return
        teams = [[_MODEL.rating(*self[game.bots[seat]]) for seat in party] for party in seats]
        places = [float(min(game.places[seat] for seat in party)) for party in seats]
        changed: dict[str, list[tuple[float, float]]] = {}
        for party, team in zip(seats, _MODEL.rate(teams, ranks=places), strict=True):
            for seat, rating in zip(party, team, strict=True):
                changed.setdefault(game.bots[seat], []).append((rating.mu, rating.sigma))
        for bot, pairs in changed.items():
            self[bot] = (sum(mu for mu, _ in pairs) / len(pairs), sum(sd for _, sd in pairs) / len(pairs))


def _rated(table: Table, order: NDArray[np.int64]) -> NDArray[np.float64]:
    """Ratings of the table's bots after some blocks; NaN for those that are in none of them."""
    pool = _Pool()
    for index in order:
        for game in table.blocks[index].games:
            pool.rate(game)
    return np.array([pool.value(bot) for bot in table.bots])


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Rank of each along the last axis, 1 for the highest; equal ones share the better rank; NaN stays."""
    higher = (values[..., None, :] > values[..., :, None]).sum(axis=-1)
    return np.where(np.isnan(values), np.nan, 1.0 + higher)


def _with_intervals(
    table: Table, value: NDArray[np.float64], repeated: NDArray[np.float64], level: float
) -> tuple[Rating, ...]:
    """Standard errors and possible ranks from the replicates."""
    played = ~np.isnan(table.means[:, :, 0])
    own_ranks, rank_rows = _ranks(value), _ranks(repeated)
    found = []
    for column, bot in enumerate(table.bots):
        blocks = int(played[:, column].sum())
        if not blocks:
            continue
        seen = repeated[:, column][~np.isnan(repeated[:, column])]
        # The bootstrap of n blocks underestimates a variance by (n − 1)/n.
        few = (blocks / (blocks - 1)) ** 0.5 if blocks > 1 else float("nan")
        error = float(np.std(seen, ddof=1)) * few if len(seen) > 1 else float("nan")
        estimate = symmetric(float(value[column]), error, blocks, level=level, method=Method.BOOTSTRAP)
        rank = int(own_ranks[column])
        low, high = _possible(rank_rows[:, column], rank, level)
        found.append(Rating(bot, estimate, rank, low, high))
    return tuple(sorted(found, key=lambda rating: (rating.rank, rating.bot)))


def _possible(ranks: Sequence[float] | NDArray[np.float64], rank: int, level: float) -> tuple[int, int]:
    """Best and worst rank between the outer percentiles of the replicates, and the rank itself."""
    seen = np.asarray(ranks)[~np.isnan(ranks)]
    if not len(seen):
        return rank, rank
    low, high = np.quantile(seen, [(1 - level) / 2, (1 + level) / 2], method="closest_observation")
    return min(rank, int(low)), max(rank, int(high))
