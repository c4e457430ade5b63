"""Events on the wire: those that all games share here, the others by the game's converter."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from certamen.v1 import common_pb2, event_pb2

from .base import HIDDEN, GameWire, Json, WireError
from .enums import EnumTexts

__all__ = ["event_from_proto", "event_to_proto"]

_CAUSES = EnumTexts[event_pb2.FaultCause](event_pb2.FaultCause, "FAULT_CAUSE_")


def event_to_proto(
    wire: GameWire,
    event: Mapping[str, Any],
    *,
    match: str,
    number: int,
    code_of: Callable[[str], int],
    typed: bool = True,
) -> event_pb2.Event:
    """One event as a message.

    Args:
        wire: converter of the match's game.
        event: the event as the receiver may see it, with its `type`.
        match: name of the match, `matches/{id}`.
        number: number of the event in the match.
        code_of: gives the code of an action's text.
        typed: whether actions are to be taken apart.
    """
    message = event_pb2.Event(match=match, number=number)
    match event["type"]:
        case "deal":
            deal = event_pb2.DealEvent(
                deal=event["deal"],
                first=event["first"],
                hands=[common_pb2.Cards(cards=hand) for hand in event["hands"]],
                open=event["open"],
            )
            message.deal.CopyFrom(deal)
        case "action":
            text = event["action"]
            hidden = HIDDEN in text.split(" ")
            action = event_pb2.ActionEvent(
                seat=event["seat"],
                text=text,
                action=wire.action_to_proto(text) if typed else None,
                code=None if hidden else code_of(text),
            )
            message.action.CopyFrom(action)
        case "over":
            result = common_pb2.Result(scores=event["scores"], placements=event["placements"])
            message.over.CopyFrom(event_pb2.OverEvent(result=result))
        case "fault":
            fault = event_pb2.FaultEvent(
                seat=event["seat"],
                cause=_CAUSES.number(event["cause"]),
                played_on=event["played_on"],
            )
            message.fault.CopyFrom(fault)
        case "voided":
            message.voided.CopyFrom(event_pb2.VoidedEvent(explanation=event["explanation"]))
        case _:
            wire.event_to_proto(event, message)
    return message


def event_from_proto(wire: GameWire, message: event_pb2.Event) -> Json:
    """The event again, exactly as it was given to `event_to_proto`. Raises WireError."""
    match message.WhichOneof("body"):
        case "deal":
            deal = message.deal
            return {
                "type": "deal",
                "deal": deal.deal,
                "first": deal.first if deal.HasField("first") else None,
                "hands": [list(hand.cards) for hand in deal.hands],
                "open": deal.open if deal.HasField("open") else None,
            }
        case "action":
            return {"type": "action", "seat": message.action.seat, "action": message.action.text}
        case "over":
            result = message.over.result
            return {"type": "over", "scores": list(result.scores), "placements": list(result.placements)}
        case "fault":
            fault = message.fault
            cause = _CAUSES.text(fault.cause, "fault.cause")
            return {"type": "fault", "seat": fault.seat, "cause": cause, "played_on": fault.played_on}
        case "voided":
            return {"type": "voided", "explanation": message.voided.explanation}
        case wire.name:
            return wire.event_from_proto(message)
        case _:
            raise WireError("body", f"must be an event of {wire.name} or of all games")
