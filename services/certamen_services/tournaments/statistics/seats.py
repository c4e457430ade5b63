"""What a seat is worth, whoever sits in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from .blocks import BlockResult, outcomes
from .estimate import Estimate, Method, check_level, symmetric
from .table import Table

__all__ = ["SeatEffect", "seat_effects"]


@dataclass(frozen=True, slots=True)
class SeatEffect:
    """One seat. An estimate is None if bots and seats cannot be told apart: a bot never left its seat.

    Attributes:
        seat: from 0.
        games: games of complete blocks.
        outcome: what the seat adds to the outcome of a bot, compared with the mean over the seats; the
            effects of all seats add up to 0.
        place: same for the place; below 0: a good seat.
        score: same for the game's own points.
    """

    seat: int
    games: int
    outcome: Estimate | None
    place: Estimate | None
    score: Estimate | None


def seat_effects(blocks: Iterable[BlockResult], *, level: float = 0.95) -> tuple[SeatEffect, ...]:
    """Effect of every seat, strength of the bots taken out.

    Least squares of result = bot + seat over all seats of all games, seats adding up to 0, with standard
    errors clustered by block (Liang and Zeger, "Longitudinal data analysis using generalized linear models",
    Biometrika 73, 1986; factor G/(G − 1) for G blocks). Where every bot sits in every seat equally often it
    is just the mean of each seat less the mean over all.

    Args:
        blocks: blocks of one tournament, in any order.
        level: of each interval by itself.

    Returns:
        One entry per seat; none if there is no complete block.

    Raises:
        ValueError: an argument is out of range, or the blocks contradict each other (see `usable`).
    """
    check_level(level)
    table = Table.of(blocks)
    if not table.blocks:
        return ()
    design, results, block_of = _rows(table)
    bots, seats = len(table.bots), len(table.blocks[0].games[0].bots)
    # The last seat is minus the sum of the others, so the effects of all seats are `contrast @ coefficients`.
    contrast = np.zeros((seats, bots + seats - 1))
    contrast[:, bots:] = np.vstack([np.eye(seats - 1), -np.ones(seats - 1)])
    gram = design.T @ design
    bread = np.linalg.pinv(gram, hermitian=True)
    coefficients = bread @ design.T @ results
    residuals = results - design @ coefficients
    # A contrast is determined by the data if it lies in the row space of the design.
    known = np.max(np.abs(contrast @ bread @ gram - contrast), axis=1) < 1e-8
    count = len(table.blocks)
    values = contrast @ coefficients
    errors = np.empty_like(values)
    for measure in range(3):
        scores = np.zeros((count, bots + seats - 1))
        np.add.at(scores, block_of, design * residuals[:, measure, None])
        pulled = scores @ bread @ contrast.T
        errors[:, measure] = np.sqrt((pulled**2).sum(axis=0) * count / max(1, count - 1))

    def estimate(seat: int, measure: int) -> Estimate | None:
        if not known[seat]:
            return None
        value, error = float(values[seat, measure]), float(errors[seat, measure])
        return symmetric(value, error, count, level=level, method=Method.CLUSTER)

    games = len(results) // seats
    return tuple(
        SeatEffect(seat, games, estimate(seat, 0), estimate(seat, 1), estimate(seat, 2))
        for seat in range(seats)
    )


def _rows(table: Table) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Design (rows, bots + seats − 1), results (rows, 3) and block of each row; a row is a seat of a game."""
    column = {bot: index for index, bot in enumerate(table.bots)}
    seats = len(table.blocks[0].games[0].bots)
    design, results, block_of = [], [], []
    for index, block in enumerate(table.blocks):
        for game in block.games:
            result = outcomes(game)
            for seat, bot in enumerate(game.bots):
                row = np.zeros(len(table.bots) + seats - 1)
                row[column[bot]] = 1.0
                if seat < seats - 1:
                    row[len(table.bots) + seat] = 1.0
                else:
                    row[len(table.bots) :] = -1.0
                design.append(row)
                results.append((result[seat], game.places[seat], game.scores[seat]))
                block_of.append(index)
    return np.array(design), np.array(results, dtype=np.float64), np.array(block_of)
