"""Runs a tournament: takes what is open, has it played, writes it down. Can be killed at any moment.

What makes a run resumable: blocks are stored before a game of them begins; a game has at most one attempt
    that
counts, and its deal follows from root and label; an attempt that left something behind is stored before it
begins, and settled first when the tournament is taken up again.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from enum import Enum
from typing import TypeVar

from certamen_services.tournaments.board import Task
from certamen_services.tournaments.checked import CheckedPlan
from certamen_services.tournaments.formats import waits
from certamen_services.tournaments.ledger import Ledger
from certamen_services.tournaments.plan import RevealAfter
from certamen_services.tournaments.rules import make_monitor
from certamen_services.tournaments.schedule import next_blocks
from certamen_services.tournaments.statistics import Status
from certamen_services.tournaments.stored import read_board
from certamen_services.tournaments.terms import (
    Attempt,
    AttemptState,
    RulingKind,
    Tournament,
    TournamentState,
)
from certamen_services.tournaments.venues import End, Venue

__all__ = ["Observer", "RunEnd", "Runner"]

_WATCH = 0.5
"""Seconds between two looks at what was decided from outside."""
_Value = TypeVar("_Value")


class RunEnd(Enum):
    """Why a run ended."""

    FINISHED = "finished"
    PAUSED = "paused"
    CANCELLED = "cancelled"
    HELD = "held"
    """Nothing can be played before void games are released."""


class Observer:
    """Is told what happens; this one does nothing with it."""

    def began(self, task: Task) -> None:
        """A game begins."""

    def ended(self, task: Task, attempt: Attempt) -> None:
        """An attempt ended."""


class Runner:
    """Runs one tournament to its end, or until it is paused or cancelled.

    Args:
        checked: the plan.
        ledger: where everything is kept.
        venue: where games are played.
        observer: is told what happens.

    Attributes:
        board: what is open.
        monitor: the stopping rule; None if all blocks are played.
    """

    def __init__(self, checked: CheckedPlan, ledger: Ledger, venue: Venue, observer: Observer) -> None:
        self._checked = checked
        self._ledger = ledger
        self._venue = venue
        self._observer = observer
        self._tournament: Tournament = ledger.tournament()
        self._root = self._tournament.root
        self.board = read_board(checked, ledger)
        self.monitor = make_monitor(checked.plan)
        self._read = 0
        self._stopping = False
        self._wanted: TournamentState = TournamentState.READY
        self._busy: set[tuple[int, int]] = set()
        self._changed = asyncio.Event()
        self._choosing = asyncio.Lock()
        self._seen = 0
        self._resumed: list[tuple[Task, Attempt]] = []
        self._workers: list[asyncio.Task[None]] = []
        self._voids: Counter[tuple[int, int]] = Counter()

    async def run(self) -> RunEnd:
        """Play. Errors of the venue end the run; what was played before is stored.

        Raises:
            BotFailedError: in direct play, a bot failed.
        """
        if self._tournament.state in (TournamentState.FINISHED, TournamentState.CANCELLED):
            return await self._wind_up(self._tournament.state)
        if self._tournament.state is TournamentState.PAUSED:
            await self._write(lambda: self._ledger.move(TournamentState.READY, RulingKind.RESUME))
        self._seen = await self._write(self._ledger.last_ruling)
        await self._settle()
        self._follow()
        try:
            async with asyncio.TaskGroup() as group:
                watcher = group.create_task(self._watch())
                count = self._checked.plan.run.concurrency
                self._workers = [group.create_task(self._work()) for _ in range(count)]
                await asyncio.wait(self._workers)
                watcher.cancel()
        except BaseExceptionGroup as errors:
            raise errors.exceptions[0] from errors
        return await self._conclude()

    # ---------------------------------------------------------------------------------------------- playing

    async def _settle(self) -> None:
        """What was running when the last run ended is taken up, or is void and will be played again."""
        for attempt in self.board.running():
            task = self._task_of(attempt)
            end = await self._venue.settle(attempt, task.bots)
            if end is None:
                self._resumed.append((task, attempt))
                self._busy.add((attempt.block, attempt.game))
            else:
                await self._finish(task, attempt, end)

    def _task_of(self, attempt: Attempt) -> Task:
        stored = self.board.blocks[attempt.block]
        bots = stored.block.seatings[attempt.game]
        return Task(stored.block, attempt.game, attempt.number, attempt.deal, b"", bots)

    async def _work(self) -> None:
        while (found := await self._take()) is not None:
            task, attempt = found
            self._observer.began(task)
            try:
                end = await self._venue.play(task, attempt.match)
                await self._finish(task, attempt, end)
                if end.result is None:
                    await self._note_void(attempt, end.explanation)
            finally:
                self._busy.discard((attempt.block, attempt.game))
                self._changed.set()

    async def _take(self) -> tuple[Task, Attempt] | None:
        """The next game, its attempt stored if it has to be; None: this worker is done."""
        while True:
            if self._resumed:
                return self._resumed.pop()
            if self._wanted is not TournamentState.READY:
                return None
            async with self._choosing:  # else two workers would schedule the same blocks
                task = next((task for task in self.board.tasks() if self._is_free(task)), None)
                if task is not None:
                    return task, await self._begin(task)
                if not self._stopping and await self._schedule():
                    continue
            if not self._busy:
                return None
            # Something is still being played: from it a new round may follow, or a game to be played again.
            self._changed.clear()
            await self._changed.wait()

    def _is_free(self, task: Task) -> bool:
        if (task.block.number, task.game) in self._busy:
            return False
        # Once a stopping rule has decided, only blocks that were begun are completed.
        return not self._stopping or any(
            self.board.latest(task.block.number, game) is not None for game in range(len(task.block.seatings))
        )

    async def _begin(self, task: Task) -> Attempt:
        self._busy.add((task.block.number, task.game))
        attempt = Attempt(
            task.block.number,
            task.game,
            task.attempt,
            AttemptState.RUNNING,
            task.deal,
            self._venue.match_id(),
            None,
            held=False,
            explanation="",
            started=datetime.now(UTC),
            ended=None,
        )
        if self._venue.keeps_attempts:
            await self._write(lambda: self._ledger.begin([attempt]))
            self.board.put(attempt)
        return attempt

    async def _schedule(self) -> bool:
        """Schedule the next blocks, if there are any."""
        blocks = next_blocks(self._checked, self._root, self.board.past())
        if not blocks:
            return False
        await self._write(lambda: self._ledger.schedule(blocks))
        self.board.add(blocks)
        self._changed.set()
        return True

    async def _finish(self, task: Task, attempt: Attempt, end: End) -> None:
        """Write down how an attempt ended, and what follows from it."""
        state = AttemptState.VOID if end.result is None else AttemptState.FINISHED
        done = replace(
            attempt, state=state, result=end.result, explanation=end.explanation, ended=datetime.now(UTC)
        )
        if self._venue.keeps_attempts:
            await self._write(lambda: self._ledger.end(done))
        else:
            self._ledger.record([(done, end.actions or ())])
        self.board.put(done)
        self._observer.ended(task, done)
        result = self.board.result(attempt.block)
        if result.complete:
            self._follow()
            if self._checked.plan.reveal is RevealAfter.BLOCK:
                await self._reveal(attempt.block)

    async def _note_void(self, attempt: Attempt, why: str) -> None:
        """Give up a block of which a game was void too often in this run."""
        game = (attempt.block, attempt.game)
        self._voids[game] += 1
        if self._voids[game] < self._checked.plan.run.attempts:
            return
        stored = self.board.blocks[attempt.block]
        reason = f"game {attempt.game + 1} was void {self._voids[game]} times, at last: {why}"
        await self._write(lambda: self._ledger.abandon(attempt.block, reason))
        self.board.replace(replace(stored, abandoned=True))
        self._follow()

    async def _reveal(self, block: int) -> None:
        stored = self.board.blocks[block]
        if stored.revealed or not self._venue.keeps_attempts:
            return
        found = (self.board.latest(block, game) for game in range(len(stored.block.seatings)))
        matches = [attempt.match for attempt in found if attempt is not None and attempt.match is not None]
        await self._venue.reveal(matches)
        await self._write(lambda: self._ledger.mark_revealed(block))
        self.board.replace(replace(stored, revealed=True))

    # ---------------------------------------------------------------------------------------------- stopping

    def _follow(self) -> None:
        """Read the blocks that are closed, in the order of the schedule."""
        monitor = self.monitor
        if monitor is None:
            return
        while self._read < len(self.board.blocks):
            result = self.board.result(self._read)
            if not (result.complete or result.abandoned):
                break
            monitor.add(result)
            self._read += 1
        self._stopping = monitor.status is not Status.CONTINUE

    async def _watch(self) -> None:
        """Look at what was decided from outside."""
        while True:
            await asyncio.sleep(_WATCH)
            number = await self._write(self._ledger.last_ruling)
            if number == self._seen:
                continue
            self._seen = number
            tournament = await self._write(self._ledger.tournament)
            self._wanted = tournament.state
            blocks, attempts = await self._write(lambda: (self._ledger.blocks(), self._ledger.attempts()))
            for stored in blocks:
                if self.board.blocks[stored.block.number] != stored:
                    self.board.replace(stored)
            for attempt in attempts:
                latest = self.board.latest(attempt.block, attempt.game)
                known = latest is not None and latest.number == attempt.number
                if known and attempt.state is not AttemptState.RUNNING:
                    self.board.put(attempt)
            self.board.rewind()
            self._changed.set()
            if self._wanted is TournamentState.CANCELLED:
                for worker in self._workers:
                    worker.cancel()
                return

    async def _conclude(self) -> RunEnd:
        """Say how the tournament stands now, and store it if it is over."""
        state = (await self._write(self._ledger.tournament)).state
        if state is TournamentState.PAUSED:
            return RunEnd.PAUSED
        if state is TournamentState.CANCELLED:
            return await self._wind_up(state)
        if any(True for _ in self.board.tasks()) and not self._stopping:
            return RunEnd.PAUSED
        if self.board.waiting_for_rerun() and not self._stopping and waits(self._checked.plan.format.kind):
            return RunEnd.HELD
        reason = "" if self.monitor is None or not self._stopping else self.monitor.state.reason
        await self._write(lambda: self._ledger.move(TournamentState.FINISHED, RulingKind.FINISH, reason))
        return await self._wind_up(TournamentState.FINISHED)

    async def _wind_up(self, state: TournamentState) -> RunEnd:
        """What is left to do when it is over; all of it may have been done by a run before."""
        for attempt in self.board.running():
            task = self._task_of(attempt)
            end = await self._venue.settle(attempt, task.bots, may_go_on=False)
            await self._finish(task, attempt, end or End(None, "the tournament is over"))
        for number in range(len(self.board.blocks)):
            await self._reveal(number)
        await self._write(self._ledger.reveal_root)
        return RunEnd(state.value)

    async def _write(self, work: Callable[[], _Value]) -> _Value:
        """Use the database; beside a referee in a thread, so that nobody's clock waits for it."""
        if self._venue.keeps_attempts:
            return await asyncio.to_thread(work)
        return work()
