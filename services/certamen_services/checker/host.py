"""The server of the checks: a real referee behind a transport that looks on."""

# ruff: noqa: N802 (the contract names the method)
from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Self, cast

import grpc
from certamen.v1 import arena_pb2, arena_pb2_grpc, play_pb2, rules_pb2, rules_pb2_grpc
from grpc_reflection.v1alpha import reflection  # type: ignore[import-untyped]

from certamen_services.arena import ArenaServicer
from certamen_services.auth import Authenticator, bearer_token, token_hash
from certamen_services.checker.conduct import Conduct
from certamen_services.checker.script import Script
from certamen_services.checker.tapped import TappedContext
from certamen_services.errors import StatusError, abort
from certamen_services.guests import Guests
from certamen_services.play import PlayStreams
from certamen_services.records.keys import Signer
from certamen_services.referee.arena import Arena
from certamen_services.rules_service import RulesServicer
from certamen_services.server import SERVER_OPTIONS
from certamen_services.session import Limits, PlayContext
from certamen_services.storage.store import Store
from certamen_services.watch import WatchLimits, WatchStreams

__all__ = ["Host", "Sitting"]

_GRACE = 0.5


@dataclass(slots=True)
class Sitting:
    """A bot's place in a check.

    Attributes:
        token: of its seat.
        script: what is done to its messages.
        conduct: what it does.
    """

    token: str
    script: Script
    conduct: Conduct


class _TappedServicer(ArenaServicer):
    """The referee's service, its Play calls with checks in between."""

    sittings: dict[str, Sitting]

    async def Play(self, requests: AsyncIterator[play_pb2.PlayRequest], context: PlayContext) -> None:
        """Serve a bot's session."""
        try:
            sitting = self.sittings.get(bearer_token(context))
        except StatusError as error:
            await abort(context, error)
        if sitting is None:
            unknown = StatusError(
                grpc.StatusCode.UNAVAILABLE, "SHUTTING_DOWN", "no check waits for this token now; try later"
            )
            await abort(context, unknown)
        tapped = TappedContext(context, sitting.token, sitting.script, sitting.conduct)
        try:
            await super().Play(requests, cast("PlayContext", tapped))
        finally:
            tapped.ended()


class Host:
    """Arena, service and server; an asynchronous context manager.

    Args:
        folder: for the database.

    Attributes:
        arena: where matches are made.
    """

    arena: Arena

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sittings: dict[str, Sitting] = {}
        self._stack = AsyncExitStack()
        self.port = 0

    async def __aenter__(self) -> Self:
        signer = Signer.generate()
        store = await Store.open(self._folder / "matches.db", signer.public_key)
        self._stack.push_async_callback(store.close)
        self.arena = arena = await Arena.open(store, signer)
        self._stack.push_async_callback(arena.close)
        limits = Limits(openings=10_000, streams=64)
        guests = Guests(arena.revoked)  # never looks: all tokens are seats'
        streams = PlayStreams(arena, limits, arena.now_ns, guests)
        # Nobody is the organiser here: matches are made in this process.
        nobody = Authenticator(token_hash(secrets.token_urlsafe(32)), arena, calls=10_000)
        servicer = _TappedServicer(arena, nobody, streams, WatchStreams(arena, WatchLimits(), guests))
        servicer.sittings = self._sittings
        server = grpc.aio.server(options=SERVER_OPTIONS)
        arena_pb2_grpc.add_ArenaServiceServicer_to_server(servicer, server)  # type: ignore[no-untyped-call]
        rules = RulesServicer(None)
        rules_pb2_grpc.add_RulesServiceServicer_to_server(rules, server)  # type: ignore[no-untyped-call]
        self._stack.callback(rules.close)
        files = (arena_pb2.DESCRIPTOR, rules_pb2.DESCRIPTOR)
        names = [service.full_name for file in files for service in file.services_by_name.values()]
        reflection.enable_server_reflection((*names, reflection.SERVICE_NAME), server)
        self.port = server.add_insecure_port("127.0.0.1:0")
        await server.start()
        self._stack.push_async_callback(server.stop, _GRACE)
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._stack.aclose()

    def expect(self, token: str, sitting: Sitting) -> None:
        """From now on a bot with this token finds its place.

        Args:
            token: the bot's; need not be that of the seat.
            sitting: its place.
        """
        self._sittings[token] = sitting

    def forget(self, token: str) -> None:
        """From now on the token is not expected."""
        self._sittings.pop(token, None)
