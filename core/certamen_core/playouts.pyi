from dataclasses import dataclass

from certamen_core.engine import Game, State

__all__ = ["PlayoutResult", "perft", "playouts"]

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
def perft(state: State, depth: int) -> int: ...
