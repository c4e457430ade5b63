"""Das Luschenspiel, contracts König and Damen: which card to play to a trick."""

from __future__ import annotations

from certamen.v1 import luschen_pb2 as pb

from certamen_client.bots.luschen_table import Table, trick_rank

__all__ = ["Trick"]

_SHED = 0.03
"""Worth of a rank that is out of the hand."""
_HOPE = 0.25
"""Probability that a dear card not yet seen falls into a given trick."""


class Trick:
    """The trick in progress: what it costs, and who is likely to take it."""

    def __init__(self, table: Table) -> None:
        self._table = table
        view = table.view
        self._koenig = view.contract == pb.LUSCHEN_CONTRACT_KOENIG
        self._on_table = [at.card for at in view.trick]
        self._led = self._on_table[0][1] if self._on_table else ""

    def worth_of_playing(self, card: str) -> float:
        """Penalties that a card risks now, against those that it would bring later."""
        chance = self._chance_to_win(card)
        cost = self._cost([*self._on_table, card])
        return -chance * cost + (1 - chance) * self._danger(card) + _SHED * trick_rank(card)

    def _cost(self, cards: list[str]) -> float:
        """Penalties for a trick with these cards and what may still be added."""
        dear = sum(self._is_dear(card) for card in cards)
        ahead = sum(self._is_dear(card) for card in self._table.unseen)
        share = min(1.0, self._table.to_come / max(1, self._table.players - 1))
        hoped = _HOPE * ahead * share
        if self._koenig:
            return 5.0 if dear else 5 * hoped
        first = self._table.view.queens + 1
        certain = sum(range(first, first + dear))
        return certain + hoped * (first + dear)

    def _is_dear(self, card: str) -> bool:
        """Whether a card brings penalties to who wins it."""
        return card == "Kh" if self._koenig else card[0] == "Q"

    def _chance_to_win(self, card: str) -> float:
        """Probability that the trick will be ours."""
        led = self._led or card[1]
        if card[1] != led:
            return 0.0
        if any(other[1] == led and trick_rank(other) > trick_rank(card) for other in self._on_table):
            return 0.0
        higher = sum(other[1] == led and trick_rank(other) > trick_rank(card) for other in self._table.unseen)
        # A higher card is held by somebody still to play with this probability, and then played every
        # second time.
        threat = min(1.0, self._table.to_come / max(1, self._table.players - 1)) / 2
        return float((1 - threat) ** higher)

    def _danger(self, card: str) -> float:
        """What a card would cost in the hand: dear cards, and those that catch a dear one."""
        if self._is_dear(card):
            return 2.5 if self._koenig else 0.5 * (self._table.view.queens + 1)
        dear = "Kh" if self._koenig else "Q" + card[1]
        catches = card[1] == dear[1] and trick_rank(card) > trick_rank(dear)
        return 0.6 if catches and dear in self._table.unseen else 0.0
