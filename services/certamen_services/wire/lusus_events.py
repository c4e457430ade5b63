"""Events of Lusus Chartarum on the wire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from certamen.v1 import lusus_pb2

from .base import Json, WireError

__all__ = ["fill_event", "read_event"]


def fill_event(event: Mapping[str, Any], body: lusus_pb2.LususEvent) -> None:
    """Fill in the body for an event that only this game has. Raises ValueError if it is none."""
    match event["type"]:
        case "drawn":
            body.drawn.CopyFrom(lusus_pb2.LususDrawnEvent(seat=event["seat"], card=event["card"]))
        case "taken":
            body.taken.CopyFrom(lusus_pb2.LususTakenEvent(seat=event["seat"], cards=event["cards"]))
        case "completed":
            completed = lusus_pb2.LususCompletedEvent(
                id=event["id"], seat=event["seat"], cards=event["cards"]
            )
            body.completed.CopyFrom(completed)
        case "gained":
            body.gained.CopyFrom(lusus_pb2.LususGainedEvent(seat=event["seat"], card=event["card"]))
        case "offered":
            offered = lusus_pb2.LususOfferedEvent(
                seat=event["seat"], from_seat=event["from"], cards=event["cards"]
            )
            body.offered.CopyFrom(offered)
        case "kept":
            kept = lusus_pb2.LususKeptEvent(seat=event["seat"], from_seat=event["from"], card=event["card"])
            body.kept.CopyFrom(kept)
        case "round":
            ended = lusus_pb2.LususRoundEvent(
                round=event["round"], closed=event["closed"], gains=event["gains"], scores=event["scores"]
            )
            body.round.CopyFrom(ended)
        case other:
            raise ValueError(f"{other!r} is no event of lusus")


def read_event(event: lusus_pb2.LususEvent) -> Json:
    """The event again, exactly as the core gave it. Raises WireError."""
    match event.WhichOneof("event"):
        case "drawn":
            return {"type": "drawn", "seat": event.drawn.seat, "card": event.drawn.card}
        case "taken":
            return {"type": "taken", "seat": event.taken.seat, "cards": list(event.taken.cards)}
        case "completed":
            done = event.completed
            return {"type": "completed", "id": done.id, "seat": done.seat, "cards": list(done.cards)}
        case "gained":
            return {"type": "gained", "seat": event.gained.seat, "card": event.gained.card}
        case "offered":
            offered = event.offered
            return {
                "type": "offered",
                "seat": offered.seat,
                "from": offered.from_seat,
                "cards": list(offered.cards),
            }
        case "kept":
            return {
                "type": "kept",
                "seat": event.kept.seat,
                "from": event.kept.from_seat,
                "card": event.kept.card,
            }
        case "round":
            ended = event.round
            return {
                "type": "round",
                "round": ended.round,
                "closed": ended.closed if ended.HasField("closed") else None,
                "gains": list(ended.gains),
                "scores": list(ended.scores),
            }
        case _:
            raise WireError("lusus", "must have one type of event set")
