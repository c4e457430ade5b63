"""Replays a trace to a bot in any language: a server that says again what was said then."""

# ruff: noqa: N802 (the contract names the method)
from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc.aio
from certamen.v1 import arena_pb2_grpc, play_pb2
from certamen_client.rerun import Compared
from certamen_client.trace import TraceRun, action_text

from certamen_services.server import SERVER_OPTIONS
from certamen_services.session import PlayContext

__all__ = ["Retrace", "serve"]

_GOODBYE = 5.0
"""Seconds for Leave after the last message."""


class Retrace(arena_pb2_grpc.ArenaServiceServicer):
    """Tells one run of a trace, whoever asks first.

    Everything is told as it was then, whatever the bot answers now. Refusals are left out.

    Args:
        run: what is told.

    Attributes:
        compared: the decisions that were answered now.
        over: set when all was told and the bot has taken its leave, or its stream has ended.
        bad: why the run was broken off; empty if it was not.
    """

    def __init__(self, run: TraceRun) -> None:
        self._run = run
        self._taken = False
        self.compared: list[Compared] = []
        self.over = asyncio.Event()
        self.bad = ""

    async def Play(self, _requests: AsyncIterator[play_pb2.PlayRequest], context: PlayContext) -> None:
        """Tell it."""
        if self._taken:
            await context.abort(grpc.StatusCode.ABORTED, "this trace is told once")
        self._taken = True
        try:
            self.bad = await self._tell(context)
        finally:
            self.over.set()

    async def _tell(self, context: PlayContext) -> str:
        hello = await self._heard(context)
        if hello is None or hello.WhichOneof("message") != "hello":
            return "its first message was not Hello"
        for message in self._run.messages:
            await context.write(message)
            if message.HasField("decision") and not await self._asked(context, message.decision):
                return f"it ended its stream at decision {message.decision.decision}"
        try:
            async with asyncio.timeout(_GOODBYE):
                while (last := await self._heard(context)) is not None and not last.HasField("leave"):
                    pass
        except TimeoutError:
            pass
        return ""

    async def _asked(self, context: PlayContext, decision: play_pb2.Decision) -> bool:
        """Compare the answer to a decision; False if the bot gives none."""
        then = self._run.answers.get((decision.match, decision.decision))
        now = await self._answer(context, decision)
        self.compared.append(
            Compared(
                decision,
                None if then is None else action_text(decision, then),
                None if now is None else action_text(decision, now),
            )
        )
        return now is not None

    async def _answer(self, context: PlayContext, decision: play_pb2.Decision) -> play_pb2.Act | None:
        while (request := await self._heard(context)) is not None:
            match request.WhichOneof("message"):
                case "act" if (request.act.match, request.act.decision) == (
                    decision.match,
                    decision.decision,
                ):
                    return request.act
                case "ping":
                    pong = play_pb2.Pong(id=request.ping.id)
                    await context.write(play_pb2.PlayResponse(pong=pong))
                case "resign" | "leave":
                    return None
        return None

    @staticmethod
    async def _heard(context: PlayContext) -> play_pb2.PlayRequest | None:
        message: object = await context.read()
        return message if isinstance(message, play_pb2.PlayRequest) else None


@asynccontextmanager
async def serve(retrace: Retrace) -> AsyncIterator[str]:
    """Serve a run on a free loopback port; gives the address."""
    server = grpc.aio.server(options=SERVER_OPTIONS)
    arena_pb2_grpc.add_ArenaServiceServicer_to_server(retrace, server)  # type: ignore[no-untyped-call]
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        yield f"127.0.0.1:{port}"
    finally:
        await server.stop(0)
