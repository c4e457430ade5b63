"""The gRPC server: services, health, reflection, keepalive, and the order in which it stops."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import grpc
import structlog
from certamen.v1 import (
    arena_pb2,
    arena_pb2_grpc,
    operations_pb2,
    operations_pb2_grpc,
    rules_pb2,
    tournament_pb2,
    tournament_pb2_grpc,
)
from grpc_health.v1 import health, health_pb2, health_pb2_grpc  # type: ignore[import-untyped]
from grpc_reflection.v1alpha import reflection  # type: ignore[import-untyped]

from certamen_services.arena import ArenaServicer
from certamen_services.auth import Authenticator, check_address, is_local
from certamen_services.canary import Canary
from certamen_services.guests import Guests
from certamen_services.observe.calls import CallMeter
from certamen_services.observe.observatory import Observatory
from certamen_services.operations_service import OperationsServicer
from certamen_services.play import PlayStreams
from certamen_services.referee.arena import Arena
from certamen_services.referee.errors import FieldError
from certamen_services.referee.terms import MatchState
from certamen_services.rules_relay import RulesRelay
from certamen_services.session import Limits
from certamen_services.watch import WatchLimits, WatchStreams

if TYPE_CHECKING:
    from certamen_services.rules.house import RulesHouse
    from certamen_services.tournaments.bureau import Bureau

__all__ = ["SERVER_OPTIONS", "Server", "ServerSettings"]

_log = structlog.get_logger(__name__)

SERVER_OPTIONS: Sequence[tuple[str, int]] = (
    # A second server on the same port is an error, not a lottery.
    ("grpc.so_reuseport", 0),
    # A bot whose machine vanished is found out after 20 s; one that thinks in silence is left alone.
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    # Clients may ping as often (the library's default would throw them out).
    ("grpc.http2.min_recv_ping_interval_without_data_ms", 5_000),
    # Without this megabytes pile up for a bot that does not read, and its slowness does not show.
    ("grpc.http2.bdp_probe", 0),
    ("grpc.max_receive_message_length", 1 << 20),
    # One call is taken up in each round of the event loop. When all matches are busy and hundreds of bots
    # come at once, the last wait for longer than the library's 30 s, after which it would cancel their calls.
    ("grpc.server_max_unrequested_time_in_server", 600),
)
"""Options of the server's channels; the matching ones for clients are in the protocol's documentation."""

_POLL = 0.1
_END_LIMIT = 10.0
"""Seconds for the end of all matches to be durable."""
_ARENA: str = arena_pb2.DESCRIPTOR.services_by_name["ArenaService"].full_name
_RULES: str = rules_pb2.DESCRIPTOR.services_by_name["RulesService"].full_name
_OPERATIONS: str = operations_pb2.DESCRIPTOR.services_by_name["OperationsService"].full_name
_TOURNAMENTS: str = tournament_pb2.DESCRIPTOR.services_by_name["TournamentService"].full_name


@dataclass(frozen=True, slots=True)
class ServerSettings:
    """Where and how to listen.

    Attributes:
        address: `HOST:PORT` (port 0: any that is free) or `unix:PATH`.
        certificate: PEM of the certificate chain; without it the server listens on loopback only.
        key: PEM of its private key.
        client_ca: PEM of the certificates of which one must have signed each client's; None: any client.
        limits: how patient to be with Play streams.
        watch_limits: how patient to be with WatchMatch streams.
    """

    address: str = "127.0.0.1:0"
    certificate: bytes | None = None
    key: bytes | None = field(default=None, repr=False)
    client_ca: bytes | None = None
    limits: Limits = field(default_factory=Limits)
    watch_limits: WatchLimits = field(default_factory=WatchLimits)


class Server:
    """A server of one arena.

    Args:
        arena: where the matches are; the server closes it when it stops.
        organiser_hash: `auth.token_hash` of the organiser's token.
        settings: where and how to listen.
        bureau: keeps the tournaments; whoever made it opens and closes it. None: there is no
            TournamentService.
        rules: answers RulesService; whoever made it ends it. None: there is no RulesService.

    Raises:
        FieldError: the address is not accepted, the port is in use, or certificate or key is missing.
    """

    def __init__(
        self,
        arena: Arena,
        organiser_hash: bytes,
        settings: ServerSettings,
        bureau: Bureau | None = None,
        rules: RulesHouse | None = None,
    ) -> None:
        encrypted = settings.certificate is not None
        if encrypted != (settings.key is not None):
            raise FieldError("certificate", "must be given together with its private key")
        if settings.client_ca is not None and not encrypted:
            raise FieldError("client_ca", "is only accepted together with a certificate of the server's own")
        check_address(settings.address, encrypted=encrypted)
        self._arena = arena
        self._guests = Guests(arena.revoked)
        self._streams = PlayStreams(arena, settings.limits, arena.now_ns, self._guests)
        authenticator = Authenticator(
            organiser_hash, arena, settings.limits.calls, settings.limits.calls_per_second
        )
        watched = WatchStreams(arena, settings.watch_limits, self._guests)
        self._servicer = ArenaServicer(arena, authenticator, self._streams, watched, settings.limits.write)
        self._canary = Canary(arena.vigil, arena.now_ns)
        self._health = health.aio.HealthServicer()
        calls = CallMeter()
        self.observatory = Observatory(arena, self._streams, calls)
        """What can be told of how the server fares."""
        self._grpc = grpc.aio.server(interceptors=[calls], options=SERVER_OPTIONS)
        arena_pb2_grpc.add_ArenaServiceServicer_to_server(self._servicer, self._grpc)  # type: ignore[no-untyped-call]
        health_pb2_grpc.add_HealthServicer_to_server(self._health, self._grpc)
        operations = OperationsServicer(arena, authenticator, self.observatory)
        operations_pb2_grpc.add_OperationsServiceServicer_to_server(operations, self._grpc)  # type: ignore[no-untyped-call]
        self._names = [_ARENA, _OPERATIONS]
        self._rules = rules
        if rules is not None:
            # Who can reach a loopback address can as well run the rules himself.
            RulesRelay(rules, None if is_local(settings.address) else authenticator).add_to(self._grpc)
            self._names.append(_RULES)
        if bureau is not None:
            # Its statistics take a second and forty megabytes to load.
            from certamen_services.tournament_service import TournamentServicer  # noqa: PLC0415

            tournaments = TournamentServicer(bureau, authenticator)
            tournament_pb2_grpc.add_TournamentServiceServicer_to_server(tournaments, self._grpc)  # type: ignore[no-untyped-call]
            self._names.append(_TOURNAMENTS)
        reflection.enable_server_reflection(
            (*self._names, health.SERVICE_NAME, reflection.SERVICE_NAME), self._grpc
        )
        self._hurry = asyncio.Event()
        self._port = self._listen(settings)
        self._house_address = self._listen_for_the_house(settings, tournaments=bureau is not None)

    @property
    def port(self) -> int:
        """The port it listens on; 1 for a Unix socket."""
        return self._port

    @property
    def house_address(self) -> str:
        """Where bots that run on this machine as part of the server reach it, without a certificate."""
        return self._house_address

    async def start(self) -> None:
        """Begin to serve."""
        await self._grpc.start()
        self._canary.start()
        self._guests.start()
        for name in ("", *self._names):
            await self._health.set(name, health_pb2.HealthCheckResponse.SERVING)
        _log.info("server.started", port=self._port)

    async def stop(self, grace: float = 5.0, finish: float = 0.0, *, park: bool = False) -> None:
        """Stop in good order: say so, end or park the matches, let the streams finish, then end what is left.

        It takes `finish` + 10 + `grace` seconds at most, also if the disk hangs.

        Args:
            grace: seconds that calls get to finish.
            finish: seconds that running matches get to finish by themselves; no new ones are made meanwhile.
            park: leave matches that have not finished as they are; a server that is started on the same
                store goes on with them. Else they are void.
        """
        await self._health.enter_graceful_shutdown()
        self._servicer.refuse_matches()
        await self._finished(finish)
        self._servicer.refuse_new()
        if self._rules is not None:
            self._rules.close()
        if park:
            _log.info("server.parked", matches=self._arena.park())
        await self._end_matches()
        self._streams.close()
        await self._grpc.stop(grace)
        await self._guests.stop()
        await self._canary.stop()
        _log.info("server.stopped")

    async def _end_matches(self) -> None:
        try:
            async with asyncio.timeout(_END_LIMIT):
                await self._arena.close()
        except TimeoutError:
            _log.error("server.matches_not_ended", seconds=_END_LIMIT)

    def hurry(self) -> None:
        """While stopping: wait no longer for matches to finish."""
        self._hurry.set()

    async def _finished(self, patience: float) -> None:
        """Wait until no match runs any more, but not for ever."""
        loop = asyncio.get_running_loop()
        until = loop.time() + patience
        while loop.time() < until and (await self._arena.list(1, state=MatchState.RUNNING))[0]:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_POLL):
                    await self._hurry.wait()
                    return

    async def wait(self) -> None:
        """Return when the server has stopped."""
        await self._grpc.wait_for_termination()

    def _listen_for_the_house(self, settings: ServerSettings, *, tournaments: bool) -> str:
        """The address for bots of tournaments: a loopback port of their own if the usual one is encrypted."""
        if settings.certificate is not None and tournaments:
            return f"127.0.0.1:{self._grpc.add_insecure_port('127.0.0.1:0')}"
        if settings.address.startswith("unix:"):
            return settings.address
        return f"{settings.address.rpartition(':')[0]}:{self._port}"

    def _listen(self, settings: ServerSettings) -> int:
        try:
            if settings.certificate is not None and settings.key is not None:
                pair = [(settings.key, settings.certificate)]
                credentials = grpc.ssl_server_credentials(
                    pair, settings.client_ca, require_client_auth=settings.client_ca is not None
                )
                return self._grpc.add_secure_port(settings.address, credentials)
            return self._grpc.add_insecure_port(settings.address)
        except RuntimeError as error:
            raise FieldError("address", f"{settings.address!r} cannot be listened on: {error}") from None
