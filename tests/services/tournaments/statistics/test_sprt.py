"""The sequential probability ratio test on paired outcomes."""

from __future__ import annotations

import numpy as np
import pytest
from certamen_services.tournaments.statistics import SprtRule, Status, Verdict
from certamen_services.tournaments.statistics.likelihood import log_likelihood_ratio

from tests.services.tournaments.statistics.made import block, game
from tests.services.tournaments.statistics.test_stopping import duel, follow

VALUES = np.array([-2.0, -1.0, 0.0, 1.0, 2.0])
TRACE = 1e-3


def simulate(rng: np.random.Generator, weights: list[float], rule: SprtRule, runs: int) -> np.ndarray:
    """Many tests at once with the rule's own ratio and bounds.

    Returns:
        Shape (runs, 2): 1 / −1 / 0 for alternative / null / undecided, and blocks read.
    """
    limit = rule.max_blocks or 0
    counts = np.zeros((runs, 5))
    counts[:, [0, -1]] = TRACE
    result = np.zeros((runs, 2), dtype=int)
    going = np.arange(runs)
    drawn = rng.choice(5, size=(limit, runs), p=weights)
    low, high = rule.bounds
    for number in range(limit):
        counts[going, drawn[number, going]] += 1
        ratio = log_likelihood_ratio(VALUES, counts[going], rule.null, rule.alternative)
        decided = np.where(ratio >= high, 1, np.where(ratio <= low, -1, 0))
        result[going] = np.column_stack([decided, np.full(len(going), number + 1)])
        going = going[decided == 0]
        if not len(going):
            break
    return result


def test_the_wrong_hypothesis_is_accepted_at_most_at_the_stated_rates() -> None:
    """Pairs of games, most of which cancel: 600 runs under each hypothesis, binomial limits."""
    rng = np.random.default_rng(41)
    runs = 600
    rule = SprtRule(null=0.0, alternative=0.2, alpha=0.05, beta=0.05, max_blocks=3000)
    limit = 0.05 * runs + 3 * (runs * 0.05 * 0.95) ** 0.5
    under_null = simulate(rng, [0.1, 0.05, 0.7, 0.05, 0.1], rule, runs)
    assert (under_null[:, 0] == 1).sum() <= limit
    assert (under_null[:, 0] == 0).sum() == 0
    under_alternative = simulate(rng, [0.05, 0.05, 0.7, 0.05, 0.15], rule, runs)
    assert (under_alternative[:, 0] == -1).sum() <= limit
    assert np.quantile(under_alternative[:, 1], 0.8) <= 200  # blocks


def test_a_clear_effect_stops_soon() -> None:
    """Difference 0.4, twice the alternative: at most 100 blocks in 80 % of 300 runs."""
    rule = SprtRule(null=0.0, alternative=0.2, max_blocks=500)
    found = simulate(np.random.default_rng(42), [0.05, 0.05, 0.6, 0.05, 0.25], rule, 300)
    assert ((found[:, 0] == 1) & (found[:, 1] <= 100)).mean() >= 0.8


def test_the_monitor_decides_as_the_simulation_does() -> None:
    rule = SprtRule(null=0.0, alternative=0.2, max_blocks=600)
    weights = [0.05, 0.05, 0.7, 0.05, 0.15]
    for seed in range(3):
        ((decided, blocks),) = simulate(np.random.default_rng(seed), weights, rule, 1)
        drawn = VALUES[np.random.default_rng(seed).choice(5, size=(600, 1), p=weights)[:, 0]]
        monitor = rule.monitor("ab")
        assert follow(monitor, (duel(number, float(value)) for number, value in enumerate(drawn))) == blocks
        (pair,) = monitor.state.pairs
        assert pair.verdict is {1: Verdict.ALTERNATIVE, -1: Verdict.NULL, 0: Verdict.UNDECIDED}[decided]


def test_the_state_tells_all() -> None:
    rule = SprtRule(null=0.0, alternative=0.5)
    monitor = rule.monitor("ab")
    assert (monitor.state.ratio, monitor.state.status) == (0.0, Status.CONTINUE)
    assert monitor.state.reason == "neither 0 nor 0.5 is ruled out"
    read = follow(monitor, (duel(number, [2.0, 0.0, 1.0, 2.0, -1.0][number % 5]) for number in range(200)))
    state = monitor.state
    assert (state.status, state.blocks) == (Status.DECIDED, read)
    assert state.reason == "a less b: a mean outcome of +0.5 is accepted, +0 rejected"
    assert state.bounds == pytest.approx((-2.944439, 2.944439))
    assert state.ratio is not None
    assert state.ratio >= 2.944439
    (pair,) = state.pairs
    assert (pair.verdict, pair.decided, pair.interval) == (Verdict.ALTERNATIVE, f"block {read - 1}", None)


def test_bots_that_always_tie_are_found_equal_and_a_few_blocks_decide_nothing() -> None:
    monitor = SprtRule(null=0.0, alternative=0.2).monitor("ab")
    read = follow(monitor, (duel(number, 0.0) for number in range(500)))
    assert monitor.state.pairs[0].verdict is Verdict.NULL
    assert 20 < read < 60
    one_sided = SprtRule(null=0.0, alternative=0.2).monitor("ab")
    assert follow(one_sided, (duel(number, 2.0) for number in range(4))) == 4
    assert one_sided.status is Status.CONTINUE


def test_the_second_announced_is_the_opponent() -> None:
    one, other = SprtRule().monitor("ab"), SprtRule().monitor("ba")
    for number in range(10):
        one.add(duel(number, 1.0))
        other.add(duel(number, 1.0))
    assert one.state.pairs[0].mean == 1.0
    assert other.state.pairs[0].mean == -1.0
    assert one.state.ratio is not None
    assert other.state.ratio is not None
    assert one.state.ratio > 0 > other.state.ratio


def test_it_stops_at_its_limit_and_what_is_decided_stays() -> None:
    monitor = SprtRule(max_blocks=2).monitor("ab")
    assert follow(monitor, (duel(number, 0.0) for number in range(9))) == 2
    assert monitor.state.status is Status.EXHAUSTED
    assert monitor.state.reason.startswith("the limit of 2 blocks is reached; ")
    decided = SprtRule(alternative=0.5).monitor("ab")
    read = follow(decided, (duel(number, 0.0) for number in range(100)))
    for number in range(read, read + 30):
        decided.add(duel(number, 2.0))
    assert decided.state.pairs[0].verdict is Verdict.NULL
    assert decided.status is Status.DECIDED


def test_a_block_in_which_they_did_not_meet_tells_nothing() -> None:
    monitor = SprtRule().monitor("ab")
    monitor.add(block(0, game("aa", (1, 2))))
    state = monitor.state
    assert (state.blocks, state.pairs[0].blocks, state.ratio) == (1, 0, 0.0)


@pytest.mark.parametrize(
    ("field", "more"),
    [
        ("null", {"null": -2.0}),
        ("null", {"null": 0.1, "alternative": 0.1}),
        ("null", {"alternative": 2.0}),
        ("alpha", {"alpha": 0.0}),
        ("beta", {"beta": 0.5}),
        ("max_blocks", {"max_blocks": 0}),
    ],
)
def test_a_rule_that_makes_no_sense_is_refused_by_field(field: str, more: dict[str, float]) -> None:
    with pytest.raises(ValueError, match=f"^{field}"):
        SprtRule(**more)  # type: ignore[arg-type]


def test_it_is_for_two_bots() -> None:
    with pytest.raises(ValueError, match=r"^bots: an SPRT is for 2, not 3"):
        SprtRule().monitor("abc")
