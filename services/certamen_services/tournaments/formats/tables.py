"""Sets of tables in which all meet all: every one, or a balanced choice where there are too many."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb, gcd
from random import Random

from certamen_services.tournaments.formats.base import conflicts, meetings

__all__ = ["all_tables", "balanced_tables", "too_many"]


def all_tables(bots: Sequence[str], places: int, owners: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Every table there can be, bots of one owner kept apart as far as that leaves nobody out.

    Tables at which more bots of one owner meet than necessary are left out, if then still every bot plays
    and all pairs of different owners meet. With fewer bots than places each bot holds the same number of
    them, or one more in turn.

    Args:
        bots: who takes part.
        places: at a table.
        owners: whose each bot is.
    """
    if len(bots) <= places:
        share, extra = divmod(places, len(bots))
        return [tuple(bots) * share + more for more in combinations(bots, extra)]
    every = list(combinations(bots, places))
    wanted = {frozenset(pair) for pair in combinations(bots, 2) if owners[pair[0]] != owners[pair[1]]}
    for most in sorted({conflicts(table, owners) for table in every}):
        kept = [table for table in every if conflicts(table, owners) <= most]
        met = meetings(kept).keys()
        if {bot for table in kept for bot in table} == set(bots) and wanted <= met:
            return kept
    return every


def balanced_tables(
    bots: Sequence[str],
    places: int,
    owners: Mapping[str, str],
    earlier: Sequence[Sequence[str]],
    chance: Random,
) -> list[tuple[str, ...]]:
    """A balanced choice of tables: everybody sits equally often, and all pairs meet about equally often.

    Table by table, whoever has sat least begins; then comes, of those who have sat least, who has met the
    others at the table least. `earlier` tables count, so that what one cycle lacks the next makes good.

    Args:
        bots: who takes part, more than `places`.
        places: at a table.
        owners: whose each bot is; bots of one owner are kept apart where that can be done.
        earlier: tables of the cycles before.
        chance: breaks ties.

    Returns:
        The least number of tables at which everybody sits equally often.
    """
    met = meetings(earlier)
    sat: Counter[str] = Counter()
    tables = []
    length = len(bots) // gcd(len(bots), places)
    limit = length * places // len(bots)
    for _ in range(length):
        table: list[str] = []
        while len(table) < places:
            free = [bot for bot in bots if bot not in table and sat[bot] < limit]
            order = {bot: chance.random() for bot in free}
            table.append(min(free, key=lambda bot: (*_cost(bot, table, owners, sat, met), order[bot])))
        tables.append(tuple(table))
        sat.update(table)
        met.update(meetings([table]))
    return tables


def _cost(
    bot: str,
    table: Sequence[str],
    owners: Mapping[str, str],
    sat: Mapping[str, int],
    met: Mapping[frozenset[str], int],
) -> tuple[int, int, int]:
    """How badly a bot fits: owners first, then who has sat enough, then who has met whom."""
    own = sum(owners[bot] == owners[other] for other in table)
    return own, sat.get(bot, 0), sum(met.get(frozenset((bot, other)), 0) for other in table)


def too_many(bots: int, places: int, limit: int) -> bool:
    """Whether there are more different tables than are to be played in one cycle."""
    return bots > places and comb(bots, places) > limit
