"""Spans of time on one clock."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable


class Spans:
    """Disjoint spans, in nanoseconds.

    Args:
        spans: begin and end of each, ascending by begin; those that touch or overlap become one.
    """

    def __init__(self, spans: Iterable[tuple[int, int]]) -> None:
        self._begins: list[int] = []
        self._ends: list[int] = []
        for begin, end in spans:
            if self._ends and begin <= self._ends[-1]:
                self._ends[-1] = max(self._ends[-1], end)
            else:
                self._begins.append(begin)
                self._ends.append(end)

    def overlap(self, begin: int, end: int) -> int:
        """How much of a span lies within these."""
        first, last = bisect_right(self._ends, begin), bisect_left(self._begins, end)
        return sum(min(end, self._ends[at]) - max(begin, self._begins[at]) for at in range(first, last))

    def begin_of(self, at: int, gap: int) -> int:
        """Begin of the spans that lead up to an instant with gaps no longer than `gap`; else the instant."""
        index = bisect_left(self._begins, at) - 1
        begin = at
        while index >= 0 and self._ends[index] >= begin - gap:
            begin = min(begin, self._begins[index])
            index -= 1
        return begin
