"""Texts of the four nations' cards, and the questions that a player of Charta Bellica asks about strength.

The numbering is that of bellica_cards.pxd.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t

from certamen_core.bits cimport lowest64
from certamen_core.games.bellica_cards cimport (
    STRENGTH_KIND,
    STRENGTH_NUMBER,
    compare_strengths,
    composite_strength,
    strongest_value,
    value_of,
)

from typing import NamedTuple

__all__ = [
    "CARDS",
    "INDEX",
    "PairStrength",
    "card_texts",
    "compare_pairs",
    "pair_strength",
    "strongest_cards",
]

CARDS = tuple(rank + nation for rank in "123456789CKPQX" for nation in "hopt")
INDEX = {text: card for card, text in enumerate(CARDS)}
KINDS = ("sum", "thirteen", "pair", "elite members", "elite pair", "Narr member")     # by PairKind


class PairStrength(NamedTuple):
    """What a pair of cards is worth in a composite battle.

    Attributes:
        kind: `sum`, `thirteen`, `pair`, `elite members`, `elite pair` or `Narr member`.
        number: decides between two pairs of one kind.
    """

    kind: str
    number: int


def card_texts(uint64_t members) -> list:
    """Return the texts of a set of cards, ascending."""
    texts = []
    while members:
        texts.append(CARDS[lowest64(members)])
        members &= members - 1
    return texts


def pair_strength(pair) -> PairStrength:
    """Return the kind and number of two cards in a composite battle.

    Args:
        pair: texts of two cards; their order and nations do not matter.

    Raises:
        ValueError: these are not two cards of this game.
    """
    cdef uint32_t found = strength_of(pair)
    return PairStrength(KINDS[found >> STRENGTH_KIND], (found >> STRENGTH_NUMBER) & 63)


def compare_pairs(first, second) -> int:
    """Return 1 if the first pair of cards wins a composite battle, -1 if the second one does, 0 if they are equal.

    The order is not transitive: a pair with a Narr beats what contains its court rank, and is weak otherwise.

    Args:
        first: texts of two cards.
        second: texts of two cards.

    Raises:
        ValueError: these are not two cards of this game each.
    """
    cdef int difference = compare_strengths(strength_of(first), strength_of(second))
    return (difference > 0) - (difference < 0)


def strongest_cards(cards) -> list:
    """Return the strongest among some cards that lie on the table in Bellum, in the order given; [] if there are none.

    Args:
        cards: texts of cards; their nations do not matter.

    Raises:
        ValueError: one of them is no card of this game.
    """
    cdef uint32_t values = 0
    cdef int best
    cards = list(cards)
    for card in cards:
        values |= 1u << value_of_text(card)
    if values == 0:
        return []
    best = strongest_value(values)
    return [card for card in cards if value_of_text(card) == best]


cdef int value_of_text(object card) except -1:
    if not isinstance(card, str) or card not in INDEX:
        raise ValueError(f"{card!r} is no card of bellica")
    return value_of(INDEX[card] >> 2)


cdef int64_t strength_of(object pair) except -1:
    cards = list(pair)
    if len(cards) != 2:
        raise ValueError(f"a pair is two cards, not {len(cards)}")
    return composite_strength(value_of_text(cards[0]), value_of_text(cards[1]))
