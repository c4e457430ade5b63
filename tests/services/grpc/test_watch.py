"""Spectators over the wire."""

from __future__ import annotations

import asyncio
from typing import Any

import certamen_core as cc
import grpc
import pytest
from certamen.v1 import arena_pb2, match_pb2, play_pb2
from certamen_services.errors import StatusError
from certamen_services.referee.messages import EventMessage, PublicEnd, ToSpectator
from certamen_services.watch import Watcher, WatchLimits
from certamen_services.wire.registry import for_game

from tests.services.grpc.conftest import Serve
from tests.services.grpc.harness import (
    PATIENCE,
    Client,
    all_ends,
    bearer,
    failure,
    refused,
    settings,
    settings_of,
)

Told = list[arena_pb2.WatchMatchResponse]


def watch(client: Client, name: str, token: str = "", **fields: Any) -> Any:
    request = arena_pb2.WatchMatchRequest(name=name, **fields)
    return client.stub.WatchMatch(request, metadata=bearer(token or client.organiser))


async def listen(call: Any, told: Told | None = None) -> Told:
    """All that comes, to the end of the stream; also put into `told`, in case the stream fails."""
    told = [] if told is None else told
    async with asyncio.timeout(PATIENCE):
        while (message := await call.read()) is not grpc.aio.EOF:
            told.append(message)
    return told


def kinds(told: Told) -> list[str | None]:
    return [message.WhichOneof("message") for message in told]


def events(told: Told) -> list[Any]:
    return [message.event for message in told if message.HasField("event")]


async def test_a_match_is_watched_from_its_start_to_its_end(client: Client) -> None:
    created = await client.create(settings(3))
    watching = asyncio.create_task(listen(watch(client, created.match.name)))
    bots = await client.seated(created)
    await all_ends(bots)
    told = await watching
    assert kinds(told)[0] == "start"
    assert kinds(told)[-1] == "end"
    assert told[0].start.match.commitment == created.match.commitment
    seen = events(told)
    assert [event.number for event in seen] == [event.number for event in bots[0].events()]
    assert [event.WhichOneof("body") for event in seen] == [
        event.WhichOneof("body") for event in bots[0].events()
    ]
    assert all(set(hand.cards) == {"?"} for hand in seen[0].deal.hands)
    view = [message.view for message in told if message.HasField("view")][-1]
    assert view.last_event == seen[-1].number
    assert not view.view.juwelen.HasField("viewer")
    end = told[-1].end
    assert end.match == await client.get(created.match.name)
    assert end.seed_revealed.seed == (await bots[0].receive("seed_revealed")).seed_revealed.seed


async def test_a_match_that_has_ended_is_told_also_by_the_next_server(serve: Serve) -> None:
    server, client = await serve()
    created = await client.create(settings(2))
    await all_ends(await client.seated(created))
    name = created.match.name
    told = await listen(watch(client, name))
    rest = await listen(watch(client, name, last_event=5, action_form=play_pb2.ACTION_FORM_TEXT))
    assert kinds(rest)[0] == "event"
    assert [event.number for event in events(rest)] == [event.number for event in events(told)][5:]
    assert not any(event.action.HasField("action") for event in events(rest))
    await server.stop(0.2)
    _, again = await serve()
    assert await listen(watch(again, name)) == told


async def test_a_seat_may_watch_its_own_match_only(client: Client) -> None:
    own, other = await client.create(settings(2)), await client.create(settings(2))
    token = own.seat_tokens[0].token
    error = await refused(watch(client, other.match.name, token))
    assert error.reason == "FOREIGN_MATCH"
    watching = asyncio.create_task(listen(watch(client, own.match.name, token)))
    await asyncio.sleep(0.05)
    request = arena_pb2.CancelMatchRequest(name=own.match.name)
    await client.stub.CancelMatch(request, metadata=bearer(client.organiser))
    told = await watching
    assert kinds(told) == ["end"]
    assert told[0].end.match.state == match_pb2.MATCH_STATE_CANCELLED


@pytest.mark.parametrize(
    ("fields", "reason", "field"),
    [
        ({"name": "matches/none"}, "MATCH_NOT_FOUND", None),
        ({"name": "none"}, "INVALID_FIELD", "name"),
        ({"last_event": 1}, "INVALID_FIELD", "last_event"),
        ({"last_event": -1}, "INVALID_FIELD", "last_event"),
        ({"action_form": 99}, "INVALID_FIELD", "action_form"),
    ],
)
async def test_bad_requests_are_refused(
    client: Client, fields: dict[str, Any], reason: str, field: str | None
) -> None:
    created = await client.create(settings(2))
    error = await refused(watch(client, **{"name": created.match.name, **fields}))
    assert (error.reason, error.field) == (reason, field)


