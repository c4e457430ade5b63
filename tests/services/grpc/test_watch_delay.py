"""Spectators' accounts that are told later."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from certamen.v1 import arena_pb2
from certamen_services.access import Role
from certamen_services.storage.accounts import Accounts
from certamen_services.storage.database import open_database
from certamen_services.watch import WatchLimits

from tests.services.grpc.conftest import Serve
from tests.services.grpc.harness import Client, bearer, first, refused, settings

DELAY = 1.5


@pytest.fixture
def accounts(tmp_path: Path) -> Iterator[Accounts]:
    engine = open_database(tmp_path / "matches.db")
    yield Accounts(engine)
    engine.dispose()


def watch(client: Client, token: str, match: str, last_event: int = 0) -> Any:
    request = arena_pb2.WatchMatchRequest(name=match, last_event=last_event)
    return client.stub.WatchMatch(request, metadata=bearer(token), timeout=30)


async def story(call: Any) -> list[tuple[float, arena_pb2.WatchMatchResponse]]:
    return [(time.monotonic(), message) async for message in call]


async def test_each_message_comes_later_by_the_delay_and_nothing_is_lost(
    serve: Serve, accounts: Accounts
) -> None:
    _, client = await serve(watch=WatchLimits(delay=DELAY))
    _, token = accounts.create_token("wanda", Role.SPECTATOR, None)
    created = await client.create(settings(2))
    match = created.match.name
    live = asyncio.create_task(story(watch(client, client.organiser, match)))
    late = asyncio.create_task(story(watch(client, token, match)))
    bots = await client.seated(created)
    acted: dict[int, float] = {}
    """When a bot acted that had seen so many events: what follows cannot have been told before."""

    def choose(decision: Any) -> int:
        acted[decision.last_event] = time.monotonic()
        return first(decision)

    await asyncio.gather(*(bot.play(choose) for bot in bots))
    told, seen = await live, await late
    for _, message in (told[0], seen[0]):
        message.start.ClearField("match")  # as it is when that is sent
    assert [message for _, message in seen] == [message for _, message in told]
    times = {message.event.number: at for at, message in seen if message.HasField("event")}
    assert len(acted) > 5
    for number, at in acted.items():
        assert times[number + 1] >= at + DELAY


async def test_what_ended_long_ago_is_told_at_once_and_what_goes_on_is_not(
    serve: Serve, accounts: Accounts
) -> None:
    _, client = await serve(watch=WatchLimits(delay=3600))
    info, token = accounts.create_token("wanda", Role.SPECTATOR, None)
    bots = await client.seated(created := await client.create(settings(2)))
    await bots[0].receive("match_start")
    name = created.match.name
    assert (await watch(client, client.organiser, name).read()).HasField("start")
    silent = watch(client, token, name)
    probe = watch(client, token, name, last_event=10_000)
    reading = [asyncio.ensure_future(call.read()) for call in (silent, probe)]
    done, _ = await asyncio.wait(reading, timeout=1.0)
    assert not done
    accounts.revoke(info.holder.token)
    error = await refused(asyncio.wait_for(reading[0], 20))
    assert (error.code, error.reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_REVOKED")
    probe.cancel()
    await asyncio.wait(reading)


async def test_a_short_delay_is_over_for_a_match_that_has_ended(serve: Serve, accounts: Accounts) -> None:
    _, client = await serve(watch=WatchLimits(delay=0.2))
    _, token = accounts.create_token("wanda", Role.SPECTATOR, None)
    bots = await client.seated(created := await client.create(settings(2)))
    await asyncio.gather(*(bot.play(first) for bot in bots))
    await asyncio.sleep(0.5)
    told = [message for _, message in await story(watch(client, token, created.match.name))]
    assert told[0].HasField("start")
    assert told[-1].HasField("end")
