from certamen_core.engine import Game

__all__ = ["LususGame"]

class LususGame(Game):
    def __init__(self, players: int = 3, **options: object) -> None: ...
