"""How a match ended, on the wire."""

from __future__ import annotations

from certamen.v1 import common_pb2, event_pb2, match_pb2

from certamen_services.referee.clock import ClockLedger
from certamen_services.referee.messages import Outcome
from certamen_services.referee.terms import Culprit

from .enums import EnumTexts

__all__ = ["outcome_to_proto"]

_CAUSES = EnumTexts[match_pb2.EndCause](match_pb2.EndCause, "END_CAUSE_")
_CULPRITS = EnumTexts[match_pb2.Culprit](match_pb2.Culprit, "CULPRIT_")
_FAULTS = EnumTexts[event_pb2.FaultCause](event_pb2.FaultCause, "FAULT_CAUSE_")


def outcome_to_proto(outcome: Outcome) -> match_pb2.Outcome:
    """The outcome as a message."""
    game = outcome.game_result
    return match_pb2.Outcome(
        cause=_CAUSES.number(outcome.cause),
        culprit=match_pb2.CULPRIT_UNSPECIFIED
        if outcome.culprit is Culprit.NOBODY
        else _CULPRITS.number(outcome.culprit),
        game_result=None
        if game is None
        else common_pb2.Result(scores=game.scores, placements=game.placements),
        placements=outcome.placements or (),
        faults=[
            match_pb2.Fault(seat=fault.seat, cause=_FAULTS.number(fault.cause)) for fault in outcome.faults
        ],
        clocks=[_ledger_to_proto(ledger) for ledger in outcome.clocks],
        explanation=outcome.explanation,
        record_head=outcome.record_head,
        signature=outcome.signature,
    )


def _ledger_to_proto(ledger: ClockLedger) -> match_pb2.ClockLedger:
    return match_pb2.ClockLedger(
        seat=ledger.seat,
        decisions=ledger.decisions,
        charged_ns=ledger.charged_ns,
        increments_ns=ledger.increments_ns,
        remaining_ns=ledger.remaining_ns,
        longest_ns=ledger.longest_ns,
    )
