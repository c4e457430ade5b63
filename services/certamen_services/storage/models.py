"""The tables."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Integer, LargeBinary, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

ID_LENGTH = 32
NAME_LENGTH = 64


class Base(DeclarativeBase):
    """What all tables have in common."""


class MatchRow(Base):
    """A match. Everything that was fixed at its creation is in its first entry."""

    __tablename__ = "matches"

    number: Mapped[int] = mapped_column(
        BigInteger().with_variant(Integer(), "sqlite"), primary_key=True, autoincrement=True
    )
    """Ascending in the order of creation."""
    id: Mapped[str] = mapped_column(String(ID_LENGTH), unique=True)
    game: Mapped[str] = mapped_column(String(ID_LENGTH), index=True)
    state: Mapped[str] = mapped_column(String(ID_LENGTH), index=True)
    practice: Mapped[bool]
    predecessor: Mapped[str | None] = mapped_column(String(ID_LENGTH), unique=True)
    """Id of the match that did not count and is played again by this one."""
    created: Mapped[datetime]
    """UTC, like the others; without a zone, since not every database keeps one."""
    started: Mapped[datetime | None]
    ended: Mapped[datetime | None]


class AccountRow(Base):
    """Somebody who may use the server."""

    __tablename__ = "accounts"

    number: Mapped[int] = mapped_column(
        BigInteger().with_variant(Integer(), "sqlite"), primary_key=True, autoincrement=True
    )
    name: Mapped[str] = mapped_column(String(NAME_LENGTH), unique=True)
    role: Mapped[str] = mapped_column(String(ID_LENGTH))
    created: Mapped[datetime]


class TokenRow(Base):
    """A token of an account. The token itself is kept nowhere."""

    __tablename__ = "tokens"

    id: Mapped[str] = mapped_column(String(ID_LENGTH), primary_key=True)
    """Names the token without giving it away."""
    account: Mapped[int] = mapped_column(ForeignKey("accounts.number"), index=True)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary(32), unique=True)
    created: Mapped[datetime]
    expires: Mapped[datetime | None]
    revoked: Mapped[datetime | None]


class SeatRow(Base):
    """A seat of a match and the hash of its token. The token itself is kept nowhere."""

    __tablename__ = "seats"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True)
    token_hash: Mapped[bytes] = mapped_column(LargeBinary(32), index=True)
    account: Mapped[int | None] = mapped_column(ForeignKey("accounts.number"), index=True)
    """Whose seat it is; null: whoever has the token."""


class EntryRow(Base):
    """An entry of a match's record: an action, or whatever else happened."""

    __tablename__ = "entries"
    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012 - SQLAlchemy's own form

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    """From 0."""
    body: Mapped[str] = mapped_column(Text())
    """Canonical JSON."""


class ResultRow(Base):
    """How a match ended, for those who ask for results without reading records."""

    __tablename__ = "results"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    cause: Mapped[str] = mapped_column(String(ID_LENGTH))
    culprit: Mapped[str] = mapped_column(String(ID_LENGTH))
    scores: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    """The game's own, by seat; null if it was not played to its end."""
    placements: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    """Adjudicated, by seat; null if the match does not count."""
    explanation: Mapped[str | None] = mapped_column(Text())
    """Why it does not count though its record says that it does: the organiser's reason."""


class RecordRow(Base):
    """What closes a match's record."""

    __tablename__ = "records"

    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), primary_key=True)
    head: Mapped[bytes] = mapped_column(LargeBinary(32))
    signature: Mapped[bytes] = mapped_column(LargeBinary(64))
    public_key: Mapped[bytes] = mapped_column(LargeBinary(32))
    revealed: Mapped[bool]
    """Whether everybody may have it."""


class RulingRow(Base):
    """A decision of an organiser about a match: the audit trail. Rows are only ever added."""

    __tablename__ = "rulings"

    number: Mapped[int] = mapped_column(
        BigInteger().with_variant(Integer(), "sqlite"), primary_key=True, autoincrement=True
    )
    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), index=True)
    kind: Mapped[str] = mapped_column(String(ID_LENGTH))
    at: Mapped[datetime]
    """UTC."""
    reason: Mapped[str] = mapped_column(Text())
    culprit: Mapped[str | None] = mapped_column(String(ID_LENGTH))
    successor: Mapped[str | None] = mapped_column(String(ID_LENGTH))
