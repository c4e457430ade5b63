"""Value given and taken beyond the field: found where it was put, and not where it was not."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from certamen_services.tournaments.designs import relabelled
from certamen_services.tournaments.guards import Basis, transfers
from certamen_services.tournaments.statistics import BlockResult, GameResult

BOTS = ["a", "b", "c", "d", "e", "f"]


def places(strength: dict[str, float], bots: tuple[str, ...], chance: Random) -> tuple[int, ...]:
    worth = {bot: strength[bot] + chance.gauss(0, 1) for bot in bots}
    return tuple(1 + sum(worth[other] > worth[bot] for other in bots) for bot in bots)


def made(tables, blocks: int, help_: tuple[str, str] | None, *, near: bool = False) -> list[BlockResult]:
    """Bots of different strength; perhaps one helps another, wherever they meet or from the seat before."""
    chance = Random(1)
    found = []
    for number in range(blocks):
        for table in tables:
            games = []
            for row in relabelled(4, number).rows:
                bots = tuple(table[player] for player in row)
                strength = {bot: 0.3 * BOTS.index(bot) for bot in bots}
                if help_ and set(help_) <= set(bots):
                    giver, taker = help_
                    if not near or bots[bots.index(taker) - 1] == giver:
                        strength[taker] += 1.5
                        strength[giver] -= 0.5
                placed = places(strength, bots, chance)
                games.append(GameResult(bots, (0, 1, 2, 3), placed, tuple(map(float, placed))))
            label = f"b{len(found)}"
            found.append(BlockResult(len(found), label, label, tuple(games)))
    return found


def test_help_among_many_tables_is_found_and_nobody_else_is_suspected():
    blocks = made(list(combinations(BOTS, 4)), 8, ("a", "b"))
    found = transfers(blocks)
    assert found.basis is Basis.TABLE
    assert (found.rows[0].giver, found.rows[0].taker) == ("a", "b")
    assert [(row.giver, row.taker) for row in found.rows if row.suspicious] == [("a", "b")]
    assert found.rows[0].value > 0.2
    assert len(found.rows) == 30


def test_help_at_a_single_table_shows_by_the_neighbours():
    blocks = made([("a", "b", "c", "d")], 90, ("d", "b"), near=True)
    found = transfers(blocks)
    assert found.basis is Basis.NEIGHBOUR
    first, second = found.rows[:2]
    assert (first.giver, first.taker, first.suspicious) == ("d", "b", True)
    assert first.value > 1.5 * second.value


@pytest.mark.parametrize("tables", [list(combinations(BOTS, 4)), [("a", "b", "c", "d")]])
def test_strength_and_seats_alone_raise_no_suspicion(tables):
    found = transfers(made(tables, 8 if len(tables) > 1 else 90, None))
    assert not any(row.suspicious for row in found.rows)


def test_two_sides_cannot_help_each_other_against_a_third():
    game = GameResult(("a", "b"), (0, 1), (1, 2), (1.0, 0.0))
    assert transfers([BlockResult(0, "b", "b", (game,))]).basis is Basis.NONE
    assert transfers([]).rows == ()
