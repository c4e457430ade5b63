"""Charta Bellica and Bellum on the wire."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from certamen.v1 import bellica_pb2, event_pb2, game_pb2

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

__all__ = ["BellicaWire"]

_VARIANTS = EnumTexts[bellica_pb2.BellicaVariant](bellica_pb2.BellicaVariant, "BELLICA_VARIANT_")
_ALLIANCES = EnumTexts[bellica_pb2.BellicaAlliance](bellica_pb2.BellicaAlliance, "BELLICA_ALLIANCE_")
_PHASES = EnumTexts[bellica_pb2.BellicaPhase](bellica_pb2.BellicaPhase, "BELLICA_PHASE_")
_SEAT = "seat_"


class BellicaWire:
    """Converter of Charta Bellica and Bellum."""

    name = "bellica"

    def options_to_proto(self, options: Mapping[str, Any]) -> game_pb2.GameOptions:
        """All options in force, as a message with every field set."""
        return game_pb2.GameOptions(bellica=_options_to_proto(options))

    def options_from_proto(self, message: game_pb2.GameOptions) -> Json:
        """The options that are set, for `load_game`. Raises WireError."""
        member = message.WhichOneof("game")
        if member is None:
            return {}
        check_member(self.name, member, "")
        return _options_from_proto(message.bellica)

    def view_to_proto(self, view: Mapping[str, Any], viewer: int | None) -> game_pb2.GameView:
        """A view of the core; `viewer` is the seat that it is for, None a spectator."""
        return game_pb2.GameView(
            bellica=bellica_pb2.BellicaView(
                viewer=viewer,
                players=view["players"],
                options=_options_to_proto(view["options"]),
                deal=view["deal"],
                phase=_PHASES.number(view["phase"]),
                to_act=view["to_act"],
                team=view["team"] or (),
                round=view["round"],
                stacks=hands_to_proto(view["stacks"]),
                hands=hands_to_proto(view["hands"]),
                fronts=seat_cards_to_proto(view["fronts"]),
                committed=[_commitment_to_proto(entry) for entry in view["committed"]],
                trick=seat_cards_to_proto(view["trick"]),
                contenders=view["contenders"],
                attack=view["attack"],
                won=hands_to_proto(view["won"]),
                result=result_to_proto(view["result"]),
            )
        )

    def view_from_proto(self, message: game_pb2.GameView) -> Json:
        """The view again, exactly as the core gave it. Raises WireError."""
        check_member(self.name, message.WhichOneof("game"), "game")
        view = message.bellica
        viewer = view.viewer if view.HasField("viewer") else None
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
            "team": list(view.team) or None,
            "round": view.round,
            "stacks": hands_from_proto(view.stacks),
            "hands": hands_from_proto(view.hands),
            "fronts": seat_cards_from_proto(view.fronts),
            "committed": [
                _commitment_from_proto(entry, own=seat == viewer) for seat, entry in enumerate(view.committed)
            ],
            "trick": seat_cards_from_proto(view.trick),
            "contenders": list(view.contenders),
            "attack": view.attack,
            "won": hands_from_proto(view.won),
        }

    def action_to_proto(self, text: str) -> game_pb2.GameAction:
        """An action's text, hidden parts written "?", taken apart. Raises ValueError if it is none."""
        match text.split(" "):
            case ["support", card]:
                action = bellica_pb2.BellicaAction(support=bellica_pb2.BellicaSupport(card=card))
            case ["commit", card]:
                action = bellica_pb2.BellicaAction(commit=bellica_pb2.BellicaCommit(card=card))
            case ["attack"]:
                action = bellica_pb2.BellicaAction(attack=bellica_pb2.BellicaAttack())
            case ["decline"]:
                action = bellica_pb2.BellicaAction(decline=bellica_pb2.BellicaDecline())
            case ["throw", card]:
                action = bellica_pb2.BellicaAction(throw_in=bellica_pb2.BellicaThrow(card=card))
            case _:
                raise ValueError(f"{text!r} is no action of {self.name}")
        return game_pb2.GameAction(bellica=action)

    def action_from_proto(self, message: game_pb2.GameAction) -> str:
        """The action's text again. Raises WireError."""
        check_member(self.name, message.WhichOneof("game"), "game")
        action = message.bellica
        match action.WhichOneof("action"):
            case "support":
                return f"support {action.support.card}"
            case "commit":
                return f"commit {action.commit.card}"
            case "attack":
                return "attack"
            case "decline":
                return "decline"
            case "throw_in":
                return f"throw {action.throw_in.card}"
            case _:
                raise WireError("bellica", "must have one kind of action set")

    def event_to_proto(self, event: Mapping[str, Any], message: event_pb2.Event) -> None:
        """Fill in the body for an event that only this game has. Raises ValueError if it is none."""
        body = message.bellica
        match event["type"]:
            case "alliance":
                body.alliance.CopyFrom(bellica_pb2.BellicaAllianceEvent(team=event["team"]))
            case "fronts":
                cards = seat_cards_to_proto(event["cards"])
                body.fronts.CopyFrom(bellica_pb2.BellicaFrontsEvent(cards=cards))
            case "revealed":
                cards = seat_cards_to_proto(event["cards"])
                body.revealed.CopyFrom(bellica_pb2.BellicaRevealedEvent(cards=cards))
            case "picked":
                picked = bellica_pb2.BellicaPickedEvent(
                    by_seat=event["by"], from_seat=event["from"], card=event["card"]
                )
                body.picked.CopyFrom(picked)
            case "returned":
                returned = bellica_pb2.BellicaReturnedEvent(seat=event["seat"], card=event["card"])
                body.returned.CopyFrom(returned)
            case "won":
                won = bellica_pb2.BellicaWonEvent(
                    team=event.get("team"), seat=event.get("seat"), cards=event["cards"]
                )
                body.won.CopyFrom(won)
            case other:
                raise ValueError(f"{other!r} is no event of {self.name}")

    def event_from_proto(self, message: event_pb2.Event) -> Json:
        """The event again, exactly as the core gave it. Raises WireError."""
        event = message.bellica
        match event.WhichOneof("event"):
            case "alliance":
                return {"type": "alliance", "team": list(event.alliance.team)}
            case "fronts":
                return {"type": "fronts", "cards": seat_cards_from_proto(event.fronts.cards)}
            case "revealed":
                return {"type": "revealed", "cards": seat_cards_from_proto(event.revealed.cards)}
            case "picked":
                picked = event.picked
                return {
                    "type": "picked",
                    "by": picked.by_seat,
                    "from": picked.from_seat,
                    "card": picked.card,
                }
            case "returned":
                return {"type": "returned", "seat": event.returned.seat, "card": event.returned.card}
            case "won":
                return _won_from_proto(event.won)
            case _:
                raise WireError("bellica", "must have one type of event set")


