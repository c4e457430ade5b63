"""Replays a trace against a bot, without a server: to find out in a debugger why a match was lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from certamen.v1.play_pb2 import Decision, PlayRequest

from certamen_client.bot import Bot
from certamen_client.seatplay import Message, SeatPlay
from certamen_client.trace import TraceRun, action_text, read_trace

__all__ = ["Compared", "replay_trace"]


@dataclass(frozen=True, slots=True)
class Compared:
    """A decision then and now.

    Attributes:
        decision: what was asked.
        then: what was answered; None if nothing was.
        now: what is answered now; None if the bot failed.
    """

    decision: Decision
    then: str | None
    now: str | None

    @property
    def differs(self) -> bool:
        """Whether the answers differ."""
        return self.then != self.now


def replay_trace(path: Path | str, make_bot: Callable[[], Bot]) -> list[Compared]:
    """Ask a bot again all that a trace tells of.

    The bot hears everything as it was then, whatever it answers now. An error of its code is raised.

    Args:
        path: of the trace.
        make_bot: the bot's class, or whatever makes one bot for one match.

    Returns:
        All decisions, in the order in which they were asked.

    Raises:
        TraceError: the file is no trace.
        OSError: it cannot be read.
    """
    runs = read_trace(Path(path))
    return asyncio.run(_replay(runs, make_bot))


async def _replay(runs: list[TraceRun], make_bot: Callable[[], Bot]) -> list[Compared]:
    return [compared for run in runs for compared in await _Rerun(run, make_bot).compare()]


class _Rerun:
    """One run of a trace."""

    def __init__(self, run: TraceRun, make_bot: Callable[[], Bot]) -> None:
        self._run = run
        self._make_bot = make_bot
        self._plays: dict[str, SeatPlay] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._said: asyncio.Queue[PlayRequest] = asyncio.Queue()

    async def compare(self) -> list[Compared]:
        compared = []
        try:
            for message in self._run.messages:
                kind = message.WhichOneof("message")
                if kind in ("match_start", "event", "decision", "match_end", "seed_revealed"):
                    about: Message = getattr(message, kind)
                    self._play(about.match).take(about)
                    if isinstance(about, Decision):
                        compared.append(await self._answer(about))
            for match, play in self._plays.items():
                if play.end is not None:
                    await self._tasks[match]
                if play.error is not None:
                    raise play.error
        finally:
            for task in self._tasks.values():
                task.cancel()
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        return compared

    async def _answer(self, decision: Decision) -> Compared:
        said = await self._said.get()
        act = self._run.answers.get((decision.match, decision.decision))
        then = None if act is None else action_text(decision, act)
        play = self._plays[decision.match]
        if play.error is not None:
            raise play.error
        return Compared(decision, then, action_text(decision, said.act))

    def _play(self, match: str) -> SeatPlay:
        if match not in self._plays:
            play = self._plays[match] = SeatPlay(match, self._make_bot, self._said.put_nowait)
            self._tasks[match] = asyncio.create_task(play.run())
        return self._plays[match]
