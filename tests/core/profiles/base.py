"""The shape of a game's profile."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

Position = dict[str, Any]


@dataclass(frozen=True)
class Profile:
    """What the suite must know of a game and must not ask the core.

    Attributes:
        name: id of the game.
        variants: options to play, ``players`` included: all seat counts, all options.
        layout: every code that the fields of the action layout can spell, ill-formed ones too, ascending.
        cards: every card of a position with its place left out, ascending; compared with ``pack``.
        pack: the cards that there are with these options, ascending.
        blank: what a viewer (seat or SPECTATOR) sees of a position, by deleting; the core builds the same.
        exchange: positions that differ from the given one only in what the viewer cannot see.
        prefer: of some legal texts those that a livelier random player takes; every second game compared with
            the reference is played so.
    """

    name: str
    variants: tuple[dict[str, Any], ...]
    layout: Callable[[], list[int]]
    cards: Callable[[Position], list[str]]
    pack: Callable[[dict[str, Any]], list[str]]
    blank: Callable[[Position, int], Position]
    exchange: Callable[[Position, int, Random], Iterator[Position]]
    prefer: Callable[[list[str]], list[str]] | None = None


def hide(cards: list[str]) -> list[str]:
    """So many hidden cards."""
    return ["?"] * len(cards)


def other_chance(position: Position, rng: Random) -> Position:
    """The same position with other chance to come: another seed, another number of words drawn."""
    changed: Position = {**position, "seed": rng.randbytes(32).hex(), "draws": rng.randrange(1000)}
    return changed


def deal_again(hidden: list[list[str]], rng: Random) -> list[list[str]]:
    """Deal the cards of some hidden lists anew, keeping the lengths; each list ascending."""
    cards = [card for part in hidden for card in part]
    rng.shuffle(cards)
    dealt = iter(cards)
    return [sorted(next(dealt) for _ in part) for part in hidden]
