"""What all formats are given and give back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum
from random import Random

from certamen_services.tournaments.statistics import BlockResult, outcomes

__all__ = ["Field", "Past", "Wave", "conflicts", "mean_outcomes", "meetings"]


@dataclass(frozen=True, slots=True)
class Field:
    """Who takes part.

    Attributes:
        bots: in the order of the plan, which is the seeding too.
        owners: whose each bot is.
        places: how many sit at a table.
        chance: gives a generator for a label; the same one for the same label.
    """

    bots: tuple[str, ...]
    owners: Mapping[str, str]
    places: int
    chance: Callable[[str], Random]


@dataclass(frozen=True, slots=True)
class Past:
    """A block that was scheduled.

    Attributes:
        round: from 1.
        table: number within the round, from 0.
        turn: number at the table, from 0; with independent deals that of the set of games that balances
            seats.
        bots: one for each player at the table.
        result: what came of it so far.
    """

    round: int
    table: int
    turn: int
    bots: tuple[str, ...]
    result: BlockResult

    @property
    def closed(self) -> bool:
        """Whether nothing more comes of it."""
        return self.result.complete or self.result.abandoned


@dataclass(frozen=True, slots=True)
class Wave:
    """Blocks that are scheduled together.

    Attributes:
        round: from 1.
        tables: number of the table within the round, and its bots.
        blocks: of each table.
        byes: bots that sit out this round.
    """

    round: int
    tables: tuple[tuple[int, tuple[str, ...]], ...]
    blocks: int = 1
    byes: tuple[str, ...] = ()


def conflicts(bots: Sequence[str], owners: Mapping[str, str]) -> int:
    """Pairs of different bots at a table that have the same owner."""
    different = dict.fromkeys(bots)
    return sum(owners[one] == owners[other] for one, other in combinations(different, 2))


def mean_outcomes(results: Sequence[BlockResult]) -> dict[str, float]:
    """Mean outcome of each bot over complete blocks, each with the same weight; see `statistics.outcomes`."""
    sums: dict[str, list[float]] = {}
    for block in results:
        if not block.complete:
            continue
        own: dict[str, list[float]] = {}
        for game in block.games:
            if not game.void:
                for bot, outcome in zip(game.bots, outcomes(game), strict=True):
                    own.setdefault(bot, []).append(outcome)
        for bot, values in own.items():
            sums.setdefault(bot, []).append(fsum(values) / len(values))
    return {bot: fsum(values) / len(values) for bot, values in sums.items()}


def meetings(tables: Sequence[Sequence[str]]) -> Counter[frozenset[str]]:
    """How often each pair sat at one table."""
    return Counter(frozenset(pair) for bots in tables for pair in combinations(sorted(set(bots)), 2))
