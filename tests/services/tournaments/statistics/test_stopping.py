"""Confidence sequences as a stopping rule."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pytest
from certamen_services.tournaments.statistics import (
    BlockResult,
    GameResult,
    Goal,
    Method,
    Monitor,
    Status,
    StoppingRule,
    Verdict,
    in_schedule,
)

from tests.services.tournaments.statistics.made import block, game, simulated

EQUAL = dict.fromkeys("abcd", 0.0)


def follow(monitor: Monitor, blocks: Iterable[BlockResult]) -> int:
    """Read blocks until the monitor says to stop; returns how many."""
    read = 0
    for found in blocks:
        monitor.add(found)
        read += 1
        if monitor.status is not Status.CONTINUE:
            break
    return read


def duel(number: int, difference: float) -> BlockResult:
    """Two games of a and b; the mean difference of their outcomes is −2, −1, 0, 1 or 2."""
    places = {2.0: (1, 2), 0.0: (1, 1), -2.0: (2, 1)}
    first = max(-2.0, min(2.0, 2 * difference))
    second = 2 * difference - first
    return block(number, game("ab", places[first]), game("ab", places[second]))


def test_equal_bots_err_at_most_at_the_stated_rate_as_a_family() -> None:
    """Three equal bots, 150 runs of 80 blocks: any verdict on any pair in at most 10 %, binomial limit."""
    rng = np.random.default_rng(31)
    runs, error, wrong = 150, 0.10, 0
    for _ in range(runs):
        monitor = StoppingRule(Goal.PAIRS, error).monitor("abc")
        for number in range(80):
            monitor.add(simulated(number, rng, dict.fromkeys("abc", 0.0)))
        wrong += any(pair.verdict is not Verdict.UNDECIDED for pair in monitor.state.pairs)
    assert wrong <= error * runs + 3 * (runs * error * (1 - error)) ** 0.5


def test_an_effect_of_a_fifth_is_found_within_400_blocks() -> None:
    """Difference 0.2 with deviation 0.93, as of pairs of games of which most cancel: 80 % of 100 runs."""
    rng = np.random.default_rng(32)
    within = wrong = 0
    for _ in range(100):
        monitor = StoppingRule(error=0.05, max_blocks=400).monitor("ab")
        drawn = rng.choice([-2.0, -1, 0, 1, 2], size=400, p=[0.05, 0.05, 0.7, 0.05, 0.15])
        follow(monitor, (duel(number, float(value)) for number, value in enumerate(drawn)))
        within += monitor.state.leader == "a"
        wrong += monitor.state.leader == "b"
    assert within >= 80
    assert wrong <= 5


def test_the_best_of_four_is_found_within_100_blocks() -> None:
    """A bot ahead by half the deviation of the cards: 80 % of 40 runs, and never another."""
    rng = np.random.default_rng(33)
    found = []
    for _ in range(40):
        monitor = StoppingRule(max_blocks=100).monitor("abcd")
        follow(monitor, (simulated(number, rng, EQUAL | {"c": 0.5}) for number in range(100)))
        found.append(monitor.state.leader)
    assert found.count("c") >= 32
    assert set(found) <= {"c", None}


def test_equal_bots_are_found_equivalent_within_a_margin() -> None:
    """Margin 0.3: a verdict within 150 blocks in 80 % of 40 runs, and that is it."""
    rng = np.random.default_rng(34)
    verdicts = []
    for _ in range(40):
        monitor = StoppingRule(Goal.PAIRS, margin=0.3, max_blocks=150).monitor("ab")
        follow(monitor, (simulated(number, rng, {"a": 0.0, "b": 0.0}, chance=0.3) for number in range(150)))
        verdicts.append(monitor.state.pairs[0].verdict)
    assert verdicts.count(Verdict.EQUIVALENT) >= 32
    assert verdicts.count(Verdict.EQUIVALENT) + verdicts.count(Verdict.UNDECIDED) >= 37


def test_the_state_tells_all() -> None:
    monitor = StoppingRule(error=0.05).monitor("ab")
    assert monitor.state.status is Status.CONTINUE
    assert (monitor.state.blocks, monitor.state.pairs[0].mean, monitor.state.leader) == (0, None, None)
    read = follow(monitor, (duel(number, 2.0) for number in range(100)))
    state = monitor.state
    assert (state.status, state.stop, state.leader, state.blocks) == (Status.DECIDED, True, "a", read)
    assert read < 15
    assert state.reason == "a is better than every other bot"
    (pair,) = state.pairs
    assert (pair.first, pair.second, pair.verdict) == ("a", "b", Verdict.FIRST_BETTER)
    assert (pair.decided, pair.blocks, pair.mean) == (f"block {read - 1}", read, 2.0)
    assert pair.interval is not None
    assert (pair.interval.level, pair.interval.family) == (0.95, 1)
    assert pair.interval.method is Method.SEQUENCE
    assert 0 < pair.interval.low < 2 == pytest.approx(pair.interval.high)


def test_the_second_may_be_the_better() -> None:
    monitor = StoppingRule(Goal.PAIRS).monitor("ab")
    follow(monitor, (duel(number, -2.0) for number in range(100)))
    state = monitor.state
    assert state.pairs[0].verdict is Verdict.SECOND_BETTER
    assert (state.leader, state.reason) == (None, "all 1 pairs are decided")


def test_it_stops_at_its_limit_and_says_what_is_open() -> None:
    monitor = StoppingRule(max_blocks=3).monitor("ab")
    assert follow(monitor, (duel(number, 0.0) for number in range(10))) == 3
    state = monitor.state
    assert (state.status, state.stop) == (Status.EXHAUSTED, True)
    assert state.reason == "the limit of 3 blocks is reached; no bot has been proved the best"


@pytest.mark.parametrize(("first", "leader"), [(2.0, "a"), (-2.0, "b")])
def test_what_is_decided_stays(first: float, leader: str) -> None:
    monitor = StoppingRule().monitor("ab")
    read = follow(monitor, (duel(number, first) for number in range(100)))
    before = monitor.state.pairs[0].verdict
    for number in range(read, read + 100):
        monitor.add(duel(number, -first))
    state = monitor.state
    assert (state.status, state.leader, state.blocks) == (Status.DECIDED, leader, read + 100)
    assert (state.pairs[0].verdict, state.pairs[0].decided) == (before, f"block {read - 1}")


def test_equivalence_may_be_refined() -> None:
    monitor = StoppingRule(Goal.PAIRS, margin=0.9).monitor("ab")
    read = follow(monitor, (duel(number, float(number % 4 == 0)) for number in range(300)))
    assert monitor.state.pairs[0].verdict is Verdict.EQUIVALENT
    for number in range(read, 300):
        monitor.add(duel(number, float(number % 4 == 0)))
    (pair,) = monitor.state.pairs
    assert (pair.verdict, pair.decided) == (Verdict.FIRST_BETTER, f"block {read - 1}")


def test_fewer_pairs_share_the_error() -> None:
    every = StoppingRule().monitor("abcd")
    gauntlet = StoppingRule(Goal.PAIRS).monitor("abcd", [("a", "b"), ("a", "c"), ("a", "d")])
    rng = np.random.default_rng(35)
    for number in range(20):
        found = simulated(number, rng, EQUAL)
        every.add(found)
        gauntlet.add(found)
    wide, narrow = every.state.pairs[0].interval, gauntlet.state.pairs[0].interval
    assert wide is not None
    assert narrow is not None
    assert (wide.family, narrow.family) == (6, 3)
    assert wide.low < narrow.low < narrow.high < wide.high


def test_a_pair_may_be_named_in_either_direction() -> None:
    one, other = (StoppingRule().monitor("ab", [names]) for names in (("a", "b"), ("b", "a")))
    for number in range(5):
        one.add(duel(number, 1.0))
        other.add(duel(number, 1.0))
    assert one.state.pairs[0].mean == 1.0
    assert other.state.pairs[0].mean == -1.0


def test_partners_tell_nothing_of_each_other() -> None:
    monitor = StoppingRule().monitor("abcd")
    monitor.add(block(0, game("abcd", (1, 3, 1, 3), (0, 1, 0, 1))))
    blocks = {(pair.first, pair.second): pair.blocks for pair in monitor.state.pairs}
    assert blocks[("a", "c")] == blocks[("b", "d")] == 0
    assert blocks[("a", "b")] == blocks[("a", "d")] == 1


def test_blocks_are_read_in_the_order_of_the_schedule() -> None:
    running = block(1, game("ab", (1, 2)), planned=2)
    dropped = block(2, game("ab", (1, 2)), planned=2, abandoned=True)
    done = [duel(number, 2.0) for number in (0, 3, 4, 6)]
    assert [found.number for found in in_schedule([*done[::-1], dropped])] == [0]
    assert [found.number for found in in_schedule([*done, running, dropped])] == [0]
    finished = duel(1, 0.0)
    assert [found.number for found in in_schedule([*done, dropped, finished])] == [0, 1, 2, 3, 4]
    with pytest.raises(ValueError, match=r"^number: two blocks have 0"):
        list(in_schedule([done[0], done[0]]))


def test_a_monitor_takes_the_next_complete_block_only() -> None:
    monitor = StoppingRule().monitor("ab")
    monitor.add(duel(0, 0.0))
    with pytest.raises(ValueError, match=r"^number: block 1 is the next, not 2"):
        monitor.add(duel(2, 0.0))
    with pytest.raises(ValueError, match=r"^number: block 1 is the next, not 0"):
        monitor.add(duel(0, 0.0))
    with pytest.raises(ValueError, match="neither complete nor abandoned"):
        monitor.add(block(1, game("ab", (1, 2)), planned=2))
    with pytest.raises(ValueError, match=r"^bots: \['z'\] in block block 1 were not announced"):
        monitor.add(block(1, game("az", (1, 2))))
    monitor.add(block(1, GameResult(("a", "b"), (0, 1), (), (), void=True), planned=2, abandoned=True))
    monitor.add(duel(2, 0.0))
    assert monitor.state.blocks == 2


def test_reading_again_gives_the_same_state() -> None:
    rng = np.random.default_rng(36)
    blocks = [simulated(number, rng, EQUAL | {"a": 0.3}) for number in range(40)]
    one, other = StoppingRule(margin=0.2).monitor("abcd"), StoppingRule(margin=0.2).monitor("abcd")
    for found in in_schedule(blocks):
        one.add(found)
    for found in in_schedule(blocks[::-1]):
        other.add(found)
    assert one.state == other.state


@pytest.mark.parametrize(
    ("field", "more"),
    [
        ("error", {"error": 0.0}),
        ("error", {"error": 1.0}),
        ("margin", {"margin": -0.1}),
        ("margin", {"margin": 2.0}),
        ("max_blocks", {"max_blocks": 0}),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused_by_field(field: str, more: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=f"^{field}: "):
        StoppingRule(**more)  # type: ignore[arg-type]


def test_bots_and_pairs_are_checked() -> None:
    for bots in ("a", "aa", ""):
        with pytest.raises(ValueError, match=r"^bots: "):
            StoppingRule().monitor(bots)
    for pairs in ([], [("a", "b"), ("b", "a")], [("a", "z")], [("a", "a")]):
        with pytest.raises(ValueError, match=r"^pairs: "):
            StoppingRule().monitor("abc", pairs)


@pytest.mark.parametrize("bots", ["ab", "abcd"])
def test_a_verdict_falls_when_the_interval_leaves_zero(bots: str) -> None:
    monitor = StoppingRule(error=0.05).monitor(bots)
    rng = np.random.default_rng(37)
    low = -2.0
    for number in range(400):
        monitor.add(duel(number, float(rng.choice([-1.0, 1.0, 2.0]))))
        pair = monitor.state.pairs[0]
        assert pair.interval is not None
        if pair.verdict is Verdict.FIRST_BETTER:
            break
        low = pair.interval.low
    assert low < 0 <= pair.interval.low
