"""OperationsService: what a server does, for those who run it."""

# ruff: noqa: N802 (the contract names the methods)
from __future__ import annotations

from typing import Any, TypeAlias

import grpc
from certamen.v1 import operations_pb2, operations_pb2_grpc

from certamen_services.auth import Authenticator
from certamen_services.calls import reported
from certamen_services.observe.observatory import Observatory
from certamen_services.observe.status import status_to_proto
from certamen_services.observe.story import count_actions, seat_stories, timeline
from certamen_services.referee.arena import Arena
from certamen_services.referee.info import MatchInfo
from certamen_services.wire.matches import match_to_proto
from certamen_services.wire.names import match_id, match_name
from certamen_services.wire.rulings import ruling_to_proto

__all__ = ["OperationsServicer"]

_NEWEST = 10
_MOST_ATTEMPTS = 100
_MOST_RULINGS = 1000

_Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class OperationsServicer(operations_pb2_grpc.OperationsServiceServicer):
    """Answers the calls of OperationsService; each method is documented in the contract.

    Args:
        arena: where the matches are.
        authenticator: finds out who calls.
        observatory: where to read how the server fares.
    """

    def __init__(self, arena: Arena, authenticator: Authenticator, observatory: Observatory) -> None:
        self._arena = arena
        self._auth = authenticator
        self._observatory = observatory

    @reported
    async def GetMatchStory(
        self, request: operations_pb2.GetMatchStoryRequest, context: _Context
    ) -> operations_pb2.GetMatchStoryResponse:
        """All that happened around a match."""
        await self._auth.admit(context, "GetMatchStory")
        match = match_id(request.name, "name")
        info = await self._arena.get(match)
        entries = await self._arena.entries(match)
        rulings, _ = await self._arena.desk.rulings(_MOST_RULINGS, None, match)
        before, after = await self._attempts(info)
        is_open = info.revealed and info.outcome is not None
        return operations_pb2.GetMatchStoryResponse(
            match=match_to_proto(info),
            seats=seat_stories(len(info.seats), entries),
            timeline=timeline(entries),
            predecessors=[match_name(each) for each in before],
            successors=[match_name(each) for each in after],
            rulings=[ruling_to_proto(ruling) for ruling in reversed(rulings)],
            record=f"{match_name(match)}/record" if is_open else "",
            actions=count_actions(entries),
        )

    @reported
    async def GetServerStatus(
        self, _request: operations_pb2.GetServerStatusRequest, context: _Context
    ) -> operations_pb2.GetServerStatusResponse:
        """How the servers fare."""
        await self._auth.admit(context, "GetServerStatus")
        newest, _ = await self._arena.list(_NEWEST)
        return operations_pb2.GetServerStatusResponse(
            servers=[status_to_proto(self._observatory)], newest=[match_to_proto(info) for info in newest]
        )

    async def _attempts(self, info: MatchInfo) -> tuple[list[str], list[str]]:
        """The attempts before a match, and those after it."""
        before: list[str] = []
        at = info
        while at.attempt.predecessor is not None and len(before) < _MOST_ATTEMPTS:
            before.insert(0, at.attempt.predecessor)
            at = await self._arena.get(at.attempt.predecessor)
        after: list[str] = []
        following = await self._arena.successor(info.id)
        while following is not None and len(after) < _MOST_ATTEMPTS:
            after.append(following)
            following = await self._arena.successor(following)
        return before, after
