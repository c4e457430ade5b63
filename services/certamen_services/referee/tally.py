"""What the referee counts of its own work: plain numbers, for whoever wants to show them."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter

__all__ = ["Histogram", "Tally"]

_SHORT = (0.0001, 0.0002, 0.0003, 0.0005, 0.00075, 0.001, 0.0015, 0.002, 0.003, 0.005, 0.01, 0.025, 0.1, 1.0)
_LONG = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Histogram:
    """Counts times by steps.

    Args:
        bounds: upper ends of the steps in seconds, ascending; what is longer has a step of its own.
    """

    def __init__(self, bounds: tuple[float, ...] = _SHORT) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        """How many times fell into each step, the last for what is longer than all bounds."""
        self.total_ns = 0
        """All times together."""
        self._bounds_ns = [round(bound * 1e9) for bound in bounds]

    def add(self, ns: int) -> None:
        """Count a time in nanoseconds."""
        self.counts[bisect_left(self._bounds_ns, ns)] += 1
        self.total_ns += ns

    def quantile_ns(self, share: float) -> int:
        """Upper end of the step in which this share of the times is reached; 0 if there are none.

        Of times beyond the last bound nothing more is known: it is given for them.
        """
        wanted, seen = share * sum(self.counts), 0
        if not wanted:
            return 0
        for bound, count in zip(self._bounds_ns, self.counts, strict=False):
            seen += count
            if seen >= wanted:
                return bound
        return self._bounds_ns[-1]


class Tally:
    """Counts of one arena. None of the keys is taken from what a bot or an organiser wrote."""

    def __init__(self) -> None:
        self.decisions: Counter[str] = Counter()
        """Answers that were taken, by game."""
        self.rejected: Counter[str] = Counter()
        """Acts that were refused, by reason."""
        self.faults: Counter[str] = Counter()
        """Faults, by cause."""
        self.ended: Counter[tuple[str, str]] = Counter()
        """Matches that ended, by game and cause."""
        self.given_back_ns = 0
        """Time by which clocks stood still since the referee was held up, each match's by itself."""
        self.referee = Histogram()
        """The referee's own time for an answer: rules, clocks, journal and what is told."""
        self.think = Histogram(_LONG)
        """Time that answers were charged."""
        self.handover = Histogram()
        """From a decision being ready until the transport had taken it."""
