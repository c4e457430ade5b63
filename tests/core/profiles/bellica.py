"""Profile of Charta Bellica and Bellum."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.core.profiles.base import Position, Profile, deal_again, hide, other_chance

# Composite comes last: the planted leaks look at hidden hands, and Bellum's hands are no secret.
VARIANTS = (
    {"players": 2},
    {"players": 3},
    {"players": 4, "variant": "bellum"},
    {"players": 2, "variant": "bellum", "rider": 10},
    {"players": 3, "rider": 3},
    {"players": 4, "variant": "bellum", "rider": 5},
    {"players": 4, "variant": "simple"},
    {"players": 4, "variant": "simple", "alliance": "1"},
    {"players": 4, "variant": "composite", "alliance": "2"},
    {"players": 4, "alliance": "3"},
    {"players": 4},
)
NATIONS = "hpot"


def layout() -> list[int]:
    """Every low byte, alone and with other bits above it."""
    return sorted(
        high | low for high in (0, 1 << 8, 1 << 24, 2 << 24, 3 << 24, 255 << 24) for low in range(256)
    )


def cards(position: Position) -> list[str]:
    """Stacks, hands, fronts, the trick and the cards won."""
    found = [card for field in ("stacks", "hands", "won") for part in position[field] for card in part]
    return sorted(found + [entry["card"] for field in ("fronts", "trick") for entry in position[field]])


def pack(options: dict[str, Any]) -> list[str]:
    """Fourteen cards of every nation that plays."""
    return sorted(rank + nation for rank in "123456789XPQKC" for nation in NATIONS[: options["players"]])


def blank(position: Position, viewer: int) -> Position:
    """All stacks, others' hands, others' commitments, seed and draws."""
    seats = range(position["players"])
    return {
        **position,
        "seed": None,
        "draws": None,
        "stacks": [hide(stack) for stack in position["stacks"]],
        "hands": [
            position["hands"][seat] if seat == viewer else hide(position["hands"][seat]) for seat in seats
        ],
        "committed": [
            position["committed"][seat] if seat == viewer else position["committed"][seat] is not None
            for seat in seats
        ],
    }


def exchange(position: Position, viewer: int, rng: Random) -> Iterator[Position]:
    """The own stack in another order, others' stacks and hands dealt anew; other choices and chance."""
    for _ in range(1 if position["result"] else 3):
        changed = other_chance(position, rng)
        changed["stacks"] = list(position["stacks"])
        changed["hands"] = list(position["hands"])
        changed["committed"] = list(position["committed"])
        for seat in range(position["players"]):
            stack, hand = position["stacks"][seat], position["hands"][seat]
            if seat == viewer:
                changed["stacks"][seat] = rng.sample(stack, len(stack))
                continue
            stack, hand = deal_again([stack, hand], rng)
            changed["stacks"][seat] = rng.sample(stack, len(stack))
            changed["hands"][seat] = hand
            if position["committed"][seat] is not None:
                changed["committed"][seat] = rng.choice(hand)
        yield changed


PROFILE = Profile(
    name="bellica",
    variants=VARIANTS,
    layout=layout,
    cards=cards,
    pack=pack,
    blank=blank,
    exchange=exchange,
)
