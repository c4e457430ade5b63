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
    Fault,
    MatchStart,
    ToSeat,
)
from certamen_services.referee.outbox import Outbox
from certamen_services.referee.plan import MatchPlan
from certamen_services.referee.seat import Pending, Seat
from certamen_services.referee.stoppages import Stoppages
from certamen_services.referee.table import Move, Table
from certamen_services.referee.tally import Tally
from certamen_services.referee.terms import PlayedBy
from certamen_services.referee.timebase import Timebase
from certamen_services.referee.vigil import Vigil, joined


class Course:
    """What is played and what is said of it."""

    def __init__(
        self,
        plan: MatchPlan,
        outbox: Outbox[Callable[[], None]],
        timebase: Timebase,
        vigil: Vigil,
        on_asked: Callable[[], None],
        tally: Tally,
    ) -> None:
        """The table is laid; nothing is said yet.

        Args:
            plan: what was fixed when the match was created.
            outbox: where entries and messages go.
            timebase: source of time; instants in entries count from now.
            vigil: knows when the referee was held up.
            on_asked: called when the clock of a decision has started.
            tally: counts what happens.
        """
        self._plan = plan
        self._outbox = outbox
        self._time = timebase
        self._on_asked = on_asked
        self._tally = tally
        self._zero = self.resumed_ns = timebase.now_ns()
        """The instants of the match's creation, and of the last restart (or of its creation)."""
        self._events = 0
        self._warm: list[EventMessage] = []
        """Messages that are being written just now: older ones need not be kept as they were written."""
        self._used_ns: dict[int, int] = {}
        self.last_action: int | None = None
        """Number of the entry of the last action."""
        settings = plan.settings
        self.table = Table(plan.game, plan.initial_state(), plan.secret.seed, settings.play_forced)
        self.audience = Audience(plan.id)
        self.stoppages = Stoppages()
        """When the clocks of this match stood still, as far as its record tells."""
        self.seats = [Seat(info, settings.time, self.stoppages, plan.id) for info in plan.seats]
        self._vigil = vigil
        self._stalls_seen = vigil.total

    def since(self, at_ns: int) -> int:
        """Time from the match's creation to an instant."""
        return at_ns - self._zero

    def recall(self) -> None:
        """What comes next was long ago: instants are those of the entries."""
        self._zero = 0

    def go_on(self, since_ns: int, used_ns: dict[int, int]) -> None:
        """The match goes on now; since the server was killed its time has stood still.

        Args:
            since_ns: how long after its creation that was.
            used_ns: how long the decisions that are owed had been running, by seat.
        """
        self.resumed_ns = self._time.now_ns()
        self._zero = self.resumed_ns - since_ns
        self._used_ns = used_ns
        self.stoppages.clear()

    def await_return(self) -> None:
        """Give all seats time to come back; until then none of their clocks runs."""
        for seat in self.seats:
            seat.return_by_ns = None if seat.fault is not None else self.join_by_ns()

    def release_held(self, seat: Seat) -> None:
        """After a restart the seat has come back, or should have: what it owes is asked."""
        pending = seat.pending
        if pending is not None and pending.held:
            pending.held = False
            self._outbox.say(partial(self._release, seat, pending))

    def join_by_ns(self) -> int:
        """The instant by which all seats must have joined."""
        return self.stoppages.until_ns(self.resumed_ns, self._plan.settings.time.join_ns)

    def stop_clocks(self, waiting: bool) -> None:
        """Let the clocks that run stand still where the referee was held up, and record it.

        Args:
            waiting: the clock that runs is the one for joining.
        """
        vigil = self._vigil
        vigil.look(self._time.now_ns())
        if vigil.total == self._stalls_seen:
            return
        running = [since for seat in self.seats if (since := seat.running_since_ns) is not None]
        since = self.resumed_ns if waiting else min(running, default=None)
        if since is not None:
            self.stoppages.forget(since)
            for stall in joined(vigil.after(self._stalls_seen)):
                if stall.end_ns > since:
                    self.stoppages.add(stall.begin_ns, stall.end_ns)
                    self._tally.given_back_ns += stall.end_ns - max(since, stall.begin_ns)
                    span = self.since(stall.begin_ns), self.since(stall.end_ns)
                    self._outbox.record(entries.stall_entry(stall.source.value, *span))
        self._stalls_seen = vigil.total

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

    def tell_fault(self, fault: Fault, played_on: bool) -> None:
        """Tell that a seat is at fault, and whether the referee plays on for it."""
        self.tell_all(
            {"type": "fault", "seat": fault.seat, "cause": fault.cause.value, "played_on": played_on}
        )

    def _tell_events(self) -> None:
        """Tell what happened in the last action, or in the first deal, as each seat saw it."""
        first, match = self._events, self._plan.id
        told: list[tuple[Seat, list[Event], list[EventMessage]]] = []
        for seat in self.seats:
            events: list[Event] = [*self.table.events(seat.number)]
            # Most events are the same for all: then the message is made, and written, once.
            messages = next((same for _, seen, same in told if seen == events), None)
            if messages is None:
                numbered = enumerate(events, first + 1)
                messages = [EventMessage(match, number, event) for number, event in numbered]
            told.append((seat, events, messages))
            self._events = first + len(events)
        for message in self._warm:
            message.encoded.clear()
        self._warm = [message for _, _, messages in told for message in messages]
        self._outbox.say(partial(_hand_out, told))
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
        charged = seat.book(read_ns)
        remaining = seat.clock.remaining_ns
        self._count(pending, charged)
        self.last_action = self._outbox.record(
            self._asked_entry(pending, move, read_ns, (charged, remaining))
        )
        self.tell(seat, Accepted(self._plan.id, pending.decision, charged, remaining))
        self._tell_events()

    def _count(self, pending: Pending, charged_ns: int) -> None:
        """Count an answer that was taken."""
        tally = self._tally
        tally.decisions[self._plan.settings.game] += 1
        tally.think.add(charged_ns)
        if pending.sent_ns is not None and pending.queued_ns is not None:
            tally.handover.add(max(0, pending.sent_ns - pending.queued_ns))

    def happened(self, number: int, entry: entries.Entry) -> None:
        """Take an action that was taken long ago, as its entry tells it."""
        self.table.take(entry["seat"], entry["action"])
        self.last_action = number
        if entry["by"] == PlayedBy.SEAT:
            seat = self.seats[entry["seat"]]
            seat.asked = entry["decision"]
            seat.last_charged_ns = entry["charged_ns"]
            seat.clock.enter(entry["charged_ns"])
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
        budget, used = seat.clock.budget_ns(), self._used_ns.pop(seat.number, 0)
        pending = Pending(
            seat.asked, view, tuple(legal), self._events, budget_ns=max(0, budget - used), used_ns=used
        )
        seat.pending = pending
        self._outbox.say(partial(self._release, seat, pending))

    def _release(self, seat: Seat, pending: Pending) -> None:
        """Hand a decision to the transport, unless it was withdrawn meanwhile."""
        if seat.pending is not pending:
            return
        if seat.return_by_ns is not None:
            pending.held = True
            return
        pending.queued_ns = self._time.now_ns()
        pending.open = seat.link is not None
        seat.tell(self._decision(seat, pending, pending.budget_ns))
        self._on_asked()

    def asked_again(self, seat: Seat) -> Decision | None:
        """The pending decision, for a seat that is attached anew: with the time that is left of it."""
        pending, deadline = seat.pending, seat.deadline_ns
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


def _hand_out(told: list[tuple[Seat, list[Event], list[EventMessage]]]) -> None:
    """Tell each seat its events."""
    for seat, _, messages in told:
        for message in messages:
            seat.tell(message)
