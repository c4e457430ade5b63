"""The tournaments of a server: runs those that are to run, beside all other matches of its arena."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import structlog
from sqlalchemy import Engine

from certamen_services.launcher import Launcher, Limits
from certamen_services.referee.arena import Arena
from certamen_services.referee.errors import ArenaClosedError, FieldError
from certamen_services.storage.store import Store
from certamen_services.tournaments import desk
from certamen_services.tournaments.checked import CheckedPlan, load_plan
from certamen_services.tournaments.entrants import COMMAND, DIAL_IN
from certamen_services.tournaments.ledger import Ledger, newest
from certamen_services.tournaments.plan import Venue
from certamen_services.tournaments.results import Snapshot, snapshot_of
from certamen_services.tournaments.runner import Observer, RunEnd, Runner
from certamen_services.tournaments.terms import (
    Ruling,
    RulingKind,
    TournamentError,
    TournamentState,
)
from certamen_services.tournaments.timed import Programs, TimedVenue

__all__ = ["Bureau", "Case", "TournamentNotFoundError"]

_MANY = 1000
_log = structlog.get_logger(__name__)
_Value = TypeVar("_Value")


class TournamentNotFoundError(LookupError):
    """There is no tournament with this id."""


@dataclass(slots=True)
class Case:
    """A tournament of the server.

    Attributes:
        id: its id.
        checked: its plan.
        ledger: where it is kept.
        run: the run that is under way, or the last one; None if there was none since the server began.
        held: whether it waits for void games to be released.
        problem: why it cannot go on; empty if it can.
    """

    id: str
    checked: CheckedPlan
    ledger: Ledger
    run: asyncio.Task[None] | None = None
    held: bool = False
    problem: str = ""

    @property
    def is_run(self) -> bool:
        """Whether a run is under way."""
        return self.run is not None and not self.run.done()


@dataclass(slots=True)
class Bureau:
    """Keeps and runs tournaments.

    Attributes:
        engine: of the database of `store`.
        arena: where the matches are played.
        store: the arena's.
    """

    engine: Engine
    arena: Arena
    store: Store
    _programs: Programs = field(default_factory=lambda: Programs(None, "", Path(), None))
    _cases: dict[str, Case] = field(default_factory=dict)
    _one_at_a_time: asyncio.Lock = field(default_factory=asyncio.Lock)
    _closed: bool = False

    # ---------------------------------------------------------------------------------------- its own course

    async def open(self, launcher: Launcher, address: str, logs: Path) -> None:
        """Go on with the tournaments that were running when the server ended.

        Args:
            launcher: runs the bots that come with Certamen.
            address: of the server, for them.
            logs: folder for their output.
        """
        self._programs = Programs(launcher, address, logs, Limits())
        before: int | None = None
        while found := await self._newest(_MANY, before):
            for _, tournament, state in found:
                if state is TournamentState.READY:
                    await self._resume(tournament)
            before = found[-1][0]

    async def close(self) -> None:
        """Leave all tournaments as they are: an open one goes on when the server is started again."""
        self._closed = True
        runs = [case.run for case in self._cases.values() if case.run is not None and case.is_run]
        for run in runs:
            run.cancel()
        await asyncio.gather(*runs, return_exceptions=True)

    async def _resume(self, tournament: str) -> None:
        try:
            self._run(await self.case(tournament))
        except Exception:  # noqa: BLE001 - whatever is wrong with it must not keep the server from starting
            _log.exception("tournament.cannot_resume", tournament=tournament)

    def _run(self, case: Case) -> None:
        """See to it that a tournament is run."""
        if self._closed:
            raise ArenaClosedError("no tournaments are run any more")
        if not case.is_run:
            case.held, case.problem = False, ""
            case.run = asyncio.get_running_loop().create_task(self._play(case), name=case.id)

    async def _play(self, case: Case) -> None:
        tournament = await self._in_thread(case.ledger.tournament)
        venue = TimedVenue(case.checked, tournament.root, self.arena, self.store, self._programs)
        log = _log.bind(tournament=case.id)
        goes_on = True
        while goes_on:
            log.info("tournament.runs")
            try:
                runner = await self._in_thread(lambda: Runner(case.checked, case.ledger, venue, Observer()))
                end = await runner.run()
            except Exception as error:
                case.problem = f"{type(error).__name__}: {error}"
                log.exception("tournament.failed")
                return
            async with self._one_at_a_time:
                log.info("tournament.rests", why=end.value)
                case.held = end is RunEnd.HELD
                state = (await self._in_thread(case.ledger.tournament)).state
                # It may have been started again while its last games before a pause were played.
                goes_on = end is RunEnd.PAUSED and state is TournamentState.READY and not self._closed
                if not goes_on:
                    case.run = None

    # ----------------------------------------------------------------------------------------- for organisers

    async def create(self, data: Mapping[str, Any]) -> tuple[Case, Mapping[str, str]]:
        """Make a tournament, which is paused.

        Args:
            data: its plan, as in a TOML file.

        Returns:
            The tournament, and the tokens of the bots that dial in, by name.

        Raises:
            FieldError: something is not accepted.
        """
        if self._closed:
            raise ArenaClosedError("no tournaments can be made any more")
        checked = load_plan(data, Path())
        self._check(checked)
        kept = checked.plan.model_dump(mode="json")
        ledger = await self._in_thread(
            lambda: Ledger.create_in(self.engine, checked, TournamentState.PAUSED, kept)
        )
        tournament = await self._in_thread(ledger.tournament)
        case = self._cases[tournament.id] = Case(tournament.id, checked, ledger)
        tokens = {
            bot.name: tournament.root.token(bot.name) for bot in checked.plan.bots if bot.bot == DIAL_IN
        }
        return case, tokens

    def _check(self, checked: CheckedPlan) -> None:
        """What a server does not do for those who are not at its machine."""
        if checked.plan.venue is not Venue.TIMED:
            raise FieldError("venue", "must be 'timed': a server plays by its referee")
        own = checked.plan.run.model_fields_set - {"concurrency", "attempts"}
        if own:
            raise FieldError(f"run.{min(own)}", "is not accepted here: it is for programs of yours")
        for number, bot in enumerate(checked.plan.bots):
            if bot.bot.startswith(COMMAND):
                raise FieldError(
                    f"bots[{number}].bot", "must be dial-in, greedy or random, not a program of yours"
                )

    async def case(self, tournament: str) -> Case:
        """A tournament. Raises TournamentNotFoundError."""
        known = self._cases.get(tournament)
        if known is None:
            ledger = await self._in_thread(lambda: Ledger.among(self.engine, tournament))
            if ledger is None:
                raise TournamentNotFoundError(tournament)
            stored = await self._in_thread(ledger.tournament)
            checked = load_plan(stored.plan, Path(), with_bots=False)
            known = self._cases.setdefault(tournament, Case(tournament, checked, ledger))
        return known

    async def page(self, limit: int, before: int | None) -> tuple[list[Case], int | None]:
        """Tournaments, the newest first, and what to give as `before` for the next page."""
        found = await self._newest(limit + 1, before)
        cases = [await self.case(tournament) for _, tournament, _ in found[:limit]]
        return cases, found[limit - 1][0] if len(found) > limit else None

    async def snapshot(self, case: Case) -> Snapshot:
        """A tournament as it stands."""
        return await self._in_thread(lambda: snapshot_of(case.checked, case.ledger))

    async def rulings(self, case: Case) -> list[Ruling]:
        """The audit trail of a tournament, the oldest first."""
        return await self._in_thread(case.ledger.rulings)

    async def start(self, case: Case) -> None:
        """Have a tournament played. Raises TournamentError: it is over."""
        async with self._one_at_a_time:
            state = (await self._in_thread(case.ledger.tournament)).state
            if state in (TournamentState.FINISHED, TournamentState.CANCELLED):
                raise TournamentError(f"the tournament is {state.value}")
            if state is TournamentState.PAUSED:
                await self._in_thread(lambda: case.ledger.move(TournamentState.READY, RulingKind.RESUME))
            self._run(case)

    async def pause(self, case: Case, reason: str) -> None:
        """See `desk.pause`."""
        async with self._one_at_a_time:
            await self._in_thread(lambda: desk.pause(case.ledger, reason))

    async def cancel(self, case: Case, reason: str) -> None:
        """See `desk.cancel`; returns when nothing of it is played any more."""
        async with self._one_at_a_time:
            await self._in_thread(lambda: desk.cancel(case.ledger, reason))
            self._run(case)  # also one that was paused has games to end and deals to reveal
            run = case.run
        if run is not None:
            await asyncio.wait([run])

    async def void(self, case: Case, game: str, reason: str) -> None:
        """See `desk.void`."""
        async with self._one_at_a_time:
            await self._in_thread(lambda: desk.void(case.checked, case.ledger, game, reason))

    async def rerun(self, case: Case, game: str, reason: str) -> str:
        """See `desk.rerun`; a tournament that had finished runs again."""
        async with self._one_at_a_time:
            said = await self._in_thread(lambda: desk.rerun(case.checked, case.ledger, game, reason))
            if (await self._in_thread(case.ledger.tournament)).state is TournamentState.READY:
                self._run(case)
            return said

    async def _newest(self, limit: int, before: int | None) -> Sequence[tuple[int, str, TournamentState]]:
        return await self._in_thread(lambda: newest(self.engine, limit, before))

    async def _in_thread(self, work: Callable[[], _Value]) -> _Value:
        """Use the database where no clock waits for it."""
        return await asyncio.to_thread(work)
