"""One bad bot at a table of three: the exact outcome, and the others' game is unharmed."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass

import grpc
import pytest
from certamen.v1 import event_pb2, match_pb2

from tests.badbots import bots as bad
from tests.services.grpc.conftest import ORGANISER, Serve
from tests.services.grpc.harness import (
    NS,
    Bot,
    Client,
    at_random,
    failure,
    refused,
    seconds,
    settings,
    to_the_end,
)

pytestmark = pytest.mark.timeout(60)

IMPATIENT = seconds(base=20, per_move=0.4, startup=1.0, disconnect=0.3, join=1.5)


@dataclass
class Game:
    """What became of a match with a bad bot on seat 0."""

    bad: list[Bot]
    outcome: match_pb2.Outcome
    honest: list[Bot]

    @property
    def faults(self) -> list[tuple[int, str]]:
        name = event_pb2.FaultCause.Name
        return [(f.seat, name(f.cause).removeprefix("FAULT_CAUSE_").lower()) for f in self.outcome.faults]

    def check_unharmed(self) -> None:
        """The honest ones played to the end, were charged next to nothing and refused nothing."""
        assert self.outcome.cause == match_pb2.END_CAUSE_COMPLETED
        assert {seat for seat, _ in self.faults} <= {0}
        for seat, bot in enumerate(self.honest, 1):
            clock = self.outcome.clocks[seat]
            assert clock.seat == seat
            assert clock.decisions > 0
            assert clock.longest_ns < 0.3 * NS
            assert "rejected" not in bot.kinds()
            numbers = [event.number for event in bot.events()]
            assert numbers == list(range(1, len(numbers) + 1))

    def check_forfeit(self, cause: str) -> None:
        self.check_unharmed()
        assert self.faults == [(0, cause)]
        assert self.outcome.placements[0] == 3

    def check_no_fault(self) -> None:
        self.check_unharmed()
        assert self.faults == []


async def play(client: Client, bot: bad.BadBot, *, early: bool = False) -> Game:
    """Play a match; the bad bot comes last, or `early`, before the others."""
    created = await client.create(settings(3, time_control=IMPATIENT))
    tokens = [seat.token for seat in created.seat_tokens]
    begun = [await bot(client, tokens[0])] if early else []
    honest = [await bad.joined(client, token) for token in tokens[1:]]
    games = [honest_one.play(at_random(seat)) for seat, honest_one in enumerate(honest)]
    async with asyncio.timeout(30):
        ends = asyncio.gather(*games)
        bad_ones = begun[0] if early else await bot(client, tokens[0])
        await ends
    return Game(bad_ones, ends.result()[0].outcome, honest)


async def end_of(bot: Bot) -> tuple[grpc.StatusCode, str]:
    """Status and reason with which a stream ended."""
    try:
        await to_the_end(bot.call)
    except grpc.aio.AioRpcError as error:
        # Who writes to a stream that has ended hears of that, and not of why it ended.
        return error.code(), "" if error.code() is grpc.StatusCode.INTERNAL else failure(error).reason
    return await bot.call.code(), ""


async def test_silent(client: Client) -> None:
    game = await play(client, bad.silent)
    game.check_forfeit("time_out")


async def test_slow(client: Client) -> None:
    game = await play(client, bad.slow)
    game.check_forfeit("time_out")
    assert bad.answers(game.bad[0]) in (["TOO_LATE"], ["FORFEITED"], ["MATCH_OVER"])


async def test_crashes_at_the_start(client: Client) -> None:
    game = await play(client, bad.crashes_at_the_start)
    game.check_forfeit("disconnected")


async def test_crashes_before_the_others_are_there(client: Client) -> None:
    game = await play(client, bad.crashes_at_the_start, early=True)
    assert game.outcome.cause == match_pb2.END_CAUSE_NOT_JOINED
    assert game.faults == [(0, "not_joined")]
    assert list(game.outcome.placements) == [3, 1, 1]


async def test_crashes_in_a_move(client: Client) -> None:
    game = await play(client, bad.crashes_in_a_move)
    game.check_forfeit("disconnected")


async def test_crashes_at_the_end(client: Client) -> None:
    game = await play(client, bad.crashes_at_the_end)
    game.check_no_fault()


async def test_speaks_garbage(client: Client) -> None:
    game = await play(client, bad.speaks_garbage)
    game.check_forfeit("disconnected")


async def test_gives_up(client: Client) -> None:
    game = await play(client, bad.gives_up)
    game.check_forfeit("resigned")
    assert await end_of(game.bad[0]) == (grpc.StatusCode.OK, "")


async def test_plays_illegally(client: Client) -> None:
    game = await play(client, bad.plays_illegally)
    game.check_forfeit("illegal_action")
    assert bad.answers(game.bad[0]) == ["ILLEGAL_ACTION"]


@pytest.mark.parametrize(
    ("bot", "answer"),
    [
        (bad.wrong_match, "UNKNOWN_MATCH"),
        (bad.stale, "STALE_DECISION"),
        (bad.from_the_future, "STALE_DECISION"),
    ],
    ids=["wrong match", "stale decision", "decision to come"],
)
async def test_confused(client: Client, bot: bad.BadBot, answer: str) -> None:
    game = await play(client, bot)
    game.check_no_fault()
    assert bad.answers(game.bad[0]) == [answer] * game.outcome.clocks[0].decisions


async def test_doubles(client: Client) -> None:
    game = await play(client, bad.doubles)
    game.check_no_fault()
    told = bad.answers(game.bad[0])
    assert game.outcome.clocks[0].decisions - len(told) in (0, 1)
    # The last one may be answered after the end.
    assert set(told) <= {"STALE_DECISION", "NOT_YOUR_TURN", "MATCH_OVER"}
    assert told.count("STALE_DECISION") >= len(told) - 1


async def test_answers_for_others(client: Client) -> None:
    game = await play(client, bad.answers_for_others)
    game.check_unharmed()
    assert set(bad.answers(game.bad[0])) >= {"NOT_YOUR_TURN"}


async def test_floods(serve: Serve) -> None:
    _, client = await serve(messages=300)
    game = await play(client, bad.floods)
    game.check_forfeit("disconnected")
    assert 0 < len(bad.answers(game.bad[0])) < 400
    assert set(bad.answers(game.bad[0])) == {"STALE_DECISION"}


async def test_never_reads(serve: Serve) -> None:
    _, client = await serve(write=0.3, messages=10_000)
    game = await play(client, bad.never_reads)
    game.check_unharmed()
    assert game.faults in ([(0, "disconnected")], [(0, "time_out")])
    assert game.outcome.placements[0] == 3


async def test_comes_back_in_a_loop(client: Client) -> None:
    game = await play(client, bad.comes_back_in_a_loop)
    assert game.faults in ([(0, "disconnected")], [(0, "time_out")])
    game.check_unharmed()
    welcomed = [bot for bot in game.bad if "welcome" in bot.kinds()]
    assert 30 <= len(welcomed) < 50
    assert (await end_of(game.bad[-1]))[1] == "TOO_MANY_STREAMS"


async def test_plays_twice(client: Client) -> None:
    game = await play(client, bad.plays_twice)
    game.check_no_fault()
    ended_well = [bot for bot in game.bad if "match_end" in bot.kinds()]
    assert len(ended_well) >= 1
    thrown_out = [bot for bot in game.bad if "match_end" not in bot.kinds()]
    assert thrown_out
    ends = {await end_of(bot) for bot in thrown_out}
    assert ends <= {(grpc.StatusCode.ABORTED, "SUPERSEDED"), (grpc.StatusCode.INTERNAL, "")}


async def test_sends_huge_messages(client: Client) -> None:
    game = await play(client, bad.sends_huge_messages)
    game.check_forfeit("disconnected")
    assert await game.bad[0].call.code() == grpc.StatusCode.RESOURCE_EXHAUSTED


async def test_closes_one_half(client: Client) -> None:
    game = await play(client, bad.closes_one_half)
    game.check_forfeit("disconnected")
    assert await end_of(game.bad[0]) == (grpc.StatusCode.OK, "")


async def test_closes_one_half_and_comes_back(client: Client) -> None:
    game = await play(client, bad.closes_one_half_and_comes_back)
    game.check_no_fault()


async def test_guesses_tokens(client: Client) -> None:
    async def guesser(client: Client, token: str) -> list[Bot]:
        guesses = [
            token[:-1] + "?",
            token[1:],
            token.lower() + "x",
            *(os.urandom(32).hex() for _ in range(40)),
        ]
        for guess in guesses:
            error = await refused(client.bot(guess).call)
            assert (error.code, error.reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_UNKNOWN")
        for nonsense in ("", "x" * 600):
            assert (await refused(client.bot(nonsense).call)).reason == "TOKEN_MISSING"
        assert (await refused(client.bot(ORGANISER).call)).reason == "SEAT_REQUIRED"
        return await bad.crashes_at_the_end(client, token)

    game = await play(client, guesser)
    game.check_no_fault()


async def test_garbage_instead_of_http(serve: Serve) -> None:
    server, client = await serve()

    async def noise(client: Client, token: str) -> list[Bot]:
        for junk in (
            os.urandom(5000),
            b"GET / HTTP/1.1\r\n\r\n",
            b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + os.urandom(3000),
        ):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(junk)
            try:
                async with asyncio.timeout(0.5):
                    await reader.read()
            except (TimeoutError, ConnectionError):
                pass
            writer.close()
        return await bad.crashes_at_the_end(client, token)

    game = await play(client, noise)
    game.check_no_fault()
