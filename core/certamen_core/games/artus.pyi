from certamen_core.engine import Game

__all__ = ["ArtusGame"]

class ArtusGame(Game):
    def __init__(self, players: int = 4, **options: object) -> None: ...
