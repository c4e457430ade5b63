"""A bot that takes what is best at once. It looks at the table only, and always plays alike."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from certamen.v1.game_pb2 import GameAction, GameView, LegalAction
from certamen.v1.play_pb2 import Decision

from certamen_client.bot import Bot
from certamen_client.bots import artus_play, bellica_play, juwelen_play, luschen_play, lusus_play

__all__ = ["GreedyBot"]

Worth = Callable[[GameAction], float]
"""What an action is worth to the seat that decides."""


def _artus(view: GameView, seat: int) -> Worth:
    judge = artus_play.Judge(view.artus, seat)
    return lambda action: judge.worth(action.artus)


def _bellica(view: GameView, seat: int) -> Worth:
    judge = bellica_play.judge(view.bellica, seat)
    return lambda action: judge.worth(action.bellica)


def _juwelen(view: GameView, seat: int) -> Worth:
    judge = juwelen_play.Judge(view.juwelen, seat)
    return lambda action: judge.worth(action.juwelen)


def _luschen(view: GameView, seat: int) -> Worth:
    judge = luschen_play.Judge(view.luschen, seat)
    return lambda action: judge.worth(action.luschen)


def _lusus(view: GameView, seat: int) -> Worth:
    judge = lusus_play.Judge(view.lusus, seat)
    return lambda action: judge.worth(action.lusus)


_JUDGES: dict[str, Callable[[GameView, int], Worth]] = {
    "artus": _artus,
    "bellica": _bellica,
    "juwelen": _juwelen,
    "luschen": _luschen,
    "lusus": _lusus,
}


class GreedyBot(Bot):
    """Takes the legal action of most worth; ties go to the lower code."""

    name: ClassVar[str] = "greedy"
    version: ClassVar[str] = "2"
    games: ClassVar[tuple[str, ...]] = tuple(_JUDGES)

    def choose(self, decision: Decision) -> LegalAction:
        """The legal action of most worth."""
        game = decision.view.WhichOneof("game") or ""
        worth = _JUDGES[game](decision.view, self.seat)
        return max(decision.legal_actions, key=lambda legal: (worth(legal.action), -legal.code))
