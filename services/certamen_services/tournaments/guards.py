"""What an organiser should look at: value that bots give each other beyond the field, faults, stalls, owners.

Whether somebody helps somebody cannot be proved by results; these numbers say where to look at the records.

Transfer. For each game, the outcome of a bot in a seat is explained by least squares as

    outcome = own strength + seat + what each other bot at the table does to everybody else

and the transfer from i to j is the mean over blocks, of the part that is left over for j in the blocks
where i sat at the table too. It is what i's presence gives j beyond what i's presence gives anybody. Where
all bots are at all tables there is nothing to compare with, and the neighbours are looked at instead:
outcome = own strength +
    seat + what
it does to everybody else to sit directly before him; the transfer is what is left over for j with i
directly before him. Intervals are Student's over blocks, joint over all ordered pairs (Bonferroni).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from certamen_services.tournaments.statistics import BlockResult, Interval, outcomes
from certamen_services.tournaments.statistics.estimate import mean_over_blocks

__all__ = ["Basis", "Transfer", "Transfers", "transfers"]


class Basis(StrEnum):
    """What transfers were reckoned from."""

    TABLE = "table"
    """Who sat at a table with whom."""
    NEIGHBOUR = "neighbour"
    """Who sat directly before whom."""
    NONE = "none"
    """Nothing: two at a table cannot help each other against a third."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """What one bot gave another beyond what it gave the field.

    Attributes:
        giver: a bot.
        taker: another.
        blocks: blocks in which it could be seen.
        value: mean outcome given per game, in outcomes (−1 … 1); below 0: taken.
        interval: joint over all pairs; None with too few blocks.
        suspicious: whether the interval lies above 0.
    """

    giver: str
    taker: str
    blocks: int
    value: float
    interval: Interval | None
    suspicious: bool


@dataclass(frozen=True, slots=True)
class Transfers:
    """Transfers between all ordered pairs, the greatest first.

    Attributes:
        basis: what they were reckoned from.
        rows: empty with basis NONE.
        level: of the joint intervals.
    """

    basis: Basis
    rows: tuple[Transfer, ...]
    level: float


@dataclass(frozen=True, slots=True)
class _Row:
    """A seat of a game."""

    block: int
    bot: str
    seat: int
    outcome: float
    others: tuple[str, ...]
    """The bots whose effect is looked at: those at the table, or the one directly before."""


def transfers(blocks: Iterable[BlockResult], *, level: float = 0.95) -> Transfers:
    """Value given and taken between bots, over all complete blocks.

    Partners of a bot in a game are left out of its table: they are to help it.

    Args:
        blocks: of one tournament.
        level: of the intervals.
    """
    complete = [block for block in blocks if block.complete]
    bots = sorted({bot for block in complete for game in block.games for bot in game.bots})
    seats = len(complete[0].games[0].bots) if complete else 0
    tables = {frozenset(game.bots) for block in complete for game in block.games}
    sides = max((len(set(game.parties)) for block in complete for game in block.games), default=0)
    if sides < 3 or len(bots) < 3:
        return Transfers(Basis.NONE, (), level)
    basis = Basis.TABLE if len(tables) > 1 else Basis.NEIGHBOUR
    rows = list(_rows(complete, basis))
    left = _residuals(rows, bots, seats)
    pairs = len(bots) * (len(bots) - 1)
    found = [
        transfer
        for giver, taker in permutations(bots, 2)
        if (transfer := _transfer(rows, left, giver, taker, pairs, level)) is not None
    ]
    return Transfers(basis, tuple(sorted(found, key=lambda row: (-row.value, row.giver, row.taker))), level)


def _rows(blocks: Sequence[BlockResult], basis: Basis) -> Iterable[_Row]:
    for number, block in enumerate(blocks):
        for game in block.games:
            for seat, (bot, outcome) in enumerate(zip(game.bots, outcomes(game), strict=True)):
                near = [seat - 1] if basis is Basis.NEIGHBOUR else range(len(game.bots))
                others = {
                    game.bots[other]
                    for other in near
                    if game.parties[other] != game.parties[seat] and game.bots[other] != bot
                }
                yield _Row(number, bot, seat, outcome, tuple(sorted(others)))


def _residuals(rows: Sequence[_Row], bots: Sequence[str], seats: int) -> NDArray[np.float64]:
    """What strength, seat and general effects leave unexplained, row by row."""
    column = {bot: number for number, bot in enumerate(bots)}
    count = len(bots)
    design = np.zeros((len(rows), 2 * count + seats))
    for number, row in enumerate(rows):
        design[number, column[row.bot]] = 1.0
        design[number, 2 * count + row.seat] = 1.0
        for other in row.others:
            design[number, count + column[other]] = 1.0
    values = np.array([row.outcome for row in rows])
    solved = np.linalg.lstsq(design, values, rcond=None)[0]
    return np.asarray(values - design @ solved)


def _transfer(
    rows: Sequence[_Row], left: NDArray[np.float64], giver: str, taker: str, pairs: int, level: float
) -> Transfer | None:
    by_block: dict[int, list[float]] = {}
    for row, value in zip(rows, left, strict=True):
        if row.bot == taker and giver in row.others:
            by_block.setdefault(row.block, []).append(float(value))
    if not by_block:
        return None
    means = np.array([sum(values) / len(values) for values in by_block.values()])
    estimate = mean_over_blocks(means, level=level, family=pairs)
    interval = estimate.interval
    suspicious = interval is not None and interval.low > 0
    return Transfer(giver, taker, len(means), float(means.mean()), interval, suspicious)
