"""The blocks of a tournament: which bots, which seats, which deal. Made wave by wave, and then stored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from certamen_services.tournaments.checked import CheckedPlan
from certamen_services.tournaments.deals import Root
from certamen_services.tournaments.formats import Field, Past, next_wave
from certamen_services.tournaments.plan import Deals
from certamen_services.tournaments.seatings import seatings

__all__ = ["Block", "field_of", "next_blocks"]


@dataclass(frozen=True, slots=True)
class Block:
    """A block as it was scheduled.

    Attributes:
        number: place in the schedule, from 0.
        label: unique name: round, table, number at this table.
        round: from 1.
        table: number within the round, from 0.
        turn: see `Past`.
        bots: one for each player at the table.
        seatings: the bot in each seat, game by game.
    """

    number: int
    label: str
    round: int
    table: int
    turn: int
    bots: tuple[str, ...]
    seatings: tuple[tuple[str, ...], ...]


def field_of(checked: CheckedPlan, root: Root) -> Field:
    """Who takes part in a tournament."""
    return Field(checked.names, checked.owners, checked.places, root.chance)


def next_blocks(checked: CheckedPlan, root: Root, past: Sequence[Past]) -> list[Block]:
    """The blocks to schedule next; none if there are none, or not yet.

    With independent deals every game is a block of its own: a statistic's unit is what shares cards. The
        seatings
    are those of the duplicate block, one after the other.

    Args:
        checked: the plan.
        root: source of all chance.
        past: all blocks scheduled so far, in order.
    """
    wave = next_wave(checked.plan.format, field_of(checked, root), past)
    if wave is None:
        return []
    turns = {(block.round, block.table, block.turn): block.bots for block in past}
    # Which turn of its bots it is decides who is relabelled how, wherever and whenever they meet.
    met = Counter(tuple(sorted(bots)) for bots in turns.values())
    at_table = Counter((number, table) for number, table, _ in turns)
    games = Counter((block.round, block.table) for block in past)
    blocks: list[Block] = []
    for _ in range(wave.blocks):
        for table, bots in wave.tables:
            place, known = (wave.round, table), tuple(sorted(bots))
            rows = seatings(bots, checked.units, met[known])
            for own in [rows] if checked.deals is Deals.DUPLICATE else [(row,) for row in rows]:
                games[place] += 1
                label = f"r{wave.round}-t{table + 1}-b{games[place]}"
                number = len(past) + len(blocks)
                blocks.append(Block(number, label, wave.round, table, at_table[place], bots, own))
            met[known] += 1
            at_table[place] += 1
    return blocks
