"""Whoever claims too much is answered, counted, and cut off; nobody else notices."""

from __future__ import annotations

import asyncio
import time

import grpc
import pytest
from certamen.v1 import match_pb2, play_pb2
from certamen_services.pressure import Account, Accounts, Allowance
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.services.grpc.conftest import Serve
from tests.services.grpc.harness import Bot, Failure, at_random, failure, first, hello, refused, settings


async def test_an_allowance_is_used_up_and_grows_again() -> None:
    clock = [0]
    allowance = Allowance(3, 2.0, lambda: clock[0])
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]
    clock[0] += 500_000_000
    assert [allowance.take(), allowance.take()] == [True, False]
    clock[0] += 3_600_000_000_000
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]
    allowance.give_back()
    assert allowance.take()


async def test_accounts_are_kept_for_the_tokens_used_last() -> None:
    accounts = Accounts(lambda: Account(Allowance(1, 0, int), Allowance(1, 0, int)), most=2)
    one, two = accounts.of("1"), accounts.of("2")
    assert accounts.of("1") is one
    accounts.of("3")
    assert accounts.of("1") is one
    assert accounts.of("2") is not two


@pytest.mark.parametrize("kind", ["acts", "pings"])
async def test_a_flood_is_answered_and_then_the_stream_is_closed(serve: Serve, kind: str) -> None:
    _, client = await serve(messages=50, messages_per_second=1.0)
    created = await client.create(settings(3))
    wild, *others = await client.seated(created)
    end = asyncio.gather(*(bot.play(at_random(seat)) for seat, bot in enumerate(others)))
    asked = await wild.decision()
    act = play_pb2.Act(match=asked.match, decision=asked.decision + 7, code=1)
    for _ in range(51):
        await (wild.send(act=act) if kind == "acts" else wild.send(ping=play_pb2.Ping(id=1)))
    error = await read_to_error(wild)
    assert (error.code, error.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "FLOOD")
    answers = [kind for kind in wild.kinds() if kind in ("rejected", "pong")]
    assert len(answers) == 51
    # It may come back and play on.
    await asyncio.sleep(1.2)
    again = client.bot(created.seat_tokens[0].token)
    await again.hello()
    await asyncio.gather(again.play(first), end)
    assert end.result()[0].outcome.cause == match_pb2.END_CAUSE_COMPLETED
    assert not end.result()[0].outcome.faults


async def read_to_error(bot: Bot) -> Failure:
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await bot.end()
    return failure(caught.value)


async def test_answers_that_are_waited_for_cost_nothing(serve: Serve) -> None:
    _, client = await serve(messages=5, messages_per_second=0.0)
    bots = await client.seated(await client.create(settings(2)))
    ends = await asyncio.gather(*(bot.play(first) for bot in bots))
    assert ends[0].outcome.cause == match_pb2.END_CAUSE_COMPLETED
    assert sum(clock.decisions for clock in ends[0].outcome.clocks) > 10


async def test_a_token_may_not_open_streams_without_end(serve: Serve) -> None:
    _, client = await serve(openings=3, openings_per_second=0.0)
    created = await client.create(settings(2))
    token = created.seat_tokens[0].token
    for _ in range(2):
        await client.bot(token).hello()
    kept = client.bot(token)
    await kept.hello()
    for _ in range(5):
        error = await refused(client.bot(token).call)
        assert (error.code, error.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_STREAMS")
    other = client.bot(created.seat_tokens[1].token)
    await other.hello()
    ends = await asyncio.gather(kept.play(first), other.play(first))
    assert not ends[0].outcome.faults


async def test_streams_in_all_are_limited(serve: Serve) -> None:
    _, client = await serve(streams=2)
    created = await client.create(settings(3))
    one, two = [client.bot(seat.token) for seat in created.seat_tokens[:2]]
    await one.hello()
    await two.hello()
    error = await refused(client.bot(created.seat_tokens[2].token).call)
    assert error.reason == "TOO_MANY_STREAMS"
    await one.send(leave=play_pb2.Leave())
    await one.end()
    await client.bot(created.seat_tokens[2].token).hello()


async def test_a_stream_without_hello_counts_and_ends(serve: Serve) -> None:
    _, client = await serve(hello=0.2, streams=1)
    created = await client.create(settings(2))
    silent = client.bot(created.seat_tokens[0].token)
    assert (await refused(silent.call)).reason == "HELLO_TIME_OUT"
    await client.bot(created.seat_tokens[0].token).hello()


async def test_a_huge_message_ends_its_stream_only(serve: Serve) -> None:
    _, client = await serve()
    created = await client.create(settings(2))
    bots = await client.seated(created)
    asked = await bots[0].decision()
    await bots[0].send(act=play_pb2.Act(match=asked.match, decision=asked.decision, text="x" * (2 << 20)))
    with pytest.raises(grpc.aio.AioRpcError, match="larger than max"):
        await bots[0].end()
    again = client.bot(created.seat_tokens[0].token)
    await again.send(hello=hello())
    ends = await asyncio.gather(again.play(first), bots[1].play(first))
    assert not ends[0].outcome.faults


async def test_stopping_lets_matches_finish_and_makes_none(serve: Serve) -> None:
    server, client = await serve()
    created = await client.create(settings(2))
    bots = await client.seated(created)
    await bots[0].receive("match_start")
    watch = health_pb2_grpc.HealthStub(client.channel).Watch(health_pb2.HealthCheckRequest())
    assert (await watch.read()).status == health_pb2.HealthCheckResponse.SERVING
    stopping = asyncio.create_task(server.stop(0.5, finish=30))
    assert (await watch.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING
    watch.cancel()
    assert (await refused(client.create(settings(2)))).reason == "SHUTTING_DOWN"
    bots[1].call.cancel()
    again = client.bot(created.seat_tokens[1].token)
    await again.hello()  # who runs may come back
    ends = await asyncio.gather(bots[0].play(first), again.play(first))
    assert ends[0].outcome.cause == match_pb2.END_CAUSE_COMPLETED
    await stopping


async def test_a_match_that_does_not_finish_is_ended_in_time(serve: Serve) -> None:
    server, client = await serve()
    bots = await client.seated(await client.create(settings(2)))
    await bots[0].decision()
    begun = time.monotonic()
    await server.stop(0.5, finish=0.4)
    assert 0.4 <= time.monotonic() - begun < 5
    end = (await bots[0].receive("match_end")).match_end
    assert end.outcome.cause == match_pb2.END_CAUSE_SHUTDOWN


async def test_stopping_can_be_hurried(serve: Serve) -> None:
    server, client = await serve()
    bots = await client.seated(await client.create(settings(2)))
    await bots[0].decision()
    stopping = asyncio.create_task(server.stop(0.5, finish=60))
    await asyncio.sleep(0.2)
    assert not stopping.done()
    server.hurry()
    async with asyncio.timeout(10):
        await stopping
