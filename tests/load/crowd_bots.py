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

import grpc
from certamen.v1 import arena_pb2_grpc, play_pb2

_BEAT = 0.002
_LATE_NS = 500_000
_LINGER_NS = 20_000_000
_CHANNELS = 4
_DARING = 0.25
"""The most of its time that a bot spends on one decision."""


class Notes:
    """What is written down at the end."""

    def __init__(self) -> None:
        self.decisions: list[tuple[str, int, int, int, int, int]] = []
        """Match, seat, decision, instant of its coming, instant of the answer, time left as told; ns."""
        self.busy: list[tuple[int, int]] = []
        """Spans in which this process did not get around to its event loop, ns."""

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
        path.write_text(json.dumps({"decisions": self.decisions, "busy": self.busy}))


async def play(channel: grpc.aio.Channel, token: str, think: float, notes: Notes) -> None:
    """Play one seat of one match to its end."""
    stub = arena_pb2_grpc.ArenaServiceStub(channel)  # type: ignore[no-untyped-call]
    stream = stub.Play(metadata=(("authorization", f"Bearer {token}"),))
    form = play_pb2.ACTION_FORM_CODE
    hello = play_pb2.Hello(
        protocol_version=1, bot_name="crowd", action_form=form, batches=True, linger_ns=_LINGER_NS
    )
    await stream.write(play_pb2.PlayRequest(hello=hello))
    seat = 0
    answers: set[asyncio.Task[None]] = set()

    async def answer(decision: play_pb2.Decision, came_ns: int) -> None:
        await asyncio.sleep(random.uniform(0, min(think, decision.time_left_ns / 1e9 * _DARING)))
        act = play_pb2.Act(
            match=decision.match,
            decision=decision.decision,
            code=random.choice(decision.legal_actions).code,
        )
        wrote_ns = time.monotonic_ns()
        notes.decisions.append(
            (decision.match, seat, decision.decision, came_ns, wrote_ns, decision.time_left_ns)
        )
        await stream.write(play_pb2.PlayRequest(act=act))

    while True:
        together = await stream.read()
        came_ns = time.monotonic_ns()
        if together is grpc.aio.EOF:
            return
        for message in together.batch.messages if together.HasField("batch") else (together,):
            match message.WhichOneof("message"):
                case "match_start":
                    seat = message.match_start.seat
                case "decision":
                    answers.add(task := asyncio.create_task(answer(message.decision, came_ns)))
                    task.add_done_callback(answers.discard)
                case "seed_revealed":
                    await stream.write(play_pb2.PlayRequest(leave=play_pb2.Leave()))
                    await stream.done_writing()


async def main(server: str, notes_file: Path, think: float) -> None:
    """Play all seats whose tokens come in."""
    tokens = sys.stdin.read().split()
    notes = Notes()
    beating = asyncio.create_task(notes.beat())
    options = (("grpc.use_local_subchannel_pool", 1),)
    channels = [grpc.aio.insecure_channel(server, options=options) for _ in range(_CHANNELS)]
    await asyncio.gather(
        *(play(channels[at % _CHANNELS], token, think, notes) for at, token in enumerate(tokens))
    )
    beating.cancel()
    for channel in channels:
        await channel.close()
    notes.write(notes_file)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2]), float(sys.argv[3]) / 1000))
