"""Who calls: bearer tokens of the organiser and of seats, and where a server may listen.

The organiser's token is written to a file that only its owner can read; the server keeps its SHA-256.
Seats' tokens are the arena's, which keeps their hashes too. Tokens never reach a log.
"""

from __future__ import annotations

import hmac
import ipaddress
import os
import secrets
import stat
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc

from certamen_services.referee.errors import FieldError
from certamen_services.referee.info import SeatRef
from certamen_services.referee.tokens import token_hash

from .errors import StatusError

__all__ = ["Authenticator", "Caller", "check_address", "is_local", "organiser_token", "token_hash"]

_MAX_TOKEN = 512


def organiser_token(path: Path) -> str:
    """Read the organiser's token, or write a new one (mode 600).

    Raises:
        FieldError: the file can be read by others than its owner, or holds no token.
    """
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read_token(path)
    token = secrets.token_urlsafe(32)
    with os.fdopen(descriptor, "w") as file:
        file.write(token + "\n")
    return token


def _read_token(path: Path) -> str:
    with path.open() as file:
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or stat.S_IMODE(status.st_mode) & 0o077:
            raise FieldError("token_file", f"{path} must be a file that only its owner can read (mode 600)")
        token = file.read(_MAX_TOKEN + 2).strip()
    if not 32 <= len(token) <= _MAX_TOKEN or not token.isascii() or not token.isprintable() or " " in token:
        raise FieldError("token_file", f"{path} must hold one token of at least 32 printable characters")
    return token


@dataclass(frozen=True, slots=True)
class Caller:
    """Who made a call.

    Attributes:
        organiser: whether it was the organiser.
        seats: the token's seats by match id; none for the organiser.
    """

    organiser: bool
    seats: Mapping[str, int]

    def check_may_see(self, match: str) -> None:
        """Raise StatusError PERMISSION_DENIED, FOREIGN_MATCH, unless the caller may ask for this match.

        A seat's token gets the same answer for a foreign match and for one that does not exist.
        """
        if not self.organiser and match not in self.seats:
            raise StatusError(
                grpc.StatusCode.PERMISSION_DENIED, "FOREIGN_MATCH", "the token has no seat in this match"
            )


class Authenticator:
    """Finds out who calls.

    Args:
        organiser_hash: `token_hash` of the organiser's token.
        seats_of: the seats of a token; none for an unknown token.
    """

    def __init__(
        self, organiser_hash: bytes, seats_of: Callable[[str], Awaitable[Sequence[SeatRef]]]
    ) -> None:
        self._organiser_hash = organiser_hash
        self._seats_of = seats_of

    async def caller(self, context: grpc.aio.ServicerContext[Any, Any]) -> Caller:
        """The caller. Raises StatusError UNAUTHENTICATED, TOKEN_MISSING or TOKEN_UNKNOWN."""
        token = bearer_token(context)
        digest = token_hash(token)
        if hmac.compare_digest(digest, self._organiser_hash):
            return Caller(organiser=True, seats={})
        seats = {seat.match: seat.seat for seat in await self._seats_of(token)}
        if not seats:
            raise StatusError(
                grpc.StatusCode.UNAUTHENTICATED, "TOKEN_UNKNOWN", "the bearer token is not known here"
            )
        return Caller(organiser=False, seats=seats)

    async def organiser(self, context: grpc.aio.ServicerContext[Any, Any]) -> None:
        """Check that the organiser calls. Raises StatusError PERMISSION_DENIED, ORGANISER_REQUIRED."""
        if not (await self.caller(context)).organiser:
            raise StatusError(
                grpc.StatusCode.PERMISSION_DENIED,
                "ORGANISER_REQUIRED",
                "a seat's token is good for Play, GetMatch, GetRecord and WatchMatch of its own match only",
            )

    async def seat(self, context: grpc.aio.ServicerContext[Any, Any]) -> Caller:
        """The caller, who must have a seat. Raises StatusError PERMISSION_DENIED, SEAT_REQUIRED."""
        caller = await self.caller(context)
        if caller.organiser:
            raise StatusError(
                grpc.StatusCode.PERMISSION_DENIED,
                "SEAT_REQUIRED",
                "Play takes a seat's token; the organiser's is good for everything else",
            )
        return caller


def bearer_token(context: grpc.aio.ServicerContext[Any, Any]) -> str:
    """The token in the call's metadata. Raises StatusError UNAUTHENTICATED, TOKEN_MISSING."""
    values = [value for key, value in context.invocation_metadata() or () if key == "authorization"]
    if len(values) == 1 and isinstance(values[0], str):
        scheme, _, token = values[0].partition(" ")
        if scheme.lower() == "bearer" and 0 < len(token) <= _MAX_TOKEN:
            return token
    raise StatusError(
        grpc.StatusCode.UNAUTHENTICATED,
        "TOKEN_MISSING",
        "the call needs the metadata `authorization: Bearer TOKEN`, once",
    )


def is_local(address: str) -> bool:
    """Whether an address `HOST:PORT` or `unix:PATH` can be reached from this machine only."""
    if address.startswith("unix:"):
        return True
    host = address.rpartition(":")[0].removeprefix("[").removesuffix("]")
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def check_address(address: str, *, encrypted: bool) -> None:
    """Check where a server is to listen: tokens must not cross a network in the clear.

    Args:
        address: `HOST:PORT` or `unix:PATH`.
        encrypted: whether the server has a certificate.

    Raises:
        FieldError: the address is none, or not local and not encrypted.
    """
    host, colon, port = address.rpartition(":")
    valid = address.startswith("unix:") or (port.isdecimal() and int(port) < 65536)
    if not (host and colon and port and valid):
        raise FieldError("address", f"{address!r} is not accepted; expected HOST:PORT or unix:PATH")
    if not encrypted and not is_local(address):
        raise FieldError(
            "address", f"{address!r} is not loopback: without a certificate a server listens on loopback only"
        )
