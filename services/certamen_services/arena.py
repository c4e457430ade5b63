"""ArenaService: matches for organisers, the Play stream for bots."""

# ruff: noqa: N802 (the contract names the methods)
from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator

import grpc
from certamen.v1 import arena_pb2, arena_pb2_grpc, play_pb2

from certamen_services.access import Role
from certamen_services.auth import Authenticator
from certamen_services.calls import reported
from certamen_services.errors import StatusError, field_error, shutting_down
from certamen_services.pages import page_size, page_token, read_page_token
from certamen_services.play import PlayStreams
from certamen_services.referee.arena import Arena
from certamen_services.referee.errors import FieldError
from certamen_services.referee.info import CreatedMatch
from certamen_services.requests import NewMatch, read_create, request_error
from certamen_services.session import PlayContext
from certamen_services.watch import WatchContext, WatchStreams
from certamen_services.wire.matches import match_to_proto, state_from_proto
from certamen_services.wire.names import match_id, record_match_id
from certamen_services.wire.registry import for_game
from certamen_services.wire.rulings import (
    check_reason,
    culprit_from_proto,
    deal_from_proto,
    ruling_to_proto,
)

__all__ = ["ArenaServicer"]

_PIECE = 1 << 20
_WHOLE = b""
"""Comes after the last piece of a record."""


