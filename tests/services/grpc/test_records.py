"""Records over the wire: whoever does not read one costs the server little."""

from __future__ import annotations

import asyncio

import grpc
import pytest
from certamen.v1 import arena_pb2
from certamen_services.referee.arena import Arena

from tests.services.grpc.conftest import Serve
from tests.services.grpc.harness import bearer, failure, settings

PIECE = 1 << 20
PIECES = 8


@pytest.mark.timeout(30)
async def test_a_record_that_is_not_read_is_given_up(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    async def large(_arena: Arena, _match: str) -> bytes:
        return bytes(PIECES * PIECE)

    _, client = await serve(write=0.2)
    created = await client.create(settings(2))
    monkeypatch.setattr(Arena, "record", large)
    request = arena_pb2.GetRecordRequest(name=f"{created.match.name}/record")
    slow = client.stub.GetRecord(request, metadata=bearer(client.organiser))
    await asyncio.sleep(0.6)
    pieces = 0

    async def read_all() -> None:
        nonlocal pieces
        async for piece in slow:
            assert len(piece.data) == PIECE
            pieces += 1

    with pytest.raises(grpc.aio.AioRpcError) as ended:
        await read_all()
    refusal = failure(ended.value)
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_SLOW")
    assert 0 < pieces < PIECES
    quick = client.stub.GetRecord(request, metadata=bearer(client.organiser))
    assert sum([len(piece.data) async for piece in quick]) == PIECES * PIECE


@pytest.mark.timeout(30)
async def test_a_server_stops_in_time_though_a_record_is_not_read(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def large(_arena: Arena, _match: str) -> bytes:
        return bytes(PIECES * PIECE)

    server, client = await serve(write=0.2)
    created = await client.create(settings(2))
    monkeypatch.setattr(Arena, "record", large)
    request = arena_pb2.GetRecordRequest(name=f"{created.match.name}/record")
    call = client.stub.GetRecord(request, metadata=bearer(client.organiser))
    await asyncio.sleep(0.4)
    async with asyncio.timeout(5):
        await server.stop(0.5)
    call.cancel()
