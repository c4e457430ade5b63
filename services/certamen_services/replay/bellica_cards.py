"""Cards of Charta Bellica as people read them, and what they are worth."""

from __future__ import annotations

from collections.abc import Iterable

__all__ = ["RANKS", "named", "named_list", "points", "value"]

RANKS = "123456789XPQKC"
"""From low to high."""


def value(card: str) -> int:
    """Value of a card, 1 … 14."""
    return RANKS.index(card[0]) + 1


def points(cards: Iterable[str]) -> int:
    """Values of cards, all together."""
    return sum(value(card) for card in cards)


def named(card: str) -> str:
    """A card: ``Xh`` is 10h. The nation stays a letter: it says whose card it is."""
    return "10" + card[1:] if card[0] == "X" else card


def named_list(cards: Iterable[str]) -> str:
    """Cards from low to high, hidden ones last."""
    order = sorted(cards, key=lambda card: (RANKS + "?").index(card[0]))
    return " ".join(named(card) for card in order)
