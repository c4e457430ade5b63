"""Lusus Chartarum: opens when it can, completes groups, covers for value, keeps the closing card."""

from __future__ import annotations

from functools import cached_property

from certamen.v1 import lusus_pb2 as pb

from certamen_client.bots.lusus_cards import CARNIFEX, in_hand, is_regular, partners, use, worth

__all__ = ["Judge"]

_OPEN = 200.0
"""An opening comes before all else."""
_CLOSE = 500.0
_STULTUS = 20.0
"""What it is worth to be rid of a STULTUS: it costs 50 at the end, and fits nearly everywhere until then."""
_KEPT = {"STU": 45.0, "INV": 90.0, "SER": 12.0, "INC": 10.0}
"""What special cards are worth in the hand."""
_CLOSER = 40.0
"""What CARNIFEX is worth in the hand."""
_UNKNOWN = 10.0
"""Cost of an unknown card in another's hand."""
_LEAD = 60.0
"""Lead over the best of the others for which it closes with CARNIFEX."""
_END_OF_TURN = -50.0
"""Below any play that is worth something."""


class Judge:
    """Values the actions of one decision."""

    def __init__(self, view: pb.LususView, seat: int) -> None:
        self._view = view
        self._seat = seat
        self._hand: list[str] = list(view.hands[seat].cards)
        self._melds = {meld.id: meld for meld in view.melds}
        self._rivals = [other for other in range(view.players) if other != seat]

    def worth(self, action: pb.LususAction) -> float:
        """What an action is worth, in points."""
        match action.WhichOneof("action"):
            case "take":
                return self._take(action.take.number)
            case "meld":
                return self._meld(list(action.meld.cards))
            case "lay" | "cover" | "exchange" | "serva" | "invictus" | "incomparabilis":
                return self._play(action)
            case "discard":
                return self._discard(action.discard.card)
            case "carnifex":
                return _CLOSE if self._lead() >= _LEAD else _END_OF_TURN * 10
            case "keep":
                return self._kept(action.keep.card)
            case _:
                return 0.0

    def _play(self, action: pb.LususAction) -> float:
        """Plays of a seat that is out, melds apart."""
        match action.WhichOneof("action"):
            case "lay":
                return self._lay(action.lay.meld, action.lay.card)
            case "cover":
                return self._rid_of(action.cover.card) + self._won(action.cover.meld, action.cover.place)
            case "exchange":
                return in_hand(action.exchange.card) - _STULTUS + 17
            case "serva":
                return 2 + use(action.serva.place, self._view.melds, self._seat) / 4
            case "invictus":
                won = sum(map(worth, self._view.value[action.invictus.seat].cards))
                return won + (won - 100) / len(self._rivals) + 30
            case _:
                return 4 + len(self._view.hands[action.incomparabilis.seat].cards) / 100

    def _meld(self, cards: list[str]) -> float:
        """What a meld frees the hand of; more before the seat is out."""
        opening = 0.0 if self._view.out[self._seat] else _OPEN
        return opening + sum(map(self._rid_of, cards))

    def _lay(self, number: int, card: str) -> float:
        """A card beside an own meld; the last of a group brings the whole group."""
        meld = self._melds[number]
        completes = meld.kind == pb.LUSUS_MELD_KIND_GROUP and len(meld.cards) == 5
        won = sum(map(worth, meld.cards)) + worth(card) if completes else 0
        return self._rid_of(card) + won

    def _won(self, number: int, place: str) -> float:
        """Worth of the card that lies on a place."""
        cards = self._melds[number].cards
        return worth(next(card for card in cards if card == place or card.endswith("=" + place)))

    def _rid_of(self, card: str) -> float:
        """What it is worth to have played a card; CARNIFEX is better kept."""
        if card.startswith("STU"):
            return _STULTUS
        return in_hand(card) - (_CLOSER if card == CARNIFEX else 0)

    def _take(self, number: int) -> float:
        """Cards from the pile against the unknown card of the talon."""
        cards = list(self._view.pile[-number:])
        return sum(map(self._gain, cards)) - 1

    def _gain(self, card: str) -> float:
        """What a card from the pile brings."""
        if not is_regular(card):
            return _KEPT[card] / 3
        if card == CARNIFEX:
            return _CLOSER / 2
        useful = use(card, self._view.melds, self._seat)
        if useful:
            return useful
        return 2 if partners(card, self._hand) >= 2 else -in_hand(card) / 2

    def _kept(self, card: str) -> float:
        """What a card is worth in the hand."""
        if not is_regular(card):
            return _KEPT[card]
        closer = _CLOSER if card == CARNIFEX else 0.0
        useful = use(card, self._view.melds, self._seat) if self._view.out[self._seat] else 0.0
        return closer + useful + 3 * partners(card, self._hand) - in_hand(card) / 2

    def _discard(self, card: str) -> float:
        """The last card closes; else that goes which we need least and which helps others least."""
        if len(self._hand) == 1:
            return _CLOSE
        given = self._helps(card) if is_regular(card) else _KEPT[card] / 5
        return _END_OF_TURN - (self._kept(card) + given) / 10

    def _helps(self, card: str) -> float:
        """What a card would do for the others."""
        return max(use(card, self._view.melds, other) for other in self._rivals) / 3

    @cached_property
    def _values(self) -> list[int]:
        """Worth of everybody's value pile."""
        return [sum(map(worth, pile.cards)) for pile in self._view.value]

    def _lead(self) -> float:
        """How far we should be before the best of the others if we closed with CARNIFEX now."""
        mine = self._values[self._seat] + 50 + in_hand(CARNIFEX) - sum(map(in_hand, self._hand))
        others = [
            self._values[other] - _UNKNOWN * len(self._view.hands[other].cards) for other in self._rivals
        ]
        return mine - max(others)
