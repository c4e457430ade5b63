"""Texts of the French pack; the numbering is that of french.pxd."""

from libc.stdint cimport uint64_t

from certamen_core.bits cimport lowest64

__all__ = ["CARDS", "INDEX", "SUIT_LETTERS", "hidden_cards", "set_texts"]

SUIT_LETTERS = ("c", "d", "h", "s")
CARDS = tuple(rank + suit for rank in "23456789AJKQT" for suit in SUIT_LETTERS)
INDEX = {text: card for card, text in enumerate(CARDS)}


def set_texts(uint64_t members) -> list:
    """Return the texts of a set of cards, ascending."""
    texts = []
    while members:
        texts.append(CARDS[lowest64(members)])
        members &= members - 1
    return texts


def hidden_cards(count) -> list:
    """Return so many hidden cards."""
    return ["?"] * count
