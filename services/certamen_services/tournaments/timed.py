"""Timed play: matches of a referee in this process, each bot a fresh program or one that dials in."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from certamen_services.launcher import Launched, Launcher, LaunchError, Limits, Program
from certamen_services.records.canonical import parse
from certamen_services.referee.arena import Arena
from certamen_services.referee.errors import DealInUseError, MatchEndedError, MatchNotFoundError
from certamen_services.referee.info import MatchInfo
from certamen_services.referee.plan import Attempt as MatchAttempt
from certamen_services.referee.plan import MatchPlan, make_plan
from certamen_services.referee.rulings import Ruling, RulingKind
from certamen_services.referee.terms import Culprit, MatchState
from certamen_services.storage.store import Store
from certamen_services.tournaments.board import Task
from certamen_services.tournaments.checked import CheckedPlan
from certamen_services.tournaments.deals import Root
from certamen_services.tournaments.entrants import command_of
from certamen_services.tournaments.terms import Attempt, Result
from certamen_services.tournaments.venues import End

__all__ = ["Programs", "TimedVenue"]

_ID_BYTES = 10
_GOODBYE = 5.0
"""Seconds for a program to end by itself after its match."""
_INTERRUPTED = "the tournament was interrupted"


@dataclass(slots=True)
class Programs:
    """How bots are run as programs.

    Attributes:
        launcher: runs them; None: nobody does.
        address: of the server, for the bots.
        logs: folder for their output.
        limits: what each may use; None: as much as it likes.
        lacking: finds the measures that are not in force; a bot that has any is not run. None: all are.
        containment: which measures are in force, by bot; filled as they are started.
    """

    launcher: Launcher | None
    address: str
    logs: Path
    limits: Limits | None
    lacking: Callable[[Mapping[str, str]], list[str]] | None = None
    containment: dict[str, Mapping[str, str]] = field(default_factory=dict)

    async def start(self, bot: str, command: tuple[str, ...], name: str, token: str) -> Launched:
        """Start a bot for a seat. Raises LaunchError."""
        if self.launcher is None:
            raise LaunchError(f"{bot} is a program, and no programs are run here")
        environment = {"CERTAMEN_SERVER": self.address, "CERTAMEN_TOKEN": token}
        log = self.logs / f"{name}.log"
        program = await self.launcher.start(Program(name, command, str(log), environment, limits=self.limits))
        self.containment[bot] = program.containment
        if self.lacking is not None and (found := self.lacking(program.containment)):
            raise LaunchError(f"{bot} cannot be contained in full: {', '.join(found)}")
        return program


class TimedVenue:
    """Plays matches of an arena.

    Args:
        checked: the plan.
        root: source of deals and of the tokens of bots that dial in.
        arena: where the matches are.
        store: the arena's.
        programs: runs the bots that are programs.
    """

    keeps_attempts = True

    def __init__(
        self, checked: CheckedPlan, root: Root, arena: Arena, store: Store, programs: Programs
    ) -> None:
        self._checked = checked
        self._root = root
        self._arena = arena
        self._store = store
        self.programs = programs
        self._commands = {bot.name: command_of(bot.bot) for bot in checked.plan.bots}

    def match_id(self) -> str | None:
        """A new id."""
        return secrets.token_hex(_ID_BYTES)

    async def settle(self, attempt: Attempt, bots: Sequence[str], *, may_go_on: bool = True) -> End | None:
        """What came of a match. One with programs does not go on: they were ended with the run."""
        match = attempt.match or ""
        try:
            info = await self._arena.get(match)
        except MatchNotFoundError:
            return End(None, f"{_INTERRUPTED} before the match began")
        if info.state.ended:
            return await self._end(info)
        if may_go_on and not any(self._commands[bot] for bot in bots):
            return None
        with contextlib.suppress(MatchEndedError):
            await self._arena.desk.void(match, Culprit.HOST, _INTERRUPTED)
        return await self._end(await self._arena.get(match))

    async def play(self, task: Task, match: str | None) -> End:
        """Play a match, or wait for one that was taken up again. Raises LaunchError."""
        known = match or ""
        if self._arena.at_hand(known) is not None:
            return await self._wait(known, [])
        plan = await self._plan(task, known)
        dials_in = [self._commands[bot] is None for bot in task.bots]
        tokens = [
            self._root.token(bot) if dials else secrets.token_urlsafe(32)
            for bot, dials in zip(task.bots, dials_in, strict=True)
        ]
        before = plan.attempt.predecessor
        ruling = None
        if before is not None:
            ruling = Ruling(before, RulingKind.RERUN, datetime.now(UTC), "tournament", successor=plan.id)
        await self._arena.put(plan, ruling, tokens)
        programs: list[tuple[int, Launched]] = []
        try:
            for seat, (bot, token) in enumerate(zip(task.bots, tokens, strict=True)):
                if (command := self._commands[bot]) is not None:
                    name = f"{task.label}-a{task.attempt}-seat-{seat}"
                    programs.append((seat, await self.programs.start(bot, command, name, token)))
            return await self._wait(known, programs)
        finally:
            await asyncio.gather(*(_end_program(program) for _, program in programs))

    async def reveal(self, matches: Sequence[str]) -> None:
        """Reveal the deals of matches."""
        for match in matches:
            with contextlib.suppress(MatchNotFoundError, DealInUseError):
                await self._arena.desk.reveal(match)

    async def _plan(self, task: Task, match: str) -> MatchPlan:
        """The match of a task: its seed comes from the root, so it is no practice unless the root is."""
        aliases = () if self._checked.plan.aliases else _numbered(task.bots)
        created = datetime.now(UTC)
        created = created.replace(microsecond=created.microsecond // 1000 * 1000)
        plan = make_plan(match, created, self._checked.settings, aliases, task.seed)
        number, before = 1, None
        for earlier in task.before:
            with contextlib.suppress(MatchNotFoundError):
                number, before = (await self._arena.get(earlier)).attempt.number + 1, earlier
                break
        secret = replace(plan.secret, practice=self._root.practice)
        return replace(plan, secret=secret, attempt=MatchAttempt(number, before))

    async def _wait(self, match: str, programs: Sequence[tuple[int, Launched]]) -> End:
        """Wait for the end of a match; a program that ends before is reported as gone."""
        live = self._arena.at_hand(match)
        if live is None:
            return await self._end(await self._arena.get(match))
        closed = asyncio.ensure_future(live.closed.wait())
        gone = {asyncio.ensure_future(program.wait()): seat for seat, program in programs}
        try:
            while not closed.done():
                await asyncio.wait({closed, *gone}, return_when=asyncio.FIRST_COMPLETED)
                for ended in [task for task in gone if task.done()]:
                    seat, report = gone.pop(ended), ended.result()
                    why = f"ended: {report.limit}" if report.limit else f"ended with status {report.status}"
                    with contextlib.suppress(MatchEndedError):
                        await self._arena.report_gone(match, seat, f"the program {why}")
        finally:
            for waiting in (closed, *gone):
                waiting.cancel()
        return await self._end(await self._arena.get(match))

    async def _end(self, info: MatchInfo) -> End:
        """How a match ended."""
        outcome = info.outcome
        if info.state is not MatchState.FINISHED or outcome is None or outcome.placements is None:
            why = outcome.explanation if outcome is not None else ""
            return End(None, why or f"the match was {info.state.value}")
        entries = [parse(entry) for entry in await self._store.entries(info.id) if b'"stall"' in entry]
        stalled = sum(entry["to_ns"] - entry["from_ns"] for entry in entries if entry["type"] == "stall")
        clocks = sorted(outcome.clocks, key=lambda clock: clock.seat)
        result = Result(
            tuple(outcome.placements),
            None if outcome.game_result is None else tuple(outcome.game_result.scores),
            tuple(seat.party for seat in info.seats),
            {fault.seat: fault.cause.value for fault in outcome.faults},
            tuple(clock.decisions for clock in clocks),
            tuple(clock.charged_ns for clock in clocks),
            tuple(clock.longest_ns for clock in clocks),
            stalled,
        )
        return End(result)


def _numbered(bots: Sequence[str]) -> list[str]:
    """Names for the seats; a bot that has several gets a number with each."""
    return [
        bot if bots.count(bot) == 1 else f"{bot} #{bots[: seat + 1].count(bot)}"
        for seat, bot in enumerate(bots)
    ]


async def _end_program(program: Launched) -> None:
    """Let a program end by itself, then see to it."""
    try:
        async with asyncio.timeout(_GOODBYE):
            await program.wait()
    except TimeoutError:
        await program.stop()
