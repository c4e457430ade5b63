"""Who calls: bearer tokens of the organiser, of accounts and of seats; and where a server may listen.

The organiser's token is written to a file that only its owner can read; the server keeps its SHA-256.
Tokens of accounts and seats are in the database, as hashes too. Tokens never reach a log.
"""

from __future__ import annotations

import hmac
import ipaddress
import os
import secrets
import stat
import time
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import grpc

from certamen_services.access import ALLOWED, Role
from certamen_services.pressure import Accounts, Allowance
from certamen_services.referee.errors import FieldError
from certamen_services.referee.info import SeatRef
from certamen_services.referee.tokens import token_hash
from certamen_services.storage.accounts import Holder

from .errors import StatusError

__all__ = [
    "Authenticator",
    "Caller",
    "Doors",
    "check_address",
    "is_local",
    "no_more",
    "organiser_token",
    "token_hash",
]

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
        role: what the token is good for.
        seats: the seats of a seat's token, by match id; none for all others.
        holder: whose the token is; None for a seat's, and for the one in the organiser's file.
    """

    role: Role
    seats: Mapping[str, int] = field(default_factory=dict)
    holder: Holder | None = None

    @property
    def account(self) -> int | None:
        """Number of the caller's account; None if it has none."""
        return None if self.holder is None else self.holder.account

    @property
    def key(self) -> Hashable:
        """The same for all calls of an account, or with the same seat's token."""
        return frozenset(self.seats.items()) if self.holder is None else self.holder.account


class Doors(Protocol):
    """What must be known of tokens; the arena knows it."""

    async def seats_of(self, token: str) -> Sequence[SeatRef]:
        """The seats of a seat's token; none for one that is not known."""

    async def holder_of(self, token: str) -> Holder | None:
        """Whose an account's token is, also one that is not good any more; None if it is none."""

    async def sits(self, account: int, match: str) -> bool:
        """Whether an account has a seat in a match."""


class Authenticator:
    """Finds out who calls, and whether he may.

    Args:
        organiser_hash: `token_hash` of the organiser's token.
        doors: knows all other tokens.
        calls: most calls of an account, or with a seat's token, in quick succession. Organisers may call as
            often as they like.
        calls_per_second: how fast that number grows again.
    """

    def __init__(
        self, organiser_hash: bytes, doors: Doors, calls: int = 200, calls_per_second: float = 50.0
    ) -> None:
        self._organiser_hash = organiser_hash
        self._doors = doors
        self._calls = Accounts(lambda: Allowance(calls, calls_per_second, time.monotonic_ns))

    async def admit(self, context: grpc.aio.ServicerContext[Any, Any], rpc: str) -> Caller:
        """Check that the caller may make this call.

        Args:
            context: of the call.
            rpc: its name; see `access.ALLOWED`.

        Raises:
            StatusError: UNAUTHENTICATED, TOKEN_MISSING, TOKEN_UNKNOWN, TOKEN_EXPIRED or TOKEN_REVOKED;
                PERMISSION_DENIED, ORGANISER_REQUIRED, SEAT_REQUIRED or ROLE_REQUIRED; RESOURCE_EXHAUSTED,
                TOO_MANY_CALLS.
        """
        caller = await self._caller(bearer_token(context))
        if caller.role is not Role.ORGANISER and not self._calls.of(caller.key).take():
            raise StatusError(
                grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_CALLS", "calls come too often; try again later"
            )
        if caller.role not in ALLOWED[rpc]:
            raise _denied(caller.role, rpc)
        return caller

    async def check_may_see(self, caller: Caller, match: str) -> None:
        """Raise StatusError PERMISSION_DENIED, FOREIGN_MATCH, unless the caller may ask for this match.

        Bots and seats get the same answer for a foreign match and for one that does not exist.
        """
        match caller.role:
            case Role.ORGANISER | Role.SPECTATOR:
                return
            case Role.SEAT:
                own = match in caller.seats
            case Role.BOT:
                own = caller.account is not None and await self._doors.sits(caller.account, match)
        if not own:
            raise StatusError(
                grpc.StatusCode.PERMISSION_DENIED, "FOREIGN_MATCH", "the token has no seat in this match"
            )

    async def _caller(self, token: str) -> Caller:
        if hmac.compare_digest(token_hash(token), self._organiser_hash):
            return Caller(Role.ORGANISER)
        seats = {seat.match: seat.seat for seat in await self._doors.seats_of(token)}
        if seats:
            return Caller(Role.SEAT, seats)
        holder = await self._doors.holder_of(token)
        if holder is None:
            raise StatusError(
                grpc.StatusCode.UNAUTHENTICATED, "TOKEN_UNKNOWN", "the bearer token is not known here"
            )
        problem = no_more(holder, revoked=holder.revoked)
        if problem is not None:
            raise problem
        return Caller(holder.role, holder=holder)


def no_more(holder: Holder, *, revoked: bool) -> StatusError | None:
    """Why an account's token is not good any more; None if it is.

    Args:
        holder: whose it is.
        revoked: whether it has been revoked by now.
    """
    if revoked:
        return StatusError(
            grpc.StatusCode.UNAUTHENTICATED,
            "TOKEN_REVOKED",
            "the bearer token was revoked; ask for a new one",
        )
    if holder.is_expired(datetime.now(UTC)):
        return StatusError(
            grpc.StatusCode.UNAUTHENTICATED,
            "TOKEN_EXPIRED",
            "the bearer token has expired; ask for a new one",
        )
    return None


def _denied(role: Role, rpc: str) -> StatusError:
    allowed = ALLOWED[rpc]
    if rpc == "Play":
        reason, why = "SEAT_REQUIRED", "Play takes the token of a seat or of a bot's account"
    elif role is Role.SEAT or allowed == {Role.ORGANISER}:
        reason = "ORGANISER_REQUIRED"
        why = "a seat's token is good for Play, GetMatch, GetRecord and WatchMatch of its own match only"
        if role is not Role.SEAT:
            why = f"{rpc} is for organisers"
    else:
        reason, why = "ROLE_REQUIRED", f"{rpc} is for {', '.join(sorted(allowed))}; the token is a {role}'s"
    return StatusError(grpc.StatusCode.PERMISSION_DENIED, reason, why)


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
