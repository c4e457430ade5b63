"""Messages that come together: the same as one by one, and never late."""

from __future__ import annotations

import asyncio
import time

import grpc
import pytest
from certamen.v1 import play_pb2

from tests.services.grpc.harness import Bot, Client, first, hello, refused, settings, settings_of

SEED = bytes([5] * 32)
TIMES = ("time_left_ns", "charged_ns", "remaining_ns", "last_charged_ns")


async def play_all(bot: Bot) -> list[play_pb2.PlayResponse]:
    """Play a match with the first legal actions; gives what came, as it came."""
    came: list[play_pb2.PlayResponse] = []
    while True:
        together: play_pb2.PlayResponse = await bot.call.read()
        came.append(together)
        for message in taken_apart(together):
            match message.WhichOneof("message"):
                case "decision":
                    await bot.act(message.decision, code=first(message.decision))
                case "seed_revealed":
                    return came


def taken_apart(message: play_pb2.PlayResponse) -> list[play_pb2.PlayResponse]:
    return list(message.batch.messages) if message.HasField("batch") else [message]


async def match_of(client: Client, **fields: object) -> list[list[play_pb2.PlayResponse]]:
    """What came to each seat of a match whose cards are always the same."""
    created = await client.create(settings_of("luschen", 3, limit=5), seed=SEED)
    bots = await client.seated(created, **fields)
    async with asyncio.timeout(30):
        return list(await asyncio.gather(*(play_all(bot) for bot in bots)))


def story(came: list[play_pb2.PlayResponse]) -> list[tuple[str | None, bytes]]:
    """Kinds and contents of the messages in their order, without what differs from match to match."""
    told = []
    for message in (apart for together in came for apart in taken_apart(together)):
        kind = message.WhichOneof("message")
        assert kind is not None
        if kind in ("match_end", "seed_revealed", "match_start", "ping"):
            told.append((kind, b""))
            continue
        body = getattr(message, kind)
        body.match = ""
        for name in TIMES:
            if name in body.DESCRIPTOR.fields_by_name:
                body.ClearField(name)
        if kind == "decision":
            body.ClearField("clocks")
        told.append((kind, body.SerializeToString(deterministic=True)))
    return told


async def test_together_or_one_by_one_the_messages_are_the_same(client: Client) -> None:
    alone = await match_of(client)
    together = await match_of(client, batches=True, linger_ns=20_000_000)
    assert [story(came) for came in together] == [story(came) for came in alone]
    assert not any(message.HasField("batch") for came in alone for message in came)
    for came in together:
        batches = [message.batch.messages for message in came if message.HasField("batch")]
        assert batches
        assert all(len(batch) >= 2 for batch in batches)
        assert not any(message.HasField("batch") for batch in batches for message in batch)
    assert sum(map(len, together)) < 0.6 * sum(map(len, alone))


async def test_what_wants_no_answer_is_held_back_for_a_while_only(client: Client) -> None:
    created = await client.create(settings(4), seed=bytes([9] * 32))
    bot = (await client.seated(created, batches=True, linger_ns=90_000_000))[0]
    await bot.act(await decision_in_batches(bot), text="announce 3")
    owed = await decision_in_batches(bot)  # urgent: it takes along what waits
    sent = time.monotonic()
    await bot.act(owed, code=first(owed))
    kinds: list[str | None] = []
    # The others have not chosen yet, so nothing more comes: the answer's news wait for company in vain.
    async with asyncio.timeout(10):
        while "accepted" not in kinds:
            kinds += [apart.WhichOneof("message") for apart in taken_apart(await bot.call.read())]
    assert time.monotonic() - sent >= 0.08
    assert kinds == ["accepted", "event"]


async def decision_in_batches(bot: Bot) -> play_pb2.Decision:
    async with asyncio.timeout(10):
        while True:
            for message in taken_apart(await bot.call.read()):
                if message.HasField("decision"):
                    return message.decision


@pytest.mark.parametrize(
    ("fields", "field"),
    [({"batches": True, "linger_ns": -1}, "hello.linger_ns"), ({"linger_ns": 1}, "hello.linger_ns")],
)
async def test_a_wish_that_makes_no_sense_is_refused(
    client: Client, fields: dict[str, object], field: str
) -> None:
    created = await client.create(settings(2))
    bot = client.bot(created.seat_tokens[0].token)
    await bot.send(hello=hello(**fields))
    error = await refused(bot.call)
    assert (error.code, error.field) == (grpc.StatusCode.INVALID_ARGUMENT, field)
