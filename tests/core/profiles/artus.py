"""Profile of Artus."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.core.profiles.base import Position, Profile, deal_again, hide, other_chance

VARIANTS = tuple(
    {"players": players, "mode": mode} for mode in ("basic", "advanced") for players in (2, 3, 4)
)

KNIGHT_CARDS = ("R1-4", "R2-5", "R3-6", "R4-7", "R5-8", "R6-9", "R7-10", "R-5")
KING_CARDS = ("S2-4", "B2-4", "A1-3", "A3-5", "A-5", "SR", "BR", "AR")
SCORING_CARDS = ("W1", "W2", "W3", "W4", "W5", "W6")


def layout() -> list[int]:
    """Every kind with every card number (one too many included) and every low byte."""
    cards = range(24)
    return [
        kind << 24 | card << 8 | low
        for kind, card, low in itertools.product((0, 1, 2, 3, 4, 5, 255), cards, range(256))
    ]


def cards(position: Position) -> list[str]:
    """Every seat's hand, piles and played cards, marked with the seat."""
    found = [f"{entry['seat']} {entry['card']}" for entry in position["played"]]
    for seat, (hand, piles) in enumerate(zip(position["hands"], position["piles"], strict=True)):
        found += [f"{seat} {card}" for card in [*hand, *piles["R"], *piles["K"], *piles["W"]]]
    return sorted(found)


def pack(options: dict[str, Any]) -> list[str]:
    """The same set for every seat."""
    own = KNIGHT_CARDS + KING_CARDS + (SCORING_CARDS if options["mode"] == "advanced" else ())
    return sorted(f"{seat} {card}" for seat in range(options["players"]) for card in own)


def blank(position: Position, viewer: int) -> Position:
    """Others' hands, all piles, seed and draws."""
    return {
        **position,
        "seed": None,
        "draws": None,
        "hands": [hand if seat == viewer else hide(hand) for seat, hand in enumerate(position["hands"])],
        "piles": [{kind: hide(pile) for kind, pile in piles.items()} for piles in position["piles"]],
    }


def shuffled(cards: list[str], rng: Random) -> list[str]:
    """The cards in another order."""
    return rng.sample(cards, len(cards))


def exchange(position: Position, viewer: int, rng: Random) -> Iterator[Position]:
    """Others' cards of each kind dealt anew between hand and pile, the own piles in another order.

    The only own pile left keeps its order: an action may turn up two of its cards, and the seat sees which
    came first although it then holds both.
    """
    for _ in range(3):
        changed = other_chance(position, rng)
        changed["hands"] = list(position["hands"])
        changed["piles"] = list(position["piles"])
        for seat, (hand, piles) in enumerate(zip(position["hands"], position["piles"], strict=True)):
            if seat == viewer:
                if sum(pile != [] for pile in piles.values()) > 1:
                    changed["piles"][seat] = {kind: shuffled(pile, rng) for kind, pile in piles.items()}
                continue
            held: list[str] = []
            changed["piles"][seat] = {}
            for kind, pile in piles.items():
                own = {"R": KNIGHT_CARDS, "K": KING_CARDS, "W": SCORING_CARDS}[kind]
                in_hand, in_pile = deal_again([[card for card in hand if card in own], pile], rng)
                held += in_hand
                changed["piles"][seat][kind] = shuffled(in_pile, rng)
            changed["hands"][seat] = sorted(held)
        yield changed


PROFILE = Profile(
    name="artus",
    variants=VARIANTS,
    layout=layout,
    cards=cards,
    pack=pack,
    blank=blank,
    exchange=exchange,
)
