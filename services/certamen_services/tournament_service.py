"""TournamentService: tournaments for organisers."""

# ruff: noqa: N802 (the contract names the methods)
from __future__ import annotations

import asyncio
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import grpc
from certamen.v1 import tournament_pb2 as pb
from certamen.v1 import tournament_pb2_grpc

from certamen_services.auth import Authenticator
from certamen_services.calls import reported
from certamen_services.errors import StatusError, field_error
from certamen_services.pages import page_size, page_token, read_page_token
from certamen_services.referee.errors import FieldError
from certamen_services.tournaments.bureau import Bureau, Case, TournamentNotFoundError
from certamen_services.tournaments.terms import TournamentError, TournamentState
from certamen_services.wire.base import WireError
from certamen_services.wire.rulings import check_reason
from certamen_services.wire.tournaments import (
    game_label,
    pairings_to_proto,
    ruling_to_proto,
    standings_to_proto,
    tournament_id,
    tournament_to_proto,
)

__all__ = ["TournamentServicer"]

_LONGEST_PLAN = 1 << 18
Context = grpc.aio.ServicerContext[Any, Any]


class TournamentServicer(tournament_pb2_grpc.TournamentServiceServicer):
    """Answers the calls of TournamentService; each method is documented in the contract.

    Args:
        bureau: where the tournaments are.
        authenticator: finds out who calls.
    """

    def __init__(self, bureau: Bureau, authenticator: Authenticator) -> None:
        self._bureau = bureau
        self._auth = authenticator

    @reported
    async def CreateTournament(
        self, request: pb.CreateTournamentRequest, context: Context
    ) -> pb.CreateTournamentResponse:
        """Create a tournament, paused."""
        await self._auth.admit(context, "CreateTournament")
        if len(request.plan.encode()) > _LONGEST_PLAN:
            raise WireError("plan", f"must have at most {_LONGEST_PLAN} bytes")
        try:
            data = tomllib.loads(request.plan)
        except tomllib.TOMLDecodeError as error:
            raise WireError("plan", f"must be TOML: {error}") from None
        try:
            case, tokens = await self._bureau.create(data)
        except FieldError as error:
            raise field_error(f"plan.{error.field}", error.accepted) from None
        return pb.CreateTournamentResponse(
            tournament=await self._shown(case),
            bot_tokens=[pb.BotToken(bot=bot, token=token) for bot, token in tokens.items()],
        )

    @reported
    async def GetTournament(
        self, request: pb.GetTournamentRequest, context: Context
    ) -> pb.GetTournamentResponse:
        """One tournament."""
        case = await self._case(request.name, context, "GetTournament")
        return pb.GetTournamentResponse(tournament=await self._shown(case))

    @reported
    async def ListTournaments(
        self, request: pb.ListTournamentsRequest, context: Context
    ) -> pb.ListTournamentsResponse:
        """Tournaments, the newest first."""
        await self._auth.admit(context, "ListTournaments")
        size, before = page_size(request.page_size), _number(request.page_token, [])
        cases, following = await self._bureau.page(size, before)
        return pb.ListTournamentsResponse(
            tournaments=[await self._shown(case) for case in cases],
            next_page_token=page_token(None if following is None else str(following), []),
        )

    @reported
    async def StartTournament(
        self, request: pb.StartTournamentRequest, context: Context
    ) -> pb.StartTournamentResponse:
        """Have a tournament played."""
        case = await self._case(request.name, context, "StartTournament")
        with _refusals():
            await self._bureau.start(case)
        return pb.StartTournamentResponse(tournament=await self._shown(case))

    @reported
    async def PauseTournament(
        self, request: pb.PauseTournamentRequest, context: Context
    ) -> pb.PauseTournamentResponse:
        """Let no game begin."""
        case = await self._case(request.name, context, "PauseTournament")
        with _refusals():
            await self._bureau.pause(case, check_reason(request.reason))
        return pb.PauseTournamentResponse(tournament=await self._shown(case))

    @reported
    async def CancelTournament(
        self, request: pb.CancelTournamentRequest, context: Context
    ) -> pb.CancelTournamentResponse:
        """End a tournament for good."""
        case = await self._case(request.name, context, "CancelTournament")
        with _refusals():
            await self._bureau.cancel(case, check_reason(request.reason))
        return pb.CancelTournamentResponse(tournament=await self._shown(case))

    @reported
    async def VoidGame(self, request: pb.VoidGameRequest, context: Context) -> pb.VoidGameResponse:
        """Let a game not count."""
        case = await self._case(request.name, context, "VoidGame")
        game, reason = game_label(request.game), check_reason(request.reason, required=True)
        with _refusals():
            await self._bureau.void(case, game, reason)
        return pb.VoidGameResponse(tournament=await self._shown(case))

    @reported
    async def RerunGame(self, request: pb.RerunGameRequest, context: Context) -> pb.RerunGameResponse:
        """Have a game played again."""
        case = await self._case(request.name, context, "RerunGame")
        game, reason = game_label(request.game), check_reason(request.reason)
        with _refusals():
            said = await self._bureau.rerun(case, game, reason)
        return pb.RerunGameResponse(tournament=await self._shown(case), explanation=said)

    @reported
    async def GetStandings(
        self, request: pb.GetStandingsRequest, context: Context
    ) -> pb.GetStandingsResponse:
        """How the bots stand."""
        snapshot = await self._bureau.snapshot(await self._case(request.name, context, "GetStandings"))
        # A bootstrap beside running matches would hold up the referee.
        at_rest = snapshot.tournament.state is not TournamentState.READY
        return await asyncio.to_thread(standings_to_proto, snapshot, with_ratings=at_rest)

    @reported
    async def ListPairings(
        self, request: pb.ListPairingsRequest, context: Context
    ) -> pb.ListPairingsResponse:
        """Who sits where against whom."""
        case = await self._case(request.name, context, "ListPairings")
        size, query = page_size(request.page_size), [request.name]
        first = _number(request.page_token, query) or 0
        found = [*pairings_to_proto(await self._bureau.snapshot(case), first, size + 1)]
        following = str(first + size) if len(found) > size else None
        return pb.ListPairingsResponse(pairings=found[:size], next_page_token=page_token(following, query))

    @reported
    async def ListTournamentRulings(
        self, request: pb.ListTournamentRulingsRequest, context: Context
    ) -> pb.ListTournamentRulingsResponse:
        """The audit trail."""
        case = await self._case(request.name, context, "ListTournamentRulings")
        rulings, snapshot = await self._bureau.rulings(case), await self._bureau.snapshot(case)
        return pb.ListTournamentRulingsResponse(
            rulings=[ruling_to_proto(snapshot, ruling) for ruling in rulings]
        )

    async def _case(self, name: str, context: Context, rpc: str) -> Case:
        """The tournament that an organiser's request names."""
        await self._auth.admit(context, rpc)
        try:
            return await self._bureau.case(tournament_id(name))
        except TournamentNotFoundError:
            raise StatusError(
                grpc.StatusCode.NOT_FOUND, "TOURNAMENT_NOT_FOUND", "there is no such tournament"
            ) from None

    async def _shown(self, case: Case) -> pb.Tournament:
        return tournament_to_proto(case, await self._bureau.snapshot(case))


def _number(token: str, query: Sequence[object]) -> int | None:
    """Where a page begins."""
    text = read_page_token(token, query)
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) < 19):
        raise WireError("page_token", "must be a next_page_token of this list")
    return int(text)


@contextmanager
def _refusals() -> Iterator[None]:
    """What a tournament does not allow now, as the status of the call."""
    try:
        yield
    except TournamentError as error:
        raise StatusError(grpc.StatusCode.FAILED_PRECONDITION, "TOURNAMENT_STATE", str(error)) from None
