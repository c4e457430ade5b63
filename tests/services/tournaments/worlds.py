"""Made tournaments for tests: plans, and results by a rule instead of a game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from certamen_services.tournaments.checked import CheckedPlan, load_plan
from certamen_services.tournaments.deals import Root
from certamen_services.tournaments.formats import Past
from certamen_services.tournaments.schedule import Block, next_blocks
from certamen_services.tournaments.statistics import BlockResult, GameResult

ROOT = Root.given(bytes(range(32)))

Places = Callable[[Sequence[str]], Sequence[int]]
"""Places by seat for the bots by seat."""


def data(bots: int, seats: int, kind: str, **changes: Any) -> dict[str, Any]:
    """A tournament of Das Luschenspiel in direct play, as its TOML file would give it."""
    owners = changes.pop("owners", [None] * bots)
    section = {"kind": kind} | {
        name: changes.pop(name)
        for name in ("blocks", "heroes", "rounds", "advance", "extra_blocks", "max_tables")
        if name in changes
    }
    entered = [
        {"name": f"b{number}", "bot": "random"} | ({"owner": owner} if owner else {})
        for number, owner in enumerate(owners)
    ]
    whole = {"name": "test", "game": "luschen", "seats": seats, "venue": "direct", "bots": entered}
    return whole | {"format": section} | changes


def plan(bots: int, seats: int, kind: str, **changes: Any) -> CheckedPlan:
    return load_plan(data(bots, seats, kind, **changes), Path())


def by_number(bots: Sequence[str]) -> list[int]:
    """The higher its number, the better a bot."""
    order = sorted(set(bots), key=lambda bot: -int(bot[1:]))
    return [order.index(bot) + 1 for bot in bots]


def result(block: Block, places: Places) -> BlockResult:
    """A block in which everything went by a rule."""
    games = tuple(
        GameResult(row, tuple(range(len(row))), tuple(places(row)), tuple(map(float, places(row))))
        for row in block.seatings
    )
    return BlockResult(block.number, block.label, block.label, games)


def played(checked: CheckedPlan, places: Places = by_number) -> list[Past]:
    """All blocks of a tournament."""
    past: list[Past] = []
    while blocks := next_blocks(checked, ROOT, past):
        past += [Past(b.round, b.table, b.turn, b.bots, result(b, places)) for b in blocks]
    return past
