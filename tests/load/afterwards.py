"""What is looked at after a server was killed: the records beside what the bots wrote down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from certamen_services.records.document import read_record
from certamen_services.records.keys import Signer
from certamen_services.records.verify import verify
from certamen_services.referee.arena import Arena
from certamen_services.referee.errors import MatchEndedError
from certamen_services.referee.messages import EventMessage, ToSeat
from certamen_services.storage.store import Store
from certamen_services.wire.play import SeatWire

from tests.load.lasting_bots import digest

__all__ = ["Tally", "compare", "differences"]

Notes = Mapping[tuple[str, int], Sequence[Mapping[str, Any]]]
"""What bots wrote down, by match and seat."""


@dataclass
class Tally:
    """What happened and what is wrong."""

    kills: int = 0
    own_deaths: int = 0
    """Kills that the server did to itself in a transaction."""
    severed: int = 0
    """Ends of the server by itself, because it was cut off from its database."""
    matches: int = 0
    resumed: int = 0
    """How often a match was taken up again."""
    actions: int = 0
    """Decisions of bots that were compared with the records."""
    events: int = 0
    """Events told to bots that were compared with the records."""
    lost: int = 0
    changed: int = 0
    doubled: int = 0
    charges_above_thought: int = 0
    """Charges above the time that `choose` took; the bot's process may have been held up around it."""
    wrong: list[str] = field(default_factory=list)

    def line(self) -> str:
        """For people."""
        return (
            f"{self.kills} kills ({self.own_deaths} in a transaction, {self.severed} cut off from the "
            f"database), {self.matches} matches, taken up again {self.resumed} times; {self.actions} "
            f"decisions and {self.events} events compared: {self.lost} lost, {self.changed} changed, "
            f"{self.doubled} doubled; {len(self.wrong)} findings"
        )


def differences(wanted: Sequence[tuple[int, Any]], found: Sequence[tuple[int, Any]]) -> tuple[int, int, int]:
    """How many of some numbered things were lost, changed, and doubled or made up.

    Args:
        wanted: number and content of each.
        found: what there is in their place.
    """
    known, there = dict(wanted), dict(found)
    lost = sum(number not in there for number in known)
    changed = sum(there[number] != content for number, content in known.items() if number in there)
    doubled = len(found) - len(there) + sum(number not in known for number in there)
    return lost, changed, doubled


class Ear:
    """A link that listens to a match's story."""

    def __init__(self) -> None:
        self.events: list[EventMessage] = []

    def send(self, message: ToSeat) -> None:
        """Keep events."""
        if isinstance(message, EventMessage):
            self.events.append(message)

    def superseded(self, match: str) -> None:
        """Nothing to do."""


async def compare(
    tally: Tally, matches: Sequence[str], notes: Notes, folder: Path, place: Path | str
) -> None:
    """Compare the records with what the bots wrote down.

    Args:
        tally: is told what was found.
        matches: names of the matches, which have ended.
        notes: what the bots wrote down.
        folder: with the server's key.
        place: the database.
    """
    signer = Signer.load_or_create(folder / "key.pem")
    store = await Store.open(place, signer.public_key)
    arena = Arena(store, signer)
    for name in matches:
        match = name.removeprefix("matches/")
        data = await arena.record(match)
        record, info = read_record(data), await arena.get(match)
        problems = [str(finding) for finding in verify(data, [signer.public_key])]
        if info.outcome is None or info.outcome.cause != "completed" or info.outcome.faults:
            problems.append(f"ended as {info.outcome}")
        try:
            await arena.recall(match)
        except MatchEndedError as error:
            tally.wrong += [f"{name}: {problem}" for problem in [*problems, f"{error}: {error.__cause__}"]]
            continue
        for seat in range(len(info.seats)):
            ear = Ear()
            arena.attach(match, seat, ear)
            wire = SeatWire(match, seat, info.settings, 1)
            told = [wire.write(event).event for event in ear.events]
            problems += check_seat(tally, record.entries, seat, notes.get((name, seat), ()), told)
        tally.resumed += sum(entry["type"] == "resumed" for entry in record.entries)
        tally.wrong += [f"{name}: {problem}" for problem in problems]
    await store.close()


def check_seat(
    tally: Tally,
    entries: Sequence[Mapping[str, Any]],
    seat: int,
    notes: Sequence[Mapping[str, Any]],
    told: Sequence[Any],
) -> Iterator[str]:
    """What is wrong with what one seat did and was told."""
    acted = [e for e in entries if e["type"] == "action" and e["seat"] == seat and e["by"] == "seat"]
    recorded = [(entry["decision"], entry["action"]) for entry in acted]
    chosen = [(note["decision"], note["code"]) for note in notes if "decision" in note]
    if recorded != chosen:
        yield f"seat {seat}: chosen were {chosen}, recorded {recorded}"
    thought = {note["decision"]: note["thought_ns"] for note in notes if "decision" in note}
    tally.charges_above_thought += sum(e["charged_ns"] > thought.get(e["decision"], 0) for e in acted)
    heard = [(note["event"], note["hash"]) for note in notes if "event" in note]
    expected = [(event.number, digest(event)) for event in told]
    if heard != expected:
        wrong = Counter(expected) - Counter(heard), Counter(heard) - Counter(expected)
        yield f"seat {seat}: events missing or changed: {wrong}"
    for wanted, found in ((chosen, recorded), (expected, heard)):
        lost, changed, doubled = differences(wanted, found)
        tally.lost += lost
        tally.changed += changed
        tally.doubled += doubled
    if len([note for note in notes if "end" in note]) != 1:
        yield f"seat {seat}: was not told the end once"
    tally.actions += len(acted)
    tally.events += len(heard)
