"""Charta Bellica: values of cards, and which of two pairs is stronger."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["COURTS", "NATIONS", "RANKS", "compare", "value"]

RANKS = "123456789XPQKC"
"""From low to high."""
NATIONS = "hpot"
"""By seat."""
COURTS = "PQKC"

_ELITE_PAIRS = {"P": 33, "Q": 24, "K": 26, "C": 28}
_SUM, _NARR, _THIRTEEN, _PAIR, _MEMBERS, _ELITE = range(6)

Pair = Sequence[str]


def value(card: str) -> int:
    """Value of a card, 1 … 14."""
    return RANKS.index(card[0]) + 1


def compare(first: Pair, second: Pair, *, composite: bool) -> int:
    """Above 0 if the first pair is stronger, below 0 if the second is, 0 if they are equal."""
    if not composite:
        return sum(map(value, first)) - sum(map(value, second))
    (kind, number), (other, against) = _strength(first), _strength(second)
    if kind == _NARR:
        return _narr(first, number, second)
    if other == _NARR:
        return -_narr(second, against, first)
    return number - against if kind == other else kind - other


def _strength(pair: Pair) -> tuple[int, int]:
    """Kind and number of a pair."""
    one, two = sorted(pair, key=value)
    low, high = value(one), value(two)
    if one[0] in COURTS:
        return (_ELITE, _ELITE_PAIRS[one[0]]) if low == high else (_MEMBERS, low + high + 3)
    if two[0] in COURTS and low == 1:
        return _NARR, 1 + high
    if low == high:
        return _PAIR, low
    if low + high == 13 and low != 2:
        return _THIRTEEN, 13
    return _SUM, 2 + 2 * high if low == 2 else 2 + 2 * low if high == 2 else low + high


def _narr(pair: Pair, number: int, other: Pair) -> int:
    """How a Narr with a court card does against another pair."""
    kind, against = _strength(other)
    if kind in {_SUM, _NARR}:
        return number - against
    court = max(pair, key=value)[0]
    caught = kind in {_MEMBERS, _ELITE} and any(card[0] == court for card in other)
    return 1 if caught else -1
