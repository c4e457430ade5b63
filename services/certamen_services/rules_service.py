"""RulesService: the compiled rules for any language."""

# ruff: noqa: N802 (the contract names the methods)
from __future__ import annotations

from typing import Any, TypeAlias

import grpc
from certamen.v1 import rules_pb2, rules_pb2_grpc

from certamen_services.auth import Authenticator
from certamen_services.calls import reported
from certamen_services.rules import answers, counting
from certamen_services.rules.catalogue import list_games
from certamen_services.rules.workers import Workers

__all__ = ["RulesServicer"]

# One thread for short answers is plenty: they hold the GIL. Long ones do not, and get threads of their own.
_SHORT_WAITING = 64
_LONG_WAITING = 16
_LONG_THREADS = 2

_Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class RulesServicer(rules_pb2_grpc.RulesServiceServicer):
    """Answers the calls of RulesService; each method is documented in the contract.

    Args:
        authenticator: finds out who calls; None: everybody may.
    """

    def __init__(self, authenticator: Authenticator | None) -> None:
        self._auth = authenticator
        self._short = Workers("rules", 1, _SHORT_WAITING)
        self._long = Workers("rules-long", _LONG_THREADS, _LONG_WAITING)

    def close(self) -> None:
        """Answer nothing any more: the server is being stopped."""
        self._short.close()
        self._long.close()

    @reported
    async def ListGames(
        self, _request: rules_pb2.ListGamesRequest, context: _Context
    ) -> rules_pb2.ListGamesResponse:
        """List the games."""
        await self._admit(context, "ListGames")
        return list_games()

    @reported
    async def NewPosition(
        self, request: rules_pb2.NewPositionRequest, context: _Context
    ) -> rules_pb2.NewPositionResponse:
        """A position at the start of a game."""
        await self._admit(context, "NewPosition")
        return await self._short.answer(answers.new_position, request)

    @reported
    async def ListLegalActions(
        self, request: rules_pb2.ListLegalActionsRequest, context: _Context
    ) -> rules_pb2.ListLegalActionsResponse:
        """What a seat may do."""
        await self._admit(context, "ListLegalActions")
        return await self._short.answer(answers.list_legal_actions, request)

    @reported
    async def ApplyActions(
        self, request: rules_pb2.ApplyActionsRequest, context: _Context
    ) -> rules_pb2.ApplyActionsResponse:
        """Take actions."""
        await self._admit(context, "ApplyActions")
        return await self._short.answer(answers.apply_actions, request)

    @reported
    async def GetView(
        self, request: rules_pb2.GetViewRequest, context: _Context
    ) -> rules_pb2.GetViewResponse:
        """What a seat, or a spectator, sees."""
        await self._admit(context, "GetView")
        return await self._short.answer(answers.get_view, request)

    @reported
    async def RunPlayouts(
        self, request: rules_pb2.RunPlayoutsRequest, context: _Context
    ) -> rules_pb2.RunPlayoutsResponse:
        """Play to the end at random, many times."""
        await self._admit(context, "RunPlayouts")
        return await self._long.answer_unless_stopped(counting.run_playouts, request)

    @reported
    async def CountLeaves(
        self, request: rules_pb2.CountLeavesRequest, context: _Context
    ) -> rules_pb2.CountLeavesResponse:
        """Count the leaves of the tree of all actions."""
        await self._admit(context, "CountLeaves")
        return await self._long.answer_unless_stopped(counting.count_leaves, request)

    async def _admit(self, context: _Context, rpc: str) -> None:
        if self._auth is not None:
            await self._auth.admit(context, rpc)
