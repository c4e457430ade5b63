"""When to stop, for two bots: the sequential probability ratio test on paired outcomes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

from .blocks import BlockResult
from .likelihood import log_likelihood_ratio
from .sequential import RANGE, Monitor, PairState, Status, StoppingState, Tally, Verdict
from .table import differences

__all__ = ["SprtMonitor", "SprtRule"]

_TRACE = 1e-3
"""Weight of the two ends of the range, so that either hypothesis is possible after any outcomes."""


@dataclass(frozen=True, slots=True)
class SprtRule:
    """Stop when one of two values for the difference of outcomes is much more likely than the other.

    The generalized sequential probability ratio test (Li, Liu and Ying, "Generalized sequential probability
    ratio test for separate families of hypotheses", Sequential Analysis 33, 2014) with Wald's bounds, on the
    mean differences of blocks: the games of a block, which share cards, count as one observation, as pairs of
    games do in engine testing (the pentanomial model). `log_likelihood_ratio` has the formula.

    It mostly stops sooner than a `StoppingRule`. Its error rates hold in the limit of many blocks, not
    exactly; they are rates of choosing the wrong one of two named values. In between either may come out.

    Attributes:
        null: difference under the null hypothesis ("no better"), in (−2, 2).
        alternative: difference under the alternative, above `null`, in (−2, 2).
        alpha: probability of accepting the alternative when the null is true.
        beta: probability of accepting the null when the alternative is true.
        max_blocks: stop after so many complete blocks in any case; None: no limit.

    Raises:
        ValueError: a field is out of range.
    """

    null: float = 0.0
    alternative: float = 0.1
    alpha: float = 0.05
    beta: float = 0.05
    max_blocks: int | None = None

    def __post_init__(self) -> None:
        low, high = RANGE
        if not low < self.null < self.alternative < high:
            raise ValueError(
                f"null, alternative: {low:g} < null < alternative < {high:g} is wanted, "
                f"not {self.null} and {self.alternative}"
            )
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise ValueError(f"{name}: {value} is not between 0 and 0.5")
        if self.max_blocks is not None and self.max_blocks < 1:
            raise ValueError(f"max_blocks: {self.max_blocks} is less than 1")

    @property
    def bounds(self) -> tuple[float, float]:
        """Wald's bounds for the logarithm of the likelihood ratio."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def monitor(self, bots: Sequence[str]) -> Monitor:
        """Start to follow a tournament of two bots; the question is whether the first is better.

        Raises:
            ValueError: not two bots.
        """
        return SprtMonitor(self, bots)


class SprtMonitor(Monitor):
    """Follows a tournament under an `SprtRule`; made by its `monitor`."""

    def __init__(self, rule: SprtRule, bots: Sequence[str]) -> None:
        super().__init__(bots, rule.max_blocks)
        if len(bots) != 2:
            raise ValueError(f"bots: an SPRT is for 2, not {len(bots)}")
        self._rule = rule
        self._tally = Tally()
        self._ratio = 0.0
        self._verdict = Verdict.UNDECIDED
        self._decided: str | None = None

    def _take(self, block: BlockResult) -> None:
        first, second = self._bots
        found = differences(block)
        if (first, second) in found:
            self._tally.add(found[first, second][0])
        elif (second, first) in found:
            self._tally.add(-found[second, first][0])
        else:
            return
        values, counts = [*RANGE, *self._tally.values], [_TRACE, _TRACE, *self._tally.counts]
        self._ratio = float(log_likelihood_ratio(values, counts, self._rule.null, self._rule.alternative))
        low, high = self._rule.bounds
        if self._decided is None and not low < self._ratio < high:
            self._verdict = Verdict.ALTERNATIVE if self._ratio >= high else Verdict.NULL
            self._decided = block.label

    @property
    def state(self) -> StoppingState:
        """All that the rule can tell now. The ratio goes on to change with blocks read after the decision."""
        status, reason = self._judgement()
        first, second = self._bots
        pair = PairState(
            first, second, self._verdict, self._decided, self._tally.total, self._tally.mean, interval=None
        )
        return StoppingState(status, reason, self._read, (pair,), ratio=self._ratio, bounds=self._rule.bounds)

    def _judgement(self) -> tuple[Status, str]:
        first, second = self._bots
        rule = self._rule
        match self._verdict:
            case Verdict.ALTERNATIVE:
                taken, left = rule.alternative, rule.null
            case Verdict.NULL:
                taken, left = rule.null, rule.alternative
            case _:
                question = f"neither {rule.null:g} nor {rule.alternative:g} is ruled out"
                if self._exhausted:
                    return Status.EXHAUSTED, f"the limit of {rule.max_blocks} blocks is reached; {question}"
                return Status.CONTINUE, question
        return (
            Status.DECIDED,
            f"{first} less {second}: a mean outcome of {taken:+g} is accepted, {left:+g} rejected",
        )
