"""Charta Bellica and Bellum: what to look at by variant."""

from __future__ import annotations

from typing import Protocol

from certamen.v1 import bellica_pb2 as pb

from certamen_client.bots.bellica_battle import BattleJudge
from certamen_client.bots.bellica_bellum import BellumJudge

__all__ = ["Judge", "judge"]


class Judge(Protocol):
    """Values the actions of one decision."""

    def worth(self, action: pb.BellicaAction) -> float:
        """What an action is worth."""


def judge(view: pb.BellicaView, seat: int) -> Judge:
    """The judge for the variant."""
    if view.options.variant == pb.BELLICA_VARIANT_BELLUM:
        return BellumJudge(view, seat)
    return BattleJudge(view, seat)
