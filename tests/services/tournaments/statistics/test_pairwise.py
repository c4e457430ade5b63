"""The pairwise table: paired differences per block."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from certamen_services.tournaments.statistics import Pair, Pairwise, pairwise

from tests.services.tournaments.statistics.made import block, game, simulated


def pair(table: Pairwise, first: str, second: str) -> Pair:
    found = table.get(first, second)
    assert found is not None
    return found


def test_the_numbers_of_a_small_table() -> None:
    table = pairwise(
        [
            block(0, game("abc", (1, 2, 3)), game("cab", (3, 1, 2))),
            block(1, game("abc", (1, 1, 3)), game("cab", (1, 2, 2))),
            block(2, game("abc", (3, 1, 2)), game("cab", (1, 2, 3))),
        ]
    )
    assert [(one.first, one.second) for one in table.pairs] == list(itertools.permutations("abc", 2))
    assert table.comparisons == 3
    found = pair(table, "a", "b")
    # Differences of outcomes in the blocks: 1, 0, and the mean of −2 and 1.
    assert found.outcome.value == pytest.approx((1 + 0 - 0.5) / 3)
    assert found.place.value == pytest.approx((-1 + 0 + 0.5) / 3)
    assert found.score.value == pytest.approx((1 + 0 - 0.5) / 3)
    assert (found.blocks, found.better, found.equal, found.worse) == (3, 1, 1, 1)


def test_the_other_direction_is_the_mirror() -> None:
    rng = np.random.default_rng(8)
    table = pairwise([simulated(number, rng, dict.fromkeys("abcd", 0.0)) for number in range(20)])
    for first, second in itertools.combinations("abcd", 2):
        one, other = pair(table, first, second), pair(table, second, first)
        assert one.outcome.value == pytest.approx(-other.outcome.value)
        assert (one.better, one.equal, one.worse) == (other.worse, other.equal, other.better)
        assert one.better + one.equal + one.worse == one.blocks == 20
        assert one.joint is not None
        assert other.joint is not None
        assert one.joint.low == pytest.approx(-other.joint.high)


def test_joint_intervals_are_wider_and_say_so() -> None:
    rng = np.random.default_rng(9)
    found = pair(
        pairwise([simulated(number, rng, dict.fromkeys("abcd", 0.0)) for number in range(20)]), "a", "b"
    )
    assert found.joint is not None
    assert found.outcome.interval is not None
    assert found.joint.low < found.outcome.interval.low
    assert (found.joint.family, found.outcome.interval.family) == (6, 1)


def test_partners_are_not_opponents() -> None:
    teams = (0, 1, 0, 1)
    apart, together = game("abcd", (1, 3, 1, 3), teams), game("acbd", (1, 3, 1, 3), teams)
    table = pairwise([block(0, apart, together)])
    assert pair(table, "a", "b").outcome.value == pytest.approx(4 / 3)  # the first game only
    assert pair(table, "a", "c").outcome.value == pytest.approx(4 / 3)  # the second only
    assert pair(table, "a", "d").outcome.value == pytest.approx(4 / 3)  # both
    assert pairwise([block(0, apart)]).get("a", "c") is None


def test_bots_with_several_seats_are_compared_by_their_means() -> None:
    found = pair(pairwise([block(0, game("aabb", (1, 4, 2, 3)))]), "a", "b")
    assert found.outcome.value == 0.0
    assert found.equal == 1
    found = pair(pairwise([block(0, game("aabb", (1, 2, 3, 4)))]), "a", "b")
    assert found.outcome.value == pytest.approx(4 / 3)
    assert found.place.value == -2.0


def test_bots_that_never_met_are_no_pair() -> None:
    table = pairwise([block(0, game("ab", (1, 2))), block(1, game("bc", (1, 2)))])
    assert table.get("a", "c") is None
    assert table.comparisons == 2


def test_rounding_does_not_make_an_equal_block_better() -> None:
    thirds = [(1, 2, 2, 4, 5, 6, 7), (2, 1, 2, 4, 5, 6, 7), (2, 2, 1, 4, 5, 6, 7)]
    found = pair(pairwise([block(0, *[game("abcdefg", places) for places in thirds])]), "a", "c")
    assert (found.outcome.value, found.equal) == (0.0, 1)


def test_all_joint_intervals_hold_together_as_often_as_they_say() -> None:
    """Four equal bots, 200 tournaments of 12 blocks: some interval misses in at most 5 %, binomial limit."""
    rng = np.random.default_rng(3)
    runs, missed = 200, 0
    for _ in range(runs):
        table = pairwise([simulated(number, rng, dict.fromkeys("abcd", 0.0)) for number in range(12)])
        joint = [one.joint for one in table.pairs if one.joint is not None]
        assert len(joint) == 12
        missed += any(not one.low <= 0 <= one.high for one in joint)
    assert missed <= 0.05 * runs + 3 * (runs * 0.05 * 0.95) ** 0.5
