"""When to stop: confidence sequences over block means, for any number of bots."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from math import log

from .betting import Side, Wealth, confidence_bounds
from .blocks import BlockResult
from .estimate import Interval, Method
from .sequential import RANGE, Monitor, PairState, Status, StoppingState, Tally, Verdict
from .table import differences

__all__ = ["Goal", "SequenceMonitor", "StoppingRule"]


class Goal(StrEnum):
    """What is to be found out."""

    LEADER = "leader"
    """Which bot is the best: better than every other, or no worse by the margin."""
    PAIRS = "pairs"
    """Of every pair, which is better, or that neither is by the margin."""


@dataclass(frozen=True, slots=True)
class StoppingRule:
    """Stop when the confidence sequences have answered the question.

    Each pair has a confidence sequence for the mean difference of outcomes per block. Those of all pairs hold
    together and at all times with probability 1 − `error`: each has `error` / pairs (union bound). So one may
    look after every block, and stop for any reason at all.

    Attributes:
        goal: what is to be found out.
        error: probability that any statement about any pair is ever wrong.
        margin: difference of outcomes, in [0, 2], that does not matter. With 0, equal bots are never found
            to be equivalent: set a margin or `max_blocks`.
        max_blocks: stop after so many complete blocks in any case; None: no limit.

    Raises:
        ValueError: a field is out of range.
    """

    goal: Goal = Goal.LEADER
    error: float = 0.05
    margin: float = 0.0
    max_blocks: int | None = None

    def __post_init__(self) -> None:
        if not 0 < self.error < 1:
            raise ValueError(f"error: {self.error} is not between 0 and 1")
        if not 0 <= self.margin < RANGE[1]:
            raise ValueError(f"margin: {self.margin} is not in [0, {RANGE[1]:g})")
        if self.max_blocks is not None and self.max_blocks < 1:
            raise ValueError(f"max_blocks: {self.max_blocks} is less than 1")

    def monitor(self, bots: Sequence[str], pairs: Iterable[tuple[str, str]] | None = None) -> Monitor:
        """Start to follow a tournament.

        Args:
            bots: all that take part, known before the first block.
            pairs: the pairs that count, known before the first block; default: all. Fewer pairs share the
                error, so each is decided sooner: in a gauntlet name the challenger's pairs only.

        Raises:
            ValueError: fewer than two bots, or a pair that is not of two of them.
        """
        return SequenceMonitor(self, bots, list(combinations(bots, 2)) if pairs is None else list(pairs))


class _Claim:
    """A statement on a mean, and the capital won by betting on it. Once proved it stays so."""

    def __init__(self, mean: float, side: Side, limit: float) -> None:
        self._wealth = Wealth(mean, side, low=RANGE[0], high=RANGE[1])
        self._limit = limit
        self.proved = False

    def add(self, difference: float) -> None:
        """Bet on one more block."""
        self._wealth.add(difference)
        self.proved = self.proved or float(self._wealth.log) >= self._limit


class _Pair:
    """The bets on one pair."""

    def __init__(self, first: str, second: str, rule: StoppingRule, family: int) -> None:
        self.first, self.second = first, second
        self._rule, self._family = rule, family
        self._tally = Tally()
        self._decided: str | None = None
        self.verdict = Verdict.UNDECIDED
        limit = log(2 * family / rule.error)
        self._better = _Claim(0.0, Side.ABOVE, limit)
        self._worse = _Claim(0.0, Side.BELOW, limit)
        self._claims = [self._better, self._worse]
        # Without a margin, no worse means better.
        self._not_worse, self._not_better = self._better, self._worse
        if rule.margin:
            self._not_worse = _Claim(-rule.margin, Side.ABOVE, limit)
            self._not_better = _Claim(rule.margin, Side.BELOW, limit)
            self._claims += [self._not_worse, self._not_better]

    def add(self, difference: float, label: str) -> None:
        """Read the difference in one more block."""
        self._tally.add(difference)
        for claim in self._claims:
            claim.add(difference)
        if self.verdict in {Verdict.UNDECIDED, Verdict.EQUIVALENT}:
            self.verdict = self._proved()
        if self._decided is None and self.verdict is not Verdict.UNDECIDED:
            self._decided = label

    def _proved(self) -> Verdict:
        """The strongest that has been proved."""
        if self._better.proved:
            return Verdict.FIRST_BETTER
        if self._worse.proved:
            return Verdict.SECOND_BETTER
        if self._not_worse.proved and self._not_better.proved:
            return Verdict.EQUIVALENT
        return Verdict.UNDECIDED

    def holds(self, bot: str) -> bool:
        """Whether one of the two is better than the other, or no worse by the margin."""
        close = self._not_worse if bot == self.first else self._not_better
        return self.beats(bot) or close.proved

    def beats(self, bot: str) -> bool:
        """Whether one of the two is better than the other."""
        return (self._better if bot == self.first else self._worse).proved

    @property
    def state(self) -> PairState:
        """For the report."""
        low, high = confidence_bounds(
            self._tally.values,
            error=self._rule.error / self._family,
            low=RANGE[0],
            high=RANGE[1],
            counts=self._tally.counts,
        )
        return PairState(
            first=self.first,
            second=self.second,
            verdict=self.verdict,
            decided=self._decided,
            blocks=self._tally.total,
            mean=self._tally.mean,
            interval=Interval(low, high, 1 - self._rule.error, self._family, Method.SEQUENCE),
        )


class SequenceMonitor(Monitor):
    """Follows a tournament under a `StoppingRule`; made by its `monitor`."""

    def __init__(self, rule: StoppingRule, bots: Sequence[str], pairs: Sequence[tuple[str, str]]) -> None:
        super().__init__(bots, rule.max_blocks)
        if not pairs or len({frozenset(pair) for pair in pairs}) != len(pairs):
            raise ValueError("pairs: at least one, and none twice")
        for first, second in pairs:
            if first == second or not {first, second} <= set(bots):
                raise ValueError(f"pairs: {first} and {second} are not two of the bots")
        self._rule = rule
        self._pairs = [_Pair(first, second, rule, len(pairs)) for first, second in pairs]
        self._champion: str | None = None

    def _take(self, block: BlockResult) -> None:
        found = differences(block)
        for pair in self._pairs:
            if (pair.first, pair.second) in found:
                pair.add(found[pair.first, pair.second][0], block.label)
            elif (pair.second, pair.first) in found:
                pair.add(-found[pair.second, pair.first][0], block.label)
        if self._champion is None:
            self._champion = self._leader()

    @property
    def state(self) -> StoppingState:
        """All that the rule can tell now."""
        pairs = tuple(pair.state for pair in self._pairs)
        status, reason = self._judgement()
        return StoppingState(status, reason, self._read, pairs, self._champion)

    def _leader(self) -> str | None:
        """The bot that holds against every other; if several do so at once, the one better than most."""
        if self._rule.goal is not Goal.LEADER:
            return None
        found: dict[str, int] = {}
        for bot in self._bots:
            mine = [pair for pair in self._pairs if bot in (pair.first, pair.second)]
            if len(mine) == len(self._bots) - 1 and all(pair.holds(bot) for pair in mine):
                found[bot] = sum(pair.beats(bot) for pair in mine)
        return max(found, key=lambda bot: found[bot], default=None)

    def _judgement(self) -> tuple[Status, str]:
        open_pairs = sum(pair.verdict is Verdict.UNDECIDED for pair in self._pairs)
        if self._champion is not None:
            margin = f", or worse by less than {self._rule.margin:g}" if self._rule.margin else ""
            return Status.DECIDED, f"{self._champion} is better than every other bot{margin}"
        if self._rule.goal is Goal.PAIRS and not open_pairs:
            return Status.DECIDED, f"all {len(self._pairs)} pairs are decided"
        question = (
            "no bot has been proved the best"
            if self._rule.goal is Goal.LEADER
            else f"{open_pairs} of {len(self._pairs)} pairs are undecided"
        )
        if self._exhausted:
            return Status.EXHAUSTED, f"the limit of {self._rule.max_blocks} blocks is reached; {question}"
        return Status.CONTINUE, question
