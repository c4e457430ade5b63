"""Plays a record through as the referee should have, and compares."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import NoReturn

from certamen_services.records.audit_end import check_end
from certamen_services.records.audit_seats import SeatAudit, check_fault
from certamen_services.records.document import Record
from certamen_services.records.entries import Entry, latest_ns
from certamen_services.records.findings import Finding, Topic
from certamen_services.records.opening import Opening, open_record
from certamen_services.referee.faults import COUNTED_REASONS, ends_match
from certamen_services.referee.messages import Fault
from certamen_services.referee.stoppages import Stoppages
from certamen_services.referee.table import RefusedAction
from certamen_services.referee.terms import EndCause, FaultCause, PlayedBy
from certamen_services.referee.vigil import StallSource


class _CannotGoOnError(Exception):
    """From here on nothing can be compared any more."""


class Audit:
    """One record, played through."""

    def __init__(self, record: Record) -> None:
        """Prepare.

        Args:
            record: what was read.
        """
        self._record = record
        self._findings: list[Finding] = []
        self._number = 0

    def findings(self) -> list[Finding]:
        """What is wrong with the first entry and with all that follows from it."""
        opening, findings = open_record(self._record.match, self._record.entries[0])
        self._findings += findings
        if opening is not None:
            self._play(opening)
        return self._findings

    def _play(self, opening: Opening) -> None:
        """Go through all other entries."""
        course = _Course(opening, self._record.entries, self._note)
        for number, entry in enumerate(self._record.entries[1:], 1):
            self._number = number
            try:
                course.take(number, entry)
            except _CannotGoOnError:
                return
            except (KeyError, TypeError, ValueError, IndexError) as error:
                self._note(Topic.FORM, f"not built as it should be: {error!r}")
                return

    def _note(self, topic: Topic, text: str) -> None:
        """Something is wrong with the present entry."""
        self._findings.append(Finding(topic, self._number, text))


Note = Callable[[Topic, str], None]


class _Course:
    """The match as the record tells it, next to the match as it should have been."""

    def __init__(self, opening: Opening, entries: tuple[Entry, ...], note: Note) -> None:
        self._plan = opening.plan
        self._table = opening.table
        self._entries = entries
        self._note = note
        time = opening.plan.settings.time
        self._stoppages = Stoppages()
        self._seats = [SeatAudit(seat.seat, time, self._stoppages) for seat in opening.plan.seats]
        self._started = False
        self._latest = self._join_from = 0
        self._faults: list[Fault] = []
        self._evidence: list[int] = []
        self._last_action: int | None = None
        self._group_due = self._group_ends = -1
        self._played_on = True
        self._fault_owed = False
        self._handlers: dict[str, Callable[[int, Entry], None]] = {
            "joined": self._joined,
            "away": self._away,
            "back": self._back,
            "gone": self._gone,
            "started": self._start,
            "action": self._action,
            "illegal": self._illegal,
            "fault": self._fault,
            "stall": self._stall,
            "resumed": self._resumed,
            "end": self._end,
        }

    def take(self, number: int, entry: Entry) -> None:
        """Compare an entry.

        Raises:
            _CannotGoOnError: the rest cannot be compared.
        """
        handler = self._handlers.get(entry["type"])
        if handler is None:
            raise ValueError(f"unknown type {entry['type']!r}")
        if self._must_end and entry["type"] not in ("end", "fault"):
            self._stop(Topic.RESULT, "the match goes on though it is over")
        if self._fault_owed and entry["type"] != "fault":
            self._note(Topic.FAULT, "the last illegal action was one too many, but no fault follows")
        self._fault_owed = False
        handler(number, entry)
        self._latest = max(self._latest, latest_ns(entry))

    def _stop(self, topic: Topic, text: str) -> NoReturn:
        """Something is wrong, and nothing after it can be compared."""
        self._note(topic, text)
        raise _CannotGoOnError

    @property
    def _must_end(self) -> bool:
        """Whether nothing may follow but the end."""
        return self._table.over or (bool(self._faults) and not self._played_on)

    def _seat(self, entry: Entry) -> SeatAudit:
        """The seat of an entry."""
        number = entry["seat"]
        if type(number) is not int or not 0 <= number < len(self._seats):
            raise ValueError(f"there is no seat {number!r}")
        return self._seats[number]

    # --------------------------------------------------------------------------------------------- presence

    def _joined(self, _number: int, entry: Entry) -> None:
        """A seat was attached before the start."""
        if self._started:
            self._note(Topic.PRESENCE, "joined after the start")
        self._seat(entry).present = True

    def _away(self, number: int, entry: Entry) -> None:
        """A seat's connection ended."""
        self._seat(entry).note_absence(number)
        if not self._seat(entry).leaves(entry["at_ns"], self._started):
            self._note(Topic.PRESENCE, "a seat that was away went away")

    def _back(self, _number: int, entry: Entry) -> None:
        """A seat was attached again."""
        if not self._started or not self._seat(entry).returns(entry["at_ns"]):
            self._note(Topic.PRESENCE, "a seat came back that was not away, or away for too long")

    def _gone(self, number: int, entry: Entry) -> None:
        """A seat's player will not come back."""
        if not self._seat(entry).goes_for_good(entry["at_ns"], number):
            self._note(Topic.PRESENCE, "a seat's player was gone before, or the seat at fault")

    def _start(self, _number: int, entry: Entry) -> None:
        """All seats have joined."""
        if self._started or not all(seat.present for seat in self._seats):
            self._note(Topic.PRESENCE, "started twice, or without a seat")
        if entry["at_ns"] >= self._join_by():
            self._note(Topic.PRESENCE, "started after the time for joining")
        self._started = True
        self._ask(entry["at_ns"])

    def _join_by(self) -> int:
        """When all seats must be there, counted from the creation or the last restart."""
        return self._stoppages.until_ns(self._join_from, self._plan.settings.time.join_ns)

    def _resumed(self, _number: int, entry: Entry) -> None:
        """The server had been killed and took the match up again."""
        if entry["at_ns"] != self._latest:
            self._note(Topic.CLOCK, f"the last instant before the restart was {self._latest}")
        self._join_from = self._latest
        for seat in self._seats:
            seat.resumed(self._latest, self._join_by() if self._started else None)

    def _stall(self, _number: int, entry: Entry) -> None:
        """The referee was held up."""
        begin, end = entry["from_ns"], entry["to_ns"]
        if not begin < end:
            self._note(Topic.CLOCK, "a stall that ended before it began")
        StallSource(entry["source"])
        self._stoppages.add(begin, end)

    # ---------------------------------------------------------------------------------------------- actions

    def _ask(self, at_ns: int) -> None:
        """From this instant on the seats that owe a decision owe it."""
        for number in self._table.state.acting_players():
            self._seats[number].owed.begins(at_ns)

    def _action(self, number: int, entry: Entry) -> None:
        """An action was taken."""
        if not self._started:
            self._stop(Topic.ACTION, "an action before the start")
        seat, by = self._seat(entry), PlayedBy(entry["by"])
        if entry["number"] != self._table.taken:
            self._note(Topic.ACTION, f"expected number {self._table.taken}")
        self._check_turn(seat.number, entry["action"], by)
        at = entry["read_ns"] if by is PlayedBy.SEAT else entry["at_ns"]
        if by is PlayedBy.SEAT:
            for text in seat.check_answer(entry):
                self._note(Topic.CLOCK, text)
        try:
            move = self._table.take(seat.number, entry["action"])
        except RefusedAction as refused:
            self._stop(Topic.ACTION, f"not legal: {refused}")
        if move.text != entry["text"]:
            self._note(Topic.ACTION, f"the action's text is {move.text!r}, not {entry['text']!r}")
        seat.owed.ends()
        self._last_action = number
        self._ask(at)

    def _check_turn(self, seat: int, action: int, by: PlayedBy) -> None:
        """Whether this seat had to decide now, and by whom the decision had to be made."""
        automatic, legal = self._table.owed((), {fault.seat for fault in self._faults})
        if automatic is not None:
            if (automatic.seat, automatic.action, automatic.by) != (seat, action, by):
                text = self._plan.game.action_to_string(automatic.action)
                self._stop(
                    Topic.ACTION,
                    f"here the referee had to play {text!r} for seat {automatic.seat} ({automatic.by.value})",
                )
        elif by is not PlayedBy.SEAT:
            self._stop(Topic.ACTION, "the referee played a decision that was the seat's own")
        elif seat not in legal:
            self._stop(Topic.ACTION, f"seat {seat} owed no decision")

    def _illegal(self, number: int, entry: Entry) -> None:
        """An act was refused."""
        seat, given = self._seat(entry), entry["given"]
        seat.evidence[FaultCause.ILLEGAL_ACTION] = number
        if seat.owed_since is None or seat.fault is not None or entry["decision"] != seat.asked + 1:
            self._note(Topic.ACTION, "the seat did not owe this decision")
        if entry["reason"] not in COUNTED_REASONS:
            self._note(Topic.ACTION, "this reason is not counted")
        seat.illegal += 1
        seat.last_illegal_ns = entry["read_ns"]
        if entry["count"] != seat.illegal:
            self._note(Topic.ACTION, f"this was illegal action number {seat.illegal} of the seat")
        self._fault_owed = seat.illegal >= self._plan.settings.illegal_actions
        if entry["cut"]:
            return
        reason = self._table.refusal(seat.number, given)
        if reason != entry["reason"]:
            why = "legal" if reason is None else reason
            self._note(Topic.ACTION, f"{given!r} was refused as {entry['reason']}, but it was {why}")

    # ----------------------------------------------------------------------------------------------- faults

    def _fault(self, number: int, entry: Entry) -> None:
        """A seat is at fault."""
        seat = self._seat(entry)
        fault = Fault(seat.number, FaultCause(entry["cause"]), entry["due_ns"])
        if number >= self._group_ends or fault.due_ns != self._group_due:
            self._open_group(number, fault.due_ns)
        for text in check_fault(seat, entry, self._plan.settings, self._started, self._join_from):
            self._note(Topic.FAULT, text)
        if entry["evidence"] != seat.evidence.get(fault.cause):
            self._note(Topic.FAULT, f"the evidence should be {seat.evidence.get(fault.cause)}")
        if entry["played_on"] is not self._played_on:
            self._note(Topic.FAULT, f"played_on should be {str(self._played_on).lower()}")
        seat.fault, seat.away_since = fault, None
        self._faults.append(fault)
        self._evidence.append(number)
        self._ask(fault.due_ns)

    def _open_group(self, number: int, due_ns: int) -> None:
        """The first of the faults that fell due at the same instant: all of them count."""
        if self._must_end:
            self._stop(Topic.FAULT, "a fault after the match was over")
        group = list(
            takewhile(
                lambda entry: entry["type"] == "fault" and entry["due_ns"] == due_ns, self._entries[number:]
            )
        )
        at_fault = [fault.seat for fault in self._faults]
        at_fault += [self._seat(entry).number for entry in group]
        self._group_due, self._group_ends = due_ns, number + len(group)
        ends = ends_match(self._plan.settings.policy, self._plan.parties, at_fault)
        self._played_on = self._started and not ends

    def _end(self, number: int, entry: Entry) -> None:
        """The end."""
        if number != len(self._entries) - 1:
            self._stop(Topic.FORM, "entries after the end")
        last = [] if self._last_action is None else [self._last_action]
        evidence = self._evidence or last
        for text in check_end(entry, self._plan, self._table, self._seats, self._faults, evidence):
            self._note(Topic.RESULT, text)
        if entry["cause"] == EndCause.NOT_JOINED and self._started:
            self._note(Topic.RESULT, "all seats had joined")
