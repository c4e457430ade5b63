"""The server around the services: health, reflection, addresses, and the order in which it stops."""

from __future__ import annotations

import asyncio
from pathlib import Path

import grpc
import pytest
from certamen.v1 import match_pb2
from certamen_services.referee.errors import FieldError
from certamen_services.referee.tokens import token_hash
from certamen_services.server import Server, ServerSettings
from grpc_health.v1 import health_pb2, health_pb2_grpc  # type: ignore[import-untyped]
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc  # type: ignore[import-untyped]

from tests.services.grpc.arenas import opened_arena
from tests.services.grpc.certificates import self_signed
from tests.services.grpc.conftest import Serve
from tests.services.grpc.harness import Client, client_of, refused, settings


async def test_health_needs_no_token(client: Client) -> None:
    stub = health_pb2_grpc.HealthStub(client.channel)
    for service in ("", "certamen.v1.ArenaService"):
        answer = await stub.Check(health_pb2.HealthCheckRequest(service=service))
        assert answer.status == health_pb2.HealthCheckResponse.SERVING


async def test_reflection_lists_the_services(client: Client) -> None:
    stub = reflection_pb2_grpc.ServerReflectionStub(client.channel)
    call = stub.ServerReflectionInfo(iter([reflection_pb2.ServerReflectionRequest(list_services="")]))
    async for answer in call:
        names = {service.name for service in answer.list_services_response.service}
        assert {"certamen.v1.ArenaService", "grpc.health.v1.Health"} <= names
        break


async def test_stopping_says_so_ends_matches_and_closes_streams(serve: Serve) -> None:
    server, client = await serve()
    bots = await client.seated(await client.create(settings(2)))
    await bots[0].decision()
    watch = health_pb2_grpc.HealthStub(client.channel).Watch(health_pb2.HealthCheckRequest())
    assert (await watch.read()).status == health_pb2.HealthCheckResponse.SERVING
    stopping = asyncio.create_task(server.stop(1.0))
    assert (await watch.read()).status == health_pb2.HealthCheckResponse.NOT_SERVING
    for bot in bots:
        outcome = (await bot.receive("match_end")).match_end.outcome
        assert outcome.cause == match_pb2.END_CAUSE_SHUTDOWN
        error = await refused(bot.call)
        assert (error.code, error.reason) == (grpc.StatusCode.UNAVAILABLE, "SHUTTING_DOWN")
    watch.cancel()
    await stopping


async def test_stopping_an_idle_server_is_quick(serve: Serve) -> None:
    server, client = await serve()
    await client.create(settings(2))
    async with asyncio.timeout(2):
        await server.stop(10)


@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0", "192.168.0.1:0", "example.org:0", ":0"])
async def test_without_a_certificate_only_loopback_is_listened_on(tmp_path: Path, address: str) -> None:
    async with opened_arena(tmp_path) as arena:
        with pytest.raises(FieldError) as caught:
            Server(arena, token_hash("x"), ServerSettings(address=address))
    assert caught.value.field == "address"


async def test_a_port_in_use_is_an_error(serve: Serve, tmp_path: Path) -> None:
    server, _ = await serve()
    (tmp_path / "second").mkdir()
    async with opened_arena(tmp_path / "second") as arena:
        with pytest.raises(FieldError, match="address"):
            Server(arena, token_hash("x"), ServerSettings(address=f"127.0.0.1:{server.port}"))


async def test_a_unix_socket_will_do(tmp_path: Path) -> None:
    address = f"unix:{tmp_path / 'socket'}"
    async with opened_arena(tmp_path) as arena:
        server = Server(arena, token_hash("o" * 40), ServerSettings(address=address))
        await server.start()
        async with client_of(address, "o" * 40) as client:
            assert (await client.create(settings(2))).match.name.startswith("matches/")
        await server.stop(0.1)


async def test_with_a_certificate_tokens_travel_encrypted(tmp_path: Path) -> None:
    certificate, key = self_signed()
    async with opened_arena(tmp_path) as arena:
        # Any interface will do: that is what the certificate is for.
        listening = ServerSettings(address="0.0.0.0:0", certificate=certificate, key=key)
        server = Server(arena, token_hash("o" * 40), listening)
        await server.start()
        credentials = grpc.ssl_channel_credentials(certificate)
        async with grpc.aio.secure_channel(f"127.0.0.1:{server.port}", credentials) as channel:
            created = await Client(channel, "o" * 40).create(settings(2))
            assert created.match.state == match_pb2.MATCH_STATE_WAITING
        await server.stop(0.1)


async def test_key_and_certificate_come_together(tmp_path: Path) -> None:
    certificate, key = self_signed()
    async with opened_arena(tmp_path) as arena:
        for half in (ServerSettings(certificate=certificate), ServerSettings(key=key)):
            with pytest.raises(FieldError, match="certificate"):
                Server(arena, token_hash("x"), half)
