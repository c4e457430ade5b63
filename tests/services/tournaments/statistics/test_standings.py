"""Means over blocks, faults, and what is left out."""

from __future__ import annotations

import random

import numpy as np
import pytest
from certamen_services.tournaments.statistics import BlockResult, GameResult, Method, Standings, standings

from tests.services.tournaments.statistics.made import block, game, simulated


def plain(blocks: list[BlockResult], **more: float) -> Standings:
    return standings(blocks, with_ratings=False, **more)


def test_the_numbers_of_a_small_tournament() -> None:
    blocks = [
        block(0, game("ab", (1, 2), scores=(10.0, 4.0)), game("ba", (1, 1), scores=(5.0, 5.0))),
        block(1, game("ab", (1, 2), scores=(8.0, 1.0)), game("ba", (2, 1), scores=(0.0, 9.0))),
        block(2, game("ab", (2, 1), scores=(2.0, 6.0)), game("ba", (1, 2), scores=(7.0, 3.0))),
    ]
    first, second = plain(blocks).rows
    assert (first.bot, first.games, first.blocks, first.faults) == ("a", 6, 3, 0)
    # Block means of a: outcome 1/2, 1, −1; place 1, 1, 2; score 7.5, 8.5, 2.5.
    assert first.outcome.value == pytest.approx(1 / 6)
    assert first.place.value == pytest.approx(4 / 3)
    assert first.score.value == pytest.approx(18.5 / 3)
    assert second.outcome.value == pytest.approx(-1 / 6)
    assert first.ahead is not None
    assert first.ahead.value == pytest.approx(1 / 3)
    # Student's t with 2 degrees of freedom: 4.302653; deviation of the means 1.0408330.
    interval = first.outcome.interval
    assert interval is not None
    assert interval.high - interval.low == pytest.approx(2 * 4.3026527 * 1.0408330 / 3**0.5)
    assert (interval.level, interval.family, interval.method) == (0.95, 1, Method.STUDENT)


def test_a_block_counts_once_however_many_games_it_has() -> None:
    blocks = [block(0, *[game("ab", (1, 2))] * 10), block(1, game("ab", (2, 1)))]
    assert [row.outcome.value for row in plain(blocks).rows] == [0.0, 0.0]


def test_copies_of_games_within_a_block_do_not_narrow_the_interval() -> None:
    wins = [True, True, False, True, False, True]
    once = [block(number, game("ab", (1, 2) if won else (2, 1))) for number, won in enumerate(wins)]
    often = [block(number, *[found.games[0]] * 50) for number, found in enumerate(once)]
    assert plain(once).rows[0].outcome == plain(often).rows[0].outcome


def test_one_block_or_equal_blocks_have_no_interval() -> None:
    one = block(0, game("ab", (1, 2)))
    assert plain([one]).rows[0].outcome.interval is None
    assert plain([one, block(1, game("ab", (1, 2)))]).rows[0].outcome.interval is None


def test_incomplete_blocks_are_left_out_and_named() -> None:
    good, running = block(0, game("ab", (1, 2))), block(1, game("ab", (2, 1)), planned=2)
    spoilt = block(2, game("ab", (2, 1)), GameResult(("b", "a"), (0, 1), (), (), void=True))
    dropped = block(3, game("ab", (2, 1)), abandoned=True)
    only_there = block(4, game("cd", (2, 1)), planned=2)
    found = plain([only_there, dropped, spoilt, running, good])
    assert [row.bot for row in found.rows] == ["a", "b"]
    assert found.rows[0].outcome.value == 1.0
    assert found.blocks == 1
    assert sorted(found.left_out) == ["block 1", "block 2", "block 3", "block 4"]


def test_faults_are_counted_by_game() -> None:
    team = (0, 1, 0, 1)
    blocks = [
        block(0, game("abab", (3, 1, 3, 1), team, faulted=(True, False, True, False))),
        block(1, game("abab", (1, 3, 1, 3), team, faulted=(False,) * 4)),
        block(2, game("abab", (1, 3, 1, 3), team)),
    ]
    assert {row.bot: row.faults for row in plain(blocks).rows} == {"a": 1, "b": 0}


def test_teams_of_two_have_two_thirds() -> None:
    row = plain([block(0, game("aabb", (1, 1, 3, 3), (0, 0, 1, 1)))]).rows[0]
    assert row.outcome.value == pytest.approx(2 / 3)
    assert row.ahead is not None
    assert row.ahead.value == pytest.approx(4 / 3)


def test_a_bot_alone_in_all_seats_is_compared_with_nobody() -> None:
    (row,) = plain([block(0, game("aaa", (1, 2, 3)))]).rows
    assert row.outcome.value == pytest.approx(0)
    assert row.ahead is None


def test_no_blocks_give_no_rows() -> None:
    assert standings([]) == Standings((), 0, (), 0.95)


@pytest.mark.parametrize("level", [0.0, 1.0, -1.0, 95.0])
def test_a_bad_level_is_refused(level: float) -> None:
    with pytest.raises(ValueError, match=r"^level: "):
        plain([block(0, game("ab", (1, 2)))], level=level)


def test_neither_the_order_of_blocks_nor_of_games_matters() -> None:
    rng = np.random.default_rng(4)
    blocks = [simulated(number, rng, {"a": 0.4, "b": 0.0, "c": -0.2}) for number in range(12)]
    shuffled = [
        BlockResult(one.number, one.label, one.deal, tuple(random.Random(7).sample(one.games, 3)))
        for one in random.Random(5).sample(blocks, 12)
    ]
    straight, mixed = plain(blocks), plain(shuffled)
    assert [row.bot for row in straight.rows] == [row.bot for row in mixed.rows]
    for one, other in zip(straight.rows, mixed.rows, strict=True):
        assert one.outcome.value == pytest.approx(other.outcome.value)
        assert one.place.value == pytest.approx(other.place.value)


def test_exchanging_the_seats_of_every_game_changes_nothing() -> None:
    rng = np.random.default_rng(11)
    blocks = [simulated(number, rng, {"a": 0.4, "b": 0.0, "c": -0.2}) for number in range(8)]

    def turned(one: GameResult) -> GameResult:
        order = (2, 0, 1)
        return GameResult(
            tuple(one.bots[seat] for seat in order),
            one.parties,
            tuple(one.places[seat] for seat in order),
            tuple(one.scores[seat] for seat in order),
        )

    seated = [BlockResult(one.number, one.label, one.deal, tuple(map(turned, one.games))) for one in blocks]
    assert plain(seated) == plain(blocks)


def test_the_interval_covers_as_often_as_it_says() -> None:
    """Lead of one of equal bots: 95 % of 400 tournaments of 12 blocks, within 3.3 standard deviations."""
    rng = np.random.default_rng(2)
    runs = 400
    covered = 0
    for _ in range(runs):
        blocks = [simulated(number, rng, {"a": 0.0, "b": 0.0, "c": 0.0}) for number in range(12)]
        row = next(row for row in plain(blocks).rows if row.bot == "a")
        assert row.ahead is not None
        interval = row.ahead.interval
        assert interval is not None
        covered += interval.low <= 0 <= interval.high
    assert abs(covered - 0.95 * runs) < 3.3 * (runs * 0.95 * 0.05) ** 0.5
