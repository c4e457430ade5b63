"""Betting on a mean: errors at any time, and the bounds that follow."""

from __future__ import annotations

import numpy as np
import pytest
from certamen_services.tournaments.statistics.betting import Side, Wealth, confidence_bounds

DRAWS = {
    "rare wins": lambda rng, shape: rng.choice([-2.0, 0.0, 2.0], size=shape, p=[0.05, 0.9, 0.05]),
    "always decided": lambda rng, shape: rng.choice([-2.0, 2.0], size=shape),
    "skewed": lambda rng, shape: rng.choice([-2.0, 0.1], size=shape, p=[1 / 21, 20 / 21]),
    "narrow": lambda rng, shape: np.clip(rng.normal(scale=0.2, size=shape), -2, 2),
}


@pytest.mark.parametrize("name", DRAWS)
def test_equal_bots_are_told_apart_at_most_as_often_as_stated_at_any_time(name: str) -> None:
    """2000 runs of 600 blocks, looked at after every block: at most 5 %, binomial limit."""
    rng = np.random.default_rng(17)
    runs, error = 2000, 0.05
    draws = DRAWS[name](rng, (600, runs))
    sides = [Wealth(0.0, side, low=-2, high=2, shape=(runs,)) for side in Side]
    wrong = np.zeros(runs, dtype=bool)
    for outcomes in draws:
        for wealth in sides:
            wealth.add(outcomes)
            wrong |= wealth.log >= np.log(2 / error)
    assert wrong.sum() <= error * runs + 3 * (runs * error * (1 - error)) ** 0.5
    assert wrong.any()  # it does look


def test_the_bounds_are_where_the_capital_reaches_its_limit() -> None:
    outcomes = np.random.default_rng(1).choice([-2.0, -1, 0, 1, 2], size=200, p=[0.1, 0.1, 0.4, 0.2, 0.2])
    low, high = confidence_bounds(outcomes, error=0.05, low=-2, high=2)
    assert -2 < low < outcomes.mean() < high < 2
    for mean, side in ((low, Side.ABOVE), (high, Side.BELOW)):
        wealth = Wealth(mean, side, low=-2, high=2)
        for outcome in outcomes:
            wealth.add(outcome)
        assert float(wealth.log) == pytest.approx(np.log(2 / 0.05), abs=1e-6)


def test_the_bounds_hold_for_any_order_and_for_counts() -> None:
    outcomes = [2.0, -1.0, 0.5, 0.5, 1.0, 0.5, -2.0, 1.0]
    bounds = confidence_bounds(outcomes, error=0.1, low=-2, high=2)
    assert confidence_bounds(outcomes[::-1], error=0.1, low=-2, high=2) == pytest.approx(bounds)
    values = [-2.0, -1.0, 0.5, 1.0, 2.0]
    assert confidence_bounds(values, error=0.1, low=-2, high=2, counts=[1, 1, 3, 2, 1]) == pytest.approx(
        bounds
    )


def test_the_mirror_of_the_outcomes_mirrors_the_bounds() -> None:
    outcomes = np.random.default_rng(3).uniform(-2, 1, size=50)
    low, high = confidence_bounds(outcomes, error=0.05, low=-2, high=2)
    assert confidence_bounds(-outcomes, error=0.05, low=-2, high=2) == pytest.approx((-high, -low))


def test_the_bounds_close_in_and_a_smaller_error_costs_width() -> None:
    outcomes = np.random.default_rng(4).choice([-2.0, 0.0, 2.0], size=4000, p=[0.2, 0.5, 0.3])
    widths = []
    for count in (10, 100, 1000, 4000):
        low, high = confidence_bounds(outcomes[:count], error=0.05, low=-2, high=2)
        widths.append(high - low)
        assert low < 0.2 < high
        strict = confidence_bounds(outcomes[:count], error=0.001, low=-2, high=2)
        assert strict[0] < low
        assert high < strict[1]
    assert widths == sorted(widths, reverse=True)
    assert widths[-1] < 0.25


def test_blocks_that_are_all_alike_do_not_make_certain() -> None:
    low, high = confidence_bounds([0.0] * 20, error=0.05, low=-2, high=2)
    assert low < -0.25
    assert high > 0.25
    assert confidence_bounds([], error=0.05, low=-2, high=2) == (-2, 2)
    assert confidence_bounds([2.0] * 5, error=0.05, low=-2, high=2)[1] == pytest.approx(2)


@pytest.mark.parametrize("mean", [-2.0, 2.0, 3.0])
def test_a_mean_at_the_end_of_the_range_is_refused(mean: float) -> None:
    with pytest.raises(ValueError, match=r"^mean: "):
        Wealth(mean, Side.ABOVE, low=-2, high=2)


def test_outcomes_beyond_the_range_are_refused() -> None:
    with pytest.raises(ValueError, match=r"^outcome: "):
        Wealth(0.0, Side.ABOVE, low=-1, high=1).add(1.5)
    with pytest.raises(ValueError, match=r"^outcome: "):
        confidence_bounds([0.0, float("nan")], error=0.05, low=-1, high=1)
    with pytest.raises(ValueError, match=r"^error: "):
        confidence_bounds([0.0], error=0.0, low=-1, high=1)
