"""The course of the game as its seats are told it: events, decisions, and the actions that answer them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from certamen_services.records import entries
from certamen_services.referee.audience import Audience
from certamen_services.referee.messages import (
    Accepted,
    Decision,
    Event,
    EventMessage,
    MatchStart,
    ToSeat,
)
from certamen_services.referee.outbox import Outbox
from certamen_services.referee.plan import MatchPlan
from certamen_services.referee.seat import Pending, Seat
from certamen_services.referee.table import Move, Table
from certamen_services.referee.timebase import Timebase


class Course:
    """What is played and what is said of it."""

    def __init__(
        self,
        plan: MatchPlan,
        outbox: Outbox[Callable[[], None]],
        timebase: Timebase,
        on_asked: Callable[[], None],
    ) -> None:
        """The table is laid; nothing is said yet.

        Args:
            plan: what was fixed when the match was created.
            outbox: where entries and messages go.
            timebase: source of time; instants in entries count from now.
            on_asked: called when the clock of a decision has started.
        """
        self._plan = plan
        self._outbox = outbox
        self._time = timebase
        self._on_asked = on_asked
        self._zero = timebase.now_ns()
        self._events = 0
        self.last_action: int | None = None
        """Number of the entry of the last action."""
        settings = plan.settings
        self.table = Table(plan.game, plan.initial_state(), plan.secret.seed, settings.play_forced)
        self.audience = Audience(plan.id)
        self.seats = [Seat(info, settings.time) for info in plan.seats]

    def since(self, at_ns: int) -> int:
        """Time from the match's creation to an instant."""
        return at_ns - self._zero

    # ----------------------------------------------------------------------------------------------- telling

    def tell(self, seat: Seat, message: ToSeat) -> None:
        """Tell a seat something as soon as what was recorded so far is durable."""
        self._outbox.say(partial(seat.tell, message))

    def tell_all(self, event: Event) -> None:
        """Tell an event that is the same for everybody."""
        self._events += 1
        for seat in self.seats:
            self.tell(seat, EventMessage(self._plan.id, self._events, event))
        self._outbox.say(partial(self.audience.add, self._events, event))

    def _tell_events(self) -> None:
        """Tell what happened in the last action, or in the first deal, as each seat saw it."""
        first, match = self._events, self._plan.id
        for seat in self.seats:
            events = self.table.events(seat.number)
            self._events = first + len(events)
            for number, event in enumerate(events, first + 1):
                self.tell(seat, EventMessage(match, number, event))
        # Delivered later, when the table may be further on: hence the copy.
        self._outbox.say(partial(self.audience.happened, first + 1, self.table.state.clone()))

    # ----------------------------------------------------------------------------------------------- playing

    def start(self) -> None:
        """Tell everybody what is played, and the first deal."""
        plan = self._plan
        for seat in self.seats:
            view = self.table.state.view(seat.number)
            self.tell(
                seat,
                MatchStart(
                    match=plan.id,
                    seat=seat.number,
                    settings=plan.settings,
                    seats=plan.seats,
                    practice=plan.secret.practice,
                    commitment=plan.secret.commitment,
                    view=view,
                ),
            )
        self._outbox.say(partial(self.audience.begin, self.table.state.clone()))
        self._tell_events()

    def answer(self, seat: Seat, pending: Pending, given: int | str | None, read_ns: int) -> None:
        """Take a seat's answer to its pending decision.

        Args:
            seat: who answers.
            pending: the decision.
            given: code or text.
            read_ns: when the answer was read.

        Raises:
            RefusedAction: the rules refuse it; nothing has changed.
        """
        move = self.table.take(seat.number, self.table.parse(seat.number, given))
        seat.pending = None
        seat.last_charged_ns = charged = seat.clock.book(pending.start_ns, read_ns)
        remaining = seat.clock.remaining_ns
        self.last_action = self._outbox.record(
            self._asked_entry(pending, move, read_ns, (charged, remaining))
        )
        self.tell(seat, Accepted(self._plan.id, pending.decision, charged, remaining))
        self._tell_events()

    def advance(self) -> bool:
        """Take the actions that are the referee's, then ask for the others; whether the game is over."""
        table = self.table
        played_on = {seat.number for seat in self.seats if seat.fault is not None}
        while not table.over:
            asked = {seat.number for seat in self.seats if seat.pending is not None}
            automatic, owed = table.owed(asked, played_on)
            if automatic is None:
                for number, legal in owed.items():
                    self._ask(self.seats[number], legal)
                return False
            move = table.take(automatic.seat, automatic.action)
            at = self.since(self._time.now_ns())
            self.last_action = self._outbox.record(
                entries.played_entry(move.number, move.seat, automatic.by, move.action, move.text, at)
            )
            self._tell_events()
        return True

    def _asked_entry(
        self, pending: Pending, move: Move, read_ns: int, booked: tuple[int, int]
    ) -> entries.Entry:
        """The entry of an action that a seat chose."""
        queued, sent = self.stamps(pending)
        entry = entries.asked_entry(
            move.number,
            move.seat,
            move.action,
            move.text,
            pending.decision,
            (queued, sent, self.since(read_ns)),
        )
        entry["charged_ns"], entry["remaining_ns"] = booked
        return entry

    def stamps(self, pending: Pending) -> tuple[int, int | None]:
        """When a decision, which must have been queued, was queued and handed over, as entries tell it."""
        assert pending.queued_ns is not None  # noqa: S101 - callers see to it
        sent = pending.sent_ns
        return self.since(pending.queued_ns), None if sent is None else self.since(sent)

    # ------------------------------------------------------------------------------------------------ asking

    def _ask(self, seat: Seat, legal: list[int]) -> None:
        """A seat owes a decision; its clock starts when all that led to it is durable."""
        seat.asked += 1
        view = self.table.state.view(seat.number)
        pending = Pending(seat.asked, view, tuple(legal), self._events, seat.clock.budget_ns())
        seat.pending = pending
        self._outbox.say(partial(self._release, seat, pending))

    def _release(self, seat: Seat, pending: Pending) -> None:
        """Hand a decision to the transport, unless it was withdrawn meanwhile."""
        if seat.pending is not pending:
            return
        pending.queued_ns = self._time.now_ns()
        pending.open = seat.link is not None
        seat.tell(self._decision(seat, pending, pending.budget_ns))
        self._on_asked()

    def asked_again(self, seat: Seat) -> Decision | None:
        """The pending decision, for a seat that is attached anew: with the time that is left of it."""
        pending = seat.pending
        deadline = None if pending is None else pending.deadline_ns
        if pending is None or deadline is None:
            return None
        pending.open = False
        return self._decision(seat, pending, max(0, deadline - self._time.now_ns()))

    def _decision(self, seat: Seat, pending: Pending, time_left_ns: int) -> Decision:
        """A pending decision as it is sent."""
        return Decision(
            match=self._plan.id,
            decision=pending.decision,
            last_event=pending.last_event,
            view=pending.view,
            legal=pending.legal,
            clocks=tuple(other.clock.remaining_ns for other in self.seats),
            last_charged_ns=seat.last_charged_ns,
            time_left_ns=time_left_ns,
        )
