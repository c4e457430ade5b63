"""A real server on a free loopback port, with a store of its own, and clients of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from certamen_services.referee.tokens import token_hash
from certamen_services.rules.house import RulesHouse
from certamen_services.server import Server, ServerSettings
from certamen_services.session import Limits
from certamen_services.watch import WatchLimits

from tests.services.grpc.arenas import opened_arena
from tests.services.grpc.harness import Client, client_of

ORGANISER = "organiser-token-of-the-tests-0123456789"

Serve = Callable[..., Awaitable[tuple[Server, Client]]]


@pytest.fixture
async def serve(tmp_path: Path) -> AsyncIterator[Serve]:
    """Start a server that ends with the test; arguments are limits of its streams, `watch` of spectators'."""
    async with AsyncExitStack() as stack:

        async def start(
            watch: WatchLimits | None = None, rules: RulesHouse | None = None, **limits: float
        ) -> tuple[Server, Client]:
            arena = await stack.enter_async_context(opened_arena(tmp_path))
            settings = ServerSettings(
                limits=Limits(**limits),  # type: ignore[arg-type]
                watch_limits=watch or WatchLimits(),
            )
            server = Server(arena, token_hash(ORGANISER), settings, rules=rules)
            stack.push_async_callback(server.stop, 0.2)
            await server.start()
            client = await stack.enter_async_context(client_of(f"127.0.0.1:{server.port}", ORGANISER))
            return server, client

        yield start


@pytest.fixture
async def client(serve: Serve) -> Client:
    """A client of a server with the usual limits."""
    return (await serve())[1]
