from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from certamen_core.engine import Game, State

__all__ = ["PlayoutResult", "perft", "playout_scores", "playouts"]

@dataclass(frozen=True, slots=True)
class PlayoutResult:
    games: int
    decisions: int
    longest: int
    total_scores: tuple[int, ...]
    mean_scores: tuple[float, ...]
    mean_placements: tuple[float, ...]
    mean_returns: tuple[float, ...]

def playouts(game_or_state: Game | State, n: int, seed: int, threads: int = 1) -> PlayoutResult: ...
def playout_scores(game_or_state: Game | State, n: int, seed: int, threads: int = 1) -> NDArray[np.int32]: ...
def perft(state: State, depth: int) -> int: ...