async def test_a_server_that_stops_ends_the_streams_well(serve: Serve) -> None:
    server, client = await serve()
    created = await client.create(settings(2))
    watching = asyncio.create_task(listen(watch(client, created.match.name)))
    bots = await client.seated(created)
    await bots[0].decision()
    await server.stop(1.0)
    told = await watching
    assert told[-1].end.match.state == match_pb2.MATCH_STATE_VOIDED
    assert events(told)[-1].WhichOneof("body") == "voided"


async def test_a_spectator_that_goes_away_is_forgotten(client: Client) -> None:
    created = await client.create(settings(2))
    call = watch(client, created.match.name)
    bots = await client.seated(created)
    await call.read()
    call.cancel()
    await all_ends(bots)


async def test_a_spectator_that_does_not_read_is_ended_and_goes_on_later(serve: Serve) -> None:
    """It harms nobody, misses nothing, and is told why."""
    _, client = await serve(watch=WatchLimits(write=0.2, queue=8))
    created = await client.create(settings_of("luschen", 8, limit=60))
    lazy = watch(client, created.match.name)
    await asyncio.sleep(0.05)
    bots = await client.seated(created, action_form=play_pb2.ACTION_FORM_CODE)
    (end, *_) = await all_ends(bots)
    assert end.outcome.cause == match_pb2.END_CAUSE_COMPLETED
    told: Told = []
    with pytest.raises(grpc.aio.AioRpcError) as ended:
        await listen(lazy, told)
    error = failure(ended.value)
    assert (error.code, error.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_SLOW")
    told += await listen(watch(client, created.match.name, last_event=events(told)[-1].number))
    numbers = [event.number for event in events(told)]
    assert numbers == [event.number for event in bots[0].events()]
    assert told[-1].HasField("end")


class StuckContext:
    """A reader that takes nothing until it is let go."""

    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self.written: list[Any] = []

    async def write(self, message: Any) -> None:
        await self.go_on.wait()
        self.written.append(message)


class PlainWire:
    def write(self, message: ToSpectator, _info: object) -> ToSpectator:
        return message


async def no_info(_match: str) -> None:
    return None


def watcher(context: StuckContext, **limits: Any) -> Watcher:
    return Watcher(context, PlainWire(), no_info, WatchLimits(**limits))  # type: ignore[arg-type]


def number(n: int) -> EventMessage:
    return EventMessage("m", n, {"type": "over"})


async def test_a_slow_spectator_is_ended_when_its_queue_is_full() -> None:
    context = StuckContext()
    slow = watcher(context, queue=3)
    running = asyncio.create_task(slow.run())
    slow.send(number(1))
    await asyncio.sleep(0.01)
    for n in range(2, 10):
        slow.send(number(n))
    context.go_on.set()
    with pytest.raises(StatusError) as ended:
        await running
    assert (ended.value.code, ended.value.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_SLOW")
    assert context.written == [number(1)], "what came is without gaps, so that it can be resumed"


async def test_a_spectator_that_takes_nothing_is_ended_in_time() -> None:
    context = StuckContext()
    slow = watcher(context, write=0.02)
    running = asyncio.create_task(slow.run())
    slow.send(number(1))
    slow.send(number(2))
    await asyncio.sleep(0.05)
    context.go_on.set()
    with pytest.raises(StatusError, match="does not read"):
        await running


async def test_a_spectator_in_time_gets_everything() -> None:
    context = StuckContext()
    context.go_on.set()
    quick = watcher(context, queue=3)
    running = asyncio.create_task(quick.run())
    for n in range(1, 10):
        quick.send(number(n))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    quick.send(PublicEnd("m", None))
    await running
    assert [message.number for message in context.written[:-1]] == list(range(1, 10))


async def test_views_are_the_cores(client: Client) -> None:
    """The view after each action is that of the position which the actions lead to."""
    created = await client.create(settings(2), seed=bytes([3] * 32))
    bots = await client.seated(created)
    await all_ends(bots)
    told = await listen(watch(client, created.match.name))
    state = cc.load_game("juwelen", players=2, rounds=1).new_initial_state(bytes([3] * 32))
    assert for_game("juwelen").view_from_proto(told[0].start.view) == state.view(cc.SPECTATOR)
    for event in bots[0].events():
        if event.WhichOneof("body") == "action":
            seat = event.action.seat
            own = next(e for e in bots[seat].events() if e.number == event.number)
            state.apply_action(own.action.code, seat)
    assert for_game("juwelen").view_from_proto(told[-2].view.view) == state.view(cc.SPECTATOR)
