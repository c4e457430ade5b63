"""Das Luschenspiel, contract Anlegen: which card to lay, and when to stop."""

from __future__ import annotations

from certamen_client.bots.luschen_table import RANKS, Table

__all__ = ["WORTH_OF_STOPPING", "worth_of_laying"]

WORTH_OF_STOPPING = 0.3
"""Below this a card is better kept."""

_JACK = RANKS.index("J")
_NEXT = 1.0
"""Own card that fits at once."""
_LATER = 0.3
"""Own card further out that comes nearer."""
_GIVEN = 0.2
"""Others' card that comes nearer."""


def worth_of_laying(table: Table, card: str) -> float:
    """One card less, what it opens for our own cards, and what for others."""
    place = RANKS.index(card[0])
    steps = (1, -1) if place == _JACK else (1,) if place > _JACK else (-1,)
    return 1 + sum(_opened(table, card[1], place, step) for step in steps)


def _opened(table: Table, suit: str, place: int, step: int) -> float:
    """Worth of the places beyond a card on one side."""
    worth, at_once = 0.0, True
    place += step
    while 0 <= place < len(RANKS):
        card = RANKS[place] + suit
        if card in table.hand:
            worth += _NEXT if at_once else _LATER
        elif card in table.unseen:
            at_once = False
            worth -= _GIVEN
        place += step
    return worth
