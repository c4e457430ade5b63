"""Das Luschenspiel: which contract, which card."""

from __future__ import annotations

from certamen.v1 import luschen_pb2 as pb

from certamen_client.bots import luschen_rows
from certamen_client.bots.luschen_choice import expected_penalty
from certamen_client.bots.luschen_count import worth_of_counting
from certamen_client.bots.luschen_table import Table
from certamen_client.bots.luschen_trick import Trick

__all__ = ["Judge"]


class Judge:
    """Values the actions of one decision by the penalties that they bring."""

    def __init__(self, view: pb.LuschenView, seat: int) -> None:
        self._table = Table(view, seat)
        self._trick = Trick(self._table)

    def worth(self, action: pb.LuschenAction) -> float:
        """What an action is worth."""
        match action.WhichOneof("action"):
            case "choose":
                return -expected_penalty(self._table, action.choose.contract)
            case "play" if self._table.view.contract == pb.LUSCHEN_CONTRACT_LUSCHEN:
                return worth_of_counting(self._table, action.play.card)
            case "play":
                return self._trick.worth_of_playing(action.play.card)
            case "lay":
                return luschen_rows.worth_of_laying(self._table, action.lay.card)
            case "done":
                return luschen_rows.WORTH_OF_STOPPING
            case _:
                return 0.0
