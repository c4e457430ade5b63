"""Profile of Juwelentresor."""

from __future__ import annotations

import itertools
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
    {"players": 2, "pack": "known", "rounds": 2},
    {"players": 3, "pack": "known", "rounds": 1, "jewels": 1000},
    {"players": 4, "pack": "known", "teams": True},
    {"players": 4, "teams": True, "jewels": 12},
    {"players": 6, "teams": True, "rounds": 2, "jewels": 30},
)


def layout() -> list[int]:
    """Play, announce and steal with every low byte; pass with every value of its three slots."""
    small = [kind << 24 | low for kind in (0, 1, 3, 4, 255) for low in range(256)]
    passes = [2 << 24 | a << 12 | b << 6 | c for a, b, c in itertools.product(range(64), repeat=3)]
    return sorted(small + passes)


def cards(position: Position) -> list[str]:
    """Hands, the cards aside, the trick and the cards played."""
    found = [card for hand in position["hands"] for card in hand] + position["aside"] + position["played"]
    return sorted(found + [entry["card"] for entry in position["trick"]])


def pack(options: dict[str, Any]) -> list[str]:
    """All 52 cards, or the ranks that the known pack has for so many seats."""
    ranks = "A23456789TJQK"
    if options["pack"] == "known":
        ranks = ranks[: {2: 8, 3: 9, 4: 13}[options["players"]]]
    return sorted(rank + suit for rank in ranks for suit in "cdhs")


def blank(position: Position, viewer: int) -> Position:
    """Others' hands, the cards aside, others' choices, seed and draws."""
    seats = range(position["players"])
    return {
        **position,
        "seed": None,
        "draws": None,
        "hands": [
            hand if seat == viewer else hide(hand)
            for seat, hand in zip(seats, position["hands"], strict=True)
        ],
        "aside": hide(position["aside"]),
        "passing": [
            chosen if seat == viewer else chosen is not None
            for seat, chosen in zip(seats, position["passing"], strict=True)
        ],
    }


def exchange(position: Position, viewer: int, rng: Random) -> Iterator[Position]:
    """Others' hands and the cards aside dealt anew; other cards chosen for passing; other chance."""
    others = [seat for seat in range(position["players"]) if seat != viewer]
    for _ in range(3):
        changed = other_chance(position, rng)
        *hands, aside = deal_again([position["hands"][seat] for seat in others] + [position["aside"]], rng)
        changed["aside"] = aside
        changed["hands"] = list(position["hands"])
        changed["passing"] = list(position["passing"])
        for seat, hand in zip(others, hands, strict=True):
            changed["hands"][seat] = hand
            if position["passing"][seat] is not None:
                changed["passing"][seat] = sorted(rng.sample(hand, len(position["passing"][seat])))
        yield changed


PROFILE = Profile(
    name="juwelen",
    variants=VARIANTS,
    layout=layout,
    cards=cards,
    pack=pack,
    blank=blank,
    exchange=exchange,
)
