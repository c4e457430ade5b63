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
        queued_ns: when it was given to the transport, or would have been; None: it is not yet durable.
        sent_ns: when the transport had taken it.
        open: whether a hand-over can still be reported. Not after the seat was away: then it runs from
        `queued_ns`.
    """

    decision: int
    view: View
    legal: tuple[int, ...]
    last_event: int
    budget_ns: int
    queued_ns: int | None = None
    sent_ns: int | None = None
    open: bool = False

    @property
    def start_ns(self) -> int:
        """When its clock started. It must have been queued."""
        assert self.queued_ns is not None  # noqa: S101 - callers ask for released decisions only
        return decision_start(self.queued_ns, self.sent_ns)

    @property
    def deadline_ns(self) -> int | None:
        """The last instant at which its answer is in time; None as long as it is not queued."""
        return None if self.queued_ns is None else self.start_ns + self.budget_ns


class Seat:
    """One seat: its clock, its connection, the decision that it owes, and what it was told."""

    def __init__(self, info: SeatInfo, control: TimeControl) -> None:
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

    # ------------------------------------------------------------------------------------------- presence

    def goes_away(self, at_ns: int) -> None:
        """The connection is gone during the match."""
        self._away_since = at_ns
        if self.pending is not None:
            self.pending.open = False

    def comes_back(self, at_ns: int) -> None:
        """It is attached again."""
        if self._away_since is not None:
            self._allowance_ns -= max(0, at_ns - self._away_since)
            self._away_since = None

    @property
    def away_limit_ns(self) -> int | None:
        """When it will have been away for too long; None while it is present."""
        return None if self._away_since is None else self._away_since + self._allowance_ns

    # ------------------------------------------------------------------------------------------ decisions

    def refusal(self, decision: int, read_ns: int) -> RejectReason | None:
        """Why an act of this seat cannot even be looked at; None if it can.

        That a match is over is not seen here.
        """
        if decision == self.late_decision:
            return RejectReason.TOO_LATE
        if self.fault is not None:
            return RejectReason.FORFEITED
        pending = self.pending
        deadline = None if pending is None else pending.deadline_ns
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
            _log.exception("seat.link_failed", seat=self.number)

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
