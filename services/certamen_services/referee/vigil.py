"""Watches whether the referee itself is alive: what a stall takes is given back to all clocks.

The event loop beats; a beat that comes late was held up by something, and so were the answers that came
meanwhile. How messages fare on their way is for a canary to find out, which is a stream without a player.
Both report the spans in which they were held up. A match takes the spans that touch its clocks into its
record and lets those clocks stand still in them: no bot can be charged for them, and everybody can recompute
it.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice

import structlog

from certamen_services.referee.timebase import Timebase, Timer

BEAT_NS = 5_000_000
"""From one beat to the next."""
LATE_NS = 3_000_000
"""A beat that comes later than this is a stall; less is within any sensible lag."""
_KEPT = 65_536
_WORTH_A_LINE_NS = 100_000_000

_log = structlog.get_logger()


class StallSource(StrEnum):
    """What was held up."""

    LOOP = "loop"
    """The event loop, in which all matches are refereed."""
    DELIVERY = "delivery"
    """A message of the canary, to and fro."""


@dataclass(frozen=True, slots=True)
class Stall:
    """A span of the timebase in which the referee was held up."""

    source: StallSource
    begin_ns: int
    end_ns: int


class Vigil:
    """All stalls of a server so far, in the order in which they ended."""

    def __init__(self) -> None:
        self.total = 0
        """How many there were."""
        self.counts: Counter[StallSource] = Counter()
        """The same by source."""
        self.lost_ns: Counter[StallSource] = Counter()
        """How long they were, in nanoseconds, by source."""
        self.busy = asyncio.Event()
        """Set while there are clocks to watch over."""
        self._stalls: deque[Stall] = deque(maxlen=_KEPT)
        self._watches: list[Callable[[int], None]] = []

    def watch(self, look: Callable[[int], None]) -> None:
        """Add a source of stalls; `look` is to report one that still lasts at the instant given."""
        self._watches.append(look)

    def look(self, now_ns: int) -> None:
        """Find stalls that still last, before anything is decided at this instant."""
        for look in self._watches:
            look(now_ns)

    def report(self, source: StallSource, begin_ns: int, end_ns: int) -> None:
        """The referee was held up."""
        self._stalls.append(Stall(source, begin_ns, end_ns))
        self.total += 1
        self.counts[source] += 1
        self.lost_ns[source] += end_ns - begin_ns
        if end_ns - begin_ns >= _WORTH_A_LINE_NS:
            _log.warning("referee.stalled", source=source.value, ms=(end_ns - begin_ns) // 1_000_000)

    def after(self, number: int) -> Iterator[Stall]:
        """All stalls after the first `number` of them."""
        kept = len(self._stalls)
        return islice(self._stalls, max(0, kept - (self.total - number)), kept)


def joined(stalls: Iterable[Stall]) -> list[Stall]:
    """The spans that some stalls cover together, in order.

    Those that overlap or touch become one, which is the loop's if the loop took part: under load both sources
    report the same hold-up, piece by piece, and every match would have to write down each piece.
    """
    whole: list[Stall] = []
    for stall in sorted(stalls, key=lambda stall: stall.begin_ns):
        if whole and stall.begin_ns <= whole[-1].end_ns:
            last = whole[-1]
            source = StallSource.LOOP if StallSource.LOOP in (last.source, stall.source) else stall.source
            whole[-1] = Stall(source, last.begin_ns, max(last.end_ns, stall.end_ns))
        else:
            whole.append(stall)
    return whole


class Heartbeat:
    """Finds out when the event loop was held up."""

    def __init__(self, vigil: Vigil, timebase: Timebase) -> None:
        self._vigil = vigil
        self._time = timebase
        self._due_ns = 0
        self._timer: Timer | None = None
        vigil.watch(self._look)

    def start(self) -> None:
        """Beat from now on, if it does not beat yet."""
        if self._timer is None:
            self._due_ns = self._time.now_ns()
            self._vigil.busy.set()
            self._beat()

    def stop(self) -> None:
        """Beat no more."""
        self._vigil.busy.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _beat(self) -> None:
        now = self._time.now_ns()
        self._look(now)
        self._due_ns = now + BEAT_NS
        self._timer = self._time.call_at(self._due_ns, self._beat)

    def _look(self, now_ns: int) -> None:
        if now_ns > self._due_ns + LATE_NS and self._vigil.busy.is_set():
            self._vigil.report(StallSource.LOOP, self._due_ns, now_ns)
            self._due_ns = now_ns
