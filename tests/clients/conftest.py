"""A server with a script: what it says and hears is laid down by each test."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field

import grpc
import pytest
from certamen.v1 import arena_pb2_grpc, play_pb2
from certamen.v1.game_pb2 import LegalAction
from certamen.v1.match_pb2 import MatchSettings, Outcome
from certamen.v1.play_pb2 import PlayRequest, PlayResponse
from certamen_client import Connection
from google.protobuf import any_pb2
from google.rpc import error_details_pb2, status_pb2
from grpc_status import rpc_status


class Talk:
    """One stream as a script sees it."""

    def __init__(self, context: grpc.aio.ServicerContext) -> None:
        self._context = context

    async def hear(self) -> PlayRequest | None:
        """The next message; None at the end of the stream."""
        message = await self._context.read()
        return message if isinstance(message, PlayRequest) else None

    async def say(self, **member: object) -> None:
        await self._context.write(PlayResponse(**member))

    async def welcome(self, *matches: str) -> play_pb2.Hello:
        """Hear Hello and answer it."""
        hello = (await self.hear()).hello
        await self.say(
            welcome=play_pb2.Welcome(
                protocol_version=1, server="stub", matches=matches, ping_interval_ns=10**10
            )
        )
        return hello

    async def start(self, match: str = "matches/m", *, illegal_actions: int = 1) -> None:
        settings = MatchSettings(game="juwelen", players=2, illegal_actions=illegal_actions)
        await self.say(match_start=play_pb2.MatchStart(match=match, seat=1, settings=settings))

    async def ask(self, decision: int, match: str = "matches/m") -> None:
        legal = [LegalAction(code=7, text="seven"), LegalAction(code=9, text="nine")]
        await self.say(decision=play_pb2.Decision(match=match, decision=decision, legal_actions=legal))

    async def end(self, match: str = "matches/m") -> None:
        await self.say(match_end=play_pb2.MatchEnd(match=match, outcome=Outcome(placements=[2, 1])))

    async def goodbye(self) -> None:
        """Hear Leave."""
        assert (await self.hear()).WhichOneof("message") == "leave"

    async def fail(self, code: grpc.StatusCode, message: str, reason: str = "", **metadata: str) -> None:
        """End the stream with a status error."""
        status = status_pb2.Status(code=code.value[0], message=message)
        if reason:
            packed = any_pb2.Any()
            packed.Pack(error_details_pb2.ErrorInfo(reason=reason, domain="certamen", metadata=metadata))
            status.details.append(packed)
        await self._context.abort_with_status(rpc_status.to_status(status))


Script = Callable[[Talk], Awaitable[None]]


@dataclass
class Stub(arena_pb2_grpc.ArenaServiceServicer):
    """Serves one script after the other, one for each stream."""

    scripts: list[Script] = field(default_factory=list)
    authorizations: list[str] = field(default_factory=list)
    port: int = 0
    done: int = 0

    async def Play(self, _requests: object, context: grpc.aio.ServicerContext) -> None:  # noqa: N802
        self.authorizations += [str(v) for k, v in context.invocation_metadata() if k == "authorization"]
        await self.scripts.pop(0)(Talk(context))
        self.done += 1

    @property
    def connection(self) -> Connection:
        return Connection(f"127.0.0.1:{self.port}", "a-token")


@pytest.fixture
async def stub() -> AsyncIterator[Stub]:
    servicer = Stub()
    server = grpc.aio.server()
    arena_pb2_grpc.add_ArenaServiceServicer_to_server(servicer, server)
    servicer.port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    yield servicer
    await server.stop(None)
