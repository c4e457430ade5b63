"""Rulings on the wire."""

from __future__ import annotations

from certamen.v1 import arena_pb2, match_pb2

from certamen_services.referee.rulings import Deal, Ruling
from certamen_services.referee.terms import Culprit

from .base import WireError
from .enums import EnumTexts
from .names import match_name
from .times import timestamp

__all__ = ["MAX_REASON", "check_reason", "culprit_from_proto", "deal_from_proto", "ruling_to_proto"]

MAX_REASON = 500
"""Most characters of a reason."""

_KINDS = EnumTexts[arena_pb2.RulingKind](arena_pb2.RulingKind, "RULING_KIND_")
_DEALS = EnumTexts[arena_pb2.Deal](arena_pb2.Deal, "DEAL_")
_CULPRITS = EnumTexts[match_pb2.Culprit](match_pb2.Culprit, "CULPRIT_")


def ruling_to_proto(ruling: Ruling) -> arena_pb2.Ruling:
    """The ruling as a message."""
    return arena_pb2.Ruling(
        match=match_name(ruling.match),
        kind=_KINDS.number(ruling.kind),
        create_time=timestamp(ruling.at),
        reason=ruling.reason,
        culprit=match_pb2.CULPRIT_UNSPECIFIED if ruling.culprit is None else _CULPRITS.number(ruling.culprit),
        successor="" if ruling.successor is None else match_name(ruling.successor),
    )


def deal_from_proto(number: int) -> Deal:
    """Which deal is asked for. Raises WireError naming `deal`."""
    return Deal(_DEALS.text(number, "deal")) if number else Deal.AUTO


def culprit_from_proto(number: int) -> Culprit:
    """Who is to blame. Raises WireError naming `culprit`."""
    return Culprit(_CULPRITS.text(number, "culprit"))


def check_reason(text: str, *, required: bool = False) -> str:
    """The reason, if it is one. Raises WireError naming `reason`."""
    if len(text) > MAX_REASON or not text.isprintable() or (required and not text.strip()):
        least = 1 if required else 0
        raise WireError("reason", f"must have {least} … {MAX_REASON} printable characters")
    return text
