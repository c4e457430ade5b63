"""One match: from the seats that join to the end that everybody is told.

A match is driven by calls from the event loop: by the ports of its seats, by its timer, and by the journal
when entries have become durable. Each call is a step: it changes the match in memory, records entries, and
says messages, which the outbox delivers when the entries are durable. A decision's clock cannot start before.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from time import perf_counter_ns

import structlog

from certamen_services.records import entries
from certamen_services.records.keys import Signer
from certamen_services.referee.alarm import Alarm
from certamen_services.referee.audience import Audience
from certamen_services.referee.course import Course
from certamen_services.referee.ending import draw_up
from certamen_services.referee.errors import FieldError, MatchEndedError
from certamen_services.referee.faults import COUNTED_REASONS
from certamen_services.referee.info import MatchInfo
from certamen_services.referee.journal import Journal, MatchUpdate
from certamen_services.referee.memory import Memory
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
from certamen_services.referee.rulings import Ruling, RulingKind
from certamen_services.referee.seat import Seat
from certamen_services.referee.table import RefusedAction
from certamen_services.referee.tally import Tally
from certamen_services.referee.terms import (
    EXPLANATIONS,
    Culprit,
    EndCause,
    FaultCause,
    MatchState,
    RejectReason,
    Reveal,
)
from certamen_services.referee.timebase import Timebase
from certamen_services.referee.tribunal import SETTLE_NS, Tribunal, Verdict
from certamen_services.referee.vigil import Vigil

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
        vigil: Vigil,
        on_end: Callable[[Match], None],
        tally: Tally | None = None,
    ) -> None:
        """A match that waits for its seats from now on, or is to be recalled.

        Args:
            plan: what was fixed when it was created.
            journal: where its entries go.
            written: number of entries that are durable already, and the head of the chain over them.
            signer: signs the record.
            timebase: source of time.
            vigil: knows when the referee was held up.
            on_end: called once when the end is durable and everybody was told.
            tally: counts what happens; None: nobody wants to know.
        """
        self.plan = plan
        self.id = plan.id
        self.state = MatchState.WAITING
        self.started: datetime | None = None
        self.finished: datetime | None = None
        self.outcome: Outcome | None = None
        self._revealed = False
        self._signer = signer
        self._time = timebase
        self._on_end = on_end
        self._log = _log.bind(match=plan.id)
        self._tally = tally if tally is not None else Tally()
        self._parked = False
        self._alarm = Alarm(timebase, self._next_due, lambda: self._step(self._ring))
        self._set_timer = self._alarm.set
        self._outbox: Outbox[Callable[[], None]] = Outbox(plan.id, journal, written, _call, self._fail)
        self._course = Course(plan, self._outbox, timebase, vigil, self._set_timer, self._tally)
        self._seats = self._course.seats
        self._ports: dict[int, Port] = {}
        self._tribunal = Tribunal(plan, self._course, self._outbox, self._tally)
        self.closed = asyncio.Event()

    @property
    def revealed(self) -> bool:
        """Whether the seed is no secret any more."""
        ends_it = self.plan.settings.reveal is Reveal.MATCH and self.state.will_not_be_replayed
        return ends_it or self._revealed

    @property
    def is_unwritten(self) -> bool:
        """Whether its end could not be written."""
        return self._outbox.is_broken

    @property
    def audience(self) -> Audience:
        """What spectators may know of it."""
        return self._course.audience

    def recall(self, past: Sequence[entries.Entry], known: MatchInfo) -> None:
        """Be where the match was when the server was killed, or where it ended. Nobody is told anything.

        Args:
            past: all its entries but the first.
            known: the match as it was stored.

        Raises:
            KeyError, ValueError, RefusedAction: the entries are not those of this match.
        """
        self.state, self.started = known.state, known.started
        self.finished, self.outcome = known.ended, known.outcome
        self._revealed = known.revealed
        memory = Memory(self._course, self._tribunal, self._outbox)
        self._course.recall()
        for number, entry in enumerate(past, 1):
            memory.take(number, entry)
        self._course.go_on(memory.latest_ns, memory.killed())
        if known.outcome is not None:
            self._tell_end(known.outcome)
            self._outbox.commit()
            self.closed.set()

    def wait_for_seats(self) -> None:
        """Begin: the match was just created."""
        self._set_timer()

    def go_on(self) -> None:
        """Go on after the match was recalled: the server was killed while it waited or ran."""
        self._step(self._resumed)

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
        began = perf_counter_ns()
        self._step(partial(self._acted, self._seats[seat], decision, action, read_ns))
        self._tally.referee.add(perf_counter_ns() - began)

    def on_resign(self, seat: int, read_ns: int) -> None:
        """A seat gives up. Without effect while the match waits: it need only stay away."""
        self._step(partial(self._resigned, self._seats[seat], read_ns))

    def on_detach(self, seat: int, at_ns: int) -> None:
        """A seat's connection is gone."""
        self._ports.pop(seat, None)
        self._step(partial(self._detached, self._seats[seat], at_ns))

    def report_gone(self, seat: int, explanation: str) -> None:
        """The organiser knows that a seat's player will not come back.

        Args:
            seat: which one.
            explanation: how that is known, for the record.

        Raises:
            FieldError: there is no such seat.
            MatchEndedError: the match has ended.
        """
        if not 0 <= seat < len(self._seats):
            raise FieldError("seat", f"0 … {len(self._seats) - 1}")
        if self.state.ended:
            raise MatchEndedError(f"match {self.id} has ended")
        self._step(partial(self._gone, self._seats[seat], explanation, self._time.now_ns()))

    def rule(self, ruling: Ruling) -> None:
        """End the match without a result, by the organiser's will.

        Args:
            ruling: a CANCEL or VOID.

        Raises:
            MatchEndedError: it has ended.
        """
        if self.state.ended:
            raise MatchEndedError(f"match {self.id} has ended")
        cause = EndCause.CANCELLED if ruling.kind is RulingKind.CANCEL else EndCause.VOIDED
        self._step(partial(self._void, cause, ruling.culprit or Culprit.HOST, ruling))

    def reveal(self) -> None:
        """The seed is no secret any more, though the match ended a while ago; that is stored already."""
        if not self.revealed:
            self._revealed = True
            self._tell_seed()
            self._outbox.commit()

    def shut_down(self) -> None:
        """End the match, if it has not ended, since the server is being stopped."""
        if not self.state.ended:
            self._step(partial(self._void, EndCause.SHUTDOWN, Culprit.HOST))

    def park(self) -> None:
        """Leave the match as it is, for the next server on its store: nothing happens in it any more."""
        self._parked = True
        self._alarm.stop()

    # ------------------------------------------------------------------------------------------------ steps

    def _resumed(self) -> MatchUpdate | None:
        """The server was killed and is back: nobody is connected, and nobody is to blame for that."""
        self._log.info("match.resumed", state=self.state.value)
        at = self._course.since(self._course.resumed_ns)
        self._outbox.record(entries.resumed_entry(at, datetime.now(UTC).isoformat(timespec="milliseconds")))
        if self.state is MatchState.WAITING:
            return None
        self._course.await_return()
        return self._advance()

    def _step(self, work: Callable[[], MatchUpdate | None]) -> None:
        """Do something wholly. Whatever goes wrong in it voids this match and harms no other."""
        if self._parked:
            return
        try:
            if not self.state.ended:
                self._course.stop_clocks(waiting=self.state is MatchState.WAITING)
            update = work()
        except Exception as error:  # noqa: BLE001 - any failure of ours is the referee's fault
            self._fail(error)
            return
        self._outbox.commit(update)
        self._set_timer()

    def _fail(self, error: Exception) -> None:
        """The referee or its journal failed: what is not durable was told to nobody; the match is void."""
        self._log.error("match.failed", error=repr(error), exc_info=error)
        if self.closed.is_set() or self._parked:
            return
        update = self._void(EndCause.REFEREE_FAILED, Culprit.REFEREE)
        self._outbox.commit(update)
        self._set_timer()

    def _attached(
        self, seat: Seat, link: SeatLink, last_event: int | None, bot: tuple[str, str], at_ns: int
    ) -> MatchUpdate | None:
        """A seat has a new link."""
        late = self.state is MatchState.WAITING and at_ns >= self._course.join_by_ns()
        update = self._not_joined() if late else self._judge([], at_ns)
        at = self._course.since(at_ns)
        if self.state is MatchState.WAITING:
            self._outbox.record(entries.joined_entry(seat.number, at, *bot))
        elif seat.is_away and self._in_play(seat):
            seat.comes_back(at_ns)
            self._outbox.record(entries.presence_entry("back", seat.number, at))
            self._course.release_held(seat)
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
            reason = reason or RejectReason.NOT_YOUR_TURN
            self._rejected(seat, reason)
            self._course.tell(seat, Rejected(self.id, decision, reason))
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
        self._rejected(seat, RejectReason.ILLEGAL_ACTION)
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

    def _rejected(self, seat: Seat, reason: RejectReason) -> None:
        """Take note of an act that is refused."""
        self._tally.rejected[reason.value] += 1
        self._log.debug("act.rejected", seat=seat.number, reason=reason.value)

    def _resigned(self, seat: Seat, read_ns: int) -> MatchUpdate | None:
        """A seat gives up."""
        update = self._judge([], read_ns)
        if not self._in_play(seat):
            return update
        return self._judge([Fault(seat.number, FaultCause.RESIGNED, self._course.since(read_ns))], read_ns)

    def _detached(self, seat: Seat, at_ns: int) -> MatchUpdate | None:
        """A seat's connection is gone."""
        seat.link = None
        self._log.info("seat.detached", seat=seat.number)
        if self._in_play(seat):
            seat.goes_away(at_ns)
        if self._in_play(seat) or self.state is MatchState.WAITING:
            entry = entries.presence_entry("away", seat.number, self._course.since(at_ns))
            seat.note_absence(self._outbox.record(entry))
        return self._judge([], at_ns) if seat.is_gone else None

    def _gone(self, seat: Seat, explanation: str, at_ns: int) -> MatchUpdate | None:
        """A seat's player will not come back."""
        update = self._judge([], at_ns)
        if self.state.ended or seat.fault is not None or seat.is_gone:
            return update
        entry = entries.gone_entry(seat.number, self._course.since(at_ns), explanation)
        seat.goes_for_good(at_ns, self._outbox.record(entry))
        return self._judge([], at_ns) or update

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
        self._tribunal.expect_back(at_ns)
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

    def _void(self, cause: EndCause, culprit: Culprit, ruling: Ruling | None = None) -> MatchUpdate:
        """The match does not count."""
        explanation = EXPLANATIONS[cause] if ruling is None else ruling.reason or EXPLANATIONS[cause]
        if self.state is MatchState.RUNNING:
            self._course.tell_all({"type": "voided", "explanation": explanation})
        state = MatchState.CANCELLED if cause is EndCause.CANCELLED else MatchState.VOIDED
        return replace(self._finish(state, cause, culprit, explanation), ruling=ruling)

    def _finish(
        self, state: MatchState, cause: EndCause, culprit: Culprit, explanation: str = ""
    ) -> MatchUpdate:
        """Close the record and tell everybody."""
        self.state, self.finished = state, datetime.now(UTC)
        counts = state is MatchState.FINISHED
        outcome = draw_up(self.plan, self._course, self._tribunal, counts, cause, culprit, explanation)
        at = self._course.since(self._time.now_ns())
        self._outbox.record(entries.end_entry(at, state, outcome))
        head = self._outbox.head
        outcome = replace(outcome, record_head=head, signature=self._signer.sign(self.id, head))
        self.outcome = outcome
        self._tell_end(outcome)
        self._outbox.say(self._close)
        self._tally.ended[self.plan.settings.game, cause.value] += 1
        self._log.info("match.ended", cause=cause.value, culprit=culprit.value)
        return MatchUpdate(state, self.finished, outcome, self.revealed)

    def _tell_end(self, outcome: Outcome) -> None:
        """Tell everybody how it ended, and the seed if it is no secret any more."""
        for seat in self._seats:
            seat.pending = None
            self._course.tell(seat, MatchEnd(self.id, outcome))
        self._tell_seed()

    def _tell_seed(self) -> None:
        """Tell the seed, if it is no secret any more."""
        revealed = None
        if self.revealed:
            secret = self.plan.secret
            revealed = SeedRevealed(self.id, secret.seed, secret.nonce, secret.start_text.decode())
            for seat in self._seats:
                self._course.tell(seat, revealed)
        self._outbox.say(partial(self.audience.end, revealed))

    def _close(self) -> None:
        """The end is durable, and everybody was told."""
        self.closed.set()
        self._on_end(self)

    # ----------------------------------------------------------------------------------------------- alarm

    def _next_due(self) -> int | None:
        """When something has to be judged next."""
        if self.state is MatchState.WAITING:
            return self._course.join_by_ns()
        return None if self.state.ended else self._tribunal.next_due_ns()

    def _ring(self) -> MatchUpdate | None:
        """What is due."""
        now = self._time.now_ns()
        if self.state is MatchState.WAITING:
            return self._not_joined() if now >= self._course.join_by_ns() else None
        return self._judge([], now, settled_ns=now - SETTLE_NS)
