"""What all stopping rules share: their states, and the order in which blocks are read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .blocks import BlockResult
from .estimate import Interval

__all__ = ["Monitor", "PairState", "Status", "StoppingState", "Tally", "Verdict", "in_schedule"]

RANGE = (-2.0, 2.0)
"""Range of a difference of two outcomes, each in [−1, 1]."""


class Status(StrEnum):
    """Whether to go on."""

    CONTINUE = "continue"
    """Play another block."""
    DECIDED = "decided"
    """Stop: the question of the rule is answered."""
    EXHAUSTED = "exhausted"
    """Stop: the limit of blocks is reached and the question is still open."""


class Verdict(StrEnum):
    """What is known of a pair. It stays; only EQUIVALENT may be refined to which is a little better."""

    UNDECIDED = "undecided"
    FIRST_BETTER = "first_better"
    SECOND_BETTER = "second_better"
    EQUIVALENT = "equivalent"
    """Neither is better by the margin of the rule."""
    ALTERNATIVE = "alternative"
    """Of an SPRT: the difference is rather its alternative."""
    NULL = "null"
    """Of an SPRT: the difference is rather its null hypothesis."""


@dataclass(frozen=True, slots=True)
class PairState:
    """A pair of bots.

    Attributes:
        first: a bot.
        second: another.
        verdict: what is known.
        decided: label of the block with which a verdict was first known; None while undecided.
        blocks: blocks read in which they were opponents.
        mean: mean difference of their outcomes in these, in [−2, 2]; None if there are none.
        interval: confidence sequence of the difference as it stands now; None for a rule that makes none.
            After a verdict it may widen again for a while; the verdict stays.
    """

    first: str
    second: str
    verdict: Verdict
    decided: str | None
    blocks: int
    mean: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class StoppingState:
    """What a rule says after the blocks so far.

    Attributes:
        status: whether to go on.
        reason: why, in a sentence.
        blocks: complete blocks read.
        pairs: the pairs that the rule looks at.
        leader: the bot found to be the best, if that is what the rule asks and it is known.
        ratio: logarithm of the likelihood ratio, of an SPRT only.
        bounds: lower and upper bound of `ratio` between which it goes on, of an SPRT only.
    """

    status: Status
    reason: str
    blocks: int
    pairs: tuple[PairState, ...]
    leader: str | None = None
    ratio: float | None = None
    bounds: tuple[float, float] | None = None

    @property
    def stop(self) -> bool:
        """Whether to stop."""
        return self.status is not Status.CONTINUE


class Tally:
    """Differences seen of one pair, equal ones counted together."""

    def __init__(self) -> None:
        self._counts: Counter[float] = Counter()
        self._sum = 0.0

    def add(self, difference: float) -> None:
        """Note a block. Rounding is far below any difference there can be."""
        self._counts[round(difference, 9)] += 1
        self._sum += difference

    @property
    def values(self) -> list[float]:
        """Differences, ascending."""
        return sorted(self._counts)

    @property
    def counts(self) -> list[int]:
        """How often each came."""
        return [self._counts[value] for value in self.values]

    @property
    def total(self) -> int:
        """How many there were."""
        return self._counts.total()

    @property
    def mean(self) -> float | None:
        """Their mean; None if there were none."""
        return self._sum / self.total if self._counts else None


class Monitor(ABC):
    """Follows a tournament block by block and says when to stop.

    Blocks are read in the order of the schedule, each once. Blocks that end early wait for those before
    them: how long a block takes may depend on its result, and reading the quick ones first would favour one
    side. What a state says depends on the blocks alone, so after a restart they are simply read again.
    """

    def __init__(self, bots: Sequence[str], max_blocks: int | None) -> None:
        if len(set(bots)) != len(bots) or len(bots) < 2:
            raise ValueError(f"bots: at least 2 different ones, not {list(bots)}")
        self._bots = tuple(bots)
        self._max_blocks = max_blocks
        self._next = 0
        self._read = 0

    def add(self, block: BlockResult) -> None:
        """Read the next block of the schedule, a complete one; an abandoned one is passed over.

        Blocks are read also after the rule has said to stop (games that were under way).

        Raises:
            ValueError: it is another block's turn, it is neither complete nor abandoned, or an unknown bot
                sits in it.
        """
        if block.number != self._next:
            raise ValueError(f"number: block {self._next} is the next, not {block.number}")
        if not block.abandoned:
            if not block.complete:
                raise ValueError(f"block {block.label} is neither complete nor abandoned")
            unknown = {bot for game in block.games for bot in game.bots} - set(self._bots)
            if unknown:
                raise ValueError(f"bots: {sorted(unknown)} in block {block.label} were not announced")
            self._take(block)
            self._read += 1
        self._next += 1

    @property
    def status(self) -> Status:
        """Whether to go on; quick, for use after every block."""
        return self._judgement()[0]

    @property
    @abstractmethod
    def state(self) -> StoppingState:
        """All that the rule can tell now, with intervals; some milliseconds per pair."""

    @abstractmethod
    def _judgement(self) -> tuple[Status, str]:
        """The status and why."""

    @abstractmethod
    def _take(self, block: BlockResult) -> None:
        """Read a complete block."""

    @property
    def _exhausted(self) -> bool:
        return self._max_blocks is not None and self._read >= self._max_blocks


def in_schedule(blocks: Iterable[BlockResult]) -> Iterator[BlockResult]:
    """The blocks that can be read: from number 0 on without a gap, up to the first that is still running.

    Raises:
        ValueError: two blocks have the same number.
    """
    by_number: dict[int, BlockResult] = {}
    for block in blocks:
        if block.number in by_number:
            raise ValueError(f"number: two blocks have {block.number}")
        by_number[block.number] = block
    number = 0
    while (found := by_number.get(number)) is not None and (found.complete or found.abandoned):
        yield found
        number += 1
