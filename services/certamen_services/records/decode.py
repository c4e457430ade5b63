"""Reads what entries say back into the referee's own values.

All functions raise ValueError, KeyError or TypeError if an entry is not as it should be.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from certamen_services.referee.clock import ClockLedger, TimeControl
from certamen_services.referee.messages import Fault, GameResult, Outcome, SeatInfo
from certamen_services.referee.settings import MatchSettings
from certamen_services.referee.terms import Culprit, EndCause, FaultCause, FaultPolicy, Reveal


def settings_of(first: Mapping[str, Any]) -> MatchSettings:
    """The settings in a record's first entry."""
    return MatchSettings(
        game=first["game"],
        players=first["players"],
        options=first["options"],
        time=TimeControl(**first["time"]),
        policy=FaultPolicy(first["policy"]),
        reveal=Reveal(first["reveal"]),
        illegal_actions=first["illegal_actions"],
        play_forced=first["play_forced"],
    )


def seats_of(first: Mapping[str, Any]) -> tuple[SeatInfo, ...]:
    """The seats in a record's first entry."""
    return tuple(SeatInfo(**seat) for seat in first["seats"])


def fault_of(fault: Mapping[str, Any]) -> Fault:
    """A fault, as the last entry lists it."""
    return Fault(fault["seat"], FaultCause(fault["cause"]), fault["due_ns"])


def outcome_of(end: Mapping[str, Any], head: bytes, signature: bytes) -> Outcome:
    """The outcome in a record's last entry."""
    own, placements = end["game_result"], end["placements"]
    return Outcome(
        cause=EndCause(end["cause"]),
        culprit=Culprit(end["culprit"]),
        game_result=None if own is None else GameResult(tuple(own["scores"]), tuple(own["placements"])),
        placements=None if placements is None else tuple(placements),
        faults=tuple(fault_of(fault) for fault in end["faults"]),
        clocks=tuple(ClockLedger(**clock) for clock in end["clocks"]),
        explanation=end["explanation"],
        evidence=tuple(end["evidence"]),
        record_head=head,
        signature=signature,
    )
