"""Checks a record's last entry against the match as it should have been."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any

from certamen_services.records.audit_seats import SeatAudit
from certamen_services.records.entries import Entry
from certamen_services.referee.faults import adjudicate, ends_match
from certamen_services.referee.messages import Fault
from certamen_services.referee.plan import MatchPlan
from certamen_services.referee.table import Table
from certamen_services.referee.terms import Culprit, EndCause, FaultCause, MatchState

_UNDECIDED: dict[EndCause, tuple[MatchState, Culprit | None]] = {
    EndCause.CANCELLED: (MatchState.CANCELLED, Culprit.HOST),
    EndCause.SHUTDOWN: (MatchState.VOIDED, Culprit.HOST),
    EndCause.REFEREE_FAILED: (MatchState.VOIDED, Culprit.REFEREE),
    EndCause.VOIDED: (MatchState.VOIDED, None),
}
"""Endings that do not follow from the game: the state and the culprit (None: any) that go with them."""


def check_end(
    entry: Entry,
    plan: MatchPlan,
    table: Table,
    seats: Sequence[SeatAudit],
    faults: Sequence[Fault],
    evidence: Sequence[int],
) -> Iterator[str]:
    """What is wrong with the end.

    Args:
        entry: the last entry.
        plan: what was fixed when the match was created.
        table: the table at the end.
        seats: the seats at the end.
        faults: in the order of the record.
        evidence: numbers of the entries that prove the end if it counts.
    """
    parties = plan.parties
    forfeited = {parties[fault.seat] for fault in faults}
    for name, expected in _expected(entry, plan, table, faults).items():
        if entry[name] != expected:
            yield f"{name} should be {expected}, not {entry[name]}"
    own = table.result()
    counts = entry["state"] == MatchState.FINISHED
    result = None
    if counts and own is not None:
        result = {"scores": list(own.scores), "placements": list(own.placements)}
    if entry["game_result"] != result:
        yield f"the game's own result is {result}, not {entry['game_result']}"
    places = list(adjudicate(parties, forfeited, None if own is None else own.placements)) if counts else None
    if entry["placements"] != places:
        yield f"the adjudicated places are {places}, not {entry['placements']}"
    yield from _check_reasons(entry, list(evidence if counts else evidence[: len(faults)]))
    told: list[dict[str, Any]] = [
        {"seat": fault.seat, "cause": fault.cause.value, "due_ns": fault.due_ns} for fault in faults
    ]
    if entry["faults"] != told:
        yield f"the faults are {told}, not {entry['faults']}"
    for seat, clock in zip(seats, entry["clocks"], strict=True):
        ledger = asdict(seat.clock.ledger(seat.number))
        if clock != ledger:
            yield f"the account of seat {seat.number}'s clock is {ledger}, not {clock}"


def _check_reasons(entry: Entry, evidence: list[int]) -> Iterator[str]:
    """What is wrong with evidence and explanation."""
    if entry["evidence"] != evidence:
        yield f"the evidence should be {evidence}, not {entry['evidence']}"
    if bool(entry["explanation"]) is (entry["state"] == MatchState.FINISHED):
        yield "an explanation is given where a match does not count, and only there"


def _expected(entry: Entry, plan: MatchPlan, table: Table, faults: Sequence[Fault]) -> dict[str, str]:
    """State, cause and culprit that should be there."""
    ended = ends_match(plan.settings.policy, plan.parties, [fault.seat for fault in faults])
    state, culprit = MatchState.FINISHED, Culprit.BOT
    if any(fault.cause is FaultCause.NOT_JOINED for fault in faults):
        cause = EndCause.NOT_JOINED
    elif faults and ended:
        cause = EndCause.FORFEITED
    elif table.over:
        cause = EndCause.COMPLETED
        culprit = Culprit.BOT if faults else Culprit.NOBODY
    else:
        cause = EndCause(entry["cause"])
        if cause not in _UNDECIDED:
            return {"cause": "cancelled, voided, shutdown or referee_failed: the game is not over"}
        state, blamed = _UNDECIDED[cause]
        culprit = Culprit(entry["culprit"]) if blamed is None else blamed
    return {"state": state.value, "cause": cause.value, "culprit": culprit.value}
