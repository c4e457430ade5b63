"""The entries of a record.

Times are integer nanoseconds; instants count from the match's creation.

| type | tells |
|---|---|
| `match` | first: everything that was fixed when the match was created, with nonce, seed and start position |
| `joined` | a seat was attached before the start |
| `away`, `back` | a seat's connection ended; it was attached again |
| `gone` | the organiser knew that a seat's player would not come back |
| `started` | all seats had joined |
| `action` | an action, who chose it, and the stamps and the charge of a decision that was asked |
| `illegal` | an act that the rules refused |
| `fault` | a fault of a seat |
| `resumed` | the server had been killed, and took the match up again |
| `stall` | a span in which the referee was held up, so that clocks stood still |
| `end` | last: how the match ended |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from certamen_services.referee.messages import Fault, Outcome, SeatInfo
from certamen_services.referee.settings import MatchSettings
from certamen_services.referee.terms import MatchState, PlayedBy

FORMAT = 1
"""Version of the form of records."""
MAX_GIVEN = 200
"""Characters of a refused text that are kept."""

_INSTANTS = ("at_ns", "queued_ns", "sent_ns", "read_ns", "due_ns", "to_ns")

Entry = dict[str, Any]


def match_entry(
    match: str,
    created: str,
    settings: MatchSettings,
    seats: Iterable[SeatInfo],
    practice: bool,
    secrets: Mapping[str, Any],
) -> Entry:
    """The first entry.

    Args:
        match: id of the match.
        created: when it was created, RFC 3339 in UTC; informative.
        settings: with all defaults filled in.
        seats: all of them, ascending.
        practice: whether seed or start position were given.
        secrets: `nonce`, `seed`, `commitment` (hex) and `start_position` (object or None).
    """
    return {
        "type": "match",
        "format": FORMAT,
        "match": match,
        "created": created,
        "game": settings.game,
        "players": settings.players,
        "options": dict(settings.options),
        "time": asdict(settings.time),
        "policy": settings.policy.value,
        "reveal": settings.reveal.value,
        "illegal_actions": settings.illegal_actions,
        "play_forced": settings.play_forced,
        "seats": [asdict(seat) for seat in seats],
        "practice": practice,
        **secrets,
    }


def joined_entry(seat: int, at_ns: int, bot: str, version: str) -> Entry:
    """A seat was attached before the start."""
    return {"type": "joined", "seat": seat, "at_ns": at_ns, "bot": bot, "version": version}


def presence_entry(kind: str, seat: int, at_ns: int) -> Entry:
    """A seat is `away` or `back`."""
    return {"type": kind, "seat": seat, "at_ns": at_ns}


def gone_entry(seat: int, at_ns: int, explanation: str) -> Entry:
    """A seat's player is gone for good, as the organiser says; it has no allowance any more."""
    return {"type": "gone", "seat": seat, "at_ns": at_ns, "explanation": explanation}


def resumed_entry(at_ns: int, date: str) -> Entry:
    """A server that was killed has taken the match up again.

    Args:
        at_ns: the last instant that the record knew; the match's time stood still since.
        date: when, RFC 3339 in UTC; informative.
    """
    return {"type": "resumed", "at_ns": at_ns, "date": date}


def latest_ns(entry: Entry) -> int:
    """The last instant that an entry knows; 0 if it knows none."""
    return max((entry[name] for name in _INSTANTS if entry.get(name) is not None), default=0)


def stall_entry(source: str, from_ns: int, to_ns: int) -> Entry:
    """The referee was held up; clocks that were running stood still."""
    return {"type": "stall", "source": source, "from_ns": from_ns, "to_ns": to_ns}


def started_entry(at_ns: int) -> Entry:
    """All seats have joined."""
    return {"type": "started", "at_ns": at_ns}


def asked_entry(
    number: int, seat: int, action: int, text: str, decision: int, stamps: tuple[int, int | None, int]
) -> Entry:
    """An action that the seat itself chose; `charged_ns` and `remaining_ns` are added by the clock.

    Args:
        number: of the action in the match, from 0.
        seat: who acted.
        action: its code.
        text: its text.
        decision: number of the decision among those that the seat was asked, from 1.
        stamps: queued, handed to the transport (None: it was not taken, or the seat was away), answer read.
    """
    queued_ns, sent_ns, read_ns = stamps
    return {
        "type": "action",
        "number": number,
        "seat": seat,
        "by": PlayedBy.SEAT.value,
        "action": action,
        "text": text,
        "decision": decision,
        "queued_ns": queued_ns,
        "sent_ns": sent_ns,
        "read_ns": read_ns,
    }


def played_entry(number: int, seat: int, by: PlayedBy, action: int, text: str, at_ns: int) -> Entry:
    """An action that the referee played."""
    return {
        "type": "action",
        "number": number,
        "seat": seat,
        "by": by.value,
        "action": action,
        "text": text,
        "at_ns": at_ns,
    }


def illegal_entry(
    seat: int, decision: int, given: int | str | None, reason: str, read_ns: int, count: int
) -> Entry:
    """An act that the rules refused.

    Args:
        seat: who acted.
        decision: number of the decision.
        given: what was sent; a text longer than `MAX_GIVEN` is cut there.
        reason: the core's reason.
        read_ns: when it was read.
        count: how many of this seat's acts have counted as illegal so far.
    """
    kept = given[:MAX_GIVEN] if isinstance(given, str) else given
    return {
        "type": "illegal",
        "seat": seat,
        "decision": decision,
        "given": kept,
        "cut": kept != given,
        "reason": reason,
        "read_ns": read_ns,
        "count": count,
    }


def fault_entry(
    fault: Fault, played_on: bool, evidence: int | None, pending: tuple[int, int, int | None] | None
) -> Entry:
    """A fault.

    Args:
        fault: seat, cause, and when it fell due.
        played_on: whether the referee plays on for the seat.
        evidence: number of the entry that proves it; None: this entry does.
        pending: decision that the seat owed: its number, and the stamps queued and handed to the transport.
    """
    decision, queued_ns, sent_ns = pending if pending is not None else (None, None, None)
    return {
        "type": "fault",
        "seat": fault.seat,
        "cause": fault.cause.value,
        "due_ns": fault.due_ns,
        "played_on": played_on,
        "evidence": evidence,
        "decision": decision,
        "queued_ns": queued_ns,
        "sent_ns": sent_ns,
    }


def end_entry(at_ns: int, state: MatchState, outcome: Outcome) -> Entry:
    """The last entry: how the match ended.

    Args:
        at_ns: when.
        state: in which it ended.
        outcome: how; without head and signature, which come from this entry.
    """
    own, placements = outcome.game_result, outcome.placements
    return {
        "type": "end",
        "at_ns": at_ns,
        "state": state.value,
        "cause": outcome.cause.value,
        "culprit": outcome.culprit.value,
        "explanation": outcome.explanation,
        "evidence": list(outcome.evidence),
        "game_result": None
        if own is None
        else {"scores": list(own.scores), "placements": list(own.placements)},
        "placements": None if placements is None else list(placements),
        "faults": [
            {"seat": fault.seat, "cause": fault.cause.value, "due_ns": fault.due_ns}
            for fault in outcome.faults
        ],
        "clocks": [asdict(clock) for clock in outcome.clocks],
    }
