"""The round table of Artus, drawn with its 28 chairs."""

from __future__ import annotations

from collections.abc import Sequence

from certamen_services.replay.teller import View, signed

__all__ = ["CHAIRS", "colour", "draw_table", "figure", "value"]

CHAIRS = 28
_TOP = (24, 25, 26, 27, 0, 1, 2, 3, 4)
_RIGHT = (5, 6, 7, 8, 9)
_BOTTOM = (18, 17, 16, 15, 14, 13, 12, 11, 10)
_LEFT = (23, 22, 21, 20, 19)
_CARPET = frozenset({27, 0, 1, 13, 14, 15})
_CELL = 10


def value(chair: int, king: int) -> int:
    """What a figure scores that leaves a chair."""
    distance = (chair - king) % CHAIRS
    if distance in {0, 16, 17}:
        return 0
    return distance - 16 if distance < 16 else distance - 17


def colour(chair: int, king: int) -> str:
    """Colour of a chair by the disc."""
    points = value(chair, king)
    return "green" if points > 0 else "red" if points < 0 else "yellow"


def figure(text: str) -> str:
    """A figure: knights as K and their seat, princes as colour and rings; a king has three."""
    if not text:
        return "·"
    return f"K{text}" if text.isdigit() else f"♚{text}" if text[1] == "3" else text


def draw_table(view: View, names: Sequence[str]) -> list[str]:
    """The table with chairs, figures and the disc's values; scores in its middle."""
    chairs, king = view["chairs"], view["king"]
    inner = (len(_TOP) - 2) * _CELL
    middle = _middle(view, names)
    lines = ["", *_row(_TOP, chairs, king)]
    for left, right, text in zip(_LEFT, _RIGHT, middle, strict=True):
        first, last = _side(left, chairs, king), _side(right, chairs, king)
        lines.append(f"  {first:<{_CELL}}    {text:<{inner - 4}}{last}".rstrip())
    return [*lines, *_row(_BOTTOM, chairs, king)]


def _middle(view: View, names: Sequence[str]) -> list[str]:
    """Five lines for the middle of the table."""
    scores = [
        f"K{seat} {name}: {signed(score)}"
        for seat, (name, score) in enumerate(zip(names, view["scores"], strict=True))
    ]
    return [*scores, *[""] * (len(_LEFT) - 1 - len(scores)), "chair, figure, value; ~ carpet"]


def _name(chair: int) -> str:
    """Number of a chair; those on a carpet are marked."""
    return f"{chair}~" if chair in _CARPET else str(chair)


def _worth(chair: int, king: int) -> str:
    """Value of a chair, or that the king sits there."""
    return "king" if chair == king else signed(value(chair, king))


def _row(order: Sequence[int], chairs: Sequence[str], king: int) -> list[str]:
    """Chairs side by side."""
    cells = (
        [_name(chair) for chair in order],
        [figure(chairs[chair]) for chair in order],
        [_worth(chair, king) for chair in order],
    )
    return ["  " + "".join(f"{cell:<{_CELL}}" for cell in row).rstrip() for row in cells]


def _side(chair: int, chairs: Sequence[str], king: int) -> str:
    """A chair in one line."""
    return f"{_name(chair):<3} {figure(chairs[chair]):<3} {_worth(chair, king):>4}"
