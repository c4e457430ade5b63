"""How many games a plan has, and about how long they take."""

from __future__ import annotations

import time
from dataclasses import asdict, dataclass
from typing import Any

import certamen_core as cc

from certamen_services.referee.clock import NS
from certamen_services.tournaments.checked import CheckedPlan
from certamen_services.tournaments.deals import Root
from certamen_services.tournaments.designs import design
from certamen_services.tournaments.direct import play_game
from certamen_services.tournaments.entrants import bot_class
from certamen_services.tournaments.formats import size_of
from certamen_services.tournaments.plan import FormatKind, Venue
from certamen_services.tournaments.schedule import field_of
from certamen_services.tournaments.seatings import seatings

__all__ = ["Estimate", "estimate"]

_PLAYOUTS = 200
_START_SECONDS = 1.0
"""For the programs of a match to start."""
_REHEARSAL = 10.0
"""Seconds after which no more games are rehearsed."""
_REHEARSED = 5


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a plan amounts to.

    Attributes:
        blocks: sets of seatings; extra ones of a knockout and stopping rules left aside.
        games: in all.
        seatings: games of a block.
        design: how bots are seated, in words.
        deals: which games share a deal.
        seconds: for all games; None if unknown.
        basis: where the time comes from, in words.
        may_differ: what may make it more or less, in words; empty if nothing.
    """

    blocks: int
    games: int
    seatings: int
    design: str
    deals: str
    seconds: float | None
    basis: str
    may_differ: str

    def as_json(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)

    def lines(self) -> list[str]:
        """For people."""
        blocks = f"{self.blocks} {'block' if self.blocks == 1 else 'blocks'} of {self.seatings} seatings"
        found = [f"{self.games} games in {blocks} ({self.design}), {self.deals} deals"]
        if self.seconds is not None:
            hours, rest = divmod(round(self.seconds), 3600)
            found.append(f"time: {hours}:{rest // 60:02d}:{rest % 60:02d} h, {self.basis}")
        return [*found, *([self.may_differ] if self.may_differ else [])]


def estimate(checked: CheckedPlan, *, rehearse: bool = True) -> Estimate:
    """Reckon what a plan amounts to.

    Args:
        checked: the plan.
        rehearse: whether to play a few games of direct play with other deals to learn how long they take.

    Raises:
        BotFailedError: a bot failed in a rehearsal.
    """
    plan = checked.plan
    field = field_of(checked, Root.given(bytes(32)))
    blocks = size_of(plan.format, field)
    bots = [checked.names[place % len(checked.names)] for place in range(checked.places)]
    rows = len(seatings(bots, checked.units, 0))
    games = blocks * rows
    seconds: float | None = None
    basis = ""
    if plan.venue is Venue.TIMED:
        seconds = games * _longest(checked) / plan.run.concurrency
        basis = "at most: if everybody used up the clock"
    elif rehearse:
        seconds = games * _rehearsed(checked, bots) / plan.run.concurrency
        basis = "as a few games took that were played now"
    differs = "a stopping rule may end it sooner" if plan.stop is not None else ""
    if plan.format.kind is FormatKind.KNOCKOUT:
        differs = "equal places are played out with further blocks"
    return Estimate(
        blocks, games, rows, design(checked.places).name, checked.deals.value, seconds, basis, differs
    )


def _longest(checked: CheckedPlan) -> float:
    """Seconds of a match in which everybody uses up the clock, decisions as in random play."""
    control = checked.settings.time
    found = cc.playouts(checked.game, _PLAYOUTS, 1, 1)
    decisions = found.decisions / found.games
    per_seat = decisions / checked.game.num_players
    clock = control.base_ns + per_seat * control.increment_ns
    if control.per_move_ns is not None:
        clock = min(clock, per_seat * control.per_move_ns)
    return checked.game.num_players * clock / NS + decisions * control.lag_ns / NS + _START_SECONDS


def _rehearsed(checked: CheckedPlan, bots: list[str]) -> float:
    """Seconds of a game between the first bots of the plan."""
    makers = {bot.name: bot_class(bot.bot, checked.folder) for bot in checked.plan.bots}
    begun, games = time.monotonic(), 0
    while games < _REHEARSED and time.monotonic() - begun < _REHEARSAL:
        seed = Root.given(bytes(32)).derive(f"rehearsal/{games}")
        play_game(checked.game, seed, bots, makers, lambda seat: seat)
        games += 1
    return (time.monotonic() - begun) / games
