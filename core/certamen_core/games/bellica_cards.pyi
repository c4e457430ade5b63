from collections.abc import Iterable
from typing import Final, NamedTuple

__all__ = [
    "CARDS",
    "INDEX",
    "PairStrength",
    "card_texts",
    "compare_pairs",
    "pair_strength",
    "strongest_cards",
]

CARDS: Final[tuple[str, ...]]
INDEX: Final[dict[str, int]]

class PairStrength(NamedTuple):
    """What a pair of cards is worth in a composite battle."""

    kind: str
    number: int

def card_texts(members: int) -> list[str]: ...
def pair_strength(pair: Iterable[str]) -> PairStrength: ...
def compare_pairs(first: Iterable[str], second: Iterable[str]) -> int: ...
def strongest_cards(cards: Iterable[str]) -> list[str]: ...
