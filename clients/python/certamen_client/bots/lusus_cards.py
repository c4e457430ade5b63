"""Lusus Chartarum: what cards are worth, and what they are good for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from certamen.v1 import lusus_pb2 as pb

__all__ = ["CARNIFEX", "in_hand", "is_regular", "partners", "use", "worth"]

CARNIFEX = "Fi"
"""The card that closes a round by itself."""

_RANKS = "123456789XFERKT"
_HELD = {"STU": 50, "INV": 100, "SER": 10, "INC": 0}
_WON = {"STU": 50, "INV": 100, "SER": 5}


def is_regular(card: str) -> bool:
    """Whether a card has suit and rank."""
    return len(card) == 2


def _regular(card: str) -> int:
    return 20 if card[0] == "T" else 10 if card[0] in "XFERK" else 5


def in_hand(card: str) -> int:
    """What a card costs at the end of a round."""
    return _regular(card) if is_regular(card) else _HELD[card]


def worth(card: str) -> int:
    """What a card counts in a value pile, or in a meld: a STULTUS as what it stands for."""
    if card.startswith("SER"):
        return _WON["SER"]
    named = card.rpartition("=")[2]
    return _regular(named) if is_regular(named) else _WON[named]


def partners(card: str, hand: Iterable[str]) -> int:
    """Cards of a hand that may stand beside a card in a meld."""
    rank = _RANKS.index(card[0])
    count = 0
    for other in hand:
        if is_regular(other) and other != card:
            near = other[1] == card[1] and abs(_RANKS.index(other[0]) - rank) <= 2
            count += near or other[0] == card[0]
    return count


def use(card: str, melds: Sequence[pb.LususMeld], seat: int) -> float:
    """What a regular card may do on the table: extend an own meld, or win a card of another's; else 0."""
    return max((_use_on(card, meld, seat) for meld in melds), default=0.0)


def _use_on(card: str, meld: pb.LususMeld, seat: int) -> float:
    """The same for one meld."""
    if meld.kind == pb.LUSUS_MELD_KIND_STULTI:
        return 0.0
    covered = _extends_run(card, meld) if meld.kind == pb.LUSUS_MELD_KIND_RUN else _joins_group(card, meld)
    if not covered:
        return 0.0
    if meld.owner != seat:
        return in_hand(card) + max(map(worth, covered))
    completes = meld.kind == pb.LUSUS_MELD_KIND_GROUP and len(meld.cards) == 5
    return in_hand(card) + (sum(map(worth, covered)) if completes else 0)


def _extends_run(card: str, meld: pb.LususMeld) -> list[str]:
    """The end of a run beside which a card fits."""
    low, high = meld.cards[0], meld.cards[-1]
    named_low, named_high = (end.rpartition("=")[2] for end in (low, high))
    if card[1] != named_low[1]:
        return []
    rank = _RANKS.index(card[0])
    ends = []
    if rank == _RANKS.index(named_high[0]) + 1:
        ends.append(high)
    if rank == _RANKS.index(named_low[0]) - 1:
        ends.append(low)
    return ends


def _joins_group(card: str, meld: pb.LususMeld) -> list[str]:
    """The cards of a group that lacks a card."""
    named = [place.rpartition("=")[2] for place in meld.cards]
    return list(meld.cards) if card[0] == named[0][0] and card not in named else []
