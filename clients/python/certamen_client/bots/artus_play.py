"""Artus: most points now; of equal ones the action that leaves least to the others."""

from __future__ import annotations

from certamen.v1 import artus_pb2 as pb

from certamen_client.bots.artus_board import Board

__all__ = ["Judge"]

_TIE = 0.001
"""Weight of what is left, below any difference in points."""
_PILES = {pb.ARTUS_PILE_R: "R", pb.ARTUS_PILE_K: "K", pb.ARTUS_PILE_W: "W"}


class Judge:
    """Values the actions of one decision."""

    def __init__(self, view: pb.ArtusView, seat: int) -> None:
        self._view = view
        self._seat = seat
        self._board = Board(view.chairs, view.king)

    def worth(self, action: pb.ArtusAction) -> float:
        """What an action is worth."""
        match action.WhichOneof("action"):
            case "place":
                return self._board.value(action.place.chair)
            case "move":
                return self._move(action.move.chair, action.move.distance)
            case "ring":
                chair = action.ring.chair
                return self._board.value(chair) + _TIE * self._left(self._board.ringed(chair))
            case "score":
                return self._score(action.score.card) + _TIE * self._left(self._board)
            case "draw":
                return self._draw(_PILES[action.draw.pile])
            case _:
                return 0.0

    def _move(self, chair: int, distance: int) -> float:
        """The value of the chair left; a king scores nothing."""
        points = 0 if chair == self._board.king else self._board.value(chair)
        return points + _TIE * self._left(self._board.moved(chair, distance))

    def _left(self, board: Board) -> float:
        """What our knights would score on a table, less what the others' would on average."""
        sums = [sum(board.knights(seat)) for seat in range(self._view.players)]
        mine = sums.pop(self._seat)
        return mine - sum(sums) / max(1, len(sums))

    def _score(self, card: str) -> int:
        """Points of a scoring card."""
        knights = self._board.knights(self._seat)
        match card:
            case "W1":
                return sum(knights)
            case "W2":
                return -sum(knights)
            case "W3":
                return _one_of_each(knights)
            case "W4":
                carpet = self._board.on_carpet(self._seat)
                return sum(carpet[:2]) if len(carpet) > 1 else -25
            case "W5":
                red = [value for value in knights if value < 0]
                return sum(red[:3]) if len(red) > 2 else -50
            case _:
                return max(knights, default=0)

    def _draw(self, pile: str) -> float:
        """From the pile of which we hold the fewest cards: a choice is worth more than a good card."""
        kinds = [card[0] if card[0] in "RW" else "K" for card in self._view.hands[self._seat].cards]
        return -kinds.count(pile)


def _one_of_each(knights: list[int]) -> int:
    """The best green, yellow and red knight together, if there is one of each."""
    green = [value for value in knights if value > 0]
    red = [value for value in knights if value < 0]
    return max(green) + max(red) if green and red and 0 in knights else -15
