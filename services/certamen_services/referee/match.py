"""One match: from the seats that join to the end that everybody is told.

A match is driven by calls from the event loop: by the ports of its seats, by its timer, and by the journal
when entries have become durable. Each call is a step: it changes the match in memory, records entries, and
says messages, which the outbox delivers when the entries are durable. A decision's clock cannot start before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

import structlog

from certamen_services.records import entries
from certamen_services.records.keys import Signer
from certamen_services.referee.audience import Audience
from certamen_services.referee.course import Course
from certamen_services.referee.errors import FieldError, MatchEndedError
from certamen_services.referee.faults import COUNTED_REASONS, adjudicate
from certamen_services.referee.journal import Journal, MatchUpdate
from certamen_services.referee.messages import (
    Fault,
    MatchEnd,
    Outcome,
    Rejected,
    SeatLink,
    SeatPort,
    SeedRevealed,
)
from certamen_services.referee.outbox import Outbox
from certamen_services.referee.plan import MatchPlan
from certamen_services.referee.port import Port
from certamen_services.referee.seat import Seat
from certamen_services.referee.table import RefusedAction
from certamen_services.referee.terms import (
    EXPLANATIONS,
    Culprit,
    EndCause,
    FaultCause,
    MatchState,
    RejectReason,
)
from certamen_services.referee.timebase import Timebase, Timer
from certamen_services.referee.tribunal import SETTLE_NS, Tribunal, Verdict

_MAX_EXPLANATION = 300

_log = structlog.get_logger()


def _call(told: Callable[[], None]) -> None:
    """Deliver what the outbox held back."""
    told()


class Match:
    """A waiting, running or ended match."""

    def __init__(
        self,
        plan: MatchPlan,
        journal: Journal,
        written: tuple[int, bytes],
        signer: Signer,
        timebase: Timebase,
        on_end: Callable[[Match], None],
    ) -> None:
        """A match that waits for its seats from now on.

        Args:
            plan: what was fixed when it was created.
            journal: where its entries go.
            written: number of entries that are durable already, and the head of the chain over them.
            signer: signs the record.
            timebase: source of time.
            on_end: called once when the end is durable and everybody was told.
        """
        self.plan = plan
        self.id = plan.id
        self.state = MatchState.WAITING
        self.started: datetime | None = None
        self.finished: datetime | None = None
        self.outcome: Outcome | None = None
        self._signer = signer
        self._time = timebase
        self._on_end = on_end
        self._log = _log.bind(match=plan.id)
        self._outbox: Outbox[Callable[[], None]] = Outbox(plan.id, journal, written, _call, self._fail)
        self._course = Course(plan, self._outbox, timebase, self._set_timer)
        self._seats = self._course.seats
        self._ports: dict[int, Port] = {}
        self._tribunal = Tribunal(plan, self._course, self._outbox)
        self.closed = asyncio.Event()
        self._join_by = timebase.now_ns() + plan.settings.time.join_ns
        self._timer: Timer | None = None
        self._timer_at = 0
        self._set_timer()

    @property
    def revealed(self) -> bool:
        """Whether the seed is no secret any more."""
        return self.state.reveals

    @property
    def audience(self) -> Audience:
        """What spectators may know of it."""
        return self._course.audience

    # -------------------------------------------------------------------------------------- what others call

    def attach(
        self, seat: int, link: SeatLink, last_event: int | None, bot: tuple[str, str], at_ns: int
    ) -> SeatPort:
        """Connect a seat; the newest link replaces the one before.

        Args:
            seat: which one.
            link: where its messages go.
            last_event: number of the last event that the bot has; None: it is told the match from its start.
            bot: its name and version, for the record.
            at_ns: instant.

        Raises:
            FieldError: no event with this number was sent yet.
        """
        place = self._seats[seat]
        if last_event is not None and not 0 <= last_event <= len(place.events):
            raise FieldError("last_event", f"0 … {len(place.events)}, the events that were sent")
        old_port, old_link = self._ports.pop(seat, None), place.link
        if old_port is not None and old_link is not None:
            old_port.close()
            old_link.superseded(self.id)
        port = self._ports[seat] = Port(self.id, seat, self)
        self._step(partial(self._attached, place, link, last_event, bot, at_ns))
        return port

    def on_handed_over(self, seat: int, decision: int, at_ns: int) -> None:
        """The transport took a decision."""
        self._seats[seat].handed_over(decision, at_ns)

    def on_act(self, seat: int, decision: int, action: int | str | None, read_ns: int) -> None:
        """A seat answered."""
        self._step(partial(self._acted, self._seats[seat], decision, action, read_ns))

    def on_resign(self, seat: int, read_ns: int) -> None:
        """A seat gives up. Without effect while the match waits: it need only stay away."""
        self._step(partial(self._resigned, self._seats[seat], read_ns))

    def on_detach(self, seat: int, at_ns: int) -> None:
        """A seat's connection is gone."""
        self._ports.pop(seat, None)
        self._step(partial(self._detached, self._seats[seat], at_ns))

    def cancel(self) -> None:
        """End the match without a result, by the organiser's will.

        Raises:
            MatchEndedError: it has ended.
        """
        if self.state.ended:
            raise MatchEndedError(f"match {self.id} has ended")
        self._step(partial(self._void, EndCause.CANCELLED, Culprit.HOST))

    def shut_down(self) -> None:
        """End the match, if it has not ended, since the server is being stopped."""
        if not self.state.ended:
            self._step(partial(self._void, EndCause.SHUTDOWN, Culprit.HOST))

    # ------------------------------------------------------------------------------------------------ steps

    def _step(self, work: Callable[[], MatchUpdate | None]) -> None:
        """Do something wholly. Whatever goes wrong in it voids this match and harms no other."""
        try:
            update = work()
        except Exception as error:  # noqa: BLE001 - any failure of ours is the referee's fault
            self._fail(error)
            return
        self._outbox.commit(update)
        self._set_timer()

    def _fail(self, error: Exception) -> None:
        """The referee or its journal failed: what is not durable was told to nobody; the match is void."""
        self._log.error("match.failed", error=repr(error), exc_info=error)
        if self.closed.is_set():
            return
        update = self._void(EndCause.REFEREE_FAILED, Culprit.REFEREE)
        self._outbox.commit(update)
        self._set_timer()

    def _attached(
        self, seat: Seat, link: SeatLink, last_event: int | None, bot: tuple[str, str], at_ns: int
    ) -> MatchUpdate | None:
        """A seat has a new link."""
        late = self.state is MatchState.WAITING and at_ns >= self._join_by
        update = self._not_joined() if late else self._judge([], at_ns)
        at = self._course.since(at_ns)
        if self.state is MatchState.WAITING:
            self._outbox.record(entries.joined_entry(seat.number, at, *bot))
        elif seat.away_limit_ns is not None and self._in_play(seat):
            seat.comes_back(at_ns)
            self._outbox.record(entries.presence_entry("back", seat.number, at))
        seat.link = link
        for message in seat.story(last_event, self._course.asked_again(seat)):
            seat.send(message)
        if self.state is MatchState.WAITING and all(other.link is not None for other in self._seats):
            self.state, self.started = MatchState.RUNNING, datetime.now(UTC)
            self._log.info("match.started")
            self._outbox.record(entries.started_entry(at))
            self._course.start()
            update = self._advance() or MatchUpdate(self.state, self.started)
        return update

    def _acted(self, seat: Seat, decision: int, given: int | str | None, read_ns: int) -> MatchUpdate | None:
        """A seat answered."""
        update = self._judge([], read_ns)
        over = self.state.ended and seat.fault is None
        reason = RejectReason.MATCH_OVER if over else seat.refusal(decision, read_ns)
        if reason is not None or seat.pending is None:
            self._course.tell(seat, Rejected(self.id, decision, reason or RejectReason.NOT_YOUR_TURN))
            return update
        try:
            self._course.answer(seat, seat.pending, given, read_ns)
        except RefusedAction as refused:
            return self._refused(seat, decision, given, refused, read_ns) or update
        return self._advance() or update

    def _refused(
        self, seat: Seat, decision: int, given: int | str | None, refused: RefusedAction, read_ns: int
    ) -> MatchUpdate | None:
        """The rules refuse an act. The decision is still pending, and its clock runs on."""
        explanation = str(refused)[:_MAX_EXPLANATION]
        rejected = Rejected(self.id, decision, RejectReason.ILLEGAL_ACTION, refused.reason, explanation)
        self._course.tell(seat, rejected)
        if refused.reason not in COUNTED_REASONS:
            return None
        seat.illegal += 1
        at = self._course.since(read_ns)
        seat.evidence[FaultCause.ILLEGAL_ACTION] = self._outbox.record(
            entries.illegal_entry(seat.number, decision, given, refused.reason, at, seat.illegal)
        )
        if seat.illegal < self.plan.settings.illegal_actions:
            return None
        return self._judge([Fault(seat.number, FaultCause.ILLEGAL_ACTION, at)], read_ns)

    def _resigned(self, seat: Seat, read_ns: int) -> MatchUpdate | None:
        """A seat gives up."""
        update = self._judge([], read_ns)
        if not self._in_play(seat):
            return update
        return self._judge([Fault(seat.number, FaultCause.RESIGNED, self._course.since(read_ns))], read_ns)

    def _detached(self, seat: Seat, at_ns: int) -> MatchUpdate | None:
        """A seat's connection is gone."""
        seat.link = None
        if self._in_play(seat):
            seat.goes_away(at_ns)
        if self._in_play(seat) or self.state is MatchState.WAITING:
            seat.evidence[FaultCause.DISCONNECTED] = self._outbox.record(
                entries.presence_entry("away", seat.number, self._course.since(at_ns))
            )
        return None

    def _in_play(self, seat: Seat) -> bool:
        """Whether the seat plays itself in a running match."""
        return self.state is MatchState.RUNNING and seat.fault is None

    def _advance(self) -> MatchUpdate | None:
        """Go on with the game until somebody has to decide, or it is over."""
        if not self._course.advance():
            return None
        culprit = Culprit.BOT if self._tribunal.faults else Culprit.NOBODY
        return self._finish(MatchState.FINISHED, EndCause.COMPLETED, culprit)

    def _judge(self, sure: list[Fault], at_ns: int, settled_ns: int | None = None) -> MatchUpdate | None:
        """Punish what has fallen due, and go on if the match goes on; see `Tribunal.judge`."""
        if self.state is not MatchState.RUNNING:
            return None
        match self._tribunal.judge(sure, at_ns, settled_ns):
            case Verdict.MATCH_ENDS:
                return self._finish(MatchState.FINISHED, EndCause.FORFEITED, Culprit.BOT)
            case Verdict.PLAY_ON:
                return self._advance()
            case Verdict.NOTHING:
                return None

    # ----------------------------------------------------------------------------------------------- ending

    def _not_joined(self) -> MatchUpdate:
        """The time for joining is over, and seats are missing."""
        self._tribunal.not_joined()
        return self._finish(MatchState.FINISHED, EndCause.NOT_JOINED, Culprit.BOT)

    def _void(self, cause: EndCause, culprit: Culprit) -> MatchUpdate:
        """The match does not count."""
        if self.state is MatchState.RUNNING:
            self._course.tell_all({"type": "voided", "explanation": EXPLANATIONS[cause]})
        state = MatchState.CANCELLED if cause is EndCause.CANCELLED else MatchState.VOIDED
        return self._finish(state, cause, culprit)

    def _finish(
        self, state: MatchState, cause: EndCause, culprit: Culprit, explanation: str = ""
    ) -> MatchUpdate:
        """Close the record and tell everybody."""
        self.state, self.finished = state, datetime.now(UTC)
        counts = state is MatchState.FINISHED
        result = self._course.table.result() if counts else None
        placements = None
        if counts:
            own = None if result is None else result.placements
            placements = adjudicate(self.plan.parties, self._tribunal.forfeited, own)
        faults = tuple(self._tribunal.faults)
        clocks = tuple(seat.clock.ledger(seat.number) for seat in self._seats)
        evidence = tuple(self._tribunal.evidence)
        if counts and not evidence and self._course.last_action is not None:
            evidence = (self._course.last_action,)
        told = "" if counts else explanation or EXPLANATIONS[cause]
        at = self._course.since(self._time.now_ns())
        outcome = Outcome(cause, culprit, result, placements, faults, clocks, told, evidence)
        self._outbox.record(entries.end_entry(at, state, outcome))
        head = self._outbox.head
        outcome = replace(outcome, record_head=head, signature=self._signer.sign(self.id, head))
        self.outcome = outcome
        secret = self.plan.secret
        revealed = None
        if self.revealed:
            revealed = SeedRevealed(self.id, secret.seed, secret.nonce, secret.start_text.decode())
        for seat in self._seats:
            seat.pending = None
            self._course.tell(seat, MatchEnd(self.id, outcome))
            if revealed is not None:
                self._course.tell(seat, revealed)
        self._outbox.say(partial(self.audience.end, revealed))
        self._outbox.say(self._close)
        self._log.info("match.ended", cause=cause.value, culprit=culprit.value)
        return MatchUpdate(state, self.finished, outcome, self.revealed)

    def _close(self) -> None:
        """The end is durable, and everybody was told."""
        self.closed.set()
        self._on_end(self)

    # ------------------------------------------------------------------------------------------------ timer

    def _next_due(self) -> int | None:
        """When something has to be judged next."""
        if self.state is MatchState.WAITING:
            return self._join_by
        return None if self.state.ended else self._tribunal.next_due_ns()

    def _set_timer(self) -> None:
        """See to it that the timer rings in time; it may ring too early."""
        due = self._next_due()
        if self._timer is not None:
            if due is not None and self._timer_at <= due:
                return
            self._timer.cancel()
            self._timer = None
        if due is not None:
            self._timer_at = due
            self._timer = self._time.call_at(due, self._on_timer)

    def _on_timer(self) -> None:
        """Judge what is due."""
        self._timer = None
        self._step(self._ring)

    def _ring(self) -> MatchUpdate | None:
        """What is due."""
        now = self._time.now_ns()
        if self.state is MatchState.WAITING:
            return self._not_joined() if now >= self._join_by else None
        return self._judge([], now, settled_ns=now - SETTLE_NS)
