"""Streams that break, and streams that replace each other."""

from __future__ import annotations

import asyncio
import contextlib

import grpc
import pytest
from certamen.v1 import arena_pb2, event_pb2, match_pb2, play_pb2

from tests.services.grpc.conftest import Serve
from tests.services.grpc.harness import Bot, Client, at_random, first, hello, refused, seconds, settings


async def crash(bot: Bot) -> None:
    """The bot's process dies: its stream is gone without a word."""
    bot.call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await bot.call.read()


def token(created: arena_pb2.CreateMatchResponse, seat: int) -> str:
    return created.seat_tokens[seat].token


async def test_a_restarted_bot_is_told_everything_and_goes_on(client: Client) -> None:
    created = await client.create(settings(2))
    old, other = await client.seated(created)
    asked = await old.decision()
    await crash(old)
    new = client.bot(token(created, 0))
    await new.hello()
    again = await new.decision()
    assert new.kinds() == old.kinds()
    assert new.told[1] == old.told[1]
    assert new.events() == old.events()
    assert (again.decision, again.view, again.legal_actions) == (
        asked.decision,
        asked.view,
        asked.legal_actions,
    )
    assert again.time_left_ns < asked.time_left_ns
    await new.act(again, code=first(again))
    await new.receive("accepted")
    ends = await asyncio.gather(new.play(first), other.play(first))
    assert ends[0].outcome.cause == match_pb2.END_CAUSE_COMPLETED
    assert not ends[0].outcome.faults


async def test_a_cursor_gets_what_is_missing_and_nothing_twice(client: Client) -> None:
    created = await client.create(settings(2))
    whole, broken = await client.seated(created)
    opponent = asyncio.create_task(whole.play(at_random(1)))
    choose = at_random(2)
    for _ in range(4):
        decision = await broken.decision()
        await broken.act(decision, code=choose(decision))
        await broken.receive("accepted")
    seen = broken.events()
    await crash(broken)
    bot = client.bot(token(created, 1))
    cursor = play_pb2.MatchCursor(match=created.match.name, last_event=seen[-1].number)
    await bot.hello(cursors=[cursor])
    await bot.play(choose)
    await opponent
    assert "match_start" not in bot.kinds()
    numbers = [event.number for event in [*seen, *bot.events()]]
    assert numbers == list(range(1, len(whole.events()) + 1))


async def test_the_end_that_a_bot_missed_is_told_later(client: Client) -> None:
    created = await client.create(settings(2))
    bots = await client.seated(created)
    await bots[0].decision()
    await crash(bots[1])
    await bots[0].send(resign=play_pb2.Resign(match=created.match.name))
    end = (await bots[0].receive("match_end")).match_end
    bot = client.bot(token(created, 1))
    welcome = await bot.hello()
    assert not welcome.matches
    assert (await bot.receive("match_end")).match_end == end
    assert (await bot.receive("seed_revealed")).seed_revealed.match == created.match.name


async def test_who_stays_away_forfeits_and_the_others_finish(client: Client) -> None:
    control = seconds(base=30, disconnect=0.2)
    created = await client.create(settings(4, time_control=control))
    bots = await client.seated(created)
    await bots[2].receive("match_start")
    await crash(bots[2])
    ends = await asyncio.gather(*(bots[seat].play(first) for seat in (0, 1, 3)))
    outcome = ends[0].outcome
    assert [(f.seat, f.cause) for f in outcome.faults] == [(2, event_pb2.FAULT_CAUSE_DISCONNECTED)]
    assert outcome.placements[2] == 4
    assert outcome.clocks[2].charged_ns == 0
    told = [event.fault for event in bots[0].events() if event.WhichOneof("body") == "fault"]
    assert [(fault.seat, fault.played_on) for fault in told] == [(2, True)]


async def test_the_end_of_a_stream_is_not_goodbye(client: Client) -> None:
    created = await client.create(settings(2))
    bots = await client.seated(created)
    await bots[1].receive("match_start")
    await bots[1].call.done_writing()
    assert await bots[1].end() == grpc.StatusCode.OK
    again = client.bot(token(created, 1))
    await again.hello()
    ends = await asyncio.gather(bots[0].play(first), again.play(first))
    assert not ends[0].outcome.faults


async def test_the_newest_stream_counts(client: Client) -> None:
    created = await client.create(settings(2))
    old, _ = await client.seated(created)
    await old.decision()
    new = client.bot(token(created, 0))
    await new.hello()
    error = await refused(old.call)
    assert (error.code, error.reason) == (grpc.StatusCode.ABORTED, "SUPERSEDED")
    decision = await new.decision()
    await new.act(decision, code=first(decision))
    await new.receive("accepted")


async def test_a_bot_that_does_not_read_loses_its_stream_only(serve: Serve) -> None:
    _, client = await serve(write=0.3, messages=10_000)
    created = await client.create(settings(2))
    slow, other = await client.seated(created)
    name = "matches/" + "x" * 600
    for _ in range(2000):
        await slow.send(act=play_pb2.Act(match=name, decision=1, code=1))
    await asyncio.sleep(0.6)
    error = await refused(slow.call)
    assert (error.code, error.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_SLOW")
    again = client.bot(token(created, 0))
    await again.hello()
    ends = await asyncio.gather(again.play(first), other.play(first))
    assert not ends[0].outcome.faults


async def test_a_full_queue_ends_the_stream(serve: Serve) -> None:
    _, client = await serve(queue=50, write=5.0)
    slow, _ = await client.seated(await client.create(settings(2)))
    name = "matches/" + "x" * 600
    with contextlib.suppress(asyncio.InvalidStateError, grpc.aio.AioRpcError):  # ends while it still writes
        for _ in range(2000):
            await slow.send(act=play_pb2.Act(match=name, decision=1, code=1))
    error = await refused(slow.call)
    assert (error.code, error.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_SLOW")


async def test_the_server_pings_in_silence(serve: Serve) -> None:
    _, client = await serve(ping=0.05)
    bot = client.bot(token(await client.create(settings(2)), 0))
    welcome = await bot.hello()
    assert welcome.ping_interval_ns == 50_000_000
    pings = [(await bot.receive("ping")).ping.id for _ in range(3)]
    assert pings == [1, 2, 3]


async def test_acts_behind_hello_are_not_lost(client: Client) -> None:
    created = await client.create(settings(2))
    bots = await client.seated(created)
    decision = await bots[0].decision()
    await crash(bots[0])
    eager = client.bot(token(created, 0))
    await eager.send(hello=hello())
    await eager.act(decision, code=first(decision))
    accepted = (await eager.receive("accepted", "rejected")).accepted
    assert accepted.decision == decision.decision
