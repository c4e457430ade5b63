"""Charta Bellica: the cheapest support that wins the battle in expectation."""

from __future__ import annotations

from certamen.v1 import bellica_pb2 as pb

from certamen_client.bots.bellica_strength import NATIONS, RANKS, compare, value

__all__ = ["BattleJudge"]

_WON = 100.0
"""Above any price, so that a battle that can be won is."""
_HELPERS = {"1": 6, "2": 6}
"""In composite battles a 1 catches courts and a 2 doubles: they are dearer than they look."""


class BattleJudge:
    """Values supports. The other supporter is taken to play any card that he may have."""

    def __init__(self, view: pb.BellicaView, seat: int) -> None:
        self._composite = view.options.variant == pb.BELLICA_VARIANT_COMPOSITE
        fronts = {at.seat: at.card for at in view.fronts}
        team = view.team[seat]
        self._front = next(card for at, card in fronts.items() if view.team[at] == team)
        self._against = next(card for at, card in fronts.items() if view.team[at] != team)
        other = next(at for at in range(view.players) if at != seat and at not in fronts)
        gone = {card for pile in view.won for card in pile.cards} | set(fronts.values())
        self._possible = [rank + NATIONS[other] for rank in RANKS if rank + NATIONS[other] not in gone]

    def worth(self, action: pb.BellicaAction) -> float:
        """A battle won is worth most, then the cheaper card; a lost one gets the cheapest card."""
        card = action.support.card
        chance = self.chance(card)
        return (_WON if chance > 1 / 2 else 0.0) - self._price(card) + chance / 10

    def chance(self, card: str) -> float:
        """Probability that a support wins the battle, an equal strength counting half."""
        orders = [
            compare((self._front, card), (self._against, other), composite=self._composite)
            for other in self._possible
        ]
        won = sum(order > 0 for order in orders) + sum(order == 0 for order in orders) / 2
        return won / max(1, len(orders))

    def _price(self, card: str) -> int:
        """What a card is worth in a later battle."""
        return _HELPERS.get(card[0], value(card)) if self._composite else value(card)
