"""How a stream begins, and how it must not."""

from __future__ import annotations

from typing import Any

import grpc
import pytest
from certamen.v1 import play_pb2

from tests.services.grpc.conftest import Serve
from tests.services.grpc.harness import Client, bearer, hello, refused, settings, to_the_end


async def test_welcome_names_version_and_matches(client: Client) -> None:
    created = await client.create(settings(2))
    bot = client.bot(created.seat_tokens[1].token)
    welcome = await bot.hello()
    assert welcome.protocol_version == 1
    assert list(welcome.matches) == [created.match.name]
    assert welcome.ping_interval_ns > 0


@pytest.mark.parametrize(
    ("message", "reason"),
    [
        ({"act": play_pb2.Act(match="matches/x", decision=1)}, "HELLO_EXPECTED"),
        ({"ping": play_pb2.Ping(id=1)}, "HELLO_EXPECTED"),
        ({"leave": play_pb2.Leave()}, "HELLO_EXPECTED"),
        ({}, "HELLO_EXPECTED"),
    ],
    ids=["act", "ping", "leave", "empty"],
)
async def test_a_bad_first_message_is_refused(client: Client, message: dict[str, Any], reason: str) -> None:
    bot = client.bot((await client.create(settings(2))).seat_tokens[0].token)
    await bot.send(**message)
    error = await refused(bot.call)
    assert (error.code, error.reason) == (grpc.StatusCode.INVALID_ARGUMENT, reason)


async def test_an_end_of_stream_before_hello_is_refused(client: Client) -> None:
    bot = client.bot((await client.create(settings(2))).seat_tokens[0].token)
    await bot.call.done_writing()
    assert (await refused(bot.call)).reason == "HELLO_EXPECTED"


@pytest.mark.parametrize("version", [0, 2, 4_000_000_000])
async def test_a_version_that_is_not_spoken_is_refused(client: Client, version: int) -> None:
    bot = client.bot((await client.create(settings(2))).seat_tokens[0].token)
    await bot.send(hello=hello(protocol_version=version))
    error = await refused(bot.call)
    assert (error.code, error.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "PROTOCOL_VERSION")
    assert error.metadata == {"min": "1", "max": "1"}


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"bot_name": ""}, "hello.bot_name"),
        ({"bot_name": "x" * 101}, "hello.bot_name"),
        ({"bot_name": "a\nb"}, "hello.bot_name"),
        ({"bot_version": "\x1b[31m"}, "hello.bot_version"),
        ({"games": ["juwelen", "chess"]}, "hello.games[1]"),
        ({"action_form": 77}, "hello.action_form"),
        ({"cursors": [play_pb2.MatchCursor(match="x")]}, "hello.cursors[0].match"),
        (
            {"cursors": [play_pb2.MatchCursor(match="matches/x", last_event=-1)]},
            "hello.cursors[0].last_event",
        ),
        ({"cursors": [play_pb2.MatchCursor(match="matches/x")] * 2}, "hello.cursors[1].match"),
        ({"cursors": [play_pb2.MatchCursor(match="matches/x")]}, "hello.cursors"),
    ],
    ids=str,
)
async def test_bad_fields_of_hello_are_named(client: Client, fields: dict[str, Any], field: str) -> None:
    bot = client.bot((await client.create(settings(2))).seat_tokens[0].token)
    await bot.send(hello=hello(**fields))
    error = await refused(bot.call)
    assert (error.code, error.reason, error.field) == (
        grpc.StatusCode.INVALID_ARGUMENT,
        "INVALID_FIELD",
        field,
    )


async def test_a_cursor_beyond_the_last_event_is_refused(client: Client) -> None:
    created = await client.create(settings(2))
    bot = client.bot(created.seat_tokens[0].token)
    cursor = play_pb2.MatchCursor(match=created.match.name, last_event=10**12)
    await bot.send(hello=hello(cursors=[cursor]))
    error = await refused(bot.call)
    assert (error.reason, error.field) == ("INVALID_FIELD", "hello.cursors")


async def test_hello_is_said_once(client: Client) -> None:
    bot = client.bot((await client.create(settings(2))).seat_tokens[0].token)
    await bot.hello()
    await bot.send(hello=hello())
    assert (await refused(bot.call)).reason == "HELLO_REPEATED"


async def test_empty_messages_are_refused(client: Client) -> None:
    bot = client.bot((await client.create(settings(2))).seat_tokens[0].token)
    await bot.hello()
    await bot.send()
    assert (await refused(bot.call)).reason == "EMPTY_MESSAGE"


async def test_hello_is_not_waited_for_for_ever(serve: Serve) -> None:
    _, client = await serve(hello=0.1)
    bot = client.bot((await client.create(settings(2))).seat_tokens[0].token)
    error = await refused(bot.call)
    assert (error.code, error.reason) == (grpc.StatusCode.DEADLINE_EXCEEDED, "HELLO_TIME_OUT")


@pytest.mark.parametrize("greeted", [False, True])
async def test_bytes_that_are_no_message_end_the_stream(client: Client, greeted: bool) -> None:
    token = (await client.create(settings(2))).seat_tokens[0].token
    call: Any = client.channel.stream_stream("/certamen.v1.ArenaService/Play")(metadata=bearer(token))
    if greeted:
        await call.write(play_pb2.PlayRequest(hello=hello()).SerializeToString())
        await call.read()
    await call.write(b"\xff\xff\xff\xff")
    with pytest.raises(grpc.aio.AioRpcError):
        await to_the_end(call)
    # The server is none the worse.
    await client.bot(token).hello()
