"""Plays a number of matches between programs."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count, islice
from pathlib import Path

import grpc.aio
from certamen.v1 import match_pb2

from certamen_services.cli.containment import missing
from certamen_services.cli.local_server import LocalServer
from certamen_services.cli.order import Order
from certamen_services.cli.organiser import ENDED, NewMatch, Organiser
from certamen_services.cli.players import Player, seatings
from certamen_services.launcher import Launched, Launcher, LaunchError, Program, Report
from certamen_services.wire.settings import settings_to_proto

__all__ = ["Contest", "ContestError", "Played"]

_POLL = 0.05
_GOODBYE = 5.0
"""Seconds for a bot to end by itself after its match."""
_LAST_LINES = 5
_MOST_ATTEMPTS = 3
"""How often a match is played that is void each time."""


class ContestError(Exception):
    """The matches cannot be played; the message says why."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match that was played.

    Attributes:
        number: from 1.
        seating: which player had seat 0, seat 1, ….
        match: as it ended.
        record: file of its record; None if it has none.
        notes: what became of bots that did not end well, and of earlier attempts, in sentences.
    """

    number: int
    seating: tuple[int, ...]
    match: match_pb2.Match
    record: Path | None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Bot:
    """A player's program in one match."""

    player: Player
    program: Launched
    log: Path

    async def ended_early(self) -> ContestError:
        """The error of a bot that ended before its match began: it never will, so nobody waits for it."""
        report = await self.program.wait()
        lines = self.log.read_text(errors="replace").splitlines()[-_LAST_LINES:]
        if report.limit:
            return ContestError(
                f"the bot {self.player.name!r} was ended before its match began: {report.limit}"
            )
        said = "".join(f"\n  {line}" for line in lines) or " it is empty"
        return ContestError(
            f"the bot {self.player.name!r} ended with status {report.status} before its match began; "
            f"the end of its log, {self.log}:{said}"
        )

    async def end(self) -> str:
        """Let it end by itself, then see to it; what is to be said of it, if anything is."""
        try:
            async with asyncio.timeout(_GOODBYE):
                report = await self.program.wait()
        except TimeoutError:
            await self.program.stop()
            return ""
        return f"{self.player.name} {_why(report)}" if report.limit or report.status else ""

    async def why_gone(self) -> str:
        """Why nothing of it is left, for the record."""
        return f"the program {_why(await self.program.wait())}"


def _why(report: Report) -> str:
    """What became of a program."""
    return f"was ended: {report.limit}" if report.limit else f"ended with status {report.status}"


class Contest:
    """Plays matches on a server, each bot in each match a fresh program.

    Args:
        order: what is to be played.
        launcher: runs the bots.
        server: where.
        on_played: called after each match.

    Attributes:
        containment: which measures are in force, by bot; filled as they are started.
    """

    def __init__(
        self, order: Order, launcher: Launcher, server: LocalServer, on_played: Callable[[Played], None]
    ) -> None:
        self._order = order
        self._settings = settings_to_proto(order.settings)
        self._launcher = launcher
        self._server = server
        self._on_played = on_played
        self._organiser = Organiser(server.address, server.token)
        self.containment: dict[str, dict[str, str]] = {}

    async def play(self) -> list[Played]:
        """Play all matches; they are returned in order.

        Raises:
            ContestError: a program could not be started, or ended before its match began; or the server did.
        """
        order = self._order
        work = enumerate(islice(seatings(len(order.players)), order.games), 1)
        played: list[Played] = []

        async def worker() -> None:
            for number, seating in work:
                result = await self._play_one(number, seating)
                played.append(result)
                self._on_played(result)

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(min(order.concurrency, order.games)):
                    group.create_task(worker())
        except* (ContestError, LaunchError, grpc.aio.AioRpcError) as errors:
            raise ContestError(self._explain(errors)) from errors
        finally:
            await self._organiser.close()
        return sorted(played, key=lambda result: result.number)

    def _explain(self, errors: BaseExceptionGroup) -> str:
        """The first of some errors; if the server has ended, that is why."""
        if self._server.program.is_gone:
            return f"the server ended; its log: {self._server.log}"
        first = errors.exceptions[0]
        if isinstance(first, grpc.aio.AioRpcError):
            return f"the server refused a call: {first.details()}"
        return str(first)

    async def _play_one(self, number: int, seating: tuple[int, ...]) -> Played:
        """Play a match. If it is void it is played again, as its next attempt and with fresh programs."""
        players = [self._order.players[index] for index in seating]
        created = await self._organiser.create(
            self._settings, [player.name for player in players], self._order.seed(number)
        )
        label, earlier = self._order.label(number), tuple[str, ...]()
        for attempt in count(2):
            played = await self._attempt(created, number, seating, label)
            match = played.match
            played = replace(played, notes=(*earlier, *played.notes))
            if match.state != match_pb2.MATCH_STATE_VOIDED or attempt > _MOST_ATTEMPTS:
                break
            why = match.outcome.explanation or "it does not count"
            earlier = (*played.notes, f"match {number} was void and is played again: {why}")
            created = await self._organiser.rerun(match.name, f"played again by certamen match: {why}")
            label = f"{self._order.label(number)}-attempt-{attempt}"
        return played

    async def _attempt(self, created: NewMatch, number: int, seating: tuple[int, ...], label: str) -> Played:
        players = [self._order.players[index] for index in seating]
        bots = [
            await self._launch(f"{label}-seat-{seat}", player, token)
            for seat, (player, token) in enumerate(zip(players, created.tokens, strict=True))
        ]
        match = await self._until_ended(created.name, bots)
        said = await asyncio.gather(*(bot.end() for bot in bots))
        notes = tuple(f"match {number}, seat {seat}: {text}" for seat, text in enumerate(said) if text)
        data = await self._organiser.record(match.name)
        if data is None:
            return Played(number, seating, match, None, notes)
        path = self._order.folder / f"{label}.json"
        path.write_bytes(data)
        return Played(number, seating, match, path, notes)

    async def _launch(self, name: str, player: Player, token: str) -> _Bot:
        log = self._order.folder / "logs" / f"{name}.log"
        environment = {"CERTAMEN_SERVER": self._server.address, "CERTAMEN_TOKEN": token}
        limits = self._order.limits
        program = await self._launcher.start(
            Program(name, player.command, str(log), environment, limits=limits)
        )
        self.containment[player.name] = program.containment
        if self._order.strict and (lacking := missing(program.containment)):
            raise ContestError(f"{player.name} cannot be contained in full: {', '.join(lacking)}")
        return _Bot(player, program, log)

    async def _until_ended(self, name: str, bots: list[_Bot]) -> match_pb2.Match:
        reported: set[int] = set()
        while True:
            gone = [seat for seat, bot in enumerate(bots) if bot.program.is_gone]
            match = await self._organiser.get(name)
            if match.state in ENDED:
                return match
            if match.state == match_pb2.MATCH_STATE_WAITING and gone:
                raise await bots[gone[0]].ended_early()
            for seat in sorted(set(gone) - reported):
                # Nobody starts it again, so nobody need wait for it.
                await self._organiser.report_gone(name, seat, await bots[seat].why_gone())
                reported.add(seat)
            await asyncio.sleep(_POLL)
