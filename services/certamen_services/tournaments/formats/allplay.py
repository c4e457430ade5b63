"""Round robin and gauntlet: cycles of tables, a block at each table of a cycle."""

from __future__ import annotations

from collections.abc import Sequence

from certamen_services.tournaments.formats.base import Field, Past, Wave
from certamen_services.tournaments.formats.tables import all_tables, balanced_tables, too_many

__all__ = ["gauntlet", "round_robin"]

_Table = tuple[str, ...]


def round_robin(field: Field, past: Sequence[Past], cycles: int, max_tables: int) -> Wave | None:
    """The next cycle: a block at every table, or at a balanced choice of tables where there are too many.

    Args:
        field: who takes part.
        past: all blocks scheduled so far.
        cycles: how many there are.
        max_tables: the most tables of a cycle in which there are all.
    """
    number = _next(past)
    if number > cycles:
        return None
    earlier = [block.bots for block in past]
    return _wave(field, number, _tables(field, earlier, max_tables, f"{number}"))


def gauntlet(
    field: Field, past: Sequence[Past], cycles: int, max_tables: int, heroes: Sequence[str]
) -> Wave | None:
    """The next cycle: each hero at tables with all sets of the others, or with a balanced choice of them.

    Heroes do not meet each other. Other bots of a hero's owner meet him all the same, or they would not play.

    Args:
        field: who takes part.
        past: all blocks scheduled so far.
        cycles: how many there are.
        max_tables: the most tables of a hero in a cycle in which there are all.
        heroes: the bots that meet all others.
    """
    number = _next(past)
    if number > cycles:
        return None
    found: list[_Table] = []
    for hero in heroes:
        rest = [bot for bot in field.bots if bot not in heroes]
        inner = Field(tuple(rest), field.owners, field.places - 1, field.chance)
        earlier = [block.bots[1:] for block in past if block.bots[0] == hero]
        found += [(hero, *table) for table in _tables(inner, earlier, max_tables, f"{number}/{hero}")]
    return _wave(field, number, found)


def _next(past: Sequence[Past]) -> int:
    return max((block.round for block in past), default=0) + 1


def _tables(field: Field, earlier: Sequence[_Table], max_tables: int, label: str) -> list[_Table]:
    """The tables of a cycle."""
    if not too_many(len(field.bots), field.places, max_tables):
        return all_tables(field.bots, field.places, field.owners)
    return balanced_tables(field.bots, field.places, field.owners, earlier, field.chance(f"tables/{label}"))


def _wave(field: Field, number: int, tables: Sequence[_Table]) -> Wave:
    """A cycle in an order of its own, so that nobody's blocks always come first."""
    numbered = list(enumerate(tables))
    field.chance(f"order/{number}").shuffle(numbered)
    return Wave(number, tuple(numbered))
