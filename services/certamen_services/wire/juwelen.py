"""Juwelentresor on the wire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from certamen.v1 import common_pb2, event_pb2, game_pb2, juwelen_pb2

from .base import Json, WireError, check_member
from .enums import EnumTexts

__all__ = ["JuwelenWire"]

_PACKS = EnumTexts[juwelen_pb2.JuwelenPack](juwelen_pb2.JuwelenPack, "JUWELEN_PACK_")
_PHASES = EnumTexts[juwelen_pb2.JuwelenPhase](juwelen_pb2.JuwelenPhase, "JUWELEN_PHASE_")
_REASONS = EnumTexts[juwelen_pb2.JuwelenReason](juwelen_pb2.JuwelenReason, "JUWELEN_REASON_")


class JuwelenWire:
    """Converter of Juwelentresor."""

    name = "juwelen"

    def options_to_proto(self, options: Mapping[str, Any]) -> game_pb2.GameOptions:
        """All options in force, as a message with every field set."""
        return game_pb2.GameOptions(juwelen=_options_to_proto(options))

    def options_from_proto(self, message: game_pb2.GameOptions) -> Json:
        """The options that are set, for `load_game`. Raises WireError."""
        member = message.WhichOneof("game")
        if member is None:
            return {}
        check_member(self.name, member, "")
        return _options_from_proto(message.juwelen)

    def view_to_proto(self, view: Mapping[str, Any], viewer: int | None) -> game_pb2.GameView:
        """A view of the core; `viewer` is the seat that it is for, None a spectator."""
        steal, result = view["steal"], view["result"]
        return game_pb2.GameView(
            juwelen=juwelen_pb2.JuwelenView(
                viewer=viewer,
                players=view["players"],
                options=_options_to_proto(view["options"]),
                round=view["round"],
                phase=_PHASES.number(view["phase"]),
                to_act=view["to_act"],
                dealer=view["dealer"],
                leader=view["leader"],
                announced=view["announced"],
                passing=[_passing_to_proto(entry) for entry in view["passing"]],
                hands=[common_pb2.Cards(cards=hand) for hand in view["hands"]],
                aside=view["aside"],
                trick=[common_pb2.SeatCard(seat=at["seat"], card=at["card"]) for at in view["trick"]],
                won=[
                    juwelen_pb2.JuwelenSuitCounts(clubs=n["c"], diamonds=n["d"], hearts=n["h"], spades=n["s"])
                    for n in view["won"]
                ],
                tricks=view["tricks"],
                played=view["played"],
                showcase=view["showcase"],
                vault=view["vault"],
                supply=view["supply"],
                steal=None
                if steal is None
                else juwelen_pb2.JuwelenPendingSteal(
                    seat=steal["seat"], reason=_REASONS.number(steal["reason"])
                ),
                result=None
                if result is None
                else common_pb2.Result(scores=result["scores"], placements=result["placements"]),
            )
        )

    def view_from_proto(self, message: game_pb2.GameView) -> Json:
        """The view again, exactly as the core gave it. Raises WireError."""
        check_member(self.name, message.WhichOneof("game"), "game")
        view = message.juwelen
        viewer = view.viewer if view.HasField("viewer") else None
        return {
            "game": self.name,
            "players": view.players,
            "options": _options_from_proto(view.options),
            "seed": None,
            "deal": view.round,
            "draws": None,
            "phase": _PHASES.text(view.phase, "phase"),
            "to_act": list(view.to_act),
            "result": {"scores": list(view.result.scores), "placements": list(view.result.placements)}
            if view.HasField("result")
            else None,
            "round": view.round,
            "dealer": view.dealer,
            "leader": view.leader,
            "announced": view.announced if view.HasField("announced") else None,
            "passing": [
                _passing_from_proto(entry, own=seat == viewer) for seat, entry in enumerate(view.passing)
            ],
            "hands": [list(hand.cards) for hand in view.hands],
            "aside": list(view.aside),
            "trick": [{"seat": at.seat, "card": at.card} for at in view.trick],
            "won": [{"c": n.clubs, "d": n.diamonds, "h": n.hearts, "s": n.spades} for n in view.won],
            "tricks": list(view.tricks),
            "played": list(view.played),
            "showcase": list(view.showcase),
            "vault": list(view.vault),
            "supply": view.supply,
            "steal": {"seat": view.steal.seat, "reason": _REASONS.text(view.steal.reason, "steal.reason")}
            if view.HasField("steal")
            else None,
        }

    def action_to_proto(self, text: str) -> game_pb2.GameAction:
        """An action's text, hidden parts written "?", taken apart. Raises ValueError if it is none."""
        match text.split(" "):
            case ["announce", number]:
                action = juwelen_pb2.JuwelenAction(announce=juwelen_pb2.JuwelenAnnounce(number=int(number)))
            case ["pass", *cards] if cards:
                action = juwelen_pb2.JuwelenAction(pass_cards=juwelen_pb2.JuwelenPass(cards=cards))
            case ["play", card]:
                action = juwelen_pb2.JuwelenAction(play=juwelen_pb2.JuwelenPlay(card=card))
            case ["steal", party]:
                action = juwelen_pb2.JuwelenAction(steal=juwelen_pb2.JuwelenSteal(party=int(party)))
            case _:
                raise ValueError(f"{text!r} is no action of {self.name}")
        return game_pb2.GameAction(juwelen=action)

    def action_from_proto(self, message: game_pb2.GameAction) -> str:
        """The action's text again. Raises WireError."""
        check_member(self.name, message.WhichOneof("game"), "game")
        action = message.juwelen
        match action.WhichOneof("action"):
            case "announce":
                return f"announce {action.announce.number}"
            case "pass_cards":
                return " ".join(["pass", *action.pass_cards.cards])
            case "play":
                return f"play {action.play.card}"
            case "steal":
                return f"steal {action.steal.party}"
            case _:
                raise WireError("juwelen", "must have one kind of action set")

    def event_to_proto(self, event: Mapping[str, Any], message: event_pb2.Event) -> None:
        """Fill in the body for an event that only this game has. Raises ValueError if it is none."""
        match event["type"]:
            case "passed":
                passed = juwelen_pb2.JuwelenPassedEvent(
                    from_seat=event["from"], to_seat=event["to"], cards=event["cards"]
                )
                message.juwelen.passed.CopyFrom(passed)
            case "trick":
                trick = juwelen_pb2.JuwelenTrickEvent(seat=event["seat"], cards=event["cards"])
                message.juwelen.trick.CopyFrom(trick)
            case "jewel":
                jewel = juwelen_pb2.JuwelenJewelEvent(
                    suit=event["suit"],
                    seat=event["seat"],
                    party=event["party"],
                    victim=event["victim"],
                    reason=_REASONS.number(event["reason"]),
                )
                message.juwelen.jewel.CopyFrom(jewel)
            case other:
                raise ValueError(f"{other!r} is no event of {self.name}")

    def event_from_proto(self, message: event_pb2.Event) -> Json:
        """The event again, exactly as the core gave it. Raises WireError."""
        event = message.juwelen
        match event.WhichOneof("event"):
            case "passed":
                passed = event.passed
                return {
                    "type": "passed",
                    "from": passed.from_seat,
                    "to": passed.to_seat,
                    "cards": list(passed.cards),
                }
            case "trick":
                return {"type": "trick", "seat": event.trick.seat, "cards": list(event.trick.cards)}
            case "jewel":
                jewel = event.jewel
                return {
                    "type": "jewel",
                    "suit": jewel.suit,
                    "seat": jewel.seat,
                    "party": jewel.party,
                    "victim": jewel.victim if jewel.HasField("victim") else None,
                    "reason": _REASONS.text(jewel.reason, "juwelen.jewel.reason"),
                }
            case _:
                raise WireError("juwelen", "must have one type of event set")


def _options_to_proto(options: Mapping[str, Any]) -> juwelen_pb2.JuwelenOptions:
    return juwelen_pb2.JuwelenOptions(
        pack=_PACKS.number(options["pack"]),
        teams=options["teams"],
        rounds=options["rounds"],
        jewels=options["jewels"],
    )


def _options_from_proto(message: juwelen_pb2.JuwelenOptions) -> Json:
    options: Json = {}
    if message.pack:
        options["pack"] = _PACKS.text(message.pack, "juwelen.pack")
    if message.HasField("teams"):
        options["teams"] = message.teams
    if message.HasField("rounds"):
        options["rounds"] = message.rounds
    if message.HasField("jewels"):
        options["jewels"] = message.jewels
    return options


def _passing_to_proto(entry: list[str] | bool | None) -> juwelen_pb2.JuwelenPassing:
    if isinstance(entry, list):
        return juwelen_pb2.JuwelenPassing(chosen=True, cards=entry)
    return juwelen_pb2.JuwelenPassing(chosen=bool(entry))


def _passing_from_proto(message: juwelen_pb2.JuwelenPassing, *, own: bool) -> list[str] | bool | None:
    if not own:
        return message.chosen
    return list(message.cards) if message.chosen else None
