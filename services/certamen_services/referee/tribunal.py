"""Finds the faults of a running match and punishes them in the order in which they fell due."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto

import structlog

from certamen_services.records import entries
from certamen_services.referee.course import Course
from certamen_services.referee.faults import ends_match, in_order
from certamen_services.referee.messages import Fault
from certamen_services.referee.outbox import Outbox
from certamen_services.referee.plan import MatchPlan
from certamen_services.referee.tally import Tally
from certamen_services.referee.terms import FaultCause

SETTLE_NS = 5_000_000
"""A time-out is judged this long after the deadline, so that an answer read in time is found though it was
still on its way through the server. (Its due instant remains the deadline.)"""

_log = structlog.get_logger()


class Verdict(Enum):
    """What came of looking for faults."""

    NOTHING = auto()
    PLAY_ON = auto()
    """There were faults; the referee plays on for the seats."""
    MATCH_ENDS = auto()
    """There is nobody left to play on for."""


class Tribunal:
    """Faults of one match."""

    def __init__(
        self, plan: MatchPlan, course: Course, outbox: Outbox[Callable[[], None]], tally: Tally
    ) -> None:
        self._plan = plan
        self._course = course
        self._outbox = outbox
        self._tally = tally
        self.faults: list[Fault] = []
        self.evidence: list[int] = []
        """Numbers of the faults' entries."""

    @property
    def forfeited(self) -> set[int]:
        """Parties that have forfeited."""
        return {self._plan.parties[fault.seat] for fault in self.faults}

    def next_due_ns(self) -> int | None:
        """The instant at which something has to be judged next, as far as is known now."""
        dues: list[int] = []
        for seat in self._course.seats:
            if (deadline := seat.deadline_ns) is not None:
                dues.append(deadline + SETTLE_NS)
            if seat.fault is None and (limit := seat.away_limit_ns) is not None:
                dues.append(limit)
            if seat.return_by_ns is not None:
                dues.append(seat.return_by_ns)
        return min(dues, default=None)

    def judge(self, sure: list[Fault], at_ns: int, settled_ns: int | None = None) -> Verdict:
        """Punish what has fallen due.

        Args:
            sure: faults that are certain now.
            at_ns: the present instant, until which absences are counted.
            settled_ns: no answer can come to light any more that was read up to here. (A fault that is
            certain
                settles all that fell due before it and together with it.)
        """
        faults = sure + self._absences(at_ns)
        bounds = [fault.due_ns for fault in faults]
        if settled_ns is not None:
            bounds.append(self._course.since(settled_ns))
        if not bounds:
            return Verdict.NOTHING
        faults += self._time_outs(max(bounds))
        for together in in_order(faults):
            if self._punish(together):
                return Verdict.MATCH_ENDS
        return Verdict.PLAY_ON if faults else Verdict.NOTHING

    def expect_back(self, at_ns: int) -> None:
        """After a restart: seats that should be back by now and are not, are away."""
        for seat in self._course.seats:
            if (limit := seat.return_by_ns) is not None and limit <= at_ns:
                seat.goes_away(limit)
                entry = entries.presence_entry("away", seat.number, self._course.since(limit))
                seat.note_absence(self._outbox.record(entry))
                self._course.release_held(seat)

    def not_joined(self) -> None:
        """Seats are missing when all must have joined; nothing was played, so no events are told."""
        due = self._course.since(self._course.join_by_ns())
        for seat in self._course.seats:
            if seat.link is None:
                fault = Fault(seat.number, FaultCause.NOT_JOINED, due)
                self._tally.faults[fault.cause.value] += 1
                _log.info("match.fault", match=self._plan.id, seat=fault.seat, cause=fault.cause.value)
                self.faults.append(fault)
                self.evidence.append(self._outbox.record(entries.fault_entry(fault, False, None, None)))

    def _absences(self, at_ns: int) -> list[Fault]:
        """Seats that have been away for too long."""
        return [
            Fault(seat.number, FaultCause.DISCONNECTED, self._course.since(limit))
            for seat in self._course.seats
            if seat.fault is None and (limit := seat.away_limit_ns) is not None and limit <= at_ns
        ]

    def _time_outs(self, bound: int) -> list[Fault]:
        """Seats that owe a decision whose deadline has passed."""
        return [
            Fault(seat.number, FaultCause.TIME_OUT, due)
            for seat in self._course.seats
            if (deadline := seat.deadline_ns) is not None and (due := self._course.since(deadline)) <= bound
        ]

    def _punish(self, together: list[Fault]) -> bool:
        """Faults that fell due at the same instant; whether the match ends by them."""
        self.faults += together
        at_fault = [fault.seat for fault in self.faults]
        ends = ends_match(self._plan.settings.policy, self._plan.parties, at_fault)
        for fault in together:
            seat = self._course.seats[fault.seat]
            pending, seat.pending, seat.fault = seat.pending, None, fault
            owed = None
            if pending is not None and pending.queued_ns is not None:
                owed = (pending.decision, *self._course.stamps(pending))
                if fault.cause is FaultCause.TIME_OUT:
                    seat.late_decision = pending.decision
            entry = entries.fault_entry(fault, not ends, seat.evidence.get(fault.cause), owed)
            self.evidence.append(self._outbox.record(entry))
            self._course.tell_fault(fault, not ends)
            self._tally.faults[fault.cause.value] += 1
            _log.info("match.fault", match=self._plan.id, seat=fault.seat, cause=fault.cause.value)
        return ends
