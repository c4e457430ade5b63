"""Matches on the wire, as organisers and players may see them."""

from __future__ import annotations

from certamen.v1 import match_pb2

from certamen_services.referee.info import MatchInfo
from certamen_services.referee.terms import MatchState

from .enums import EnumTexts
from .names import match_name
from .outcome import outcome_to_proto
from .play import seats_to_proto
from .settings import settings_to_proto
from .times import timestamp

__all__ = ["match_to_proto", "state_from_proto"]

_STATES = EnumTexts[match_pb2.MatchState](match_pb2.MatchState, "MATCH_STATE_")


def match_to_proto(info: MatchInfo) -> match_pb2.Match:
    """The match as a message."""
    return match_pb2.Match(
        name=match_name(info.id),
        settings=settings_to_proto(info.settings),
        seats=seats_to_proto(info.seats),
        state=_STATES.number(info.state),
        practice=info.practice,
        commitment=info.commitment,
        create_time=timestamp(info.created),
        start_time=None if info.started is None else timestamp(info.started),
        end_time=None if info.ended is None else timestamp(info.ended),
        outcome=None if info.outcome is None else outcome_to_proto(info.outcome),
        predecessor="" if info.attempt.predecessor is None else match_name(info.attempt.predecessor),
        attempt=info.attempt.number,
        revealed=info.revealed,
    )


def state_from_proto(number: int, field: str) -> MatchState | None:
    """The state asked for; None for any. Raises WireError naming `field`."""
    return MatchState(_STATES.text(number, field)) if number else None
