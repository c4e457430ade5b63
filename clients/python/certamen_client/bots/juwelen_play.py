"""Juwelentresor: what an action gives to the own party and to the others."""

from __future__ import annotations

from certamen.v1.juwelen_pb2 import JuwelenAction, JuwelenView

from certamen_client.bots import juwelen_hand, juwelen_trick
from certamen_client.bots.juwelen_table import Table

__all__ = ["Judge"]


class Judge:
    """Values the actions of one decision."""

    def __init__(self, view: JuwelenView, seat: int) -> None:
        self._table = Table(view, seat)

    def worth(self, action: JuwelenAction) -> float:
        """What an action is worth."""
        match action.WhichOneof("action"):
            case "announce":
                return juwelen_hand.worth_of_announcing(self._table, action.announce.number)
            case "pass_cards":
                return juwelen_hand.worth_of_passing(self._table, tuple(action.pass_cards.cards))
            case "play":
                return juwelen_trick.worth_of_playing(self._table, action.play.card)
            case "steal":
                return self._table.worth_of_robbing(action.steal.party)
            case _:
                return 0.0
