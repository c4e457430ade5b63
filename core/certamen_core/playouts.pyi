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
    total_placements: tuple[int, ...]
    total_better: tuple[int, ...]
    @property
    def mean_scores(self) -> tuple[float, ...]: ...
    @property
    def mean_placements(self) -> tuple[float, ...]: ...
    @property
    def mean_returns(self) -> tuple[float, ...]: ...
    def __add__(self, other: PlayoutResult) -> PlayoutResult: ...

def playouts(
    game_or_state: Game | State, n: int, seed: int, threads: int = 1, first: int = 0
) -> PlayoutResult: ...
def playout_scores(
    game_or_state: Game | State, n: int, seed: int, threads: int = 1, first: int = 0
) -> NDArray[np.int32]: ...
def perft(state: State, depth: int) -> int: ...
