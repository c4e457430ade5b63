"""What an audit knows of a seat: the clock that it should have had, and where it was."""

from __future__ import annotations

from collections.abc import Iterator

from certamen_services.records.entries import Entry
from certamen_services.referee.clock import SeatClock, TimeControl, decision_start
from certamen_services.referee.messages import Fault
from certamen_services.referee.owed import Owed
from certamen_services.referee.settings import MatchSettings
from certamen_services.referee.stoppages import Stoppages
from certamen_services.referee.terms import FaultCause


class SeatAudit:
    """One seat. Instants count from the match's creation, in nanoseconds."""

    def __init__(self, number: int, control: TimeControl, stoppages: Stoppages) -> None:
        self.number = number
        self.stoppages = stoppages
        self.clock = SeatClock(control)
        self.asked = 0
        self.owed = Owed()
        self.return_by_ns: int | None = None
        self.present = False
        self.away_since: int | None = None
        self.allowance_ns = control.disconnect_ns
        self.gone_ns: int | None = None
        self.illegal = 0
        self.last_illegal_ns: int | None = None
        self.fault: Fault | None = None
        self.evidence: dict[FaultCause, int] = {}
        """Numbers of the entries that would prove a fault of this kind."""

    def leaves(self, at_ns: int, started: bool) -> bool:
        """The seat goes away; whether it was there."""
        was_there, self.present = self.present, False
        if self.return_by_ns is not None:
            was_there = at_ns == self.return_by_ns
            self._need_not_wait(at_ns)
        if started:
            self.away_since = at_ns
        return was_there

    def returns(self, at_ns: int) -> bool:
        """The seat comes back; whether it was away, and may."""
        if self.return_by_ns is not None:
            self.present = at_ns < self.return_by_ns
            self._need_not_wait(at_ns)
            return self.present
        if self.away_since is None:
            return False
        self.allowance_ns -= max(0, self.stoppages.elapsed_ns(self.away_since, at_ns))
        self.away_since, self.present = None, True
        return self.allowance_ns > 0

    def goes_for_good(self, at_ns: int, entry: int) -> bool:
        """Its player will not come back, as the entry with this number tells; whether that is new."""
        if self.gone_ns is not None or self.fault is not None:
            return False
        self.gone_ns, self.evidence[FaultCause.DISCONNECTED] = at_ns, entry
        return True

    def note_absence(self, entry: int) -> None:
        """The entry with this number tells that it went away."""
        if self.gone_ns is None:
            self.evidence[FaultCause.DISCONNECTED] = entry

    @property
    def away_limit_ns(self) -> int | None:
        """When it was to be back at the latest; None if it was not away."""
        if self.away_since is None:
            return None
        limit = self.stoppages.until_ns(self.away_since, self.allowance_ns)
        return limit if self.gone_ns is None else min(limit, max(self.away_since, self.gone_ns))

    def _need_not_wait(self, at_ns: int) -> None:
        """The time for coming back after a restart is over for this seat."""
        self.return_by_ns = None
        self.owed.returned(at_ns)

    def resumed(self, at_ns: int, return_by_ns: int | None) -> None:
        """The server was killed.

        Args:
            at_ns: the last instant that the record had known.
            return_by_ns: when the seat must be back; None: the match had not started.
        """
        if self.away_since is not None:
            self.returns(at_ns)
        self.present = False
        if return_by_ns is not None and self.fault is None:
            self.owed.resumed(at_ns, self.stoppages)
            self.return_by_ns = return_by_ns

    @property
    def owed_since(self) -> int | None:
        """Since when the seat owes a decision."""
        return self.owed.since_ns

    def _budget_ns(self) -> int:
        """What was left of the decision's time when it was asked."""
        return max(0, self.clock.budget_ns() - self.owed.used_ns)

    def _check_asked(self, entry: Entry) -> Iterator[str]:
        """What is wrong with the number and the stamps of a decision that the seat was asked."""
        if entry["decision"] != self.asked + 1:
            yield f"this was decision {self.asked + 1} of the seat, not {entry['decision']}"
        queued, sent = entry["queued_ns"], entry["sent_ns"]
        if self.owed_since is None or queued < self.owed_since:
            yield "the decision was asked before it fell due"
        if sent is not None and sent < queued:
            yield "the decision was handed over before it was queued"

    def check_answer(self, entry: Entry) -> Iterator[str]:
        """What is wrong with number, stamps and charge of a decision that was answered; books it."""
        yield from self._check_asked(entry)
        start, read = decision_start(entry["queued_ns"], entry["sent_ns"]), entry["read_ns"]
        if read < entry["queued_ns"]:
            yield "the answer was read before the decision was queued"
        if read > self.stoppages.until_ns(start, self._budget_ns()):
            yield "the answer was read after the deadline"
        self.asked += 1
        charged = self.clock.book(self.owed.used_ns + self.stoppages.elapsed_ns(start, read))
        if entry["charged_ns"] != charged:
            yield f"the charge is {charged} ns, not {entry['charged_ns']}"
        if entry["remaining_ns"] != self.clock.remaining_ns:
            yield f"{self.clock.remaining_ns} ns were left, not {entry['remaining_ns']}"

    def check_time_out(self, entry: Entry) -> Iterator[str]:
        """What is wrong with a time-out."""
        if self.owed_since is None:
            yield "the seat owed no decision"
        yield from self._check_asked(entry)
        start = decision_start(entry["queued_ns"], entry["sent_ns"])
        due = self.stoppages.until_ns(start, self._budget_ns())
        if entry["due_ns"] != due:
            yield f"the deadline was {due}, not {entry['due_ns']}"


def check_fault(
    seat: SeatAudit, entry: Entry, settings: MatchSettings, started: bool, join_from: int
) -> Iterator[str]:
    """What is wrong with a fault.

    Args:
        seat: whose fault it is said to be.
        entry: what the record tells.
        settings: of the match.
        started: whether the match had started.
        join_from: since when the seats were waited for.
    """
    cause, due = FaultCause(entry["cause"]), entry["due_ns"]
    if seat.fault is not None:
        yield "the seat was at fault before"
    if started is (cause is FaultCause.NOT_JOINED):
        yield "the cause does not fit a match that has started" if started else "the match had not started"
    if cause is FaultCause.TIME_OUT:
        yield from seat.check_time_out(entry)
    elif not _fell_due(seat, cause, due, settings, join_from):
        yield f"{cause.value} did not fall due at this instant"


def _fell_due(
    seat: SeatAudit, cause: FaultCause, due_ns: int, settings: MatchSettings, join_from: int
) -> bool:
    """Whether a fault that is no time-out was one, and fell due at this instant."""
    match cause:
        case FaultCause.ILLEGAL_ACTION:
            return seat.illegal >= settings.illegal_actions and due_ns == seat.last_illegal_ns
        case FaultCause.DISCONNECTED:
            return seat.away_limit_ns == due_ns
        case FaultCause.NOT_JOINED:
            return not seat.present and due_ns == seat.stoppages.until_ns(join_from, settings.time.join_ns)
        case _:
            return True