def _options_to_proto(options: Mapping[str, Any]) -> bellica_pb2.BellicaOptions:
    alliance = options["alliance"]
    return bellica_pb2.BellicaOptions(
        variant=_VARIANTS.number(options["variant"]),
        alliance=_ALLIANCES.number(_SEAT + alliance if alliance.isdigit() else alliance),
        rider=options["rider"],
    )


def _options_from_proto(message: bellica_pb2.BellicaOptions) -> Json:
    options: Json = {}
    if message.variant:
        options["variant"] = _VARIANTS.text(message.variant, "bellica.variant")
    if message.alliance:
        options["alliance"] = _ALLIANCES.text(message.alliance, "bellica.alliance").removeprefix(_SEAT)
    if message.HasField("rider"):
        options["rider"] = message.rider
    return options


def _commitment_to_proto(entry: str | bool | None) -> bellica_pb2.BellicaCommitment:
    if isinstance(entry, str):
        return bellica_pb2.BellicaCommitment(chosen=True, card=entry)
    return bellica_pb2.BellicaCommitment(chosen=bool(entry))


def _commitment_from_proto(message: bellica_pb2.BellicaCommitment, *, own: bool) -> str | bool | None:
    if not own:
        return message.chosen
    return message.card if message.chosen else None


def _won_from_proto(won: bellica_pb2.BellicaWonEvent) -> Json:
    match won.WhichOneof("winner"):
        case "team":
            return {"type": "won", "team": won.team, "cards": list(won.cards)}
        case "seat":
            return {"type": "won", "seat": won.seat, "cards": list(won.cards)}
        case _:
            raise WireError("bellica.won", "must have team or seat set")
