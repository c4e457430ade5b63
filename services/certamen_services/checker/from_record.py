"""What a seat was told and answered in a match, from the match's record: a trace of a bot that wrote none."""

from __future__ import annotations

from certamen.v1 import play_pb2
from certamen_client.trace import TraceRun

from certamen_services.records.decode import outcome_of
from certamen_services.records.document import Record
from certamen_services.records.entries import Entry
from certamen_services.records.opening import Opening, open_record
from certamen_services.referee.clock import SeatClock
from certamen_services.referee.messages import (
    Accepted,
    Decision,
    EventMessage,
    MatchEnd,
    MatchStart,
    SeedRevealed,
    ToSeat,
)
from certamen_services.referee.terms import PlayedBy
from certamen_services.wire.names import match_name
from certamen_services.wire.play import SeatWire

__all__ = ["run_of_record"]


def run_of_record(record: Record, seat: int) -> TraceRun:
    """What the bot in a seat was told, and what it answered.

    Refusals are left out, as in a trace that is replayed. The time that is left for a decision is what it was
    when it was asked first.

    Args:
        record: of the match; it is not verified.
        seat: the seat.

    Raises:
        ValueError: the entries are not those of a match, or there is no such seat.
        RefusedAction: an action in it is not legal.
    """
    opening, findings = open_record(record.match, record.entries[0])
    if opening is None:
        raise ValueError(f"the record cannot be told: {findings[0]}")
    players = opening.plan.settings.players
    if not 0 <= seat < players:
        raise ValueError(f"seat {seat} is not accepted; expected 0 … {players - 1}")
    story = _Story(record, opening, seat)
    for entry in record.entries[1:]:
        story.take(entry)
    return story.run


class _Story:
    """One seat's story so far."""

    def __init__(self, record: Record, opening: Opening, seat: int) -> None:
        self._record, self._seat = record, seat
        self._plan, self._table = opening.plan, opening.table
        settings = self._plan.settings
        self._wire = SeatWire(record.match, seat, settings, play_pb2.ACTION_FORM_FULL)
        self._clocks = [SeatClock(settings.time) for _ in range(settings.players)]
        self._told = 0
        """Events so far."""
        self._asked = 0
        """Decisions of the seat so far."""
        self._pending: set[int] = set()
        self._played_on: set[int] = set()
        self._last_charged_ns: int | None = None
        self._started = False
        self.run = TraceRun("")
        welcome = play_pb2.Welcome(protocol_version=1, server="record", matches=[match_name(record.match)])
        self.run.messages.append(play_pb2.PlayResponse(welcome=welcome))

    def take(self, entry: Entry) -> None:
        """The next entry."""
        match entry["type"]:
            case "started":
                self._start()
            case "action":
                self._action(entry)
            case "fault":
                self._fault(entry)
            case "end":
                self._end(entry)
            case "joined" if entry["seat"] == self._seat:
                self.run.bot = entry["bot"]

    def _start(self) -> None:
        plan = self._plan
        self._started = True
        start = MatchStart(
            match=plan.id,
            seat=self._seat,
            settings=plan.settings,
            seats=plan.seats,
            practice=plan.secret.practice,
            commitment=plan.secret.commitment,
            view=self._table.state.view(self._seat),
        )
        self._tell(start)
        self._tell_events()
        self._ask()

    def _action(self, entry: Entry) -> None:
        seat, mine = entry["seat"], entry["seat"] == self._seat
        self._table.take(seat, entry["action"])
        self._pending.discard(seat)
        if entry["by"] == PlayedBy.SEAT:
            clock = self._clocks[seat]
            clock.enter(entry["charged_ns"])
            if mine:
                name, decision = match_name(self._record.match), entry["decision"]
                act = play_pb2.Act(match=name, decision=decision, code=entry["action"])
                self.run.answers[name, decision] = act
                self._last_charged_ns = entry["charged_ns"]
                self._tell(Accepted(self._plan.id, decision, entry["charged_ns"], clock.remaining_ns))
        self._tell_events()
        self._ask()

    def _fault(self, entry: Entry) -> None:
        if not self._started:
            return
        seat = entry["seat"]
        told = {name: entry[name] for name in ("seat", "cause", "played_on")}
        self._tell_event({"type": "fault", **told})
        self._played_on.add(seat)
        self._pending.discard(seat)
        self._ask()

    def _end(self, entry: Entry) -> None:
        if self._started and entry["explanation"]:
            self._tell_event({"type": "voided", "explanation": entry["explanation"]})
        record, secret = self._record, self._plan.secret
        self._tell(MatchEnd(self._plan.id, outcome_of(entry, record.head, record.signature)))
        self._tell(SeedRevealed(self._plan.id, secret.seed, secret.nonce, secret.start_text.decode()))

    # ----------------------------------------------------------------------------------------------- telling

    def _tell(self, message: ToSeat) -> None:
        self.run.messages.append(self._wire.write(message))

    def _tell_event(self, event: dict[str, object]) -> None:
        self._told += 1
        self._tell(EventMessage(self._plan.id, self._told, event))

    def _tell_events(self) -> None:
        for event in self._table.events(self._seat):
            self._tell_event(event)

    def _ask(self) -> None:
        """Decisions that are asked now, as the referee does it: unless an action of its own comes first."""
        if self._table.over:
            return
        automatic, owed = self._table.owed(self._pending, self._played_on)
        if automatic is not None:
            return
        self._pending |= owed.keys()
        if self._seat not in owed:
            return
        self._asked += 1
        decision = Decision(
            match=self._plan.id,
            decision=self._asked,
            last_event=self._told,
            view=self._table.state.view(self._seat),
            legal=tuple(owed[self._seat]),
            clocks=tuple(clock.remaining_ns for clock in self._clocks),
            last_charged_ns=self._last_charged_ns,
            time_left_ns=self._clocks[self._seat].budget_ns(),
        )
        self._tell(decision)
