"""Juwelentresor: which cards to pass on, and how many."""

from __future__ import annotations

from itertools import combinations

from certamen_client.bots.juwelen_table import SUITS, Table, rank

__all__ = ["worth_of_announcing", "worth_of_passing"]

_SHORT = {0: 1.5, 1: 0.8, 2: 0.2}
"""Worth of a short suit: where we cannot follow, we take another action."""


def worth_of_passing(table: Table, cards: tuple[str, ...]) -> float:
    """What our hand is worth without the cards, and what they are worth to who gets them."""
    kept = [card for card in table.hand if card not in cards]
    given = sum(table.gain(card[1], table.party) for card in cards) / 4
    is_partner = table.parties < table.players
    return _hand(table, kept) + (given if is_partner else -given / (table.parties - 1))


def worth_of_announcing(table: Table, number: int) -> float:
    """The best that we can make of passing so many cards."""
    return max(worth_of_passing(table, cards) for cards in combinations(table.hand, number))


def _hand(table: Table, cards: list[str]) -> float:
    """A good hand is short in a suit, holds cards for good discards, and need not win by accident."""
    worth = 0.0
    for suit in SUITS:
        ranks = [rank(card) for card in cards if card[1] == suit]
        worth += _SHORT.get(len(ranks), 0.0)
        gain = table.gain(suit, table.party)
        worth += gain * len(ranks) / 4
        # High cards of a suit win its action; in a poor suit they only win tricks that nobody wants.
        worth += sum((gain - 1.2) * (value / 12) ** 2 for value in ranks)
    return worth
