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
    """Cards sorted by suit and rank.

    Args:
        cards: their texts.
        ranks: from low to high.
    """
    known = [card for card in cards if len(card) == 2 and card[1] in _SUITS and card[0] in ranks]
    return " ".join(french(card) for card in sorted(known, key=lambda card: (card[1], ranks.index(card[0]))))
