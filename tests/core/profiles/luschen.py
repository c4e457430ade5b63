"""Profile of Das Luschenspiel."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.core.profiles.base import Position, Profile, deal_again, hide, other_chance

VARIANTS = (
    {"players": 2},
    {"players": 3},
    {"players": 4},
    {"players": 5},
    {"players": 6},
    {"players": 7},
    {"players": 8},
    {"players": 3, "limit": 1},
    {"players": 7, "limit": 60},
    {"players": 6, "limit": 9},
)


def layout() -> list[int]:
    """Every kind, and kinds that there are not, with every low byte."""
    return [kind << 24 | low for kind in (0, 1, 2, 3, 4, 255) for low in range(256)]


def cards(position: Position) -> list[str]:
    """Hands, Skat and the cards played; a card in a row may have come from the Skat."""
    found = [card for hand in position["hands"] for card in hand] + position["skat"]
    played = [entry["card"] for entry in position["played"]]
    added = [card for row in position["rows"].values() for card in row if card not in played]
    return sorted(found + played + added)


def pack(options: dict[str, Any]) -> list[str]:
    """The 32 cards of a Skat pack."""
    return sorted(rank + suit for rank in "789TJQKA" for suit in "cdhs")


def skat_is_hidden(position: Position) -> bool:
    """Only luschen and anlegen turn it up."""
    return position["contract"] not in ("luschen", "anlegen")


def blank(position: Position, viewer: int) -> Position:
    """Others' hands, the Skat where it is face down, seed and draws."""
    hands = enumerate(position["hands"])
    return {
        **position,
        "seed": None,
        "draws": None,
        "hands": [hand if seat == viewer else hide(hand) for seat, hand in hands],
        "skat": hide(position["skat"]) if skat_is_hidden(position) else position["skat"],
    }


def exchange(position: Position, viewer: int, rng: Random) -> Iterator[Position]:
    """Others' hands, and the Skat where it is face down, dealt anew; other chance."""
    others = [seat for seat in range(position["players"]) if seat != viewer]
    for _ in range(3):
        changed = other_chance(position, rng)
        hidden = [position["hands"][seat] for seat in others]
        if skat_is_hidden(position):
            *hands, changed["skat"] = deal_again([*hidden, position["skat"]], rng)
        else:
            hands = deal_again(hidden, rng)
        changed["hands"] = list(position["hands"])
        for seat, hand in zip(others, hands, strict=True):
            changed["hands"][seat] = hand
        yield changed


PROFILE = Profile(
    name="luschen",
    variants=VARIANTS,
    layout=layout,
    cards=cards,
    pack=pack,
    blank=blank,
    exchange=exchange,
)
