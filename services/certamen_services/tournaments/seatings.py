"""Who sits where in a block: designs applied to bots, parties and tables with fewer bots than seats."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from math import gcd

import certamen_core as cc

from certamen_services.tournaments.designs import design, relabelled

__all__ = ["Unit", "fixed_parties", "seatings", "units_of"]

_DEALS_LOOKED_AT = 16


class Unit(StrEnum):
    """What a bot holds at the table."""

    SEAT = "seat"
    """One seat. Where the game has parties, the bots have partners."""
    PARTY = "party"
    """All seats of a party: a bot is its own partner."""


def fixed_parties(game: cc.Game) -> tuple[int, ...] | None:
    """Party of each seat, the same in every deal; None if everybody plays alone, or parties are drawn.

    Args:
        game: with its options.
    """
    seen = {tuple(game.new_initial_state(seed=deal).parties()) for deal in range(_DEALS_LOOKED_AT)}
    if len(seen) != 1:
        return None
    (parties,) = seen
    return None if len(set(parties)) == len(parties) else parties


def units_of(parties: Sequence[int], unit: Unit) -> tuple[int, ...]:
    """Which of the players at a table holds each seat.

    Args:
        parties: party of each seat.
        unit: what a player holds.
    """
    if unit is Unit.SEAT:
        return tuple(range(len(parties)))
    order = {party: number for number, party in enumerate(dict.fromkeys(parties))}
    return tuple(order[party] for party in parties)


def seatings(bots: Sequence[str], units: Sequence[int], block: int) -> tuple[tuple[str, ...], ...]:
    """The seatings of one block: the bot in each seat, game by game.

    With as many different bots as players, they follow `designs.relabelled`. A bot that is named several
    times holds several places; seatings that are then equal are played once, if all would come equally
    often.

    Args:
        bots: one for each player at the table, 2 … 8; a bot may be named several times.
        units: which player holds each seat, see `units_of`.
        block: number of the block among those of this table, from 0.

    Raises:
        ValueError: `bots` does not fit `units`.
    """
    players = len(set(units))
    if len(bots) != players:
        raise ValueError(f"bots: {len(bots)} for {players} places at the table")
    rows = [tuple(bots[player] for player in row) for row in relabelled(players, block).rows]
    if len(set(bots)) < players:
        times = Counter(rows)
        shared = gcd(*times.values())
        rows = [row for row, number in times.items() for _ in range(number // shared)]
    return tuple(tuple(row[player] for player in units) for row in rows)


def describe(players: int) -> str:
    """The design for a number of players, in words."""
    found = design(players)
    return f"{found.name}, {len(found.rows)} seatings"
