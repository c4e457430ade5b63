"""RulesService as the server gives it: calls go on, as bytes that nobody reads here, to other processes."""

from __future__ import annotations

from typing import Any, TypeAlias

import grpc
from certamen.v1 import rules_pb2
from google.rpc import status_pb2  # type: ignore[import-untyped]
from grpc_status import rpc_status  # type: ignore[import-untyped]

from certamen_services.auth import Authenticator
from certamen_services.calls import reported
from certamen_services.rules.house import RulesHouse
from certamen_services.rules.methods import METHODS

__all__ = ["RulesRelay"]

_Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class RulesRelay:
    """Passes the calls of RulesService on.

    Args:
        house: answers them.
        authenticator: finds out who calls; None: everybody may.
    """

    def __init__(self, house: RulesHouse, authenticator: Authenticator | None) -> None:
        self._house = house
        self._auth = authenticator

    def add_to(self, server: grpc.aio.Server) -> None:
        """Have a server take the calls."""
        service = rules_pb2.DESCRIPTOR.services_by_name["RulesService"].full_name
        handlers = {name: self._handler(name, long=method.long) for name, method in METHODS.items()}
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, handlers),))

    def _handler(self, name: str, *, long: bool) -> grpc.RpcMethodHandler[Any, Any]:
        @reported
        async def answer(relay: RulesRelay, request: bytes, context: _Context) -> bytes:
            return await relay.answer(name, request, context, long=long)

        async def call(request: bytes, context: _Context) -> bytes:
            return await answer(self, request, context)

        return grpc.unary_unary_rpc_method_handler(call)

    async def answer(self, name: str, request: bytes, context: _Context, *, long: bool) -> bytes:
        """Answer one call. Raises StatusError, or ends the call with the status of the answer."""
        if self._auth is not None:
            await self._auth.admit(context, name)
        failed, answer = await self._house.ask(name, request, long=long)
        if failed:
            await context.abort_with_status(rpc_status.to_status(status_pb2.Status.FromString(answer)))
        return answer
