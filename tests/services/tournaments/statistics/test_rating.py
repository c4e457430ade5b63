"""Ratings: order of strength, ties, teams, intervals."""

from __future__ import annotations

import numpy as np
import pytest
from certamen_services.tournaments.statistics import (
    BlockResult,
    GameResult,
    Method,
    Rating,
    rating_path,
    ratings,
    standings,
)

from tests.services.tournaments.statistics.made import block, game, simulated


def by_bot(blocks: list[BlockResult], **more: int) -> dict[str, Rating]:
    return {rating.bot: rating for rating in ratings(blocks, **{"replicates": 20, **more})}


def test_stronger_bots_rate_higher_and_weaker_lower() -> None:
    rng = np.random.default_rng(1)
    blocks = [simulated(n, rng, {"a": 1.0, "b": 0.4, "c": 0.0, "d": -0.8}) for n in range(30)]
    found = ratings(blocks, replicates=20)
    assert [(rating.bot, rating.rank) for rating in found] == [("a", 1), ("b", 2), ("c", 3), ("d", 4)]
    assert all(rating.rank_low <= rating.rank <= rating.rank_high for rating in found)
    assert found[0].value.interval is not None
    assert found[0].value.interval.method is Method.BOOTSTRAP
    assert found[0].value.interval.low > 25


def test_the_same_seed_gives_the_same_numbers_and_another_does_not() -> None:
    rng = np.random.default_rng(2)
    blocks = [simulated(number, rng, dict.fromkeys("abc", 0.0)) for number in range(8)]
    assert by_bot(blocks, seed=5) == by_bot(blocks, seed=5)
    assert by_bot(blocks, seed=5) != by_bot(blocks, seed=6)
    assert by_bot(blocks, seed=5) == by_bot(blocks[::-1], seed=5)  # the schedule orders them


def test_a_tie_leaves_equals_equal() -> None:
    everybody = by_bot([block(0, game("abcd", (1, 1, 1, 1)))], replicates=0)
    assert {rating.value.value for rating in everybody.values()} == {25.0}
    assert {rating.rank for rating in everybody.values()} == {1}


@pytest.mark.parametrize(
    ("bots", "places"), [("abcd", (1, 2, 2, 4)), ("dcba", (4, 2, 2, 1)), ("bdac", (2, 4, 1, 2))]
)
def test_equal_places_change_equal_ratings_equally_in_any_seats(bots: str, places: tuple[int, ...]) -> None:
    found = by_bot([block(0, game(bots, places))], replicates=0)
    assert found["b"].value.value == pytest.approx(found["c"].value.value)
    assert found["a"].value.value > found["b"].value.value > found["d"].value.value
    assert sum(rating.value.value for rating in found.values()) == pytest.approx(100)
    assert found["a"].rank == 1


def test_a_tie_helps_the_weaker() -> None:
    before = [block(number, game("ab", (1, 2))) for number in range(5)]
    alone, tied = by_bot(before, replicates=0), by_bot([*before, block(9, game("ab", (1, 1)))], replicates=0)
    assert tied["a"].value.value < alone["a"].value.value
    assert tied["b"].value.value > alone["b"].value.value


def test_teams_win_and_lose_together() -> None:
    teams = (0, 1, 0, 1)
    found = by_bot([block(0, game("abcd", (1, 3, 1, 3), teams))], replicates=0)
    assert found["a"].value.value == pytest.approx(found["c"].value.value)
    assert found["a"].value.value > 25 > found["b"].value.value


def test_partners_who_change_are_told_apart() -> None:
    """A wins with every partner: it is the best, its partners are equal."""
    teams = (0, 0, 1, 1)
    blocks = [
        block(number, *[game(bots, (1, 1, 3, 3), teams) for bots in ("abcd", "acbd", "adbc")])
        for number in range(20)
    ]
    found = by_bot(blocks, replicates=0, orders=20)
    assert found["a"].rank == 1
    others = [found[bot].value.value for bot in "bcd"]
    assert found["a"].value.value > max(others) + 3
    assert max(others) - min(others) < 1.5


