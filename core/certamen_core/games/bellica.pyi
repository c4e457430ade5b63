from certamen_core.engine import Game
from certamen_core.games.bellica_cards import PairStrength, compare_pairs, pair_strength, strongest_cards

__all__ = ["BellicaGame", "PairStrength", "compare_pairs", "pair_strength", "strongest_cards"]

class BellicaGame(Game):
    def __init__(self, players: int = 4, **options: object) -> None: ...
