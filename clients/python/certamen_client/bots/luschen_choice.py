"""Das Luschenspiel: the contract, by a count of the hand."""

from __future__ import annotations

from certamen.v1 import luschen_pb2 as pb

from certamen_client.bots.luschen_table import POINTS, RANKS, Table, trick_rank

__all__ = ["expected_penalty"]

_MEAN_POINTS = sum(POINTS.values()) / 8
_MEAN_RANK = 3.5
_MEAN_DISTANCE = 2.0
"""Of a card to the jack of its row, on average."""


def expected_penalty(table: Table, contract: int) -> float:
    """Our share of a contract's penalties: the mean share, more with a bad hand and less with a good one."""
    players, size = table.players, max(1, len(table.hand))
    if contract == pb.LUSCHEN_CONTRACT_ANLEGEN:
        distance = sum(abs(RANKS.index(card[0]) - RANKS.index("J")) for card in table.hand) / size
        return _last_places(players) / players * (distance / _MEAN_DISTANCE)
    if contract == pb.LUSCHEN_CONTRACT_LUSCHEN:
        points = sum(POINTS.get(card[0], 0) for card in table.hand) / size
        return 10 / players * (points / _MEAN_POINTS)
    # In tricks, high cards of a suit are harmless only with low ones beside them.
    height = sum(trick_rank(card) for card in table.hand) / size / _MEAN_RANK
    if contract == pb.LUSCHEN_CONTRACT_KOENIG:
        return 5 / players * height**2 + (0.4 if _guards(table, "h", "TA") else 0.0)
    queens = sum(1 for suit in "cshd" if _guards(table, suit, "KTA"))
    return 10 / players * height**2 + 0.3 * queens


def _last_places(players: int) -> int:
    """Penalties of all places of Anlegen."""
    first = 2 if players <= 5 else 1
    return sum(range(first, first + players - 1))


def _guards(table: Table, suit: str, high: str) -> bool:
    """Whether a high card of a suit has fewer than two low ones of that suit beside it."""
    ranks = [card[0] for card in table.hand if card[1] == suit]
    return any(rank in high for rank in ranks) and sum(rank in "789J" for rank in ranks) < 2