def test_a_bot_in_several_seats_gets_one_change() -> None:
    """Two against two without parties: no jump beyond that of one against one."""
    single = by_bot([block(0, game("ab", (1, 2)))], replicates=0)["a"].value.value
    double = by_bot([block(0, game("aabb", (1, 1, 3, 3), (0, 0, 1, 1)))], replicates=0)["a"].value.value
    assert 25 < double <= single
    only = by_bot([block(0, game("aaa", (1, 2, 3)))], replicates=0)["a"]
    assert only.value.value == pytest.approx(25)


def test_one_party_alone_changes_nothing() -> None:
    found = by_bot([block(0, game("ab", (1, 1), (0, 0)))], replicates=0)
    assert found["a"].value.value == 25.0


def test_the_difference_says_how_often_one_wins() -> None:
    """75 wins of 100: the scale is 25 / 6 · √2 per unit of the logit, log 3 = 1.0986."""
    blocks = [block(n, game("ab", (2, 1) if n % 4 == 0 else (1, 2))) for n in range(400)]
    found = by_bot(blocks, replicates=0)
    difference = found["a"].value.value - found["b"].value.value
    assert difference == pytest.approx(1.0986 * 25 / 6 * 2**0.5, rel=0.15)


def test_incomplete_blocks_are_not_rated() -> None:
    good = block(0, game("ab", (1, 2)))
    void = GameResult(("a", "b"), (0, 1), (), (), void=True)
    spoilt = [block(1, game("ab", (2, 1)), void), block(2, game("cd", (1, 2)), planned=2)]
    assert by_bot([good, *spoilt]) == by_bot([good])
    assert ratings([]) == ()


def test_few_blocks_have_no_interval() -> None:
    rating = by_bot([block(0, game("ab", (1, 2)))])["a"]
    assert rating.value.interval is None
    assert (
        by_bot([block(0, game("ab", (1, 2))), block(1, game("ab", (2, 1)))], replicates=0)["a"].value.interval
        is None
    )


def test_the_path_goes_block_by_block() -> None:
    first, second = block(0, game("ab", (1, 2))), block(1, game("bc", (1, 2)))
    path = rating_path([second, first])
    assert [point.block for point in path] == ["block 0", "block 1"]
    assert set(path[0].ratings) == {"a", "b"}
    assert set(path[1].ratings) == {"a", "b", "c"}
    assert path[1].ratings["a"] == path[0].ratings["a"] > 25


@pytest.mark.parametrize("more", [{"replicates": -1}, {"orders": 0}])
def test_bad_arguments_are_refused(more: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=next(iter(more))):
        ratings([block(0, game("ab", (1, 2)))], **more)


def test_the_standings_are_ordered_by_rating_where_opponents_differ() -> None:
    """A only meets the weakest; b meets c, who is much better than all others."""

    def won(bots: str, number: int, of_eight: int) -> GameResult:
        return game(bots, (1, 2) if number % 8 < of_eight else (2, 1))

    blocks = [
        block(n, won("af", n, 7), won("bc", n, 5), *[won(bots, n, 7) for bots in ("cd", "ce", "cf")])
        for n in range(64)
    ]
    rows = standings(blocks, replicates=0).rows
    assert rows[0].bot == "b"
    assert max(rows, key=lambda row: row.outcome.value).bot == "a"
    assert [row.rating.rank for row in rows if row.rating] == [1, 2, 3, 4, 5, 6]


def test_the_interval_covers_about_as_often_as_it_says() -> None:
    """Equal bots, whose true rating is 25: at least 95 % of 60 tournaments, less 3 standard deviations."""
    rng = np.random.default_rng(21)
    runs, covered = 60, 0
    for run in range(runs):
        blocks = [simulated(number, rng, {"a": 0.0, "b": 0.0}) for number in range(15)]
        interval = by_bot(blocks, replicates=40, seed=run, orders=2)["a"].value.interval
        assert interval is not None
        covered += interval.low <= 25 <= interval.high
    assert covered >= 0.95 * runs - 3 * (runs * 0.95 * 0.05) ** 0.5
