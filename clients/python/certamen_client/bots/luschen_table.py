"""Das Luschenspiel as a player sees it."""

from __future__ import annotations

from functools import cached_property

from certamen.v1.luschen_pb2 import LuschenView

__all__ = ["POINTS", "RANKS", "TRICK_RANKS", "Table", "trick_rank"]

RANKS = "789TJQKA"
"""Order of the rows, from low to high."""
TRICK_RANKS = "789JQKTA"
"""Order in tricks, from low to high."""
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}


def trick_rank(card: str) -> int:
    """Rank of a card in a trick, from 0."""
    return TRICK_RANKS.index(card[0])


class Table:
    """The position with the questions that a player asks of it.

    Args:
        view: what the seat sees.
        seat: the seat.
    """

    def __init__(self, view: LuschenView, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.players = view.players
        self.hand: tuple[str, ...] = tuple(view.hands[seat].cards)

    @cached_property
    def rows(self) -> frozenset[str]:
        """Cards in the four rows."""
        rows = self.view.rows
        return frozenset([*rows.clubs, *rows.diamonds, *rows.hearts, *rows.spades])

    @cached_property
    def unseen(self) -> frozenset[str]:
        """Cards that are in others' hands, or in a hidden Skat."""
        pack = {rank + suit for rank in RANKS for suit in "cshd"}
        played = {at.card for at in self.view.played}
        return frozenset(pack - played - self.rows - set(self.hand) - set(self.view.skat))

    @cached_property
    def to_come(self) -> int:
        """Seats that play to this trick after us."""
        return self.players - len(self.view.trick) - 1
