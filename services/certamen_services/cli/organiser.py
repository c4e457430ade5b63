"""A server as its organiser sees it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import grpc
from certamen.v1 import arena_pb2, arena_pb2_grpc, match_pb2
from certamen_client import Connection

__all__ = ["ENDED", "NewMatch", "Organiser"]

ENDED = (
    match_pb2.MATCH_STATE_FINISHED,
    match_pb2.MATCH_STATE_VOIDED,
    match_pb2.MATCH_STATE_CANCELLED,
)
_LIMIT = 30.0
"""Seconds for the server to answer."""
_MAX_REASON = 500


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match that was created, and the tokens of its seats."""

    name: str
    tokens: tuple[str, ...]


class Organiser:
    """Creates and watches matches.

    Args:
        address: of the server.
        token: the organiser's.
    """

    def __init__(self, address: str, token: str) -> None:
        connection = Connection(address, token)
        self._metadata = connection.metadata
        self._channel = connection.channel()
        self._stub = arena_pb2_grpc.ArenaServiceStub(self._channel)  # type: ignore[no-untyped-call]

    async def close(self) -> None:
        """Let go of the connection."""
        await self._channel.close()

    async def create(
        self, settings: match_pb2.MatchSettings, aliases: Sequence[str], seed: bytes
    ) -> NewMatch:
        """Create a match. Raises AioRpcError."""
        request = arena_pb2.CreateMatchRequest(settings=settings, aliases=aliases, seed=seed)
        return _new(await self._stub.CreateMatch(request, metadata=self._metadata, timeout=_LIMIT))

    async def rerun(self, name: str, reason: str) -> NewMatch:
        """Create the next attempt of a match that does not count. Raises AioRpcError."""
        request = arena_pb2.RerunMatchRequest(name=name, reason=reason[:_MAX_REASON])
        return _new(await self._stub.RerunMatch(request, metadata=self._metadata, timeout=_LIMIT))

    async def get(self, name: str) -> match_pb2.Match:
        """A match as it is now. Raises AioRpcError."""
        request = arena_pb2.GetMatchRequest(name=name)
        response = await self._stub.GetMatch(request, metadata=self._metadata, timeout=_LIMIT)
        match: match_pb2.Match = response.match
        return match

    async def report_gone(self, name: str, seat: int, reason: str) -> None:
        """A seat's program is gone for good; without effect if the match has ended. Raises AioRpcError."""
        request = arena_pb2.ReportGoneRequest(name=name, seat=seat, reason=reason)
        try:
            await self._stub.ReportGone(request, metadata=self._metadata, timeout=_LIMIT)
        except grpc.aio.AioRpcError as error:
            if error.code() is not grpc.StatusCode.FAILED_PRECONDITION:
                raise

    async def record(self, name: str) -> bytes | None:
        """Record of an ended match; None if it has none. Raises AioRpcError."""
        request = arena_pb2.GetRecordRequest(name=f"{name}/record")
        try:
            pieces = self._stub.GetRecord(request, metadata=self._metadata, timeout=_LIMIT)
            return b"".join([piece.data async for piece in pieces])
        except grpc.aio.AioRpcError as error:
            if error.code() is grpc.StatusCode.FAILED_PRECONDITION:
                return None
            raise


def _new(response: arena_pb2.CreateMatchResponse | arena_pb2.RerunMatchResponse) -> NewMatch:
    tokens = tuple(entry.token for entry in sorted(response.seat_tokens, key=lambda entry: entry.seat))
    return NewMatch(response.match.name, tokens)
