"""Seat effects."""

from __future__ import annotations

import numpy as np
import pytest
from certamen_services.tournaments.statistics import Estimate, Method, seat_effects

from tests.services.tournaments.statistics.made import block, game, ranked, simulated


def known(estimate: Estimate | None) -> Estimate:
    assert estimate is not None
    return estimate


def test_in_balanced_blocks_it_is_the_mean_of_the_seat() -> None:
    blocks = [
        block(0, game("ab", (1, 2)), game("ba", (1, 2))),
        block(1, game("ab", (1, 2)), game("ba", (2, 1))),
        block(2, game("ab", (1, 1)), game("ba", (1, 2))),
    ]
    first, second = seat_effects(blocks)
    assert (first.seat, first.games) == (0, 6)
    assert known(first.outcome).value == pytest.approx((1 + 1 + 1 - 1 + 0 + 1) / 6)
    assert known(second.outcome).value == pytest.approx(-3 / 6)
    assert known(first.place).value == pytest.approx(-1.5 / 6)
    interval = known(first.outcome).interval
    assert interval is not None
    assert interval.method is Method.CLUSTER
    # Block means 1, 0, 1/2 about their mean, 2 degrees of freedom.
    assert interval.high - 0.5 == pytest.approx(4.3026527 * 0.5 / 3**0.5)


def test_the_strength_of_bots_is_taken_out_where_seats_are_not_balanced() -> None:
    """The strong bot mostly sits in seat 0; without correction that seat would look good."""
    rng = np.random.default_rng(6)
    blocks = []
    for number in range(600):
        bots = "ab" if rng.random() < 0.8 else "ba"
        points = [float(bot == "a") + rng.normal() for bot in bots]
        blocks.append(block(number, game(bots, ranked(points))))
    effect = known(seat_effects(blocks)[0].outcome)
    assert effect.interval is not None
    assert effect.interval.low < 0 < effect.interval.high
    assert effect.interval.high < 0.2


def test_a_seat_that_is_worth_something_is_found() -> None:
    rng = np.random.default_rng(7)
    strengths = dict.fromkeys("abcd", 0.0)
    blocks = [simulated(n, rng, strengths, seat=lambda seat: 0.5 * (seat == 2)) for n in range(150)]
    effects = [known(effect.outcome) for effect in seat_effects(blocks)]
    assert sum(effect.value for effect in effects) == pytest.approx(0)
    assert effects[2].interval is not None
    assert effects[2].interval.low > 0.1
    assert all(effect.value < 0 for index, effect in enumerate(effects) if index != 2)


def test_a_bot_that_never_left_its_seat_makes_it_unknown() -> None:
    first, second = seat_effects([block(number, game("ab", (1, 2))) for number in range(3)])
    assert (first.outcome, first.place, first.score) == (None, None, None)
    assert second.outcome is None


def test_no_blocks_no_seats() -> None:
    assert seat_effects([]) == ()
    assert seat_effects([block(0, game("ab", (1, 2)), planned=2)]) == ()


def test_the_interval_covers_as_often_as_it_says() -> None:
    """Equal seats, 400 tournaments of 15 blocks: 95 %, within 3.3 standard deviations."""
    rng = np.random.default_rng(12)
    runs, covered = 400, 0
    for _ in range(runs):
        blocks = [simulated(number, rng, {"a": 0.5, "b": 0.0, "c": 0.0}) for number in range(15)]
        interval = known(seat_effects(blocks)[1].outcome).interval
        assert interval is not None
        covered += interval.low <= 0 <= interval.high
    assert abs(covered - 0.95 * runs) < 3.3 * (runs * 0.95 * 0.05) ** 0.5
