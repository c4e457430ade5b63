"""What tells one game's events, and what it is given."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import Any

__all__ = ["WIDTH", "Event", "Step", "Teller", "View", "fold", "listed", "signed"]

WIDTH = 100
"""Columns that lines keep to, names of ordinary length provided."""

Event = Mapping[str, Any]
"""An event, as the rules write it."""

View = Mapping[str, Any]
"""A position as the one whose story is told sees it; what he may not see is "?"."""


@dataclass(frozen=True, slots=True)
class Step:
    """One action and what followed, or the beginning of the match.

    Attributes:
        events: what happened, in order.
        before: the position before; None at the beginning.
        after: the position after.
    """

    events: Sequence[Event]
    before: View | None
    after: View


class Teller(ABC):
    """Tells one match.

    Args:
        names: of the seats.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def tell(self, step: Step) -> list[str]:
        """A step in words; what belongs to the line before is indented."""
        return [line for event in step.events for line in self.lines(event)]

    @abstractmethod
    def lines(self, event: Event) -> list[str]:
        """One event in words, as far as it can be told without the position."""

    def cards(self, cards: Iterable[str]) -> str:
        """Cards of a hand as people read them."""
        return " ".join(cards)

    def picture(self, view: View) -> list[str]:
        """The position, for a match that does not begin with a deal."""
        return ["", "The match begins in the middle of a game:", *self.hands(view["hands"])]

    def hands(self, hands: Sequence[Sequence[str]]) -> list[str]:
        """All hands, one after the other."""
        return [
            line
            for name, hand in zip(self.names, hands, strict=True)
            for line in fold(f"  {name}: ", self.cards(hand))
        ]


def fold(label: str, text: str) -> list[str]:
    """A label and a text that may be too long for a line; what follows is indented to the text."""
    indent = min(len(label), WIDTH // 3)
    return wrap(
        label + text,
        WIDTH,
        subsequent_indent=" " * indent,
        break_long_words=False,
        break_on_hyphens=False,
        drop_whitespace=True,
    ) or [label.rstrip()]


def listed(words: Sequence[str]) -> str:
    """Several things in a sentence: "a, b and c"."""
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def signed(number: int) -> str:
    """A number with its sign, as it is printed: "+3", "−3", "0"."""
    return f"{number:+d}".replace("-", "−") if number else "0"
