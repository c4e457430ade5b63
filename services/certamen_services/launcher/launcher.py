"""The launcher as its user sees it."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from types import TracebackType
from typing import Self

from certamen_services.launcher.program import Program, Report

__all__ = ["LaunchError", "Launched", "Launcher"]

_HELPER = "certamen_services.launcher.helper"
_END_LIMIT = 20.0
"""Seconds for the helper to end everything; the kernel may be slow with big processes."""


class LaunchError(Exception):
    """A program could not be started, or the helper is gone."""


class Launched:
    """A program that was started.

    Args:
        launcher: who runs it.
        name: the program's.

    Attributes:
        name: as above.
        pid: of its first process.
        containment: measure by measure whether it is in force: `yes`, or `no:` and why. Empty if the program
        has no limits.
    """

    def __init__(self, launcher: Launcher, name: str) -> None:
        self.name = name
        self.pid = 0
        self.containment: dict[str, str] = {}
        self._launcher = launcher
        loop = asyncio.get_running_loop()
        self._started: asyncio.Future[None] = loop.create_future()
        self._gone: asyncio.Future[Report] = loop.create_future()
        for future in (self._started, self._gone):
            future.add_done_callback(_take_note)

    @property
    def is_gone(self) -> bool:
        """Whether nothing of it is left."""
        return self._gone.done()

    async def wait(self) -> Report:
        """Return when nothing of the program is left. Raises LaunchError if that cannot be known."""
        return await asyncio.shield(self._gone)

    async def stop(self) -> Report:
        """Ask the program to end (SIGTERM), kill it after its grace, and wait until nothing is left."""
        self._launcher.let_go(self.name)
        return await self.wait()

    async def started(self) -> None:
        """Return when the program has been started. Raises LaunchError if it could not be."""
        await asyncio.shield(self._started)

    def take(self, report: Report) -> None:
        """Take a report of the helper."""
        self.pid = report.pid or self.pid
        self.containment = report.containment or self.containment
        if not self._started.done():
            if report.error:
                self.fail(LaunchError(report.error))
                return
            self._started.set_result(None)
        if report.gone and not self._gone.done():
            self._gone.set_result(report)

    def fail(self, error: LaunchError) -> None:
        """Nothing more will be known of the program."""
        for future in (self._started, self._gone):
            if not future.done():
                future.set_exception(error)


class Launcher:
    """Runs programs by a helper process; an asynchronous context manager.

    Enter it before this process starts gRPC. On leaving, all programs and all that they left behind are
    ended; so they are if this process is killed.

    Args:
        environment: what all programs get; default: this process's.
    """

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._environment = dict(os.environ if environment is None else environment)
        self._helper: Process | None = None
        self._listener: asyncio.Task[None] | None = None
        self._programs: dict[str, Launched] = {}

    async def __aenter__(self) -> Self:
        self._helper = await asyncio.create_subprocess_exec(
            sys.executable,
            "-P",  # the folder in which we were started may be closed to the bots' users, and is not needed
            "-m",
            _HELPER,
            stdin=PIPE,
            stdout=PIPE,
            env=self._environment,
            start_new_session=True,  # Ctrl-C is for us: we end the programs in good order
        )
        self._listener = asyncio.create_task(self._listen(self._helper))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._helper is None or self._helper.stdin is None or self._listener is None:
            return
        self._helper.stdin.close()
        try:
            async with asyncio.timeout(_END_LIMIT):
                await self._listener
                await self._helper.wait()
        except TimeoutError:
            self._helper.kill()
            raise LaunchError("the programs did not end") from error

    async def start(self, program: Program) -> Launched:
        """Start a program.

        Raises:
            LaunchError: it could not be started.
        """
        known = self._programs.get(program.name)
        if known is not None and not known.is_gone:
            raise LaunchError(f"a program named {program.name!r} is running already")
        launched = self._programs[program.name] = Launched(self, program.name)
        self._write(program.to_line())
        try:
            await launched.started()
        except LaunchError as error:
            raise LaunchError(f"{program.command[0]!r} could not be started: {error}") from None
        return launched

    def let_go(self, name: str) -> None:
        """Have a program ended; see `Launched.stop`."""
        self._write(json.dumps({"stop": name}) + "\n")

    def _write(self, line: str) -> None:
        if self._helper is None or self._helper.stdin is None or self._helper.stdin.is_closing():
            raise LaunchError("the launcher is not running")
        self._helper.stdin.write(line.encode())

    async def _listen(self, helper: Process) -> None:
        if helper.stdout is not None:
            async for line in helper.stdout:
                report = Report.from_line(line.decode())
                if (launched := self._programs.get(report.name)) is not None:
                    launched.take(report)
        for launched in self._programs.values():
            launched.fail(LaunchError("the launcher has ended"))


def _take_note(future: asyncio.Future[Report] | asyncio.Future[None]) -> None:
    """An error that nobody asks for is no news."""
    if not future.cancelled():
        future.exception()
