"""Lusus Chartarum on the wire: options, views and events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from certamen.v1 import event_pb2, game_pb2, lusus_pb2

from .base import Json, check_member
from .enums import EnumTexts
from .lusus_actions import action_text, take_apart
from .lusus_events import fill_event, read_event
from .parts import hands_from_proto, hands_to_proto, result_from_proto, result_to_proto

__all__ = ["LususWire"]

_PHASES = EnumTexts[lusus_pb2.LususPhase](lusus_pb2.LususPhase, "LUSUS_PHASE_")
_KINDS = EnumTexts[lusus_pb2.LususMeldKind](lusus_pb2.LususMeldKind, "LUSUS_MELD_KIND_")


class LususWire:
    """Converter of Lusus Chartarum."""

    name = "lusus"

    def options_to_proto(self, options: Mapping[str, Any]) -> game_pb2.GameOptions:
        """All options in force, as a message with every field set."""
        return game_pb2.GameOptions(lusus=_options_to_proto(options))

    def options_from_proto(self, message: game_pb2.GameOptions) -> Json:
        """The options that are set, for `load_game`. Raises WireError."""
        member = message.WhichOneof("game")
        if member is None:
            return {}
        check_member(self.name, member, "")
        return _options_from_proto(message.lusus)

    def view_to_proto(self, view: Mapping[str, Any], viewer: int | None) -> game_pb2.GameView:
        """A view of the core; `viewer` is the seat that it is for, None a spectator."""
        return game_pb2.GameView(
            lusus=lusus_pb2.LususView(
                viewer=viewer,
                players=view["players"],
                options=_options_to_proto(view["options"]),
                round=view["round"],
                phase=_PHASES.number(view["phase"]),
                to_act=view["to_act"],
                scores=view["scores"],
                hands=hands_to_proto(view["hands"]),
                out=view["out"],
                talon=view["talon"],
                pile=view["pile"],
                melds=[_meld_to_proto(meld) for meld in view["melds"]],
                next_id=view["next_id"],
                value=hands_to_proto(view["value"]),
                removed=view["removed"],
                opening=view["opening"],
                owes_play=view["owes_play"],
                offer=_offer_to_proto(view["offer"]),
                closed=view["closed"],
                result=result_to_proto(view["result"]),
            )
        )

    def view_from_proto(self, message: game_pb2.GameView) -> Json:
        """The view again, exactly as the core gave it. Raises WireError."""
        check_member(self.name, message.WhichOneof("game"), "game")
        view = message.lusus
        offer = view.offer
        return {
            "game": self.name,
            "players": view.players,
            "options": _options_from_proto(view.options),
            "seed": None,
            "deal": view.round,
            "draws": None,
            "phase": _PHASES.text(view.phase, "phase"),
            "to_act": list(view.to_act),
            "result": result_from_proto(view.result, is_set=view.HasField("result")),
            "round": view.round,
            "scores": list(view.scores),
            "hands": hands_from_proto(view.hands),
            "out": list(view.out),
            "talon": list(view.talon),
            "pile": list(view.pile),
            "melds": [_meld_from_proto(meld, f"melds[{at}]") for at, meld in enumerate(view.melds)],
            "next_id": view.next_id,
            "value": hands_from_proto(view.value),
            "removed": list(view.removed),
            "opening": view.opening,
            "owes_play": view.owes_play,
            "offer": {"seat": offer.seat, "from": offer.from_seat, "cards": list(offer.cards)}
            if view.HasField("offer")
            else None,
            "closed": view.closed if view.HasField("closed") else None,
        }

    def action_to_proto(self, text: str) -> game_pb2.GameAction:
        """An action's text, hidden parts written "?", taken apart. Raises ValueError if it is none."""
        return game_pb2.GameAction(lusus=take_apart(text))

    def action_from_proto(self, message: game_pb2.GameAction) -> str:
        """The action's text again. Raises WireError."""
        check_member(self.name, message.WhichOneof("game"), "game")
        return action_text(message.lusus)

    def event_to_proto(self, event: Mapping[str, Any], message: event_pb2.Event) -> None:
        """Fill in the body for an event that only this game has. Raises ValueError if it is none."""
        fill_event(event, message.lusus)

    def event_from_proto(self, message: event_pb2.Event) -> Json:
        """The event again, exactly as the core gave it. Raises WireError."""
        return read_event(message.lusus)


def _options_to_proto(options: Mapping[str, Any]) -> lusus_pb2.LususOptions:
    return lusus_pb2.LususOptions(target=options["target"], max_rounds=options["max_rounds"])


def _options_from_proto(message: lusus_pb2.LususOptions) -> Json:
    options: Json = {}
    if message.HasField("target"):
        options["target"] = message.target
    if message.HasField("max_rounds"):
        options["max_rounds"] = message.max_rounds
    return options


def _meld_to_proto(meld: Mapping[str, Any]) -> lusus_pb2.LususMeld:
    return lusus_pb2.LususMeld(
        id=meld["id"], owner=meld["owner"], kind=_KINDS.number(meld["kind"]), cards=meld["cards"]
    )


def _meld_from_proto(meld: lusus_pb2.LususMeld, field: str) -> Json:
    kind = _KINDS.text(meld.kind, f"{field}.kind")
    return {"id": meld.id, "owner": meld.owner, "kind": kind, "cards": list(meld.cards)}


def _offer_to_proto(offer: Mapping[str, Any] | None) -> lusus_pb2.LususOffer | None:
    if offer is None:
        return None
    return lusus_pb2.LususOffer(seat=offer["seat"], from_seat=offer["from"], cards=offer["cards"])
