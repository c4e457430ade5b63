"""Parts of views and events that several games share, in both directions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from certamen.v1 import common_pb2

from .base import Json

__all__ = [
    "hands_from_proto",
    "hands_to_proto",
    "result_from_proto",
    "result_to_proto",
    "seat_cards_from_proto",
    "seat_cards_to_proto",
]


def hands_to_proto(hands: Iterable[Sequence[str]]) -> list[common_pb2.Cards]:
    """Lists of cards, one for each seat or party."""
    return [common_pb2.Cards(cards=hand) for hand in hands]


def hands_from_proto(hands: Iterable[common_pb2.Cards]) -> list[list[str]]:
    """The lists of cards again."""
    return [list(hand.cards) for hand in hands]


def seat_cards_to_proto(cards: Iterable[Mapping[str, Any]]) -> list[common_pb2.SeatCard]:
    """Cards with the seats that laid them."""
    return [common_pb2.SeatCard(seat=at["seat"], card=at["card"]) for at in cards]


def seat_cards_from_proto(cards: Iterable[common_pb2.SeatCard]) -> list[Json]:
    """The cards with their seats again."""
    return [{"seat": at.seat, "card": at.card} for at in cards]


def result_to_proto(result: Mapping[str, Any] | None) -> common_pb2.Result | None:
    """A position's result; None before the end."""
    if result is None:
        return None
    return common_pb2.Result(scores=result["scores"], placements=result["placements"])


def result_from_proto(result: common_pb2.Result, *, is_set: bool) -> Json | None:
    """The result again; None if the field was not set."""
    return {"scores": list(result.scores), "placements": list(result.placements)} if is_set else None
