"""Juwelentresor as a player sees it: who has what, and what an action would be worth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from certamen.v1.juwelen_pb2 import JUWELEN_PACK_KNOWN, JuwelenView

__all__ = ["RANKS", "SUITS", "Table", "rank"]

RANKS = "A23456789TJQK"
"""From low to high: the ace is the lowest card."""
SUITS = "cdhs"

_KNOWN_RANKS = {2: 8, 3: 9}
"""Ranks in the known pack by number of seats; else all."""


def rank(card: str) -> int:
    """Rank of a card, from 0."""
    return RANKS.index(card[0])


class Table:
    """The position with the questions that a player asks of it.

    Args:
        view: what the seat sees.
        seat: the seat.
    """

    def __init__(self, view: JuwelenView, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.players = view.players
        self.parties = len(view.showcase)
        self.party = self.party_of(seat)
        self.hand: tuple[str, ...] = tuple(view.hands[seat].cards)

    def party_of(self, seat: int) -> int:
        """The party of a seat: partners sit opposite."""
        return seat % self.parties

    @cached_property
    def unseen(self) -> frozenset[str]:
        """Cards of the pack that may be in others' hands."""
        ranks = len(RANKS)
        if self.view.options.pack == JUWELEN_PACK_KNOWN:
            ranks = _KNOWN_RANKS.get(self.players, ranks)
        pack = {r + s for r in RANKS[:ranks] for s in SUITS}
        trick = {at.card for at in self.view.trick}
        return frozenset(pack - trick - set(self.view.played) - set(self.hand))

    @cached_property
    def held(self) -> float:
        """Probability that an unseen card is in somebody's hand, not aside."""
        others = sum(len(hand.cards) for seat, hand in enumerate(self.view.hands) if seat != self.seat)
        return others / max(1, len(self.unseen))

    def score(self, party: int) -> int:
        """Points of a party now."""
        return 2 * self.view.vault[party] + self.view.showcase[party]

    def rivals(self, party: int) -> list[int]:
        """All other parties."""
        return [other for other in range(self.parties) if other != party]

    def gain(self, suit: str, party: int) -> float:
        """Points that a suit's action brings to a party, what it takes from another included by half."""
        view = self.view
        match suit:
            case "d":
                return 2.0 if view.supply else 0.0
            case "h":
                return 0.9 if view.supply else 0.0  # a jewel on show may be stolen
            case "s":
                return 1.1 if view.showcase[party] else 0.0
            case _:
                return 1.4 if any(view.showcase[other] for other in self.rivals(party)) else 0.0

    def worth(self, suit: str, party: int) -> float:
        """The same as seen by us: others' gains count against us, each for its share."""
        gain = self.gain(suit, party)
        return gain if party == self.party else -gain / (self.parties - 1)

    def worth_of_robbing(self, party: int) -> float:
        """The leader is robbed first, then who has most on show."""
        return self.score(party) + self.view.showcase[party] / 1000

    def others(self) -> Sequence[int]:
        """The other seats, clockwise from the left neighbour."""
        return [(self.seat + step) % self.players for step in range(1, self.players)]
