"""Status errors of the gRPC services: one reason each, readable by programs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

import grpc
from google.protobuf import any_pb2
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]
from grpc_status import rpc_status  # type: ignore[import-untyped]

from .referee.errors import (
    ArenaClosedError,
    DealInUseError,
    FieldError,
    MatchCountsError,
    MatchEndedError,
    MatchNotEndedError,
    MatchNotFoundError,
    MatchVoidError,
    RecordWithheldError,
    RerunExistsError,
    StoreBusyError,
    TooManyMatchesError,
)
from .wire.base import WireError

__all__ = ["DOMAIN", "StatusError", "abort", "field_error", "shutting_down", "status_error"]

DOMAIN = "certamen"
"""Domain of all reasons."""


_REFEREE_ERRORS: dict[type[Exception], tuple[grpc.StatusCode, str, str]] = {
    MatchNotFoundError: (grpc.StatusCode.NOT_FOUND, "MATCH_NOT_FOUND", "there is no such match"),
    MatchEndedError: (grpc.StatusCode.FAILED_PRECONDITION, "MATCH_ENDED", "the match has ended"),
    RecordWithheldError: (
        grpc.StatusCode.FAILED_PRECONDITION,
        "RECORD_WITHHELD",
        "the record is withheld until the seed of its match is revealed",
    ),
    MatchNotEndedError: (grpc.StatusCode.FAILED_PRECONDITION, "MATCH_NOT_ENDED", "the match has not ended"),
    MatchVoidError: (grpc.StatusCode.FAILED_PRECONDITION, "MATCH_VOID", "the match does not count anyway"),
    MatchCountsError: (
        grpc.StatusCode.FAILED_PRECONDITION,
        "MATCH_COUNTS",
        "only a match that was voided or cancelled is played again",
    ),
    RerunExistsError: (
        grpc.StatusCode.FAILED_PRECONDITION,
        "RERUN_EXISTS",
        "the match is played again already; its next attempt can be played again in turn",
    ),
    DealInUseError: (
        grpc.StatusCode.FAILED_PRECONDITION,
        "DEAL_IN_USE",
        "a match with the same deal is waiting or running",
    ),
    TooManyMatchesError: (
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "TOO_MANY_MATCHES",
        "too many matches at once; try later",
    ),
    StoreBusyError: (
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "STORE_BUSY",
        "the database does not keep up with the matches that run; try later",
    ),
}


class StatusError(Exception):
    """A call ends with a status error.

    Args:
        code: the gRPC status.
        reason: what went wrong, in upper case; stable, for programs.
        message: a sentence for people: what is wrong and what is accepted.
        metadata: further values for programs.
        field: path of the field of the request at fault; adds google.rpc.BadRequest.
    """

    def __init__(
        self,
        code: grpc.StatusCode,
        reason: str,
        message: str,
        *,
        metadata: Mapping[str, str] | None = None,
        field: str | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason
        self.message = message
        self.metadata = dict(metadata or {})
        self.field = field

    def to_status(self) -> status_pb2.Status:
        """The error as google.rpc.Status with its details."""
        number: int = self.code.value[0]
        status = status_pb2.Status(code=number, message=self.message)
        info = error_details_pb2.ErrorInfo(reason=self.reason, domain=DOMAIN, metadata=self.metadata)
        status.details.append(_pack(info))
        if self.field is not None:
            violation = error_details_pb2.BadRequest.FieldViolation(
                field=self.field, description=self.message, reason=self.reason
            )
            status.details.append(_pack(error_details_pb2.BadRequest(field_violations=[violation])))
        return status


def field_error(field: str, message: str) -> StatusError:
    """A field of the request is not accepted.

    Args:
        field: its path in the request: `settings.time_control.base_ns`.
        message: what is accepted.
    """
    return StatusError(grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD", f"{field}: {message}", field=field)


def shutting_down() -> StatusError:
    """The answer to what comes while the server is being stopped."""
    return StatusError(
        grpc.StatusCode.UNAVAILABLE, "SHUTTING_DOWN", "the server is being stopped; reconnect later"
    )


def status_error(error: Exception) -> StatusError | None:
    """The status error for an error of the referee or the wire; None for an unexpected one."""
    match error:
        case StatusError():
            return error
        case FieldError():
            return field_error(error.field, error.accepted)
        case WireError():
            return field_error(error.field, error.message)
        case ArenaClosedError():
            return shutting_down()
    for kind, (code, reason, message) in _REFEREE_ERRORS.items():
        if isinstance(error, kind):
            return StatusError(code, reason, message)
    return None


async def abort(context: grpc.aio.ServicerContext[Any, Any], error: StatusError) -> NoReturn:
    """End the call with the error; never returns."""
    await context.abort_with_status(rpc_status.to_status(error.to_status()))
    raise AssertionError("abort_with_status returned")


def _pack(message: error_details_pb2.ErrorInfo | error_details_pb2.BadRequest) -> any_pb2.Any:
    packed = any_pb2.Any()
    packed.Pack(message)
    return packed
