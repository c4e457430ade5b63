"""A record, retold from the first entry to the last."""

from __future__ import annotations

from collections.abc import Iterator

from certamen_services.records.document import Record, RecordError
from certamen_services.records.entries import Entry
from certamen_services.records.opening import Opening, open_record
from certamen_services.referee.clock import NS, TimeControl, decision_start
from certamen_services.referee.table import RefusedAction, Table
from certamen_services.referee.terms import EndCause, FaultCause, PlayedBy
from certamen_services.replay.teller import Step, View, fold
from certamen_services.replay.tellers import teller_for
from certamen_services.replay.viewpoint import EVERYTHING, SPECTATOR, Viewpoint

__all__ = ["tell"]

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


def tell(record: Record, viewpoint: Viewpoint = EVERYTHING) -> Iterator[str]:
    """The match, line by line. The record is not checked: verify it first.

    Args:
        record: of the match.
        viewpoint: whose story is told.

    Raises:
        ValueError: there is no such seat.
        RecordError: the record cannot be played through; the lines so far were told.
    """
    opening, findings = open_record(record.match, record.entries[0])
    if opening is None:
        raise RecordError("; ".join(map(str, findings)))
    if viewpoint.viewer is not None and viewpoint.viewer >= len(opening.plan.seats):
        raise ValueError(f"the match has seats 0 … {len(opening.plan.seats) - 1}")
    story = _Story(opening, viewpoint)
    yield from story.head(record)
    for number, entry in enumerate(record.entries[1:], 1):
        try:
            yield from story.lines(entry)
        except (RefusedAction, KeyError, TypeError, ValueError, IndexError) as error:
            raise RecordError(f"entry {number} cannot be told: {error}") from None


class _Story:
    """What was told so far."""

    def __init__(self, opening: Opening, viewpoint: Viewpoint) -> None:
        plan = opening.plan
        self._plan = plan
        self._table: Table = opening.table
        self._viewpoint = viewpoint
        self._names = [seat.alias for seat in plan.seats]
        self._teller = teller_for(plan.settings.game, plan.game.options, self._names, plan.parties)
        self._view: View | None = None

    def head(self, record: Record) -> Iterator[str]:
        """What was fixed when the match was created."""
        plan, settings = self._plan, self._plan.settings
        options = ", ".join(f"{name} {_plain(value)}" for name, value in sorted(settings.options.items()))
        yield f"Match {plan.id}: {settings.game}, {settings.players} seats" + (
            f" ({options})" if options else ""
        )
        yield f"Created {record.entries[0]['created']}" + (", practice" if plan.secret.practice else "")
        yield f"Clocks: {_clocks(settings.time)}"
        if self._viewpoint.sees_all:
            yield f"Seed {plan.secret.seed.hex()}"
        elif self._viewpoint == SPECTATOR:
            yield "As a spectator saw it"
        elif self._viewpoint.viewer is not None:
            yield f"As seen from seat {self._viewpoint.viewer}: {self._names[self._viewpoint.viewer]}"

    def lines(self, entry: Entry) -> Iterator[str]:
        """An entry in words."""
        if not self._viewpoint.is_told(entry):
            return
        match entry["type"]:
            case "started":
                yield from self._step()
            case "action":
                yield from self._action(entry)
            case "illegal":
                yield f"{self._name(entry)} tries {entry['given']!r}: {entry['reason']}"
            case "fault":
                goes_on = "; the referee plays on" if entry["played_on"] else ""
                yield f"{self._name(entry)} {_FAULTS[FaultCause(entry['cause'])]}{goes_on}"
            case "end":
                yield from self._end(entry)
            case _:
                yield from self._aside(entry)

    def _aside(self, entry: Entry) -> Iterator[str]:
        """What has nothing to do with the game itself."""
        match entry["type"]:
            case "joined":
                bot = " ".join(filter(None, (entry["bot"], entry["version"])))
                yield f"{self._name(entry)} joins" + (f" ({bot})" if bot else "")
            case "away":
                yield f"{self._name(entry)} loses the connection"
            case "back":
                yield f"{self._name(entry)} is back"
            case "gone":
                yield f"{self._name(entry)} will not come back: {entry['explanation']}"
            case "stall":
                yield f"The referee was held up for {_seconds(entry['to_ns'] - entry['from_ns'])}"
            case "resumed":
                yield "The server was restarted; the match goes on where it was"

    def _name(self, entry: Entry) -> str:
        """Who an entry is about."""
        return self._names[entry["seat"]]

    def _action(self, entry: Entry) -> Iterator[str]:
        """An action in words; to the seat whose story it is, with the hand from which it chose."""
        seat = entry["seat"]
        if (
            seat == self._viewpoint.viewer
            and self._view is not None
            and PlayedBy(entry["by"]) is PlayedBy.SEAT
        ):
            yield from fold(
                f"({self._name(entry)} holds ", self._teller.cards(self._view["hands"][seat]) + ")"
            )
        self._table.take(seat, entry["action"])
        first, *rest = self._step() or [""]
        yield first + _remark(entry, timed=self._viewpoint.times(entry))
        yield from rest

    def _step(self) -> list[str]:
        """What happened last."""
        events, after = self._viewpoint.events(self._table), self._viewpoint.view(self._table)
        before, self._view = self._view, after
        if before is None and not events:
            return self._teller.picture(after)
        return self._teller.tell(Step(events, before, after))

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


def _remark(entry: Entry, *, timed: bool) -> str:
    """Who decided, or how long it took, if that is known."""
    by = PlayedBy(entry["by"])
    if by is not PlayedBy.SEAT:
        return _BY[by]
    if not timed:
        return ""
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
