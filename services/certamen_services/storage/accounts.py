"""Accounts and their tokens in a database. Every call is one transaction, and blocks."""

from __future__ import annotations

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import Connection, Engine, Row, Select, insert, select, update
from sqlalchemy.exc import IntegrityError

from certamen_services.access import Role
from certamen_services.referee.errors import FieldError
from certamen_services.referee.tokens import new_token, token_hash
from certamen_services.storage.decisions import naive
from certamen_services.storage.models import NAME_LENGTH, AccountRow, TokenRow

__all__ = ["Accounts", "Holder", "TokenInfo"]

_ID_BYTES = 5
LONGEST = timedelta(days=3660)


@dataclass(frozen=True, slots=True)
class Holder:
    """Whose a token is.

    Attributes:
        account: number of the account.
        name: of the account.
        role: of the account.
        token: id of the token.
        expires: UTC; None: never.
        revoked: whether it is good for nothing any more.
    """

    account: int
    name: str
    role: Role
    token: str
    expires: datetime | None
    revoked: bool

    def is_expired(self, at: datetime) -> bool:
        """Whether its time is over."""
        return self.expires is not None and at >= self.expires


@dataclass(frozen=True, slots=True)
class TokenInfo:
    """A token as organisers may see it.

    Attributes:
        holder: whose it is.
        created: UTC.
        revoked: UTC; None: it was not.
    """

    holder: Holder
    created: datetime
    revoked: datetime | None

    def state(self, at: datetime) -> str:
        """`valid`, `expired` or `revoked`."""
        if self.revoked is not None:
            return "revoked"
        return "expired" if self.holder.is_expired(at) else "valid"


class Accounts:
    """The accounts of a database.

    Args:
        engine: of a database whose tables are in their present form; the caller disposes of it.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def create_token(self, name: str, role: Role, lifetime: timedelta | None) -> tuple[TokenInfo, str]:
        """A new token of an account, which is made when missing.

        Args:
            name: of the account: 1 … 64 printable characters, without spaces around.
            role: of the account; one that is there must have it.
            lifetime: how long the token is good; None: until it is revoked.

        Returns:
            What is known of the token, and the token itself, which is kept nowhere.

        Raises:
            FieldError: something is not accepted.
        """
        if role is Role.SEAT:
            raise FieldError(
                "role", "must be organiser, bot or spectator: a seat's token comes with its match"
            )
        if not 1 <= len(name) <= NAME_LENGTH or not name.isprintable() or name != name.strip():
            raise FieldError("name", f"must be 1 … {NAME_LENGTH} printable characters, without spaces around")
        if lifetime is not None and not timedelta(0) < lifetime <= LONGEST:
            raise FieldError("expires", f"must be more than 0 and at most {LONGEST.days} days")
        token, now = new_token(), datetime.now(UTC)
        expires = None if lifetime is None else now + lifetime
        with self._engine.begin() as connection:
            account = self._account(connection, name, role, now)
            values = {
                "id": secrets.token_hex(_ID_BYTES),
                "account": account,
                "token_hash": token_hash(token),
                "created": naive(now),
                "expires": None if expires is None else naive(expires),
            }
            connection.execute(insert(TokenRow).values(values))
        holder = Holder(account, name, role, str(values["id"]), expires, revoked=False)
        return TokenInfo(holder, now, None), token

    def _account(self, connection: Connection, name: str, role: Role, now: datetime) -> int:
        query = select(AccountRow.number, AccountRow.role).where(AccountRow.name == name)
        known = connection.execute(query).one_or_none()
        if known is None:
            values = {"name": name, "role": role.value, "created": naive(now)}
            try:
                with connection.begin_nested():
                    made = connection.execute(insert(AccountRow).values(values)).inserted_primary_key
            except IntegrityError:  # somebody else was faster
                known = connection.execute(query).one()
            else:
                number: int = made[0] if made is not None else 0
                return number
        if known.role != role.value:
            raise FieldError("role", f"must be {known.role}: the account {name!r} is there and has that role")
        found: int = known.number
        return found

    def tokens(self, name: str | None = None) -> list[TokenInfo]:
        """All tokens, or those of an account, the oldest first."""
        query = _tokens().order_by(TokenRow.created, TokenRow.id)
        if name is not None:
            query = query.where(AccountRow.name == name)
        with self._engine.connect() as connection:
            return [_info(row) for row in connection.execute(query)]

    def revoke(self, token: str) -> TokenInfo:
        """Let a token be good for nothing any more; without effect if it was revoked before.

        Args:
            token: its id.

        Raises:
            FieldError: there is none with this id.
        """
        with self._engine.begin() as connection:
            connection.execute(
                update(TokenRow)
                .where(TokenRow.id == token, TokenRow.revoked.is_(None))
                .values(revoked=naive(datetime.now(UTC)))
            )
            row = connection.execute(_tokens().where(TokenRow.id == token)).one_or_none()
        if row is None:
            raise FieldError("token", f"there is no token with the id {token!r}")
        return _info(row)

    def holder(self, digest: bytes) -> Holder | None:
        """Whose the token with this hash is; None if it is nobody's."""
        with self._engine.connect() as connection:
            row = connection.execute(_tokens().where(TokenRow.token_hash == digest)).one_or_none()
        return None if row is None else _info(row).holder

    def revoked(self, tokens: Iterable[str]) -> set[str]:
        """Those of some tokens, by id, that were revoked."""
        query = select(TokenRow.id).where(TokenRow.id.in_(list(tokens)), TokenRow.revoked.is_not(None))
        with self._engine.connect() as connection:
            return set(connection.scalars(query))

    def named(self, names: Iterable[str]) -> dict[str, int]:
        """Numbers of the bots' accounts that there are of some names."""
        query = select(AccountRow.name, AccountRow.number).where(
            AccountRow.name.in_(list(names)), AccountRow.role == Role.BOT.value
        )
        with self._engine.connect() as connection:
            return {row.name: row.number for row in connection.execute(query)}


def _tokens() -> Select[str, str, int, datetime, datetime | None, datetime | None, str]:
    return select(
        AccountRow.name,
        AccountRow.role,
        AccountRow.number,
        TokenRow.created,
        TokenRow.expires,
        TokenRow.revoked,
        TokenRow.id,
    ).join(AccountRow, AccountRow.number == TokenRow.account)


def _info(row: Row[str, str, int, datetime, datetime | None, datetime | None, str]) -> TokenInfo:
    expires = None if row.expires is None else row.expires.replace(tzinfo=UTC)
    revoked = None if row.revoked is None else row.revoked.replace(tzinfo=UTC)
    holder = Holder(row.number, row.name, Role(row.role), row.id, expires, revoked is not None)
    return TokenInfo(holder, row.created.replace(tzinfo=UTC), revoked)
