"""Swiss: every round those who did equally well so far meet, and as few as possible meet again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from certamen_services.tournaments.formats.base import Field, Past, Wave, mean_outcomes, meetings

__all__ = ["ranking", "swiss"]

_OWNER, _AGAIN = 1e9, 1e5
_ENOUGH = 200_000
"""Exchanges that are tried at most to improve the tables of a round."""


def ranking(bots: Sequence[str], past: Sequence[Past]) -> list[str]:
    """The bots, the best first: by mean outcome, then by the mean of those met, then by the seeding.

    The mean and not the sum: a bot that sat out loses and wins nothing by it.

    Args:
        bots: in the order of the seeding.
        past: all blocks scheduled so far.
    """
    means = mean_outcomes([block.result for block in past])
    met: dict[str, list[float]] = {bot: [] for bot in bots}
    for block in past:
        if block.result.complete:
            for bot in set(block.bots):
                met[bot] += [means[other] for other in set(block.bots) - {bot}]
    strength = {bot: sum(values) / len(values) if values else 0.0 for bot, values in met.items()}
    order = {bot: place for place, bot in enumerate(bots)}
    return sorted(
        bots, key=lambda bot: (-round(means.get(bot, 0.0), 9), -round(strength[bot], 9), order[bot])
    )


def swiss(field: Field, past: Sequence[Past], rounds: int, blocks: int) -> Wave | None:
    """The next round, once all blocks of the one before are closed.

    Where the tables do not take everybody, those sit out who did so least often, of these the last.

    Args:
        field: who takes part.
        past: all blocks scheduled so far.
        rounds: how many there are.
        blocks: of each table in each round.
    """
    number = max((block.round for block in past), default=0) + 1
    if number > rounds or not all(block.closed for block in past):
        return None
    ranked = ranking(field.bots, past)
    if number == 1:
        field.chance("swiss/first").shuffle(ranked)
    byes = _byes(ranked, past, len(ranked) % field.places, number - 1)
    playing = [bot for bot in ranked if bot not in byes]
    tables = _improved(playing, field, meetings(list({(b.round, b.table): b.bots for b in past}.values())))
    return Wave(number, tuple(enumerate(tables)), blocks, byes)


def _byes(ranked: Sequence[str], past: Sequence[Past], count: int, rounds: int) -> tuple[str, ...]:
    """Who sits out."""
    played = Counter(bot for _, bot in {(block.round, bot) for block in past for bot in block.bots})
    place = {bot: number for number, bot in enumerate(ranked)}
    order = sorted(ranked, key=lambda bot: (rounds - played[bot], -place[bot]))
    return tuple(order[:count])


def _improved(playing: list[str], field: Field, met: Counter[frozenset[str]]) -> list[tuple[str, ...]]:
    """Tables of neighbours in the ranking, bots exchanged as long as that makes them better."""
    places = field.places
    place = {bot: number for number, bot in enumerate(playing)}
    tables = [list(playing[start : start + places]) for start in range(0, len(playing), places)]

    def cost(table: Sequence[str]) -> float:
        total = 0.0
        for one, other in combinations(table, 2):
            total += _OWNER * (field.owners[one] == field.owners[other])
            total += _AGAIN * met[frozenset((one, other))] ** 2 + (place[one] - place[other]) ** 2
        return total

    costs = [cost(table) for table in tables]
    tried, better = 0, True
    while better and tried < _ENOUGH:
        better = False
        for one, other in combinations(range(len(tables)), 2):
            for first in range(places):
                for second in range(places):
                    tried += 1
                    a, b = tables[one], tables[other]
                    a[first], b[second] = b[second], a[first]
                    now = cost(a), cost(b)
                    if sum(now) < costs[one] + costs[other] - 1e-6:
                        costs[one], costs[other], better = *now, True
                    else:
                        a[first], b[second] = b[second], a[first]
    return [tuple(table) for table in tables]
