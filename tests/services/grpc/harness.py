"""A bot and an organiser for tests, straight on the generated stubs."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import certamen_core as cc
import grpc
from certamen.v1 import arena_pb2, arena_pb2_grpc, match_pb2, play_pb2
from certamen_services.wire.registry import for_game
from google.rpc import error_details_pb2  # type: ignore[import-untyped]
from grpc_status import rpc_status  # type: ignore[import-untyped]

PATIENCE = 20.0
"""Seconds after which a test has hung."""

NS = 1_000_000_000


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {token}"),)


@dataclass(frozen=True)
class Failure:
    """A status error, taken apart."""

    code: grpc.StatusCode
    reason: str
    field: str | None
    message: str
    metadata: dict[str, str]


def failure(error: grpc.aio.AioRpcError) -> Failure:
    status = rpc_status.from_call(error)
    assert status is not None, f"no details: {error}"
    info, bad = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
    fields = []
    for detail in status.details:
        if detail.Is(bad.DESCRIPTOR):
            detail.Unpack(bad)
            fields = [violation.field for violation in bad.field_violations]
        else:
            detail.Unpack(info)
    assert info.domain == "certamen"
    return Failure(
        error.code(), info.reason, fields[0] if fields else None, status.message, dict(info.metadata)
    )


async def refused(call: Any) -> Failure:
    """The status error with which a call ends. Works for unary and streaming calls."""
    try:
        async with asyncio.timeout(PATIENCE):
            if hasattr(call, "read"):
                await to_the_end(call)
            else:
                await call
    except grpc.aio.AioRpcError as error:
        return failure(error)
    raise AssertionError("the call succeeded")


@dataclass
class Bot:
    """One Play stream and what came from it."""

    call: Any
    told: list[play_pb2.PlayResponse] = field(default_factory=list)
    past_events: dict[str, int] = field(default_factory=dict)

    async def send(self, **message: Any) -> None:
        await self.call.write(play_pb2.PlayRequest(**message))

    async def hello(self, **fields: Any) -> play_pb2.Welcome:
        await self.send(hello=hello(**fields))
        return (await self.receive("welcome")).welcome

    async def receive(self, *kinds: str) -> play_pb2.PlayResponse:
        """The next message of one of these kinds (any, if none is named); notes the others."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message: play_pb2.PlayResponse = await self.call.read()
                if message == grpc.aio.EOF:
                    raise EOFError(f"the stream ended with {await self.call.code()}")
                self.told.append(message)
                if not kinds or message.WhichOneof("message") in kinds:
                    return message

    async def decision(self) -> play_pb2.Decision:
        return (await self.receive("decision")).decision

    async def act(self, decision: play_pb2.Decision, **action: Any) -> None:
        await self.send(act=play_pb2.Act(match=decision.match, decision=decision.decision, **action))

    async def play(self, choose: Callable[[play_pb2.Decision], int]) -> play_pb2.MatchEnd:
        """Play to the end of a match."""
        while True:
            message = await self.receive("decision", "match_end")
            if message.WhichOneof("message") == "match_end":
                return message.match_end
            await self.act(message.decision, code=choose(message.decision))

    async def end(self) -> grpc.StatusCode:
        """Read to the end of the stream; its status."""
        async with asyncio.timeout(PATIENCE):
            while (message := await self.call.read()) is not grpc.aio.EOF:
                self.told.append(message)
            code: grpc.StatusCode = await self.call.code()
            return code

    def kinds(self) -> list[str | None]:
        return [message.WhichOneof("message") for message in self.told]

    def events(self) -> list[Any]:
        return [message.event for message in self.told if message.WhichOneof("message") == "event"]


async def to_the_end(call: Any) -> None:
    """Read a call to its end. Raises its status error."""
    async with asyncio.timeout(PATIENCE):
        while await call.read() is not grpc.aio.EOF:
            pass


def hello(**fields: Any) -> play_pb2.Hello:
    return play_pb2.Hello(**{"protocol_version": 1, "bot_name": "test", **fields})


def at_random(seed: int) -> Callable[[play_pb2.Decision], int]:
    choice = random.Random(seed).choice
    return lambda decision: choice(decision.legal_actions).code


def first(decision: play_pb2.Decision) -> int:
    return decision.legal_actions[0].code


@dataclass
class Client:
    """An organiser and its channel; makes bots."""

    channel: grpc.aio.Channel
    organiser: str

    @property
    def stub(self) -> Any:
        return arena_pb2_grpc.ArenaServiceStub(self.channel)  # type: ignore[no-untyped-call]

    async def create(self, settings: match_pb2.MatchSettings, **fields: Any) -> arena_pb2.CreateMatchResponse:
        request = arena_pb2.CreateMatchRequest(settings=settings, **fields)
        response: arena_pb2.CreateMatchResponse = await self.stub.CreateMatch(
            request, metadata=bearer(self.organiser)
        )
        return response

    async def get(self, name: str) -> match_pb2.Match:
        request = arena_pb2.GetMatchRequest(name=name)
        match: match_pb2.Match = (await self.stub.GetMatch(request, metadata=bearer(self.organiser))).match
        return match

    def bot(self, token: str) -> Bot:
        return Bot(self.stub.Play(metadata=bearer(token)))

    async def seated(self, created: arena_pb2.CreateMatchResponse, **fields: Any) -> list[Bot]:
        """A bot on each seat, all welcomed."""
        bots = [self.bot(seat.token) for seat in created.seat_tokens]
        for bot in bots:
            await bot.hello(**fields)
        return bots


@asynccontextmanager
async def client_of(address: str, organiser: str) -> AsyncIterator[Client]:
    options = (("grpc.http2.bdp_probe", 0), ("grpc.use_local_subchannel_pool", 1))
    async with grpc.aio.insecure_channel(address, options=options) as channel:
        yield Client(channel, organiser)


def settings(players: int = 2, *, rounds: int = 1, **fields: Any) -> match_pb2.MatchSettings:
    """A short match with plenty of time."""
    message = match_pb2.MatchSettings(game="juwelen", players=players, **fields)
    message.options.juwelen.rounds = rounds
    return message


def settings_of(game: str, players: int, **options: Any) -> match_pb2.MatchSettings:
    """A match of any game with options as the core takes them."""
    in_force = cc.load_game(game, players=players, **options).options
    message = match_pb2.MatchSettings(game=game, players=players)
    message.options.CopyFrom(for_game(game).options_to_proto(in_force))
    return message


def seconds(**times: float) -> match_pb2.TimeControl:
    """A time control in seconds: `seconds(base=1, lag=0)`."""
    return match_pb2.TimeControl(**{f"{name}_ns": round(value * NS) for name, value in times.items()})


async def all_ends(bots: Sequence[Bot], seed: int = 1) -> list[play_pb2.MatchEnd]:
    """Let all bots play at random to the end."""
    return list(await asyncio.gather(*(bot.play(at_random(seed + n)) for n, bot in enumerate(bots))))
