"""The round table of Artus: what chairs are worth, and what a move does."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["Board", "disc"]

_CHAIRS = 28
_CARPET = (27, 0, 1, 13, 14, 15)


def disc(chair: int, king: int) -> int:
    """What a figure scores that leaves a chair."""
    distance = (chair - king) % _CHAIRS
    if distance in {0, 16, 17}:
        return 0
    return distance - 16 if distance < 16 else distance - 17


class Board:
    """Figures on their chairs.

    Args:
        chairs: figures' texts, "" where free.
        king: chair of the king.
    """

    def __init__(self, chairs: Sequence[str], king: int) -> None:
        self.chairs = list(chairs)
        self.king = king

    def value(self, chair: int) -> int:
        """Value of a chair."""
        return disc(chair, self.king)

    def knights(self, seat: int) -> list[int]:
        """Values of a seat's knights, the highest first."""
        mine = [chair for chair, figure in enumerate(self.chairs) if figure == str(seat)]
        return sorted(map(self.value, mine), reverse=True)

    def on_carpet(self, seat: int) -> list[int]:
        """The same for those on a carpet."""
        mine = [chair for chair in _CARPET if self.chairs[chair] == str(seat)]
        return sorted(map(self.value, mine), reverse=True)

    def moved(self, chair: int, distance: int) -> Board:
        """The table after a move."""
        new = Board(self.chairs, self.king)
        figure, new.chairs[chair] = new.chairs[chair], ""
        landing = (chair + distance) % _CHAIRS
        displaced, new.chairs[landing] = new.chairs[landing], figure
        if displaced:
            free = landing
            while new.chairs[free]:
                free = (free - 1) % _CHAIRS
            new.chairs[free] = displaced
        new.king = next(
            place for place, text in enumerate(new.chairs) if text.endswith("3") and len(text) == 2
        )
        return new

    def ringed(self, chair: int) -> Board:
        """The table after a ring for a prince."""
        new = Board(self.chairs, self.king)
        colour, rings = new.chairs[chair][0], int(new.chairs[chair][1]) + 1
        new.chairs[chair] = f"{colour}{rings}"
        if rings == 3:
            new.chairs[self.king] = self.chairs[self.king][0] + "1"
            new.king = chair
        return new
