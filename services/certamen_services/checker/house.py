"""The house's players: they sit with the bot, and see to it that rare things happen."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import certamen_core as cc

from certamen_services.referee.arena import Arena
from certamen_services.referee.messages import Decision, SeatPort, ToSeat

__all__ = ["Habits", "HousePlayer"]


@dataclass(frozen=True, slots=True)
class Habits:
    """How a player of the house plays.

    Attributes:
        seed: of its choices.
        first: texts of the actions that it plays first.
        pause: seconds before each answer.
        resigns_at: the decision at which it gives up; 0: none.
    """

    seed: int = 0
    first: Sequence[str] = ()
    pause: float = 0.0
    resigns_at: int = 0


class HousePlayer:
    """Plays a seat in this process: mostly the kind of action that it has played least.

    Args:
        arena: where the match is.
        match: id of the match.
        seat: its seat.
        game: the match's game.
        habits: how it plays.
    """

    def __init__(self, arena: Arena, match: str, seat: int, game: cc.Game, habits: Habits) -> None:
        self._now = arena.now_ns
        self._game = game
        self._habits = habits
        self._random = Random(1_000_003 * habits.seed + seat)  # noqa: S311 (play, not secrets)
        self._first = deque(habits.first)
        self._played = Counter[str]()
        self._port: SeatPort | None = None
        self._port = arena.attach(match, seat, self, bot="house")

    def send(self, message: ToSeat) -> None:
        """Hear the referee; decisions are answered a little later."""
        if isinstance(message, Decision):
            asyncio.get_running_loop().call_later(self._habits.pause, self._answer, message)

    def superseded(self, match: str) -> None:
        """Nobody else has this seat."""

    def _answer(self, decision: Decision) -> None:
        port = self._port
        if port is None:
            return
        now = self._now()
        port.handed_over(decision.decision, now)
        if decision.decision == self._habits.resigns_at:
            port.resign(now)
        else:
            port.act(decision.decision, self._choose(decision.legal), now)

    def _choose(self, legal: Sequence[int]) -> int | str:
        if self._first:
            return self._first.popleft()
        kinds: dict[str, list[int]] = {}
        for code in legal:
            kinds.setdefault(self._game.action_to_string(code).partition(" ")[0], []).append(code)
        rarest = min(kinds, key=lambda kind: (self._played[kind], kind))
        # Not always: in some games the rarest action, whenever it is possible, is no way to the end.
        pool = kinds[rarest] if self._random.random() < 0.5 else list(legal)
        code = self._random.choice(pool)
        self._played[self._game.action_to_string(code).partition(" ")[0]] += 1
        return code
