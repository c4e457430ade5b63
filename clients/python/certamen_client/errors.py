"""What can go wrong, one sentence each."""

from __future__ import annotations

import grpc
import grpc.aio
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]

__all__ = [
    "BotError",
    "CertamenError",
    "ConnectionFailed",
    "Refused",
    "SettingsError",
    "TokenRefused",
    "VersionRefused",
    "refusal",
]

PROTOCOL_VERSION = 1
"""The version of the wire contract that this package speaks."""


class CertamenError(Exception):
    """Base of all errors of this package."""


class SettingsError(CertamenError):
    """Address or token are missing or malformed."""


class ConnectionFailed(CertamenError):  # noqa: N818 (says it by its name)
    """The server could not be reached, or not again, within the time allowed."""


class BotError(CertamenError):
    """The bot's own code raised; it resigned the matches named."""


class Refused(CertamenError):  # noqa: N818 (says it by its name)
    """The server does not want this bot; trying again is of no use.

    Args:
        reason: for programs, in upper case; empty if the server gave none.
        message: for people.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(f"the server refused the bot: {message}" + (f" ({reason})" if reason else ""))
        self.reason = reason


class TokenRefused(Refused):
    """The token is not known, or not good for playing."""


class VersionRefused(Refused):
    """The server does not speak this package's version of the protocol.

    Args:
        message: the server's.
        lowest: the lowest version that the server speaks; empty if it did not say.
        highest: the highest.
    """

    def __init__(self, message: str, lowest: str, highest: str) -> None:
        if lowest and highest:
            message += f"; it speaks {lowest} … {highest}, this bot {PROTOCOL_VERSION}"
        super().__init__("PROTOCOL_VERSION", message)
        self.lowest = lowest
        self.highest = highest


_TOKEN_CODES = (grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.PERMISSION_DENIED)
_FINAL_CODES = (
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.FAILED_PRECONDITION,
    grpc.StatusCode.ABORTED,  # a newer stream of the same token took over: two of us would chase each other
    grpc.StatusCode.UNIMPLEMENTED,
    grpc.StatusCode.NOT_FOUND,
)


def refusal(error: grpc.aio.AioRpcError) -> Refused | None:
    """The final refusal that a status error is; None where a new attempt may succeed."""
    code = error.code()
    reason, metadata = _error_info(error)
    message = error.details() or code.name
    if code in _TOKEN_CODES:
        return TokenRefused(reason, message)
    if reason == "PROTOCOL_VERSION":
        return VersionRefused(message, metadata.get("min", ""), metadata.get("max", ""))
    if code in _FINAL_CODES:
        return Refused(reason or code.name, message)
    return None


def _error_info(error: grpc.aio.AioRpcError) -> tuple[str, dict[str, str]]:
    """Reason and metadata of the google.rpc.ErrorInfo that a status error carries."""
    for key, value in error.trailing_metadata() or ():
        if key == "grpc-status-details-bin" and isinstance(value, bytes):
            for detail in status_pb2.Status.FromString(value).details:
                info = error_details_pb2.ErrorInfo()
                if detail.Unpack(info):
                    return info.reason, dict(info.metadata)
    return "", {}
