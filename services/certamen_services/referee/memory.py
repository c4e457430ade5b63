"""What a match knows again when its entries are played through: everything that was durable."""

from __future__ import annotations

from collections.abc import Callable

from certamen_services.records.entries import Entry, latest_ns
from certamen_services.referee.course import Course
from certamen_services.referee.messages import Fault
from certamen_services.referee.outbox import Outbox
from certamen_services.referee.owed import Owed
from certamen_services.referee.terms import FaultCause, PlayedBy
from certamen_services.referee.tribunal import Tribunal


class Memory:
    """Plays entries through course and tribunal of a match that was just made, whose zero is 0.

    The seats hear their story without being connected, so that it can be told to them later.
    """

    def __init__(self, course: Course, tribunal: Tribunal, outbox: Outbox[Callable[[], None]]) -> None:
        self._course = course
        self._tribunal = tribunal
        self._outbox = outbox
        self._owed = [Owed() for _ in course.seats]
        self.latest_ns = 0
        """The last instant that the entries know, since the match was created."""
        self.started = False
        self._handlers: dict[str, Callable[[int, Entry], None]] = {
            "joined": lambda _number, _entry: None,
            "started": self._start,
            "away": self._away,
            "back": self._back,
            "gone": self._gone,
            "stall": self._stall,
            "action": self._action,
            "illegal": self._illegal,
            "fault": self._fault,
            "resumed": self._resumed,
            "end": self._end,
        }

    def take(self, number: int, entry: Entry) -> None:
        """Play an entry through.

        Raises:
            KeyError, ValueError, RefusedAction: it does not follow from those before.
        """
        self._handlers[entry["type"]](number, entry)
        self.latest_ns = max(self.latest_ns, latest_ns(entry))
        self._outbox.commit()

    def killed(self) -> dict[int, int]:
        """There are no more entries; how long the decisions that are owed had been running, by seat."""
        for owed, seat in zip(self._owed, self._course.seats, strict=True):
            owed.resumed(self.latest_ns, self._course.stoppages)
            seat.comes_back(self.latest_ns)
        return {seat: owed.used_ns for seat, owed in enumerate(self._owed) if owed.since_ns is not None}

    def _start(self, _number: int, entry: Entry) -> None:
        self.started = True
        self._course.start()
        self._ask(entry["at_ns"])

    def _ask(self, at_ns: int) -> None:
        for seat in self._course.table.state.acting_players():
            self._owed[seat].begins(at_ns)

    def _away(self, number: int, entry: Entry) -> None:
        seat = self._course.seats[entry["seat"]]
        seat.note_absence(number)
        if self.started:
            if self._owed[seat.number].waits:
                self._owed[seat.number].returned(entry["at_ns"])
            seat.goes_away(entry["at_ns"])

    def _back(self, _number: int, entry: Entry) -> None:
        seat = self._course.seats[entry["seat"]]
        if self._owed[seat.number].waits:
            self._owed[seat.number].returned(entry["at_ns"])
        seat.comes_back(entry["at_ns"])

    def _gone(self, number: int, entry: Entry) -> None:
        self._course.seats[entry["seat"]].goes_for_good(entry["at_ns"], number)

    def _stall(self, _number: int, entry: Entry) -> None:
        self._course.stoppages.add(entry["from_ns"], entry["to_ns"])

    def _action(self, number: int, entry: Entry) -> None:
        self._course.happened(number, entry)
        self._owed[entry["seat"]].ends()
        self._ask(entry["read_ns"] if entry["by"] == PlayedBy.SEAT else entry["at_ns"])

    def _illegal(self, number: int, entry: Entry) -> None:
        seat = self._course.seats[entry["seat"]]
        seat.illegal = entry["count"]
        seat.evidence[FaultCause.ILLEGAL_ACTION] = number

    def _fault(self, number: int, entry: Entry) -> None:
        seat = self._course.seats[entry["seat"]]
        fault = Fault(seat.number, FaultCause(entry["cause"]), entry["due_ns"])
        seat.fault = fault
        if entry["decision"] is not None:
            seat.asked = entry["decision"]
            if fault.cause is FaultCause.TIME_OUT:
                seat.late_decision = entry["decision"]
        self._tribunal.faults.append(fault)
        self._tribunal.evidence.append(number)
        if self.started:
            self._course.tell_fault(fault, entry["played_on"])

    def _resumed(self, _number: int, entry: Entry) -> None:
        for owed, seat in zip(self._owed, self._course.seats, strict=True):
            owed.resumed(entry["at_ns"], self._course.stoppages)
            seat.comes_back(entry["at_ns"])

    def _end(self, _number: int, entry: Entry) -> None:
        if self.started and entry["explanation"]:
            self._course.tell_all({"type": "voided", "explanation": entry["explanation"]})
