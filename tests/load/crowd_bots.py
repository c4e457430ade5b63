"""Bots of a crowd: `crowd_bots.py SERVER NOTES THINK_MS`; tokens on standard input, one a line.

All play in one process, at random, each answer after a pause that mostly is longer than the lag, or nothing
would ever be charged, and of which they can afford a few more. They write down when each decision came and
when its answer was written, by the machine's monotonic clock, and when this process itself was held up, so
that it can be told afterwards whose time it was.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

import grpc
from certamen.v1 import arena_pb2_grpc, play_pb2

_BEAT = 0.002
_LATE_NS = 500_000
_LINGER_NS = 20_000_000
_CHANNELS = 4
_COME_BACK = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.DEADLINE_EXCEEDED,
)
_DARING = 0.25
"""The most of its time that a bot spends on one decision."""


class Notes:
    """What is written down at the end."""

    def __init__(self) -> None:
        self.decisions: list[tuple[str, int, int, int, int, int]] = []
        """Match, seat, decision, instant of its coming, instant of the answer, time left as told; ns."""
        self.busy: list[tuple[int, int]] = []
        """Spans in which this process did not get around to its event loop, ns."""
        self.broken = 0
        """How often a stream broke and was opened again."""

    async def beat(self) -> None:
        """Note when this process is held up."""
        while True:
            due = time.monotonic_ns() + int(_BEAT * 1e9)
            await asyncio.sleep(_BEAT)
            now = time.monotonic_ns()
            if now > due + _LATE_NS:
                self.busy.append((due, now))

    def write(self, path: Path) -> None:
        """Write them to a file."""
        path.write_text(json.dumps(vars(self)))


class Seat:
    """Plays one seat of one match to its end, and comes back when its stream breaks.

    Args:
        channel: to the server.
        token: the seat's.
        think: longest pause before an answer, in seconds.
        notes: what is to be written down.
    """

    def __init__(self, channel: grpc.aio.Channel, token: str, think: float, notes: Notes) -> None:
        self._stub = arena_pb2_grpc.ArenaServiceStub(channel)  # type: ignore[no-untyped-call]
        self._metadata = (("authorization", f"Bearer {token}"),)
        self._think = think
        self._notes = notes
        self._match = ""
        self._seat = self._last_event = 0
        self._came: dict[int, int] = {}
        self._over = False
        self._answers: set[asyncio.Task[None]] = set()

    async def play(self) -> None:
        """Play."""
        while True:
            try:
                await self._converse()
            except grpc.aio.AioRpcError as error:
                if error.code() not in _COME_BACK:
                    raise
            except asyncio.InvalidStateError:
                pass  # the stream ended before it was written to
            if self._over:
                return
            self._notes.broken += 1
            await asyncio.sleep(random.uniform(0.2, 1.0))

    async def _converse(self) -> None:
        stream = self._stub.Play(metadata=self._metadata)
        hello = play_pb2.Hello(
            protocol_version=1,
            bot_name="crowd",
            action_form=play_pb2.ACTION_FORM_CODE,
            batches=True,
            linger_ns=_LINGER_NS,
        )
        if self._match:
            hello.cursors.add(match=self._match, last_event=self._last_event)
        await stream.write(play_pb2.PlayRequest(hello=hello))
        while (together := await stream.read()) is not grpc.aio.EOF:
            came_ns = time.monotonic_ns()
            for message in together.batch.messages if together.HasField("batch") else (together,):
                match message.WhichOneof("message"):
                    case "match_start":
                        self._match, self._seat = message.match_start.match, message.match_start.seat
                    case "event":
                        self._last_event = message.event.number
                    case "decision":
                        self._take(stream, message.decision, came_ns)
                    case "seed_revealed":
                        self._over = True
                        await stream.write(play_pb2.PlayRequest(leave=play_pb2.Leave()))
                        await stream.done_writing()

    def _take(self, stream: Any, decision: play_pb2.Decision, came_ns: int) -> None:
        """Answer a decision after a pause. What is asked again came when it came first."""
        came_ns = self._came.setdefault(decision.decision, came_ns)
        self._answers.add(task := asyncio.create_task(self._answer(stream, decision, came_ns)))
        task.add_done_callback(self._answered)

    async def _answer(self, stream: Any, decision: play_pb2.Decision, came_ns: int) -> None:
        await asyncio.sleep(random.uniform(0, min(self._think, decision.time_left_ns / 1e9 * _DARING)))
        code = random.choice(decision.legal_actions).code
        act = play_pb2.Act(match=decision.match, decision=decision.decision, code=code)
        wrote_ns = time.monotonic_ns()
        self._notes.decisions.append(
            (decision.match, self._seat, decision.decision, came_ns, wrote_ns, decision.time_left_ns)
        )
        await stream.write(play_pb2.PlayRequest(act=act))

    def _answered(self, task: asyncio.Task[None]) -> None:
        self._answers.discard(task)
        if not task.cancelled():
            task.exception()  # of a stream that broke; its reader says so


async def main(server: str, notes_file: Path, think: float) -> None:
    """Play all seats whose tokens come in."""
    tokens = sys.stdin.read().split()
    notes = Notes()
    beating = asyncio.create_task(notes.beat())
    options = (("grpc.use_local_subchannel_pool", 1),)
    channels = [grpc.aio.insecure_channel(server, options=options) for _ in range(_CHANNELS)]
    await asyncio.gather(
        *(Seat(channels[at % _CHANNELS], token, think, notes).play() for at, token in enumerate(tokens))
    )
    beating.cancel()
    for channel in channels:
        await channel.close()
    notes.write(notes_file)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), float(sys.argv[3]) / 1000))
