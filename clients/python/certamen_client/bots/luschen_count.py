"""Das Luschenspiel, contract Luschen: who brings the count to 25, 50, 75, 100."""

from __future__ import annotations

from certamen_client.bots.luschen_table import POINTS, Table

__all__ = ["worth_of_counting"]


def worth_of_counting(table: Table, card: str) -> float:
    """The threshold that a card reaches costs; otherwise high cards go first, while they cost nothing.

    Where a threshold cannot be avoided, the highest card goes.
    """
    points = POINTS.get(card[0], 0)
    reached = (table.view.count + points) // 25
    cost = reached if reached > table.view.count // 25 else 0
    return -cost + points / 100
