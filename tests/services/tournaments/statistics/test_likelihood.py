"""The likelihood ratio of two means."""

from __future__ import annotations

import numpy as np
import pytest
from certamen_services.tournaments.statistics.likelihood import log_likelihood_ratio
from scipy.optimize import minimize

VALUES = [-2.0, -1.0, 0.0, 1.0, 2.0]


def best(counts: list[float], mean: float) -> float:
    """Greatest log-likelihood of counts with a given mean, by a general optimiser."""
    often = np.array(counts)
    found = minimize(
        lambda p: -(often * np.log(p)).sum(),
        np.full(5, 0.2),
        jac=lambda p: -often / p,
        bounds=[(1e-9, 1)] * 5,
        constraints=[
            {"type": "eq", "fun": lambda p: p.sum() - 1, "jac": lambda _: np.ones(5)},
            {"type": "eq", "fun": lambda p: p @ VALUES - mean, "jac": lambda _: np.array(VALUES)},
        ],
        method="SLSQP",
        options={"maxiter": 500, "ftol": 1e-14},
    )
    assert found.success
    return -float(found.fun)


@pytest.mark.parametrize("counts", [[5.0, 9, 30, 12, 8], [40.0, 3, 5, 2, 50], [2.0, 3, 60, 6, 3]])
@pytest.mark.parametrize(("mean0", "mean1"), [(0.0, 0.2), (-0.1, 0.1), (0.0, 1.0)])
def test_it_is_the_ratio_of_the_best_multinomials(counts: list[float], mean0: float, mean1: float) -> None:
    ratio = float(log_likelihood_ratio(VALUES, counts, mean0, mean1))
    assert ratio == pytest.approx(best(counts, mean1) - best(counts, mean0), abs=1e-4)


def test_two_values_give_the_ratio_of_coin_tosses() -> None:
    ratio = float(log_likelihood_ratio([-1.0, 1.0], [30, 50], 0.0, 0.2))
    assert ratio == pytest.approx(50 * np.log(0.6 / 0.5) + 30 * np.log(0.4 / 0.5))


def test_many_at_once_are_the_same_as_one_by_one() -> None:
    counts = np.random.default_rng(1).integers(1, 50, size=(4, 3, 5))
    together = log_likelihood_ratio(VALUES, counts, 0.0, 0.3)
    assert together.shape == (4, 3)
    assert float(together[2, 1]) == pytest.approx(float(log_likelihood_ratio(VALUES, counts[2, 1], 0.0, 0.3)))


def test_exchanging_the_hypotheses_or_the_bots_changes_the_sign() -> None:
    counts = [3.0, 9, 30, 12, 8]
    ratio = float(log_likelihood_ratio(VALUES, counts, -0.1, 0.1))
    assert float(log_likelihood_ratio(VALUES, counts, 0.1, -0.1)) == pytest.approx(-ratio)
    assert float(log_likelihood_ratio(VALUES, counts[::-1], -0.1, 0.1)) == pytest.approx(-ratio)


@pytest.mark.parametrize(("mean0", "mean1"), [(-2.0, 0.0), (0.0, 2.0), (0.0, 3.0)])
def test_a_mean_beyond_the_values_is_refused(mean0: float, mean1: float) -> None:
    with pytest.raises(ValueError, match=r"^mean: "):
        log_likelihood_ratio(VALUES, [1, 1, 1, 1, 1], mean0, mean1)
