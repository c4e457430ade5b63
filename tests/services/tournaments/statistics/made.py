"""Block results made for the tests."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from certamen_services.tournaments.statistics import BlockResult, GameResult


def game(bots: str, places: Sequence[int], parties: Sequence[int] = (), **more: Any) -> GameResult:
    """A game of bots with names of one letter; scores are the negative places."""
    more.setdefault("scores", tuple(-float(place) for place in places))
    return GameResult(tuple(bots), tuple(parties) or tuple(range(len(bots))), tuple(places), **more)


def block(number: int, *games: GameResult, **more: Any) -> BlockResult:
    """A block of these games."""
    return BlockResult(number, f"block {number}", f"deal {number}", games, **more)


def ranked(points: Sequence[float]) -> tuple[int, ...]:
    """Places by points, most first; equal points share the better place."""
    return tuple(1 + sum(other > own for other in points) for own in points)


def simulated(
    number: int,
    rng: np.random.Generator,
    strengths: Mapping[str, float],
    *,
    cards: float = 1.0,
    chance: float = 0.7,
    seat: Callable[[int], float] = lambda _: 0.0,
) -> BlockResult:
    """A block in which every bot sits in every seat with the same cards.

    Args:
        number: of the block.
        rng: source of cards and chance.
        strengths: points that each bot adds.
        cards: deviation of what the cards of a seat are worth, the same in all games.
        chance: deviation of what is different in each game.
        seat: what each seat is worth.
    """
    bots = list(strengths)
    dealt = rng.normal(scale=cards, size=len(bots))
    games = []
    for turn in range(len(bots)):
        seated = bots[turn:] + bots[:turn]
        points = [
            dealt[index] + seat(index) + strengths[bot] + rng.normal(scale=chance)
            for index, bot in enumerate(seated)
        ]
        games.append(game("".join(seated), ranked(points)))
    return block(number, *games)
