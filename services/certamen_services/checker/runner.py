"""Makes the checks, and tells of them in their order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

from certamen.v1 import play_pb2

from certamen_services.checker.catalogue import GAMES, Pace, all_checks, first_check
from certamen_services.checker.check import Check
from certamen_services.checker.conduct import Conduct
from certamen_services.checker.findings import Result, Verdict
from certamen_services.checker.gate import Gate
from certamen_services.checker.guest import Guest
from certamen_services.checker.host import Host
from certamen_services.checker.visit import Visit

__all__ = ["Order", "Run", "Runner", "chosen"]


@dataclass(frozen=True, slots=True)
class Order:
    """What is wanted.

    Attributes:
        games: only these; empty: all that the bot plays.
        only: names, groups or patterns of the checks that are wanted; empty: all.
        pace: how much time the bot has.
    """

    games: tuple[str, ...] = ()
    only: tuple[str, ...] = ()
    pace: Pace = field(default_factory=Pace)


@dataclass(slots=True)
class Run:
    """What came out.

    Attributes:
        hello: what the bot said of itself; None if it never said anything.
        results: of all checks, in their order.
        latencies: seconds from each decision to its answer as the server saw them, in undisturbed matches.
        seconds: in all.
    """

    hello: play_pb2.Hello | None = None
    results: list[Result] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def failed(self) -> list[Result]:
        """The checks that failed."""
        return [result for result in self.results if result.verdict is Verdict.FAILED]


def chosen(name: str, only: Sequence[str]) -> bool:
    """Whether a check with this name is wanted: by its name, by its group, or by a pattern with `*`."""
    group = name.partition("/")[0]
    return not only or any(pattern == group or fnmatchcase(name, pattern) for pattern in only)


class Runner:
    """Makes the checks of an order.

    Args:
        host: the server.
        guest: the bot.
        on_result: called after each check.
        gate: through which the bot comes; None: one of each visit's own.
        jobs: how many checks at once; more than 1 only without a gate, for a guest who is started for each.
    """

    def __init__(
        self,
        host: Host,
        guest: Guest,
        on_result: Callable[[Result], None],
        gate: Gate | None = None,
        jobs: int = 1,
    ) -> None:
        self._host = host
        self._guest = guest
        self._on_result = on_result
        self._gate = gate
        self._turns = asyncio.Semaphore(jobs)

    async def run(self, order: Order) -> Run:
        """Make them all. Raises LaunchError: the bot could not be started."""
        clock = asyncio.get_running_loop().time
        began, run = clock(), Run()
        games = order.games or GAMES
        first = first_check(games[0], order.pace)
        result, conduct = await self._make(first, always=True)
        run.hello = conduct.hello
        if chosen(first.name, order.only) or run.hello is None:
            self._note(run, result)
        if run.hello is not None:
            announced = [game for game in games if not run.hello.games or game in run.hello.games]
            checks = all_checks(announced, order.pace) if announced else ()
            await self._make_all([check for check in checks if chosen(check.name, order.only)], run)
        run.seconds = clock() - began
        return run

    def _note(self, run: Run, result: Result) -> None:
        run.results.append(result)
        self._on_result(result)

    async def _make_all(self, checks: Sequence[Check], run: Run) -> None:
        """Make checks, some at once. What came out is told in the order of the checks."""
        try:
            async with asyncio.TaskGroup() as group:
                for check, task in [(check, group.create_task(self._in_turn(check))) for check in checks]:
                    result, conduct = await task
                    if check.group in ("play", "long"):
                        run.latencies += conduct.latencies
                    self._note(run, result)
        except BaseExceptionGroup as errors:
            raise errors.exceptions[0] from None

    async def _in_turn(self, check: Check) -> tuple[Result, Conduct]:
        async with self._turns:
            return await self._make(check)

    async def _make(self, check: Check, *, always: bool = False) -> tuple[Result, Conduct]:
        """Make a check, if it can be made; or always, for what the bot says of itself."""
        plan = check.plan()
        unseen = check.sees_end and not self._guest.is_ours
        why = "whether the program ends can only be seen if it is started here (cmd:)"
        skipped = Result(check.group, check.name, check.title, Verdict.SKIPPED, why=why)
        if unseen and not always:
            return skipped, Conduct("")
        clock = asyncio.get_running_loop().time
        began = clock()
        visit = Visit(self._host, self._guest, self._gate)
        conduct = await visit.run(plan)
        if unseen and conduct.hello is not None:
            return skipped, conduct
        check.judge(conduct)
        findings = tuple(conduct.findings)
        return Result(
            check.group,
            check.name,
            check.title,
            Verdict.FAILED if findings else Verdict.PASSED,
            clock() - began,
            findings,
            log=visit.last_words if findings else (),
        ), conduct
