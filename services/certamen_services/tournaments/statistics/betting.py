"""Tests and confidence sequences for a bounded mean that hold at any time.

The method: Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting", JRSS B 86
(2024). Somebody bets against the claim that the mean is at most m. If the claim is true the capital is a
supermartingale, whatever the distribution, and ever exceeds 1/α with probability at most α (Ville). The bets
are a fixed mixture of stakes (the paper's diversified Kelly betting), which needs no tuning to the unknown
variance. Of the capitals for "above" and "below" each may reach 2/α; the m that neither has excluded are the
confidence sequence. The authors' package does not build without a C++ toolchain and Boost, hence the
formula here.
"""

from __future__ import annotations

from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["Side", "Wealth", "confidence_bounds"]

_STAKES = np.geomspace(0.005, 0.95, 12)
"""Fractions of the capital at stake. Small ones are for small effects, found late; large ones for large
effects, found soon. Twelve of them cost at most log 12 of the logarithm of the capital."""
_HALVINGS = 50
"""Bisections for a bound; leaves 2^-50 of the range."""


class Side(StrEnum):
    """What a gambler believes."""

    ABOVE = "above"
    """The mean is above the value in question."""
    BELOW = "below"
    """The mean is below it."""


class Wealth:
    """Capital won by betting against the claim that a mean is at most, or at least, `mean`.

    Args:
        mean: the value in question, strictly within the range.
        side: ABOVE: bets against "at most `mean`"; BELOW: against "at least `mean`".
        low: lower end of the range of the outcomes.
        high: upper end.
        shape: of independent gamblers that are kept at once, for simulation.

    Raises:
        ValueError: the mean is not within the range.
    """

    def __init__(
        self, mean: float, side: Side, *, low: float, high: float, shape: tuple[int, ...] = ()
    ) -> None:
        if not low < mean < high:
            raise ValueError(f"mean: {mean} is not between {low} and {high}")
        self._low, self._high = low, high
        self._mean = (mean - low) / (high - low)
        self._side = side
        self._logs = np.zeros((*shape, len(_STAKES)))

    def add(self, outcome: ArrayLike) -> None:
        """Bet on one more outcome (one for each of `shape`); all must be within the range."""
        relative = _relative(outcome, self._low, self._high)
        self._logs += np.log1p(_STAKES * _return_on(relative, self._mean, self._side)[..., None])

    @property
    def log(self) -> NDArray[np.float64]:
        """Natural logarithm of the capital, 0 at the start; shape as given."""
        return np.asarray(np.logaddexp.reduce(self._logs, axis=-1) - np.log(len(_STAKES)))


def confidence_bounds(
    outcomes: ArrayLike, *, error: float, low: float, high: float, counts: ArrayLike | None = None
) -> tuple[float, float]:
    """The confidence sequence for the mean, as it stands after some outcomes.

    Over all times together the true mean is outside with probability at most `error`, for any distribution
    on the range. The outcomes need not be alike; each must have this mean given those before.

    Args:
        outcomes: all so far, in any order: the bounds do not depend on it.
        error: probability that the sequence ever misses.
        low: lower end of the range of the outcomes.
        high: upper end.
        counts: how often each outcome came; default: once.

    Returns:
        Lower and upper bound; the whole range before the first outcome.

    Raises:
        ValueError: an outcome is outside the range, or the error not between 0 and 1.
    """
    if not 0 < error < 1:
        raise ValueError(f"error: {error} is not between 0 and 1")
    relative = np.atleast_1d(_relative(outcomes, low, high))
    often = np.ones(len(relative)) if counts is None else np.asarray(counts, dtype=np.float64)
    if not often.sum():
        return low, high
    limit = float(np.log(2 / error))
    # "Below" is "above" for the mirrored outcomes.
    lower = _lower_bound(relative, often, limit)
    upper = 1 - _lower_bound(1 - relative, often, limit)
    return low + (high - low) * lower, low + (high - low) * upper


def _relative(outcome: ArrayLike, low: float, high: float) -> NDArray[np.float64]:
    """Outcomes on the scale from 0 to 1; rounding errors at its ends are forgiven."""
    relative = (np.asarray(outcome, dtype=np.float64) - low) / (high - low)
    if not np.all((relative > -1e-9) & (relative < 1 + 1e-9)):
        raise ValueError(f"outcome: not all are between {low} and {high}")
    return np.clip(relative, 0.0, 1.0)


def _return_on(relative: NDArray[np.float64], mean: float, side: Side) -> NDArray[np.float64]:
    """Return on each unit at stake: −1 at the worst, 0 on average if the mean is as claimed."""
    if side is Side.ABOVE:
        return relative / mean - 1
    return (1 - relative) / (1 - mean) - 1


def _lower_bound(relative: NDArray[np.float64], often: NDArray[np.float64], limit: float) -> float:
    """The smallest mean that "above" has not excluded.

    The capital falls with the mean in question, and is at most 1 at the observed mean; so there is one bound.
    """
    inside, outside = float(np.average(relative, weights=often)), 0.0
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        if middle <= 0:
            break
        returns = _return_on(relative, middle, Side.ABOVE)
        logs = np.log1p(np.multiply.outer(_STAKES, returns)) @ often
        if float(np.logaddexp.reduce(logs)) - np.log(len(_STAKES)) >= limit:
            outside = middle
        else:
            inside = middle
    return outside
