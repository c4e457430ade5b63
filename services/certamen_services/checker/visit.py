"""One visit: the bot comes, plays a match under a check's script, and goes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from typing import Any

import certamen_core as cc

from certamen_services.checker import advice
from certamen_services.checker.conduct import Conduct
from certamen_services.checker.gate import Gate
from certamen_services.checker.guest import Guest, Presence
from certamen_services.checker.host import Host, Sitting
from certamen_services.checker.house import Habits, HousePlayer
from certamen_services.checker.judge import Departure, judge
from certamen_services.checker.script import Script
from certamen_services.referee.clock import NS
from certamen_services.referee.errors import MatchEndedError
from certamen_services.referee.settings import MatchSettings

__all__ = ["Plan", "Visit"]

_POLL = 0.01
_GOODBYE = 10.0
"""Seconds from MatchEnd to Leave."""
_END = 5.0
"""Seconds from Leave to the end of the program."""
AWAY = 3.0
"""Seconds for which a bot that was refused for good must stay away."""


@dataclass(slots=True)
class Plan:
    """What is to be played.

    Attributes:
        name: of the check.
        settings: of the match.
        seat: the bot's.
        script: what is done to its messages.
        start_position: None: a fresh deal.
        first: what the house plays first, by seat.
        pause: seconds before each of the house's answers.
        seed: of the house's choices.
        resigns: a seat of the house that gives up, and at which of its decisions.
        waits: whether the house stays away, so that the match never begins.
        cancel: when this says so, the match is cancelled.
        refusal: the reason with which the script refuses the bot for good; empty: it does not.
        cuts: when this says so, the connection is cut, once.
    """

    name: str
    settings: MatchSettings
    seat: int
    script: Script = field(default_factory=Script)
    start_position: Mapping[str, Any] | None = None
    first: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    pause: float = 0.0
    seed: int = 0
    resigns: tuple[int, int] | None = None
    waits: bool = False
    cancel: Callable[[Conduct], bool] = lambda _: False
    refusal: str = ""
    cuts: Callable[[Conduct], bool] = lambda _: False


class Visit:
    """Plays a plan and judges what the bot did.

    Args:
        host: where.
        guest: the bot.
        gate: through which it comes; None: one of the visit's own.
    """

    def __init__(self, host: Host, guest: Guest, gate: Gate | None = None) -> None:
        self._host = host
        self._guest = guest
        self._gate = gate
        self._last_words: tuple[str, ...] = ()

    @property
    def last_words(self) -> tuple[str, ...]:
        """The end of the bot's output."""
        return self._last_words

    async def run(self, plan: Plan) -> Conduct:
        """Play; the findings are in what is returned. Raises LaunchError: the bot could not be started."""
        arena = self._host.arena
        # The same deals every time: what fails, fails again. A position has its own seed.
        seed = None if plan.start_position else plan.seed.to_bytes(32, "big")
        created = await arena.create(plan.settings, start_position=plan.start_position, seed=seed)
        match, game = created.match.id, _game(plan.settings)
        conduct = plan.script.conduct = Conduct(f"matches/{match}")
        for seat in () if plan.waits else range(plan.settings.players):
            if seat != plan.seat:
                resigns = plan.resigns[1] if plan.resigns and plan.resigns[0] == seat else 0
                first = plan.first.get(seat, ())
                habits = Habits(seed=plan.seed, first=first, pause=plan.pause, resigns_at=resigns)
                HousePlayer(arena, match, seat, game, habits)
        token = self._guest.token or created.tokens[plan.seat]
        async with AsyncExitStack() as stack:
            gate = self._gate
            if gate is None:
                gate = Gate("127.0.0.1", 0, self._host.port)
                await gate.open()
                stack.push_async_callback(gate.close)
            self._host.expect(token, Sitting(created.tokens[plan.seat], plan.script, conduct))
            stack.callback(self._host.forget, token)
            presence = await self._guest.come(plan.name, gate.address, token)
            stack.push_async_callback(presence.stop)
            try:
                await self._watch(plan, conduct, presence, gate, match)
            finally:
                self._last_words = presence.last_words()
                with suppress(MatchEndedError):
                    await arena.desk.cancel(match, "cancelled by the check")
        return conduct

    async def _watch(self, plan: Plan, conduct: Conduct, presence: Presence, gate: Gate, match: str) -> None:
        if not await self._came(conduct, presence):
            return
        if plan.refusal:
            await self._stays_away(plan.refusal, conduct, presence)
            return
        cut = cancelled = False
        while conduct.left_at is None and not presence.is_gone:
            if not cut and plan.cuts(conduct):
                cut = True
                gate.cut()
            if not cancelled and conduct.outcome is None and plan.cancel(conduct):
                cancelled = True
                with suppress(MatchEndedError):
                    await self._host.arena.desk.cancel(match, "cancelled by the check")
            if conduct.ended_at is not None and conduct.clock() > conduct.ended_at + _GOODBYE:
                break
            if conduct.outcome is None and (await self._host.arena.get(match)).state.ended:
                # The bot is not there to hear it; it has a while to come and ask.
                conduct.ended_at = conduct.ended_at or conduct.clock()
            await asyncio.sleep(_POLL)
        gone, status = await presence.gone(_END if conduct.left_at is not None else 0.0)
        outcome = (await self._host.arena.get(match)).outcome
        faults = [fault.cause for fault in outcome.faults if fault.seat == plan.seat] if outcome else []
        away = plan.settings.time.disconnect_ns / NS
        departure = Departure(self._guest.is_ours, gone, status, _GOODBYE, _END, away)
        judge(conduct, faults, departure)

    async def _came(self, conduct: Conduct, presence: Presence) -> bool:
        """Whether the bot says Hello."""
        until = conduct.clock() + self._guest.patience
        while conduct.hello is None:
            if presence.is_gone and not conduct.is_connected:
                _, status = await presence.gone(_END)
                conduct.find(advice.ended_before_hello(status))
                return False
            if conduct.clock() > until:
                conduct.find(advice.never_came(self._guest.patience))
                return False
            await asyncio.sleep(_POLL)
        return True

    async def _stays_away(self, reason: str, conduct: Conduct, presence: Presence) -> None:
        """A bot that was refused for good must not come back, and has nothing left to do."""
        until, refused = conduct.clock() + AWAY, None
        while conduct.clock() < until and not presence.is_gone:
            if refused is None and any(line.dropped for line in conduct.lines):
                refused, until = len(conduct.lines), conduct.clock() + AWAY
            await asyncio.sleep(_POLL)
        gone, _ = await presence.gone(_POLL)
        more = len(conduct.lines) - (refused or len(conduct.lines))
        if more:
            conduct.find(advice.comes_back(reason, more))
        elif not gone and self._guest.is_ours:
            conduct.find(advice.lives_on(reason, AWAY))


def _game(settings: MatchSettings) -> cc.Game:
    return cc.load_game(settings.game, players=settings.players, **settings.options)
