"""Where games are played: what the runner asks of a venue, and direct play."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import threading
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Protocol

import certamen_core as cc

from certamen_services.tournaments.board import Task
from certamen_services.tournaments.checked import CheckedPlan
from certamen_services.tournaments.deals import Root
from certamen_services.tournaments.direct import BotMaker, Played, play_game
from certamen_services.tournaments.entrants import bot_class
from certamen_services.tournaments.terms import Attempt, Result

__all__ = ["DirectVenue", "End", "Venue"]


@dataclass(frozen=True, slots=True)
class End:
    """How an attempt ended.

    Attributes:
        result: what came of the game; None if the attempt is void.
        explanation: why it is void.
        actions: codes of all actions, in direct play.
    """

    result: Result | None
    explanation: str = ""
    actions: tuple[int, ...] | None = None


class Venue(Protocol):
    """Plays games."""

    keeps_attempts: bool
    """Whether an attempt is to be stored before it begins, since something of it would be left behind."""

    def match_id(self) -> str | None:
        """Id for a new match; None if games have none."""

    async def settle(self, attempt: Attempt, bots: Sequence[str], *, may_go_on: bool = True) -> End | None:
        """What came of an attempt that was running when the run ended; None: it still goes on.

        Args:
            attempt: that was stored as running.
            bots: by seat.
            may_go_on: whether it may; else it ends now.
        """

    async def play(self, task: Task, match: str | None) -> End:
        """Play a game, or go on with it."""

    async def reveal(self, matches: Sequence[str]) -> None:
        """The deals of these matches are secret no longer."""


class DirectVenue:
    """Plays in this process, or in a pool of processes.

    The same game played again goes the same way, as far as the bots take their chance from what they are
        given: so
    nothing need be stored before it has ended.

    Args:
        checked: the plan.
        root: for the bots' chance.
        processes: how many; 1: this one.
    """

    keeps_attempts = False

    def __init__(self, checked: CheckedPlan, root: Root, processes: int) -> None:
        self._root = root
        self._game = checked.game
        self._makers = _makers(checked.plan.model_dump(mode="json")["bots"], checked.folder)
        self._pool: ProcessPoolExecutor | None = None
        if processes > 1:
            # gRPC is loaded here, and a process that has loaded it must not fork.
            self._pool = ProcessPoolExecutor(
                processes,
                multiprocessing.get_context("spawn"),
                _prepare,
                (checked.game.name, checked.game.num_players, checked.game.options, *_sources(checked)),
            )

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def match_id(self) -> str | None:
        """None: there are no matches."""
        return None

    async def settle(self, attempt: Attempt, bots: Sequence[str], *, may_go_on: bool = True) -> End | None:
        """Nothing is stored before its end, so there is none."""
        del bots, may_go_on
        raise AssertionError(f"an attempt of direct play was left behind: {attempt}")

    async def play(self, task: Task, match: str | None) -> End:
        """Play a game. Raises BotFailedError."""
        del match
        await asyncio.sleep(0)  # to let signals and decisions from outside come through
        chances = [self._chance(task, seat) for seat in range(len(task.bots))]
        if self._pool is None:
            played = play_game(self._game, task.seed, task.bots, self._makers, chances.__getitem__)
        else:
            loop = asyncio.get_running_loop()
            played = await loop.run_in_executor(self._pool, _play, task.seed, task.bots, chances)
        return End(played.result, actions=played.actions)

    async def reveal(self, matches: Sequence[str]) -> None:
        """Nothing is sealed."""

    def _chance(self, task: Task, seat: int) -> int:
        label = f"bots/{task.deal}/{task.game}/{seat}"
        return int.from_bytes(self._root.derive(label)[:8], "little")


def _makers(bots: Sequence[dict[str, Any]], folder: Path) -> dict[str, BotMaker]:
    return {bot["name"]: bot_class(bot["bot"], folder) for bot in bots}


def _sources(checked: CheckedPlan) -> tuple[list[dict[str, Any]], Path]:
    return checked.plan.model_dump(mode="json")["bots"], checked.folder.resolve()


@dataclass(slots=True)
class _Prepared:
    """What a process of the pool plays with."""

    game: cc.Game
    makers: dict[str, BotMaker]


_prepared: list[_Prepared] = []


def _prepare(
    game: str, players: int, options: dict[str, Any], bots: Sequence[dict[str, Any]], folder: Path
) -> None:
    """Make a process ready, and see to it that it does not outlive the one that made it."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _prepared[:] = [_Prepared(cc.load_game(game, players=players, **options), _makers(bots, folder))]


def _end_with_parent() -> None:
    """End this process when the one that made it has ended, however that came."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _play(seed: bytes, bots: tuple[str, ...], chances: Sequence[int]) -> Played:
    """Play a game in a process of the pool."""
    (ready,) = _prepared
    return play_game(ready.game, seed, bots, ready.makers, chances.__getitem__)
