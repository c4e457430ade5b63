"""Counts the calls of the server's services, by method and status, and how long they took."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from time import perf_counter_ns
from typing import Any

import grpc

from certamen_services.referee.tally import Histogram

__all__ = ["CallMeter"]

_OWN = "/certamen."
_BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0)


class CallMeter(grpc.aio.ServerInterceptor):
    """Looks at calls of the services `certamen.*`; of methods that do not exist it takes no note."""

    def __init__(self) -> None:
        self.calls: Counter[tuple[str, str, str]] = Counter()
        """Calls that ended, by service, method and status."""
        self.times: dict[tuple[str, str], Histogram] = {}
        """How long calls lasted, by service and method; not those of streams."""
        self._wrapped: dict[str, Any] = {}

    async def intercept_service(
        self, continuation: Callable[[Any], Awaitable[Any]], handler_call_details: Any
    ) -> Any:
        """Have a call counted."""
        path: str = handler_call_details.method
        known = self._wrapped.get(path)
        if known is not None:
            return known
        handler = await continuation(handler_call_details)
        if handler is None or not path.startswith(_OWN):
            return handler
        service, _, method = path[1:].rpartition("/")
        self._wrapped[path] = counted = self._counted(handler, service.rpartition(".")[2], method)
        return counted

    def _counted(self, handler: Any, service: str, method: str) -> Any:
        """The same handler, counted."""
        streams = handler.request_streaming or handler.response_streaming
        times = None if streams else self.times.setdefault((service, method), Histogram(_BOUNDS))
        kind = (
            f"{'stream' if handler.request_streaming else 'unary'}_"
            f"{'stream' if handler.response_streaming else 'unary'}"
        )
        serve = getattr(handler, kind)

        async def call(request: Any, context: Any) -> Any:
            began, status = perf_counter_ns(), "CANCELLED"
            try:
                answer = await serve(request, context)
            except Exception:
                code = context.code()
                status = code.name if isinstance(code, grpc.StatusCode) else "UNKNOWN"
                raise
            else:
                status = "OK"
                return answer
            finally:
                self.calls[service, method, status] += 1
                if times is not None:
                    times.add(perf_counter_ns() - began)

        make = getattr(grpc, f"{kind}_rpc_method_handler")
        return make(call, handler.request_deserializer, handler.response_serializer)
