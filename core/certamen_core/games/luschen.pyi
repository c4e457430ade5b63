from certamen_core.engine import Game

__all__ = ["LuschenGame"]

class LuschenGame(Game):
    def __init__(self, players: int = 4, **options: object) -> None: ...
