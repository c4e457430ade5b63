"""Compiled rules of five games of imperfect information.

``load_game`` gives a `Game`, ``Game.new_initial_state`` a `State`; the names are those of OpenSpiel.
"""

from certamen_core.batch import Batch
from certamen_core.engine import SPECTATOR, TERMINAL, Game, State
from certamen_core.errors import IllegalAction, InvalidPosition, InvalidState, NotTerminal
from certamen_core.options import OptionSpec
from certamen_core.playouts import PlayoutResult, perft, playout_scores, playouts
from certamen_core.registry import load_game, registered_games

__all__ = [
    "SPECTATOR",
    "TERMINAL",
    "Batch",
    "Game",
    "IllegalAction",
    "InvalidPosition",
    "InvalidState",
    "NotTerminal",
    "OptionSpec",
    "PlayoutResult",
    "State",
    "load_game",
    "perft",
    "playout_scores",
    "playouts",
    "registered_games",
]
