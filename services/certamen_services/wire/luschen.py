"""Das Luschenspiel on the wire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from certamen.v1 import event_pb2, game_pb2, luschen_pb2

from .base import Json, WireError, check_member
from .enums import EnumTexts
from .parts import (
    hands_from_proto,
    hands_to_proto,
    result_from_proto,
    result_to_proto,
    seat_cards_from_proto,
    seat_cards_to_proto,
)

__all__ = ["LuschenWire"]

_CONTRACTS = EnumTexts[luschen_pb2.LuschenContract](luschen_pb2.LuschenContract, "LUSCHEN_CONTRACT_")
_PHASES = EnumTexts[luschen_pb2.LuschenPhase](luschen_pb2.LuschenPhase, "LUSCHEN_PHASE_")


class LuschenWire:
    """Converter of Das Luschenspiel."""

    name = "luschen"

    def options_to_proto(self, options: Mapping[str, Any]) -> game_pb2.GameOptions:
        """All options in force, as a message with every field set."""
        return game_pb2.GameOptions(luschen=_options_to_proto(options))

    def options_from_proto(self, message: game_pb2.GameOptions) -> Json:
        """The options that are set, for `load_game`. Raises WireError."""
        member = message.WhichOneof("game")
        if member is None:
            return {}
        check_member(self.name, member, "")
        return _options_from_proto(message.luschen)

    def view_to_proto(self, view: Mapping[str, Any], viewer: int | None) -> game_pb2.GameView:
        """A view of the core; `viewer` is the seat that it is for, None a spectator."""
        rows = view["rows"]
        return game_pb2.GameView(
            luschen=luschen_pb2.LuschenView(
                viewer=viewer,
                players=view["players"],
                options=_options_to_proto(view["options"]),
                deal=view["deal"],
                phase=_PHASES.number(view["phase"]),
                to_act=view["to_act"],
                dealer=view["dealer"],
                contract=_contract_to_proto(view["contract"]),
                previous=_contract_to_proto(view["previous"]),
                penalties=view["penalties"],
                reached=view["reached"],
                stamp=view["stamp"],
                hands=hands_to_proto(view["hands"]),
                skat=view["skat"],
                count=view["count"],
                trick=seat_cards_to_proto(view["trick"]),
                tricks=view["tricks"],
                played=seat_cards_to_proto(view["played"]),
                queens=view["queens"],
                rows=luschen_pb2.LuschenRows(
                    clubs=rows["c"], diamonds=rows["d"], hearts=rows["h"], spades=rows["s"]
                ),
                out=view["out"],
                laid=view["laid"],
                result=result_to_proto(view["result"]),
            )
        )

    def view_from_proto(self, message: game_pb2.GameView) -> Json:
        """The view again, exactly as the core gave it. Raises WireError."""
        check_member(self.name, message.WhichOneof("game"), "game")
        view = message.luschen
        rows = view.rows
        return {
            "game": self.name,
            "players": view.players,
            "options": _options_from_proto(view.options),
            "seed": None,
            "deal": view.deal,
            "draws": None,
            "phase": _PHASES.text(view.phase, "phase"),
            "to_act": list(view.to_act),
            "result": result_from_proto(view.result, is_set=view.HasField("result")),
            "dealer": view.dealer,
            "contract": _contract_from_proto(view.contract, "contract"),
            "previous": _contract_from_proto(view.previous, "previous"),
            "penalties": list(view.penalties),
            "reached": list(view.reached),
            "stamp": view.stamp,
            "hands": hands_from_proto(view.hands),
            "skat": list(view.skat),
            "count": view.count,
            "trick": seat_cards_from_proto(view.trick),
            "tricks": view.tricks,
            "played": seat_cards_from_proto(view.played),
            "queens": view.queens,
            "rows": {
                "c": list(rows.clubs),
                "d": list(rows.diamonds),
                "h": list(rows.hearts),
                "s": list(rows.spades),
            },
            "out": list(view.out),
            "laid": view.laid,
        }

    def action_to_proto(self, text: str) -> game_pb2.GameAction:
        """An action's text, hidden parts written "?", taken apart. Raises ValueError if it is none."""
        match text.split(" "):
            case ["choose", ("luschen" | "koenig" | "damen" | "anlegen") as contract]:
                choose = luschen_pb2.LuschenChoose(contract=_CONTRACTS.number(contract))
                action = luschen_pb2.LuschenAction(choose=choose)
            case ["play", card]:
                action = luschen_pb2.LuschenAction(play=luschen_pb2.LuschenPlay(card=card))
            case ["lay", card]:
                action = luschen_pb2.LuschenAction(lay=luschen_pb2.LuschenLay(card=card))
            case ["done"]:
                action = luschen_pb2.LuschenAction(done=luschen_pb2.LuschenDone())
            case ["pass"]:
                action = luschen_pb2.LuschenAction(pass_turn=luschen_pb2.LuschenPass())
            case _:
                raise ValueError(f"{text!r} is no action of {self.name}")
        return game_pb2.GameAction(luschen=action)

    def action_from_proto(self, message: game_pb2.GameAction) -> str:
        """The action's text again. Raises WireError."""
        check_member(self.name, message.WhichOneof("game"), "game")
        action = message.luschen
        match action.WhichOneof("action"):
            case "choose":
                return f"choose {_CONTRACTS.text(action.choose.contract, 'luschen.choose.contract')}"
            case "play":
                return f"play {action.play.card}"
            case "lay":
                return f"lay {action.lay.card}"
            case "done":
                return "done"
            case "pass_turn":
                return "pass"
            case _:
                raise WireError("luschen", "must have one kind of action set")

    def event_to_proto(self, event: Mapping[str, Any], message: event_pb2.Event) -> None:
        """Fill in the body for an event that only this game has. Raises ValueError if it is none."""
        body = message.luschen
        match event["type"]:
            case "skat":
                skat = luschen_pb2.LuschenSkatEvent(cards=event["cards"], seat=event["seat"])
                body.skat.CopyFrom(skat)
            case "added":
                body.added.CopyFrom(luschen_pb2.LuschenAddedEvent(card=event["card"]))
            case "trick":
                trick = luschen_pb2.LuschenTrickEvent(seat=event["seat"], cards=event["cards"])
                body.trick.CopyFrom(trick)
            case "booked":
                booked = luschen_pb2.LuschenBookedEvent(seat=event["seat"], points=event["points"])
                body.booked.CopyFrom(booked)
            case "out":
                body.out.CopyFrom(luschen_pb2.LuschenOutEvent(seat=event["seat"], place=event["place"]))
            case other:
                raise ValueError(f"{other!r} is no event of {self.name}")

    def event_from_proto(self, message: event_pb2.Event) -> Json:
        """The event again, exactly as the core gave it. Raises WireError."""
        event = message.luschen
        match event.WhichOneof("event"):
            case "skat":
                seat = event.skat.seat if event.skat.HasField("seat") else None
                return {"type": "skat", "cards": list(event.skat.cards), "seat": seat}
            case "added":
                return {"type": "added", "card": event.added.card}
            case "trick":
                return {"type": "trick", "seat": event.trick.seat, "cards": list(event.trick.cards)}
            case "booked":
                return {"type": "booked", "seat": event.booked.seat, "points": event.booked.points}
            case "out":
                return {"type": "out", "seat": event.out.seat, "place": event.out.place}
            case _:
                raise WireError("luschen", "must have one type of event set")


def _options_to_proto(options: Mapping[str, Any]) -> luschen_pb2.LuschenOptions:
    return luschen_pb2.LuschenOptions(limit=options["limit"])


def _options_from_proto(message: luschen_pb2.LuschenOptions) -> Json:
    return {"limit": message.limit} if message.HasField("limit") else {}


def _contract_to_proto(contract: str | None) -> luschen_pb2.LuschenContract:
    if contract is None:
        return luschen_pb2.LUSCHEN_CONTRACT_UNSPECIFIED
    return _CONTRACTS.number(contract)


def _contract_from_proto(number: int, field: str) -> str | None:
    return _CONTRACTS.text(number, field) if number else None
