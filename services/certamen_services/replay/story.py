"""A record, retold from the first entry to the last."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from certamen_services.records.document import Record, RecordError
from certamen_services.records.entries import Entry
from certamen_services.records.opening import Opening, open_record
from certamen_services.referee.clock import NS, TimeControl, decision_start
from certamen_services.referee.table import RefusedAction, Table
from certamen_services.referee.terms import EndCause, FaultCause, PlayedBy
from certamen_services.replay.juwelen import JuwelenTeller
from certamen_services.replay.open_events import open_events
from certamen_services.replay.plain import PlainTeller

_FAULTS = {
    FaultCause.TIME_OUT: "ran out of time",
    FaultCause.ILLEGAL_ACTION: "tried too many illegal actions",
    FaultCause.DISCONNECTED: "was away for too long",
    FaultCause.RESIGNED: "resigned",
    FaultCause.NOT_JOINED: "did not join in time",
}
_ENDS = {
    EndCause.COMPLETED: "The game is over.",
    EndCause.FORFEITED: "At most one party has not forfeited: the match is over.",
    EndCause.NOT_JOINED: "Not all seats joined in time.",
    EndCause.CANCELLED: "The organiser cancelled the match.",
    EndCause.SHUTDOWN: "The server was stopped; the match does not count.",
    EndCause.REFEREE_FAILED: "The referee failed; the match does not count.",
}
_BY = {
    PlayedBy.FORCED: "  (forced)",
    PlayedBy.SUBSTITUTE: "  (played by the referee)",
}


class Teller(Protocol):
    """Tells the events of one game."""

    def lines(self, event: Mapping[str, Any]) -> list[str]:
        """An event in words; what belongs to the line before is indented."""


def tell(record: Record) -> Iterator[str]:
    """The match, line by line. The record is not checked: verify it first.

    Raises:
        RecordError: the record cannot be played through; the lines so far were told.
    """
    opening, findings = open_record(record.match, record.entries[0])
    if opening is None:
        raise RecordError("; ".join(map(str, findings)))
    story = _Story(opening)
    yield from story.head(record)
    for number, entry in enumerate(record.entries[1:], 1):
        try:
            yield from story.lines(entry)
        except (RefusedAction, KeyError, TypeError, ValueError, IndexError) as error:
            raise RecordError(f"entry {number} cannot be told: {error}") from None


class _Story:
    """What was told so far."""

    def __init__(self, opening: Opening) -> None:
        self._plan = opening.plan
        self._table: Table = opening.table
        self._names = [seat.alias for seat in opening.plan.seats]
        self._teller: Teller = (
            JuwelenTeller(self._names, opening.plan.parties)
            if opening.plan.settings.game == "juwelen"
            else PlainTeller(self._names)
        )

    def head(self, record: Record) -> Iterator[str]:
        """What was fixed when the match was created."""
        plan, settings = self._plan, self._plan.settings
        options = ", ".join(f"{name} {_plain(value)}" for name, value in sorted(settings.options.items()))
        yield f"Match {plan.id}: {settings.game}, {settings.players} seats" + (
            f" ({options})" if options else ""
        )
        yield f"Created {record.entries[0]['created']}" + (", practice" if plan.secret.practice else "")
        yield f"Clocks: {_clocks(settings.time)}"
        yield f"Seed {plan.secret.seed.hex()}"

    def lines(self, entry: Entry) -> Iterator[str]:
        """An entry in words."""
        match entry["type"]:
            case "joined":
                bot = " ".join(filter(None, (entry["bot"], entry["version"])))
                yield f"{self._name(entry)} joins" + (f" ({bot})" if bot else "")
            case "away":
                yield f"{self._name(entry)} loses the connection"
            case "back":
                yield f"{self._name(entry)} is back"
            case "started":
                yield from self._events()
            case "action":
                self._table.take(entry["seat"], entry["action"])
                first, *rest = list(self._events()) or [""]
                yield first + _remark(entry)
                yield from rest
            case "illegal":
                yield f"{self._name(entry)} tries {entry['given']!r}: {entry['reason']}"
            case "fault":
                goes_on = "; the referee plays on" if entry["played_on"] else ""
                yield f"{self._name(entry)} {_FAULTS[FaultCause(entry['cause'])]}{goes_on}"
            case "end":
                yield from self._end(entry)

    def _name(self, entry: Entry) -> str:
        """Who an entry is about."""
        return self._names[entry["seat"]]

    def _events(self) -> Iterator[str]:
        """What happened in the last action."""
        for event in open_events([self._table.events(seat) for seat in range(len(self._names))]):
            yield from self._teller.lines(event)

    def _end(self, entry: Entry) -> Iterator[str]:
        """How it ended."""
        yield ""
        yield _ENDS[EndCause(entry["cause"])]
        own, places = entry["game_result"], entry["placements"]
        for clock in entry["clocks"]:
            seat = clock["seat"]
            parts = []
            if places is not None:
                parts.append(f"place {places[seat]}")
            if own is not None:
                parts.append(f"score {own['scores'][seat]}")
                if places is not None and own["placements"][seat] != places[seat]:
                    parts.append(f"place {own['placements'][seat]} by the game alone")
            parts.append(f"{clock['decisions']} decisions in {_seconds(clock['charged_ns'])}")
            yield f"  {self._names[seat]}: {', '.join(parts)}"


def _remark(entry: Entry) -> str:
    """Who decided, or how long it took."""
    by = PlayedBy(entry["by"])
    if by is not PlayedBy.SEAT:
        return _BY[by]
    took = entry["read_ns"] - decision_start(entry["queued_ns"], entry["sent_ns"])
    return f"  [{_seconds(max(0, took))}]"


def _seconds(length_ns: int) -> str:
    """A length of time."""
    return f"{length_ns / NS:.3f} s"


def _clocks(time: TimeControl) -> str:
    """A time control."""
    text = f"{time.base_ns / NS:g} s + {time.increment_ns / NS:g} s"
    if time.per_move_ns is not None:
        text += f", at most {time.per_move_ns / NS:g} s for a decision"
    return f"{text}, lag {time.lag_ns / NS:g} s"


def _plain(value: object) -> str:
    """The value of an option."""
    return str(value).lower() if isinstance(value, bool) else str(value)
