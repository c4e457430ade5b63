"""Bots that misbehave, straight on the generated stubs; each plays one seat."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

from certamen.v1 import play_pb2
from grpc import aio

from tests.services.grpc.harness import NS, Bot, Client, failure, first, hello

BadBot: TypeAlias = Callable[[Client, str], Awaitable[list[Bot]]]
"""Takes a client and the seat's token; returns the streams that it opened."""

_GONE = (EOFError, aio.AioRpcError, asyncio.InvalidStateError, aio.UsageError)


async def joined(client: Client, token: str) -> Bot:
    bot = client.bot(token)
    await bot.hello()
    return bot


async def listen(bot: Bot) -> None:
    """Read to the end of the match or of the stream."""
    with contextlib.suppress(*_GONE):
        await bot.receive("seed_revealed")


def answers(bot: Bot, name: str = "reason") -> list[str]:
    """Reasons of the refusals that it got."""
    value = play_pb2.RejectReason.Name
    told = [message.rejected for message in bot.told if message.HasField("rejected")]
    return [value(getattr(rejected, name)).removeprefix("REJECT_REASON_") for rejected in told]


def reason(error: aio.AioRpcError) -> str:
    return failure(error).reason


async def silent(client: Client, token: str) -> list[Bot]:
    """Joins and says nothing more."""
    bot = await joined(client, token)
    await listen(bot)
    return [bot]


async def slow(client: Client, token: str) -> list[Bot]:
    """Answers its first decision; thinks about the second one until long after its time."""
    bot = await joined(client, token)
    asked = await bot.decision()
    await bot.act(asked, code=first(asked))
    asked = await bot.decision()
    await asyncio.sleep(asked.time_left_ns / NS + 0.2)
    await bot.act(asked, code=first(asked))
    await bot.receive("rejected")
    return [bot]


async def crashes_at_the_start(client: Client, token: str) -> list[Bot]:
    """Is gone before the match begins."""
    bot = await joined(client, token)
    bot.call.cancel()
    return [bot]


async def crashes_in_a_move(client: Client, token: str) -> list[Bot]:
    """Is gone with a decision that it owes."""
    bot = await joined(client, token)
    asked = await bot.decision()
    await bot.act(asked, code=first(asked))
    await bot.decision()
    bot.call.cancel()
    return [bot]


async def crashes_at_the_end(client: Client, token: str) -> list[Bot]:
    """Plays well, and is gone without goodbye as soon as it hears of the end."""
    bot = await joined(client, token)
    await bot.play(first)
    bot.call.cancel()
    return [bot]


async def speaks_garbage(client: Client, token: str) -> list[Bot]:
    """Sends bytes that are no message."""
    play = client.channel.stream_stream(
        "/certamen.v1.ArenaService/Play",
        request_serializer=lambda message: (
            message if isinstance(message, bytes) else message.SerializeToString()
        ),
        response_deserializer=play_pb2.PlayResponse.FromString,
    )
    bot = Bot(play(metadata=(("authorization", f"Bearer {token}"),)))
    await bot.hello()
    await bot.decision()
    with contextlib.suppress(*_GONE):
        await bot.call.write(b"\xff" + os.urandom(200))
    await listen(bot)
    return [bot]


def confused(**wrong: Any) -> BadBot:
    """Before every answer sends one that is wrong: another match, another decision."""

    async def play(client: Client, token: str) -> list[Bot]:
        bot = await joined(client, token)
        with contextlib.suppress(*_GONE):
            while (message := await bot.receive("decision", "match_end")).HasField("decision"):
                asked = message.decision
                fields = {"match": asked.match, "decision": asked.decision, "code": first(asked)}
                changes = {name: change(asked) for name, change in wrong.items()}
                await bot.send(act=play_pb2.Act(**(fields | changes)))
                await bot.act(asked, code=first(asked))
        await listen(bot)
        return [bot]

    return play


wrong_match = confused(match=lambda _: "matches/00112233445566778899")
stale = confused(decision=lambda asked: asked.decision - 1)
from_the_future = confused(decision=lambda asked: asked.decision + 1)
doubles = confused()


async def answers_for_others(client: Client, token: str) -> list[Bot]:
    """Answers whenever anything happens, also where others are asked."""
    bot = await joined(client, token)
    start = (await bot.receive("match_start")).match_start
    with contextlib.suppress(*_GONE):
        while not (message := await bot.receive("event", "decision", "match_end")).HasField("match_end"):
            if message.HasField("decision"):
                await bot.act(message.decision, code=first(message.decision))
            else:
                await bot.send(act=play_pb2.Act(match=start.match, decision=1000, code=0))
    await listen(bot)
    return [bot]


async def plays_illegally(client: Client, token: str) -> list[Bot]:
    """Plays what the rules forbid."""
    bot = await joined(client, token)
    await bot.act(await bot.decision(), code=2**32 - 1)
    await listen(bot)
    return [bot]


async def floods(client: Client, token: str) -> list[Bot]:
    """Sends as fast as it can, reading all the while."""
    bot = await joined(client, token)
    asked = await bot.decision()
    reader = asyncio.create_task(listen(bot))
    with contextlib.suppress(*_GONE):
        for _ in range(5000):
            await bot.send(act=play_pb2.Act(match=asked.match, decision=asked.decision + 1, code=0))
    await reader
    return [bot]


async def never_reads(client: Client, token: str) -> list[Bot]:
    """Sends without reading a thing, until the server has enough of it."""
    bot = client.bot(token)
    with contextlib.suppress(*_GONE):
        await bot.send(hello=hello())
        for _ in range(5000):
            await bot.send(act=play_pb2.Act(match="matches/" + "x" * 600, decision=1, code=0))
    await asyncio.sleep(1)
    return [bot]


async def comes_back_in_a_loop(client: Client, token: str) -> list[Bot]:
    """Opens a stream again and again, and never answers."""
    bots = []
    for _ in range(60):
        bot = client.bot(token)
        bots.append(bot)
        with contextlib.suppress(*_GONE):
            await bot.hello()
            bot.call.cancel()
    return bots


async def plays_twice(client: Client, token: str) -> list[Bot]:
    """Two of it, with one token; each comes back some times when the other one has thrown it out."""
    bots: list[Bot] = []

    async def one(times: int) -> None:
        for _ in range(times):
            bot = client.bot(token)
            bots.append(bot)
            try:
                await bot.hello()
                await bot.play(first)
            except _GONE:
                continue
            return

    await asyncio.gather(one(3), one(4))
    return bots


async def sends_huge_messages(client: Client, token: str) -> list[Bot]:
    """Answers with megabytes."""
    bot = await joined(client, token)
    asked = await bot.decision()
    await bot.act(asked, text="x" * (5 << 20))
    await listen(bot)
    return [bot]


async def closes_one_half(client: Client, token: str) -> list[Bot]:
    """Says that it will write no more, and goes on listening."""
    bot = await joined(client, token)
    await bot.decision()
    await bot.call.done_writing()
    await listen(bot)
    return [bot]


async def closes_one_half_and_comes_back(client: Client, token: str) -> list[Bot]:
    """The same at every decision, but it comes back at once."""
    bots = [await joined(client, token)]
    for _ in range(5):
        await bots[-1].decision()
        await bots[-1].call.done_writing()
        await listen(bots[-1])
        bots.append(await joined(client, token))
    await bots[-1].play(first)
    return bots


async def gives_up(client: Client, token: str) -> list[Bot]:
    """Takes leave in the middle."""
    bot = await joined(client, token)
    await bot.decision()
    await bot.send(leave=play_pb2.Leave())
    await listen(bot)
    return [bot]
