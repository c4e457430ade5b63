"""Spans of time for which nobody is billed, and arithmetic with clocks that stand still in them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right


class Stoppages:
    """Disjoint spans of time, in nanoseconds from whatever zero."""

    def __init__(self) -> None:
        self._begins: list[int] = []
        self._ends: list[int] = []

    def add(self, begin_ns: int, end_ns: int) -> None:
        """Add a span; it may overlap others."""
        first, last = bisect_left(self._ends, begin_ns), bisect_right(self._begins, end_ns)
        if first < last:
            begin_ns = min(begin_ns, self._begins[first])
            end_ns = max(end_ns, self._ends[last - 1])
        self._begins[first:last] = [begin_ns]
        self._ends[first:last] = [end_ns]

    def clear(self) -> None:
        """Drop all spans."""
        self._begins.clear()
        self._ends.clear()

    def forget(self, before_ns: int) -> None:
        """Drop the spans that ended before an instant of which nobody will ask any more."""
        kept = bisect_left(self._ends, before_ns)
        del self._begins[:kept], self._ends[:kept]

    def elapsed_ns(self, begin_ns: int, end_ns: int) -> int:
        """Time from one instant to another, spans apart."""
        length = end_ns - begin_ns
        for at in range(bisect_right(self._ends, begin_ns), len(self._ends)):
            if self._begins[at] >= end_ns:
                break
            length -= min(end_ns, self._ends[at]) - max(begin_ns, self._begins[at])
        return length

    def until_ns(self, begin_ns: int, length_ns: int) -> int:
        """The last instant at which so much time has elapsed since `begin_ns`, spans apart."""
        end_ns = begin_ns + length_ns
        for at in range(bisect_right(self._ends, begin_ns), len(self._ends)):
            if self._begins[at] > end_ns:
                break
            end_ns += self._ends[at] - max(begin_ns, self._begins[at])
        return end_ns
