"""What every call of a service has around it: errors become status errors, nothing crashes."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable
from typing import Any, NoReturn, TypeVar

import grpc
import structlog

from certamen_services.errors import StatusError, abort, status_error

__all__ = ["reported"]

_log = structlog.get_logger(__name__)
Service = TypeVar("Service")
Request = TypeVar("Request")
Answer = TypeVar("Answer")


def reported(
    method: Callable[[Service, Request, Any], Awaitable[Answer]],
) -> Callable[[Service, Request, Any], Awaitable[Answer]]:
    """Make a method's errors the status of its call.

    Errors of the referee and of the wire, and StatusError, as `errors.status_error` says; all others are
    logged and become INTERNAL. Cancellation passes through.
    """

    @functools.wraps(method)
    async def call(service: Service, request: Request, context: Any) -> Answer:
        try:
            return await method(service, request, context)
        except grpc.aio.AbortError:
            raise
        except grpc.aio.BaseError:
            raise _gone() from None
        except Exception as error:  # noqa: BLE001 - the last line of defence of a call
            known = status_error(error)
            if known is None:
                _log.exception("call.failed", method=method.__name__)
                known = StatusError(
                    grpc.StatusCode.INTERNAL, "INTERNAL", "the server failed; its log says more"
                )
            await _abort(context, known)

    return call


async def _abort(context: Any, error: StatusError) -> NoReturn:
    try:
        await abort(context, error)
    except grpc.aio.AbortError:
        raise
    except grpc.aio.BaseError:
        raise _gone() from None


def _gone() -> asyncio.CancelledError:
    """How a handler ends quietly whose connection went first; gRPC itself may say so only later."""
    return asyncio.CancelledError("the connection is gone")
