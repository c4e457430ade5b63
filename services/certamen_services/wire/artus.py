"""Artus on the wire."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from certamen.v1 import artus_pb2, event_pb2, game_pb2

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

__all__ = ["ArtusWire"]

_MODES = EnumTexts[artus_pb2.ArtusMode](artus_pb2.ArtusMode, "ARTUS_MODE_")
_PHASES = EnumTexts[artus_pb2.ArtusPhase](artus_pb2.ArtusPhase, "ARTUS_PHASE_")
_PILES = EnumTexts[artus_pb2.ArtusPile](artus_pb2.ArtusPile, "ARTUS_PILE_")
_MOVE = re.compile(r"([0-9]+)([+-][0-9]+)")
# The one card with several uses: its text alone does not tell which.
_MANY = "W6"


class ArtusWire:
    """Converter of Artus."""

    name = "artus"

    def options_to_proto(self, options: Mapping[str, Any]) -> game_pb2.GameOptions:
        """All options in force, as a message with every field set."""
        return game_pb2.GameOptions(artus=_options_to_proto(options))

    def options_from_proto(self, message: game_pb2.GameOptions) -> Json:
        """The options that are set, for `load_game`. Raises WireError."""
        member = message.WhichOneof("game")
        if member is None:
            return {}
        check_member(self.name, member, "")
        return _options_from_proto(message.artus)

    def view_to_proto(self, view: Mapping[str, Any], viewer: int | None) -> game_pb2.GameView:
        """A view of the core; `viewer` is the seat that it is for, None a spectator."""
        return game_pb2.GameView(
            artus=artus_pb2.ArtusView(
                viewer=viewer,
                players=view["players"],
                options=_options_to_proto(view["options"]),
                deal=view["deal"],
                phase=_PHASES.number(view["phase"]),
                to_act=view["to_act"],
                chairs=view["chairs"],
                king=view["king"],
                placed=view["placed"],
                scores=view["scores"],
                hands=hands_to_proto(view["hands"]),
                piles=[
                    artus_pb2.ArtusPiles(knights=piles["R"], kings=piles["K"], scoring=piles["W"])
                    for piles in view["piles"]
                ],
                turn=view["turn"],
                step=view["step"],
                played=seat_cards_to_proto(view["played"]),
                result=result_to_proto(view["result"]),
            )
        )

    def view_from_proto(self, message: game_pb2.GameView) -> Json:
        """The view again, exactly as the core gave it. Raises WireError."""
        check_member(self.name, message.WhichOneof("game"), "game")
        view = message.artus
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
            "chairs": list(view.chairs),
            "king": view.king,
            "placed": view.placed,
            "scores": list(view.scores),
            "hands": hands_from_proto(view.hands),
            "piles": [
                {"R": list(piles.knights), "K": list(piles.kings), "W": list(piles.scoring)}
                for piles in view.piles
            ],
            "turn": view.turn,
            "step": view.step,
            "played": seat_cards_from_proto(view.played),
        }

    def action_to_proto(self, text: str) -> game_pb2.GameAction:
        """An action's text taken apart. Raises ValueError if it is none."""
        match text.split(" "):
            case ["place", chair]:
                action = artus_pb2.ArtusAction(place=artus_pb2.ArtusPlace(chair=int(chair)))
            case ["draw", ("R" | "K" | "W") as pile]:
                draw = artus_pb2.ArtusDraw(pile=_PILES.number(pile.lower()))
                action = artus_pb2.ArtusAction(draw=draw)
            case ["W6", "ring", chair]:
                action = artus_pb2.ArtusAction(ring=artus_pb2.ArtusRing(card=_MANY, chair=int(chair)))
            case ["W6", "best"]:
                action = artus_pb2.ArtusAction(score=artus_pb2.ArtusScore(card=_MANY))
            case [("W1" | "W2" | "W3" | "W4" | "W5") as card]:
                action = artus_pb2.ArtusAction(score=artus_pb2.ArtusScore(card=card))
            case [card, where] if found := _MOVE.fullmatch(where):
                move = artus_pb2.ArtusMove(card=card, chair=int(found[1]), distance=int(found[2]))
                action = artus_pb2.ArtusAction(move=move)
            case [("SR" | "BR" | "AR") as card, chair]:
                action = artus_pb2.ArtusAction(ring=artus_pb2.ArtusRing(card=card, chair=int(chair)))
            case _:
                raise ValueError(f"{text!r} is no action of {self.name}")
        return game_pb2.GameAction(artus=action)

    def action_from_proto(self, message: game_pb2.GameAction) -> str:
        """The action's text again. Raises WireError."""
        check_member(self.name, message.WhichOneof("game"), "game")
        action = message.artus
        match action.WhichOneof("action"):
            case "place":
                return f"place {action.place.chair}"
            case "move":
                move = action.move
                return f"{move.card} {move.chair}{move.distance:+d}"
            case "ring":
                ring = action.ring
                return f"{ring.card} ring {ring.chair}" if ring.card == _MANY else f"{ring.card} {ring.chair}"
            case "score":
                return f"{_MANY} best" if action.score.card == _MANY else action.score.card
            case "draw":
                return f"draw {_PILES.text(action.draw.pile, 'artus.draw.pile').upper()}"
            case _:
                raise WireError("artus", "must have one kind of action set")

    def event_to_proto(self, event: Mapping[str, Any], message: event_pb2.Event) -> None:
        """Fill in the body for an event that only this game has. Raises ValueError if it is none."""
        body = message.artus
        match event["type"]:
            case "displaced":
                displaced = artus_pb2.ArtusDisplacedEvent(
                    figure=event["figure"], from_chair=event["from"], to_chair=event["to"]
                )
                body.displaced.CopyFrom(displaced)
            case "points":
                points = artus_pb2.ArtusPointsEvent(seat=event["seat"], points=event["points"])
                body.points.CopyFrom(points)
            case "king":
                body.king.CopyFrom(artus_pb2.ArtusKingEvent(chair=event["chair"]))
            case "drawn":
                drawn = artus_pb2.ArtusDrawnEvent(
                    seat=event["seat"], pile=_PILES.number(event["pile"].lower()), card=event["card"]
                )
                body.drawn.CopyFrom(drawn)
            case other:
                raise ValueError(f"{other!r} is no event of {self.name}")

    def event_from_proto(self, message: event_pb2.Event) -> Json:
        """The event again, exactly as the core gave it. Raises WireError."""
        event = message.artus
        match event.WhichOneof("event"):
            case "displaced":
                displaced = event.displaced
                return {
                    "type": "displaced",
                    "figure": displaced.figure,
                    "from": displaced.from_chair,
                    "to": displaced.to_chair,
                }
            case "points":
                return {"type": "points", "seat": event.points.seat, "points": event.points.points}
            case "king":
                return {"type": "king", "chair": event.king.chair}
            case "drawn":
                drawn = event.drawn
                pile = _PILES.text(drawn.pile, "artus.drawn.pile").upper()
                return {"type": "drawn", "seat": drawn.seat, "pile": pile, "card": drawn.card}
            case _:
                raise WireError("artus", "must have one type of event set")


def _options_to_proto(options: Mapping[str, Any]) -> artus_pb2.ArtusOptions:
    return artus_pb2.ArtusOptions(mode=_MODES.number(options["mode"]))


def _options_from_proto(message: artus_pb2.ArtusOptions) -> Json:
    return {"mode": _MODES.text(message.mode, "artus.mode")} if message.mode else {}
