"""Cards, values and melds of Lusus Chartarum, for the reference rules in ``lusus``.

Cards are texts. A card on the table that stands for another one is written ``STU=Ka`` or ``SER=Ka``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

SUITS = ["v", "c", "d", "n", "a", "i"]
RANKS = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "X", "F", "E", "R", "K", "T"]
REGULAR = [rank + suit for suit in SUITS for rank in RANKS]
STULTUS, INVICTUS, INCOMPARABILIS, SERVA = "STU", "INV", "INC", "SER"
CARNIFEX = "Fi"
DECK = REGULAR + [STULTUS] * 6 + [INVICTUS, INCOMPARABILIS, SERVA]

OPENING_WORTH = 30

# Cards ---------------------------------------------------------------------------------------------


def itself(text: str) -> str:
    """Return the card that lies there: ``STU`` for ``STU=Ka``, ``Ka`` for ``Ka``."""
    return text.partition("=")[0]


def stands_for(text: str) -> str:
    """Return what a card on the table stands for: ``Ka`` for ``STU=Ka``, ``Ka`` for ``Ka``."""
    return text.rpartition("=")[2]


def rank_of(card: str) -> str:
    """Return the rank of a regular card."""
    return card[0]


def suit_of(card: str) -> str:
    """Return the suit of a regular card."""
    return card[1]


def card_value(card: str) -> int:
    """Return the value of a regular card."""
    if rank_of(card) == "T":
        return 20
    return 5 if rank_of(card) in "123456789" else 10


def hand_value(card: str) -> int:
    """Return what a card left in a hand costs at the end of a round."""
    if card in REGULAR:
        return card_value(card)
    return {STULTUS: 50, INVICTUS: 100, SERVA: 10, INCOMPARABILIS: 0}[card]


def pile_value(text: str) -> int:
    """Return what a card in a value pile brings at the end of a round."""
    if stands_for(text) in REGULAR:
        return card_value(stands_for(text))
    return {STULTUS: 50, SERVA: 5, INVICTUS: 100}[text]


def as_won(text: str) -> str:
    """Return a card of the table as a value pile shows it: SERVA no longer stands for anything."""
    return SERVA if itself(text) == SERVA else text


def stulti_in(cards: list[str]) -> int:
    """Count the STULTI."""
    return sum(1 for text in cards if itself(text) == STULTUS)


def without(hand: list[str], cards: list[str]) -> list[str]:
    """Return the hand after these cards have left it; a STULTUS may be named with what it stands for."""
    rest = list(hand)
    for text in cards:
        rest.remove(itself(text))
    return rest


def next_below(card: str) -> list[str]:
    """Return the next lower card of the suit, or nothing below I."""
    index = RANKS.index(rank_of(card))
    return [RANKS[index - 1] + suit_of(card)] if index > 0 else []


def next_above(card: str) -> list[str]:
    """Return the next higher card of the suit, or nothing above TRIUMPHUS."""
    index = RANKS.index(rank_of(card))
    return [RANKS[index + 1] + suit_of(card)] if index + 1 < len(RANKS) else []


# Melds in a hand -----------------------------------------------------------------------------------


def filled(places: list[str], hand: list[str]) -> Iterator[list[str]]:
    """Yield the ways to fill the places: all by the cards themselves, or one by a STULTUS."""
    missing = [place for place in places if place not in hand]
    if not missing:
        yield list(places)
    if STULTUS not in hand:
        return
    for stultus_at in places:
        if missing in ([], [stultus_at]):
            yield [f"{STULTUS}={place}" if place == stultus_at else place for place in places]


def runs_in(hand: list[str]) -> Iterator[list[str]]:
    """Yield every run that the cards of the hand can form."""
    for suit in SUITS:
        cards = [rank + suit for rank in RANKS]
        for first in range(len(cards)):
            for end in range(first + 3, len(cards) + 1):
                places = cards[first:end]
                if sum(1 for place in places if place not in hand) > 1:
                    break  # Two cards are missing: they are in every longer run from here, too.
                yield from filled(places, hand)


def groups_in(hand: list[str]) -> Iterator[list[str]]:
    """Yield every group that the cards of the hand can form."""
    for rank in RANKS:
        cards = [rank + suit for suit in SUITS]
        if sum(1 for card in cards if card in hand) < 2:
            continue  # One STULTUS does not make three of them.
        for size in range(3, len(cards) + 1):
            for places in itertools.combinations(cards, size):
                yield from filled(list(places), hand)


def melds_in(hand: list[str]) -> Iterator[list[str]]:
    """Yield every meld that the cards of the hand can form."""
    yield from runs_in(hand)
    yield from groups_in(hand)
    for size in range(3, hand.count(STULTUS) + 1):
        yield [STULTUS] * size


def meld_worth(cards: list[str]) -> int:
    """Return the sum of the values; 50 for each STULTUS of a stulti group."""
    return sum(50 if text == STULTUS else card_value(stands_for(text)) for text in cards)


def kind_of(cards: list[str]) -> str:
    """Return the kind of a legal meld."""
    if cards[0] == STULTUS:
        return "stulti"
    return "run" if len({suit_of(stands_for(text)) for text in cards}) == 1 else "group"


def can_open(worth: int, hand: list[str]) -> bool:
    """Tell whether further melds from the hand can bring the worth to 30 with a card left at the end."""
    if not hand:
        return False
    if worth >= OPENING_WORTH:
        return True
    return any(can_open(worth + meld_worth(cards), without(hand, cards)) for cards in melds_in(hand))
