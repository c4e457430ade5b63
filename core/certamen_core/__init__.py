"""Compiled rules of five games of imperfect information.

``load_game`` gives a `Game`, ``Game.new_initial_state`` a `State`; the names are those of OpenSpiel.
"""

from certamen_core.engine import SPECTATOR, TERMINAL, Game, State
from certamen_core.errors import IllegalAction, InvalidPosition, InvalidState, NotTerminal
from certamen_core.playouts import PlayoutResult, perft, playouts
from certamen_core.registry import load_game, registered_games

__all__ = [
    "SPECTATOR",
    "TERMINAL",
    "Game",
    "IllegalAction",
    "InvalidPosition",
    "InvalidState",
    "NotTerminal",
    "PlayoutResult",
    "State",
    "load_game",
    "perft",
    "playouts",
    "registered_games",
]