class ArenaServicer(arena_pb2_grpc.ArenaServiceServicer):
    """Answers the calls of ArenaService; each method is documented in the contract.

    Args:
        arena: where the matches are.
        authenticator: finds out who calls.
        streams: serves the Play streams.
        watched: serves the WatchMatch streams.
        write_limit: seconds that the transport may take for one piece of a record.
    """

    def __init__(
        self,
        arena: Arena,
        authenticator: Authenticator,
        streams: PlayStreams,
        watched: WatchStreams,
        write_limit: float = 10.0,
    ) -> None:
        self._arena = arena
        self._auth = authenticator
        self._streams = streams
        self._watched = watched
        self._write_limit = write_limit
        self._closed = False
        self._finishing = False

    def refuse_matches(self) -> None:
        """From now on create no match; those that run may finish, and their bots come back."""
        self._finishing = True

    def refuse_new(self) -> None:
        """From now on create no match and open no stream: the server is being stopped."""
        self._closed = True

    @reported
    async def CreateMatch(
        self,
        request: arena_pb2.CreateMatchRequest,
        context: grpc.aio.ServicerContext[arena_pb2.CreateMatchRequest, arena_pb2.CreateMatchResponse],
    ) -> arena_pb2.CreateMatchResponse:
        """Create a match and a token for each seat."""
        await self._auth.admit(context, "CreateMatch")
        self._check_open()
        if self._finishing:
            raise shutting_down()
        new = read_create(request)
        accounts = await self._accounts(new)
        try:
            created = await self._arena.create(
                new.settings,
                aliases=new.names,
                seed=new.seed,
                start_position=new.start_position,
                accounts=accounts,
            )
        except FieldError as error:
            raise request_error(error, new.settings.game) from None
        return arena_pb2.CreateMatchResponse(
            match=match_to_proto(created.match),
            seat_tokens=_seat_tokens(created),
        )

    @reported
    async def ListMatches(
        self,
        request: arena_pb2.ListMatchesRequest,
        context: grpc.aio.ServicerContext[arena_pb2.ListMatchesRequest, arena_pb2.ListMatchesResponse],
    ) -> arena_pb2.ListMatchesResponse:
        """List matches, the newest first."""
        caller = await self._auth.admit(context, "ListMatches")
        size = page_size(request.page_size)
        if request.game:
            for_game(request.game)
        state = state_from_proto(request.state, "state")
        query = [request.game, int(request.state)]
        before = read_page_token(request.page_token, query)
        matches, following = await self._arena.list(
            size,
            before,
            game=request.game or None,
            state=state,
            account=caller.account if caller.role is Role.BOT else None,
        )
        return arena_pb2.ListMatchesResponse(
            matches=[match_to_proto(info) for info in matches],
            next_page_token=page_token(following, query),
        )

    @reported
    async def GetMatch(
        self,
        request: arena_pb2.GetMatchRequest,
        context: grpc.aio.ServicerContext[arena_pb2.GetMatchRequest, arena_pb2.GetMatchResponse],
    ) -> arena_pb2.GetMatchResponse:
        """One match."""
        caller = await self._auth.admit(context, "GetMatch")
        match = match_id(request.name, "name")
        await self._auth.check_may_see(caller, match)
        return arena_pb2.GetMatchResponse(match=match_to_proto(await self._arena.get(match)))

    @reported
    async def CancelMatch(
        self,
        request: arena_pb2.CancelMatchRequest,
        context: grpc.aio.ServicerContext[arena_pb2.CancelMatchRequest, arena_pb2.CancelMatchResponse],
    ) -> arena_pb2.CancelMatchResponse:
        """End a match without a result."""
        await self._auth.admit(context, "CancelMatch")
        reason = check_reason(request.reason)
        info = await self._arena.desk.cancel(match_id(request.name, "name"), reason)
        return arena_pb2.CancelMatchResponse(match=match_to_proto(info))

    @reported
    async def ReportGone(
        self,
        request: arena_pb2.ReportGoneRequest,
        context: grpc.aio.ServicerContext[arena_pb2.ReportGoneRequest, arena_pb2.ReportGoneResponse],
    ) -> arena_pb2.ReportGoneResponse:
        """A seat's player will not come back."""
        await self._auth.admit(context, "ReportGone")
        reason = check_reason(request.reason, required=True)
        info = await self._arena.report_gone(match_id(request.name, "name"), request.seat, reason)
        return arena_pb2.ReportGoneResponse(match=match_to_proto(info))

    @reported
    async def VoidMatch(
        self,
        request: arena_pb2.VoidMatchRequest,
        context: grpc.aio.ServicerContext[arena_pb2.VoidMatchRequest, arena_pb2.VoidMatchResponse],
    ) -> arena_pb2.VoidMatchResponse:
        """Let a match not count."""
        await self._auth.admit(context, "VoidMatch")
        match = match_id(request.name, "name")
        culprit, reason = culprit_from_proto(request.culprit), check_reason(request.reason, required=True)
        info = await self._arena.desk.void(match, culprit, reason)
        return arena_pb2.VoidMatchResponse(match=match_to_proto(info))

    @reported
    async def RerunMatch(
        self,
        request: arena_pb2.RerunMatchRequest,
        context: grpc.aio.ServicerContext[arena_pb2.RerunMatchRequest, arena_pb2.RerunMatchResponse],
    ) -> arena_pb2.RerunMatchResponse:
        """Play a match again."""
        await self._auth.admit(context, "RerunMatch")
        self._check_open()
        match, deal = match_id(request.name, "name"), deal_from_proto(request.deal)
        created = await self._arena.desk.rerun(match, deal, check_reason(request.reason))
        return arena_pb2.RerunMatchResponse(
            match=match_to_proto(created.match), seat_tokens=_seat_tokens(created)
        )

    @reported
    async def RevealMatch(
        self,
        request: arena_pb2.RevealMatchRequest,
        context: grpc.aio.ServicerContext[arena_pb2.RevealMatchRequest, arena_pb2.RevealMatchResponse],
    ) -> arena_pb2.RevealMatchResponse:
        """Reveal the seed of a match."""
        await self._auth.admit(context, "RevealMatch")
        info = await self._arena.desk.reveal(match_id(request.name, "name"))
        return arena_pb2.RevealMatchResponse(match=match_to_proto(info))

    @reported
    async def ListRulings(
        self,
        request: arena_pb2.ListRulingsRequest,
        context: grpc.aio.ServicerContext[arena_pb2.ListRulingsRequest, arena_pb2.ListRulingsResponse],
    ) -> arena_pb2.ListRulingsResponse:
        """The audit trail, the newest first."""
        await self._auth.admit(context, "ListRulings")
        size, query = page_size(request.page_size), [request.match]
        match = match_id(request.match, "match") if request.match else None
        before = read_page_token(request.page_token, query)
        if before is not None and not (before.isascii() and before.isdigit() and len(before) < 19):
            raise field_error("page_token", "the next_page_token of the page before")
        number = None if before is None else int(before)
        rulings, following = await self._arena.desk.rulings(size, number, match)
        return arena_pb2.ListRulingsResponse(
            rulings=[ruling_to_proto(ruling) for ruling in rulings],
            next_page_token=page_token(None if following is None else str(following), query),
        )

    @reported
    async def GetRecord(
        self,
        request: arena_pb2.GetRecordRequest,
        context: grpc.aio.ServicerContext[arena_pb2.GetRecordRequest, arena_pb2.GetRecordResponse],
    ) -> None:
        """Send a record in pieces."""
        caller = await self._auth.admit(context, "GetRecord")
        match = record_match_id(request.name, "name")
        await self._auth.check_may_see(caller, match)
        record = await self._arena.record(match)
        pieces = deque(record[start : start + _PIECE] for start in range(0, len(record), _PIECE))
        pieces.append(_WHOLE)
        del record
        while (piece := pieces.popleft()) is not _WHOLE:
            # When time is up the write is left to end all the same: gRPC does not get the status through to
            # a reader whose pending message was given up. But it holds no more than that piece.
            watch = asyncio.get_running_loop().call_later(self._write_limit, pieces.clear)
            try:
                await context.write(arena_pb2.GetRecordResponse(data=piece))
            finally:
                watch.cancel()
            if not pieces:
                raise _too_slow()

    @reported
    async def Play(self, _requests: AsyncIterator[play_pb2.PlayRequest], context: PlayContext) -> None:
        """Serve a bot's session."""
        caller = await self._auth.admit(context, "Play")
        self._check_open()
        await self._streams.serve(context, caller)

    @reported
    async def WatchMatch(self, request: arena_pb2.WatchMatchRequest, context: WatchContext) -> None:
        """Tell a spectator what happens in a match."""
        caller = await self._auth.admit(context, "WatchMatch")
        await self._auth.check_may_see(caller, match_id(request.name, "name"))
        self._check_open()
        await self._watched.serve(request, context, caller)

    async def _accounts(self, new: NewMatch) -> tuple[int | None, ...]:
        """Numbers of the accounts that are to have seats."""
        known = await self._arena.accounts_named(filter(None, new.accounts))
        for seat, name in enumerate(new.accounts):
            if name and name not in known:
                raise field_error(f"accounts[{seat}]", f"there is no bot's account {name!r}")
        return tuple(known[name] if name else None for name in new.accounts)

    def _check_open(self) -> None:
        if self._closed:
            raise shutting_down()


def _too_slow() -> StatusError:
    return StatusError(
        grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_SLOW", "the record was not read as it came; ask again"
    )


def _seat_tokens(created: CreatedMatch) -> list[arena_pb2.SeatToken]:
    """The tokens of a new match, by seat; seats of accounts have none."""
    return [arena_pb2.SeatToken(seat=seat, token=token) for seat, token in enumerate(created.tokens) if token]
