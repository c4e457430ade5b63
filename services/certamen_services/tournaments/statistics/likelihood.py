"""Likelihood ratio of two means when nothing but the observed values is assumed."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

__all__ = ["log_likelihood_ratio"]

_HALVINGS = 60
"""Bisections for the multiplier."""


def log_likelihood_ratio(
    values: ArrayLike, counts: ArrayLike, mean0: float, mean1: float
) -> NDArray[np.float64]:
    """Logarithm of the generalized likelihood ratio for the mean `mean1` against the mean `mean0`.

    The outcomes are taken for multinomial on the observed values. Under either hypothesis the probabilities
    are those that make the data most likely among all with the mean in question:
    p = (n / N) / (1 + θ (a − mean)), where θ solves Σ n (a − mean) / (1 + θ (a − mean)) = 0 (Owen, "Empirical
    Likelihood", 2001, chapter 2; used by Van den Bergh for pairs of games with exchanged colours, which have
    five values).

    Args:
        values: possible outcomes, shape (values,); the smallest and the largest must enclose both means.
        counts: how often each came, at least 0, any shape (…, values); the weights of the smallest and the
            largest must be above 0, a small one will do.
        mean0: mean under the null hypothesis.
        mean1: mean under the alternative.

    Returns:
        The ratio's logarithm, shape (…).

    Raises:
        ValueError: a mean is not enclosed.
    """
    points = np.asarray(values, dtype=np.float64)
    often = np.asarray(counts, dtype=np.float64)
    for mean in (mean0, mean1):
        if not points.min() < mean < points.max():
            raise ValueError(f"mean: {mean} is not between the smallest and the largest value")
    return _cost(points - mean0, often) - _cost(points - mean1, often)


def _cost(centred: NDArray[np.float64], often: NDArray[np.float64]) -> NDArray[np.float64]:
    """What holding the mean at 0 costs of the log-likelihood: Σ n log(1 + θ a), at least 0."""
    low = np.full(often.shape[:-1], -1 / centred.max())
    high = np.full(often.shape[:-1], -1 / centred.min())
    for _ in range(_HALVINGS):
        theta = (low + high) / 2
        # The sum falls with θ, from +∞ to −∞.
        slope = (often * centred / (1 + theta[..., None] * centred)).sum(axis=-1)
        low, high = np.where(slope > 0, theta, low), np.where(slope > 0, high, theta)
    return np.asarray((often * np.log1p((low + high)[..., None] / 2 * centred)).sum(axis=-1))
