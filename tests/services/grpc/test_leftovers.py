"""Streams leave nothing behind, however they end."""

from __future__ import annotations

import asyncio
import logging

import pytest
from certamen.v1 import play_pb2

from tests.services.grpc.conftest import Serve
from tests.services.grpc.harness import Client, settings


async def settled(most: int) -> int:
    """Number of tasks, as soon as it is low enough or has not become so for seconds."""
    for _ in range(100):
        if len(asyncio.all_tasks()) <= most:
            break
        await asyncio.sleep(0.05)
    return len(asyncio.all_tasks())


@pytest.mark.parametrize("way", ["cancel", "half close", "leave", "nonsense"])
async def test_no_task_is_left(client: Client, caplog: pytest.LogCaptureFixture, way: str) -> None:
    token = (await client.create(settings(2))).seat_tokens[0].token
    before = len(asyncio.all_tasks())
    for _ in range(20):
        bot = client.bot(token)
        await bot.hello()
        match way:
            case "cancel":
                bot.call.cancel()
            case "half close":
                await bot.call.done_writing()
                await bot.end()
            case "leave":
                await bot.send(leave=play_pb2.Leave())
                await bot.end()
            case _:
                await bot.send()
    assert await settled(before) <= before
    assert not [entry for entry in caplog.records if entry.levelno >= logging.WARNING]


async def test_a_slow_bot_that_dies_is_forgotten_quietly(
    serve: Serve, caplog: pytest.LogCaptureFixture
) -> None:
    _, client = await serve(write=0.2)
    token = (await client.create(settings(2))).seat_tokens[0].token
    before = len(asyncio.all_tasks())
    bot = client.bot(token)
    await bot.hello()
    name = "matches/" + "x" * 600
    for _ in range(1000):
        await bot.send(act=play_pb2.Act(match=name, decision=1, code=1))
    await asyncio.sleep(0.5)
    bot.call.cancel()
    assert await settled(before) <= before
    assert not [entry for entry in caplog.records if entry.levelno >= logging.WARNING]


async def test_a_stuck_bot_does_not_hold_up_the_stop(serve: Serve) -> None:
    server, client = await serve(write=0.2)
    bot = client.bot((await client.create(settings(2))).seat_tokens[0].token)
    await bot.hello()
    name = "matches/" + "x" * 600
    for _ in range(1000):
        await bot.send(act=play_pb2.Act(match=name, decision=1, code=1))
    await asyncio.sleep(0.4)
    async with asyncio.timeout(5):
        await server.stop(0.5)
