"""Many bot sessions in one process: they answer every decision at once with its first legal action."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

import grpc
from certamen.v1 import arena_pb2_grpc, play_pb2

from bench.server.echo import METHOD

LINGER_NS = 20_000_000
"""How long a message that wants no answer may wait for company."""


@dataclass
class Traffic:
    """What went through some sessions.

    Attributes:
        acts: decisions answered.
        sent_bytes: bytes of the answers.
        received_bytes: bytes of the messages that brought a decision, with what came with it.
        messages: messages of all kinds received.
        reads: how many they were on the wire, where many came together.
    """

    acts: int = 0
    sent_bytes: int = 0
    received_bytes: int = 0
    messages: int = 0
    reads: int = 0


async def play(channel: grpc.aio.Channel, token: str, traffic: Traffic) -> None:
    """Play one seat of one match to its end over the raw stream."""
    stub = arena_pb2_grpc.ArenaServiceStub(channel)  # type: ignore[no-untyped-call]
    stream = stub.Play(metadata=(("authorization", f"Bearer {token}"),))
    hello = play_pb2.Hello(
        protocol_version=1,
        bot_name="bench",
        action_form=play_pb2.ACTION_FORM_CODE,
        batches=True,
        linger_ns=LINGER_NS,
    )
    await stream.write(play_pb2.PlayRequest(hello=hello))
    while True:
        together = await stream.read()
        if together is grpc.aio.EOF:
            return
        traffic.reads += 1
        batched = together.WhichOneof("message") == "batch"
        for response in together.batch.messages if batched else (together,):
            traffic.messages += 1
            kind = response.WhichOneof("message")
            if kind == "decision":
                request = _answer(response.decision)
                traffic.acts += 1
                traffic.sent_bytes += request.ByteSize()
                traffic.received_bytes += together.ByteSize()
                await stream.write(request)
            elif kind == "seed_revealed":
                await stream.write(play_pb2.PlayRequest(leave=play_pb2.Leave()))
                await stream.done_writing()


def _answer(decision: play_pb2.Decision) -> play_pb2.PlayRequest:
    """The first legal action."""
    code = decision.legal_actions[0].code
    return play_pb2.PlayRequest(act=play_pb2.Act(match=decision.match, decision=decision.decision, code=code))


async def echo(port: int, sessions: int, rounds: int, sent: int, wanted: int) -> None:
    """The same number of sessions and round trips against the echo server.

    Args:
        port: where it listens.
        sessions: streams at once.
        rounds: round trips of each stream.
        sent: bytes of a request, at least 4.
        wanted: bytes of an answer.
    """

    async def one(channel: grpc.aio.Channel) -> None:
        stream: Any = channel.stream_stream(METHOD)()
        request = wanted.to_bytes(4, "little") + bytes(max(0, sent - 4))
        for _ in range(rounds):
            await stream.write(request)
            await stream.read()
        await stream.done_writing()

    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        await asyncio.gather(*(one(channel) for _ in range(sessions)))
