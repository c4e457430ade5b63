"""Bellum: what to commit, when to attack, what to throw in."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import prod

from certamen.v1 import bellica_pb2 as pb

from certamen_client.bots.bellica_strength import NATIONS, RANKS, value

__all__ = ["BellumJudge"]

_KING, _QUEEN, _CAPITAL, _NARR = 13, 12, 14, 1
_RIDER = 8.0
"""Worth of the Reiter in hand: it may win a trick that is lost."""


class BellumJudge:
    """Values actions. All hands are known from what has been played; others may play any card of theirs."""

    def __init__(self, view: pb.BellicaView, seat: int) -> None:
        self._view = view
        self._seat = seat

    @cached_property
    def _hands(self) -> dict[int, list[int]]:
        """Values in everybody's hand."""
        gone = {card for pile in self._view.won for card in pile.cards}
        gone |= {at.card for at in self._view.trick}
        return {
            seat: [number for number, rank in enumerate(RANKS, 1) if rank + NATIONS[seat] not in gone]
            for seat in range(self._view.players)
        }

    @cached_property
    def _others(self) -> list[list[int]]:
        return [hand for seat, hand in self._hands.items() if seat != self._seat]

    def worth(self, action: pb.BellicaAction) -> float:
        """What an action is worth, in points."""
        match action.WhichOneof("action"):
            case "commit":
                return self._commit(value(action.commit.card))
            case "attack":
                return self._attack()
            case "throw_in":
                return -_use(value(action.throw_in.card))
            case _:
                return 0.0

    def _commit(self, card: int) -> float:
        """What a card wins on average, less what it may lose and its price: cheap winners are best."""
        chance = self.chance(card)
        won = sum(sum(hand) / max(1, len(hand)) for hand in self._others)
        return chance * won - (1 - chance) * card - _use(card) + self._attacks(card)

    def _attacks(self, card: int) -> float:
        """What attacks bring: ours if a card one higher wins, others' if one of them lies one below."""
        rider = self._view.options.rider
        if card == rider:
            return -_RIDER
        worth = 0.0
        for hand in self._others:
            if rider in self._hands[self._seat] and card + 1 in hand:
                worth += _outcome(rider, hand) * (2 * card + 1) / len(hand)
            if rider in hand and card - 1 in hand and card - 1 != rider:
                worth -= _outcome(rider, self._hands[self._seat]) * 2 * card / len(hand)
        return worth

    def chance(self, card: int) -> float:
        """Probability that a card wins the trick; to be one of several strongest counts half."""
        if card == _NARR:
            no_capital = self._all(lambda other: other != _CAPITAL)
            return no_capital - self._all(lambda other: other not in {_QUEEN, _KING, _CAPITAL})
        beaten_by_narr = card in {_QUEEN, _KING}
        alone = self._all(lambda other: other < card and not (beaten_by_narr and other == _NARR))
        shared = self._all(lambda other: other <= card and not (beaten_by_narr and other == _NARR))
        return (alone + shared) / 2

    def _all(self, holds: Callable[[int], bool]) -> float:
        """Probability that something holds for the cards of all other seats."""
        return prod(sum(map(holds, hand)) / max(1, len(hand)) for hand in self._others)

    def _attack(self) -> float:
        """The trick, which is lost otherwise, against the hope of a better attack later."""
        hand = self._hands[self._view.contenders[1]]
        pot = sum(value(at.card) for at in self._view.trick)
        return _outcome(self._view.options.rider, hand) * pot - _RIDER * (len(hand) - 1) / len(RANKS)


def _outcome(rider: int, hand: list[int]) -> float:
    """Probability that a Reiter beats a card drawn from a hand; Reiter against Reiter counts half."""
    won = sum(card < rider for card in hand) + sum(card == rider for card in hand) / 2
    return won / max(1, len(hand))


def _use(card: int) -> float:
    """What a card is good for later: a Narr catches Kings and Queens."""
    return 7.0 if card == _NARR else float(card)
