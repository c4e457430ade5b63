"""What the referee knows of one seat of a running match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import structlog

from certamen_services.referee.clock import SeatClock, TimeControl, decision_start
from certamen_services.referee.messages import (
    Decision,
    EventMessage,
    Fault,
    MatchEnd,
    MatchStart,
    SeatInfo,
    SeatLink,
    SeedRevealed,
    ToSeat,
    View,
)
from certamen_services.referee.stoppages import Stoppages
from certamen_services.referee.terms import FaultCause, RejectReason

_log = structlog.get_logger()


@dataclass(slots=True)
class Pending:
    """A decision that a seat owes.

    Attributes:
        decision: its number among those that the seat was asked, from 1.
        view: the position when it fell due.
        legal: codes of the legal actions.
        last_event: number of the last event that `view` includes.
        budget_ns: time from its start to its deadline.
        used_ns: time that it had run before the server was killed, which counts too.
        queued_ns: when it was given to the transport, or would have been; None: it is not yet durable.
        sent_ns: when the transport had taken it.
        held: after a restart it waits for its seat to come back.
        open: whether a hand-over can still be reported. Not after the seat was away: then it runs from
        `queued_ns`.
    """

    decision: int
    view: View
    legal: tuple[int, ...]
    last_event: int
    budget_ns: int
    used_ns: int = 0
    queued_ns: int | None = None
    sent_ns: int | None = None
    held: bool = False
    open: bool = False

    @property
    def start_ns(self) -> int:
        """When its clock started. It must have been queued."""
        assert self.queued_ns is not None  # noqa: S101 - callers ask for released decisions only
        return decision_start(self.queued_ns, self.sent_ns)


class Seat:
    """One seat: its clock, its connection, the decision that it owes, and what it was told."""

    def __init__(self, info: SeatInfo, control: TimeControl, stoppages: Stoppages, match: str = "") -> None:
        self._log = _log.bind(match=match, seat=info.seat)
        self.info = info
        self.number = info.seat
        self.clock = SeatClock(control)
        self.link: SeatLink | None = None
        self.pending: Pending | None = None
        self.asked = 0
        self.last_charged_ns: int | None = None
        self.illegal = 0
        self.fault: Fault | None = None
        self.late_decision: int | None = None
        self.evidence: dict[FaultCause, int] = {}
        """Numbers of the entries that would prove a fault of this kind."""
        self.start: MatchStart | None = None
        self.events: list[EventMessage] = []
        self.ending: list[MatchEnd | SeedRevealed] = []
        self._allowance_ns = control.disconnect_ns
        self._away_since: int | None = None
        self._gone_ns: int | None = None
        self.return_by_ns: int | None = None
        """After a restart: until when none of its clocks runs, unless it comes back before."""
        self._stoppages = stoppages

    # ------------------------------------------------------------------------------------------- presence

    def goes_away(self, at_ns: int) -> None:
        """The connection is gone during the match, or has not come back after a restart."""
        self._away_since, self.return_by_ns = at_ns, None
        if self.pending is not None:
            self.pending.open = False

    def comes_back(self, at_ns: int) -> None:
        """It is attached again."""
        self.return_by_ns = None
        if self._away_since is not None:
            self._allowance_ns -= max(0, self._stoppages.elapsed_ns(self._away_since, at_ns))
            self._away_since = None

    @property
    def is_away(self) -> bool:
        """Whether it is missed in a match that runs."""
        return self._away_since is not None or self.return_by_ns is not None

    def goes_for_good(self, at_ns: int, entry: int) -> None:
        """Its player will not come back: from this instant on it may not be away any more.

        Args:
            at_ns: the instant.
            entry: number of the entry that tells of it.
        """
        self.evidence[FaultCause.DISCONNECTED] = entry
        self._gone_ns = at_ns

    @property
    def is_gone(self) -> bool:
        """Whether its player will not come back."""
        return self._gone_ns is not None

    def note_absence(self, entry: int) -> None:
        """The entry with this number tells that it went away."""
        if self._gone_ns is None:
            self.evidence[FaultCause.DISCONNECTED] = entry

    @property
    def away_limit_ns(self) -> int | None:
        """When it will have been away for too long; None while it is present."""
        if self._away_since is None:
            return None
        limit = self._stoppages.until_ns(self._away_since, self._allowance_ns)
        return limit if self._gone_ns is None else min(limit, max(self._away_since, self._gone_ns))

    # ------------------------------------------------------------------------------------------ decisions

    @property
    def deadline_ns(self) -> int | None:
        """The last instant at which the answer owed is in time; None if no decision is queued."""
        pending = self.pending
        if pending is None or pending.queued_ns is None:
            return None
        return self._stoppages.until_ns(pending.start_ns, pending.budget_ns)

    @property
    def running_since_ns(self) -> int | None:
        """Since when a clock of the seat has been running: of a decision, or of its absence."""
        pending, away = self.pending, None if self.fault is not None else self._away_since
        if pending is None or pending.queued_ns is None:
            return away
        return pending.start_ns if away is None else min(away, pending.start_ns)

    def book(self, read_ns: int) -> int:
        """Book the answer to the pending decision; returns the charge."""
        assert self.pending is not None  # noqa: S101 - callers see to it
        pending, self.pending = self.pending, None
        elapsed = pending.used_ns + self._stoppages.elapsed_ns(pending.start_ns, read_ns)
        self.last_charged_ns = charge = self.clock.book(elapsed)
        return charge

    def refusal(self, decision: int, read_ns: int) -> RejectReason | None:
        """Why an act of this seat cannot even be looked at; None if it can.

        That a match is over is not seen here.
        """
        if decision == self.late_decision:
            return RejectReason.TOO_LATE
        if self.fault is not None:
            return RejectReason.FORFEITED
        pending, deadline = self.pending, self.deadline_ns
        if pending is None or deadline is None:
            answered = self.asked if pending is None else self.asked - 1
            return RejectReason.STALE_DECISION if 1 <= decision <= answered else RejectReason.NOT_YOUR_TURN
        if decision != pending.decision:
            return RejectReason.STALE_DECISION
        return RejectReason.TOO_LATE if read_ns > deadline else None

    def handed_over(self, decision: int, at_ns: int) -> None:
        """The transport took the pending decision; only the first report counts."""
        pending = self.pending
        if pending is not None and pending.decision == decision and pending.open:
            pending.open = False
            pending.sent_ns = at_ns

    # --------------------------------------------------------------------------------------------- telling

    def tell(self, message: ToSeat) -> None:
        """Send, if the seat is present, and remember what a reconnect will have to tell again."""
        match message:
            case EventMessage():
                self.events.append(message)
            case MatchStart():
                self.start = message
            case MatchEnd() | SeedRevealed():
                self.ending.append(message)
            case _:
                pass
        self.send(message)

    def send(self, message: ToSeat) -> None:
        """Send, if the seat is present. A link that breaks its promise and raises harms nobody else."""
        if self.link is None:
            return
        try:
            self.link.send(message)
        except Exception:  # noqa: BLE001 - one seat's transport must not stop the match
            self._log.exception("seat.link_failed")

    def story(self, last_event: int | None, decision: Decision | None) -> Iterator[ToSeat]:
        """What a link that is attached anew has to be told, in the order in which it was told first.

        Args:
            last_event: number of the last event that the bot has; None: tell the match from its start.
            decision: the pending decision, as it is to be sent again.
        """
        if last_event is None and self.start is not None:
            yield self.start
        for event in self.events[last_event or 0 :]:
            if decision is not None and event.number > decision.last_event:
                yield decision
                decision = None
            yield event
        if decision is not None:
            yield decision
        yield from self.ending
