"""Estimates with their intervals, and the interval of a mean over blocks."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray
from scipy.special import stdtrit

__all__ = ["Estimate", "Interval", "Method", "check_level", "mean_over_blocks", "symmetric"]


class Method(StrEnum):
    """How an interval was made. It decides what may be concluded from it."""

    STUDENT = "student"
    """Student's t over blocks. Its level holds for a number of blocks that was fixed beforehand."""
    CLUSTER = "cluster"
    """Least squares with errors clustered by block, Student's t. Level as for STUDENT."""
    BOOTSTRAP = "bootstrap"
    """Bootstrap over blocks, Student's t. Level as for STUDENT."""
    SEQUENCE = "sequence"
    """Confidence sequence: its level holds at all times at once, whenever one looks or stops."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An interval and what it promises.

    Attributes:
        low: lower end, in the unit of what is estimated.
        high: upper end.
        level: probability with which all intervals of the family hold together, such as 0.95.
        family: how many intervals share the level (by the union bound); 1: this one alone.
        method: how it was made.
    """

    low: float
    high: float
    level: float
    family: int
    method: Method


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and how well it is known.

    Attributes:
        value: the estimate.
        interval: None if the data cannot tell: fewer than two blocks, or all of them alike.
    """

    value: float
    interval: Interval | None


def check_level(level: float) -> None:
    """Raise ValueError unless a level is between 0 and 1."""
    if not 0 < level < 1:
        raise ValueError(f"level: {level} is not between 0 and 1")


def symmetric(
    value: float, error: float, blocks: int, *, level: float, method: Method, family: int = 1
) -> Estimate:
    """Estimate ± Student's t times its standard error.

    Args:
        value: the estimate.
        error: its standard error; not positive or not finite: no interval.
        blocks: how many there were; one degree of freedom less.
        level: of the family, see `Interval`.
        method: how `error` was found.
        family: size of the family: each interval has level 1 − (1 − level) / family (Bonferroni).
    """
    check_level(level)
    # A spread below rounding errors is none.
    if blocks < 2 or not np.isfinite(error) or error <= 1e-12 * max(1.0, abs(value)):
        return Estimate(value, None)
    reach = float(stdtrit(blocks - 1, 1 - (1 - level) / (2 * family))) * error
    return Estimate(value, Interval(value - reach, value + reach, level, family, method))


def mean_over_blocks(means: NDArray[np.float64], *, level: float, family: int = 1) -> Estimate:
    """Mean of block means, each block with the same weight, with Student's interval.

    Args:
        means: one number per block, shape (blocks,), blocks ≥ 1.
        level: of the family, see `Interval`.
        family: its size.
    """
    blocks = len(means)
    if not blocks:
        raise ValueError("means: there is no block")
    error = float(np.std(means, ddof=1)) / blocks**0.5 if blocks > 1 else float("nan")
    return symmetric(float(np.mean(means)), error, blocks, level=level, method=Method.STUDENT, family=family)
