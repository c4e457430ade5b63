"""The format of a plan."""

from __future__ import annotations

from collections.abc import Sequence

from certamen_services.tournaments.formats.allplay import gauntlet, round_robin
from certamen_services.tournaments.formats.base import Field, Past, Wave
from certamen_services.tournaments.formats.knockout import Knockout, byes_for
from certamen_services.tournaments.formats.swiss import swiss
from certamen_services.tournaments.plan import FormatKind, FormatPlan

__all__ = ["knockout_of", "next_wave", "size_of", "waits"]

_EXTRA = 10
"""Extra blocks of a knockout table if the plan does not say."""


def knockout_of(given: FormatPlan, field: Field) -> Knockout:
    """The knockout of a plan."""
    advance = given.advance or max(1, field.places // 2)
    return Knockout(
        field, advance, given.blocks, _EXTRA if given.extra_blocks is None else given.extra_blocks
    )


def waits(kind: FormatKind) -> bool:
    """Whether a wave can be known only when the one before is over."""
    return kind in (FormatKind.SWISS, FormatKind.KNOCKOUT)


def next_wave(given: FormatPlan, field: Field, past: Sequence[Past]) -> Wave | None:
    """The blocks to schedule next; None if there are none, or (`waits`) not yet.

    Args:
        given: the format.
        field: who takes part.
        past: all blocks scheduled so far.
    """
    match given.kind:
        case FormatKind.ROUND_ROBIN:
            return round_robin(field, past, given.blocks, given.max_tables)
        case FormatKind.GAUNTLET:
            return gauntlet(field, past, given.blocks, given.max_tables, given.heroes or ())
        case FormatKind.SWISS:
            return swiss(field, past, given.rounds or 1, given.blocks)
        case FormatKind.KNOCKOUT:
            return knockout_of(given, field).next_wave(past)


def size_of(given: FormatPlan, field: Field) -> int:
    """How many blocks will be played, extra ones of a knockout and stopping rules left aside."""
    bots, places = len(field.bots), field.places
    match given.kind:
        case FormatKind.ROUND_ROBIN | FormatKind.GAUNTLET:
            wave = next_wave(given, field, [])
            return 0 if wave is None else len(wave.tables) * given.blocks
        case FormatKind.SWISS:
            return (given.rounds or 1) * (bots // places) * given.blocks
        case FormatKind.KNOCKOUT:
            return _knockout_tables(bots, places, knockout_of(given, field).advance) * given.blocks


def _knockout_tables(bots: int, places: int, advance: int) -> int:
    tables = 0
    while bots > places:
        byes = byes_for(bots, places, advance)
        now = (bots - byes) // places
        tables, bots = tables + now, byes + now * advance
    return tables + 1
