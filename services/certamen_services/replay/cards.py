"""Cards as people read them."""

from __future__ import annotations

from collections.abc import Iterable

_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def french(card: str) -> str:
    """A French or Skat card: ``Td`` is 10♦."""
    if len(card) != 2 or card[1] not in _SUITS:
        return card
    return ("10" if card[0] == "T" else card[0]) + _SUITS[card[1]]


def french_list(cards: Iterable[str], ranks: str) -> str:
    """Cards sorted by suit and rank; hidden ones come last.

    Args:
        cards: their texts.
        ranks: from low to high.
    """

    def order(card: str) -> tuple[bool, str, int]:
        known = len(card) == 2 and card[1] in _SUITS and card[0] in ranks
        return (not known, card[1] if known else "", ranks.index(card[0]) if known else 0)

    return " ".join(french(card) for card in sorted(cards, key=order))
