"""The bot under test: a program that is started for each check, or one that somebody else starts."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from certamen_services.launcher import Launched, Launcher, Program

__all__ = ["AwaitedGuest", "Guest", "LaunchedGuest", "Presence"]

_LINES = 12


class Presence(Protocol):
    """The bot in one check."""

    @property
    def is_gone(self) -> bool:
        """Whether its program is known to have ended."""

    async def gone(self, limit: float) -> tuple[bool, int | None]:
        """Wait for its end for so many seconds: whether it ended, and its exit status."""

    async def stop(self) -> None:
        """End it, if it is ours."""

    def last_words(self) -> tuple[str, ...]:
        """The end of its output."""


class Guest(Protocol):
    """Where bots come from."""

    @property
    def is_ours(self) -> bool:
        """Whether the program is ours to start, so that its end can be seen."""

    @property
    def token(self) -> str | None:
        """The token that it always comes with; None: whatever it is given."""

    @property
    def patience(self) -> float:
        """Seconds that it may take to come."""

    async def come(self, name: str, server: str, token: str) -> Presence:
        """Have it come.

        Args:
            name: of the check; each once.
            server: address.
            token: of the seat.

        Raises:
            LaunchError: its program could not be started.
        """


@dataclass(slots=True)
class _Running:
    """A program that was started."""

    program: Launched
    log: Path

    @property
    def is_gone(self) -> bool:
        return self.program.is_gone

    async def gone(self, limit: float) -> tuple[bool, int | None]:
        try:
            async with asyncio.timeout(limit):
                return True, (await self.program.wait()).status
        except TimeoutError:
            return False, None

    async def stop(self) -> None:
        if not self.program.is_gone:
            await self.program.stop()

    def last_words(self) -> tuple[str, ...]:
        try:
            return tuple(self.log.read_text(errors="replace").splitlines()[-_LINES:])
        except OSError:
            return ()


@dataclass(frozen=True, slots=True)
class LaunchedGuest:
    """A program that is started for each check.

    Attributes:
        launcher: runs it.
        command: the program and its arguments.
        logs: folder for its output, a file for each check.
        patience: seconds from its start to its Hello.
    """

    launcher: Launcher
    command: tuple[str, ...]
    logs: Path
    patience: float = 20.0
    is_ours: bool = True
    token: str | None = None

    async def come(self, name: str, server: str, token: str) -> Presence:
        """Start it."""
        log = self.logs / f"{name.replace('/', '-')}.log"
        environment = {"CERTAMEN_SERVER": server, "CERTAMEN_TOKEN": token}
        return _Running(await self.launcher.start(Program(name, self.command, str(log), environment)), log)


class _Elsewhere:
    """A program of somebody else's."""

    is_gone = False

    async def gone(self, limit: float) -> tuple[bool, int | None]:  # noqa: ARG002
        return False, None

    async def stop(self) -> None:
        """It is not ours to end."""

    def last_words(self) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class AwaitedGuest:
    """A bot that somebody else starts, always with the same token.

    Attributes:
        token: that token.
        patience: seconds that each check waits for it.
    """

    token: str | None
    patience: float = 120.0
    is_ours: bool = False

    async def come(self, name: str, server: str, token: str) -> Presence:  # noqa: ARG002
        """It will come by itself."""
        return _Elsewhere()
