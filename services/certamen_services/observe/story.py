"""The story of a match, told from the entries of its record without anything that shows a card.

Entries hold the seed, the actions and what bots tried: none of that is told, only what is named here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from certamen.v1 import operations_pb2

from certamen_services.records.entries import latest_ns
from certamen_services.referee.terms import PlayedBy

Entry: TypeAlias = Mapping[str, Any]

__all__ = ["count_actions", "seat_stories", "timeline"]


def seat_stories(seats: int, entries: Iterable[Entry]) -> list[operations_pb2.SeatStory]:
    """Bot and clock of each seat.

    Args:
        seats: how many there are.
        entries: of the match, in order.
    """
    told = [operations_pb2.SeatStory(seat=seat) for seat in range(seats)]
    for entry in entries:
        if entry["type"] == "joined":
            place = told[entry["seat"]]
            place.bot, place.version = entry["bot"], entry["version"]
        elif entry["type"] == "action" and entry["by"] == PlayedBy.SEAT:
            place, charged = told[entry["seat"]], entry["charged_ns"]
            place.decisions += 1
            place.charged_ns += charged
            place.longest_ns = max(place.longest_ns, charged)
            place.remaining_ns = entry["remaining_ns"]
    return told


def count_actions(entries: Iterable[Entry]) -> int:
    """How many actions were taken."""
    return sum(entry["type"] == "action" for entry in entries)


def timeline(entries: Sequence[Entry]) -> list[operations_pb2.Happening]:
    """What happened, but for the actions; kinds of entries that are not known here are left out.

    Args:
        entries: all of the match so far, from the first.
    """
    told = []
    for number, entry in enumerate(entries):
        tell = _TEXTS.get(entry["type"])
        if tell is None:
            continue
        kind = "created" if entry["type"] == "match" else entry["type"]
        happening = operations_pb2.Happening(
            at_ns=latest_ns(dict(entry)) if kind != "fault" else entry["due_ns"],
            kind=kind,
            seat=entry.get("seat"),
            text=tell(entry),
            entry=number,
        )
        if kind == "fault" and (proof := entry["evidence"]) is not None:
            happening.evidence = proof
            proving = entries[proof]
            happening.text += f"; proof: entry {proof}, {_TEXTS.get(proving['type'], _type)(proving)}"
        told.append(happening)
    return told


def _type(entry: Entry) -> str:
    return str(entry["type"])


def _joined(entry: Entry) -> str:
    return f"{entry['bot'] or 'a bot without a name'} {entry['version']}".rstrip() + " joined"


def _fault(entry: Entry) -> str:
    asked = "" if entry["decision"] is None else f", owing decision {entry['decision']}"
    return f"{entry['cause']}{asked}" + ("; the referee plays on for it" if entry["played_on"] else "")


def _stall(entry: Entry) -> str:
    ms = (entry["to_ns"] - entry["from_ns"]) / 1e6
    return f"the {entry['source']} was held up for {ms:.1f} ms; clocks stood still"


def _end(entry: Entry) -> str:
    why = f": {entry['explanation']}" if entry["explanation"] else ""
    return f"{entry['state']}, {entry['cause']}, by {entry['culprit']}{why}"


_TEXTS: dict[str, Callable[[Entry], str]] = {
    "match": lambda entry: f"created at {entry['created']}",
    "joined": _joined,
    "started": lambda _: "all seats had joined",
    "away": lambda _: "the connection was gone",
    "back": lambda _: "it was back",
    "gone": lambda entry: f"it will not come back: {entry['explanation']}",
    "resumed": lambda entry: f"the server was back at {entry['date']}",
    "stall": _stall,
    "illegal": lambda entry: f"refused act {entry['count']}: {entry['reason']}",
    "fault": _fault,
    "end": _end,
}
