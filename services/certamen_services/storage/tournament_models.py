"""The tables of tournaments. Their matches are in the same database."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, Integer, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from certamen_services.storage.models import ID_LENGTH, Base

_NUMBER = BigInteger().with_variant(Integer(), "sqlite")


class TournamentRow(Base):
    """A tournament. Instants are UTC, without a zone."""

    __tablename__ = "tournaments"

    number: Mapped[int] = mapped_column(_NUMBER, primary_key=True, autoincrement=True)
    id: Mapped[str] = mapped_column(String(ID_LENGTH), unique=True)
    state: Mapped[str] = mapped_column(String(ID_LENGTH))
    plan: Mapped[Any] = mapped_column(JSON())
    """As it was read, without what may change."""
    fingerprint: Mapped[str] = mapped_column(String(64))
    root: Mapped[bytes] = mapped_column(LargeBinary(32))
    nonce: Mapped[bytes] = mapped_column(LargeBinary(32))
    practice: Mapped[bool]
    revealed: Mapped[bool]
    """Whether the root may be told."""
    created: Mapped[datetime]
    ended: Mapped[datetime | None]


class TournamentBlockRow(Base):
    """A block, as it was scheduled."""

    __tablename__ = "tournament_blocks"

    tournament: Mapped[int] = mapped_column(ForeignKey("tournaments.number"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    label: Mapped[str] = mapped_column(String(64))
    round: Mapped[int]
    seat_group: Mapped[int]
    """Number of the table; TABLE is a word of SQL's."""
    turn: Mapped[int]
    bots: Mapped[Any] = mapped_column(JSON())
    seatings: Mapped[Any] = mapped_column(JSON())
    again: Mapped[int]
    """How many deals of the whole block were given up."""
    key: Mapped[bytes | None] = mapped_column(LargeBinary(32))
    """Source of the deal in place of the root, once that was revealed."""
    abandoned: Mapped[bool]
    revealed: Mapped[bool]


class TournamentGameRow(Base):
    """An attempt at a game of a block."""

    __tablename__ = "tournament_games"

    tournament: Mapped[int] = mapped_column(ForeignKey("tournaments.number"), primary_key=True)
    block: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[int] = mapped_column(primary_key=True)
    attempt: Mapped[int] = mapped_column(primary_key=True)
    """From 1."""
    state: Mapped[str] = mapped_column(String(ID_LENGTH))
    deal: Mapped[str] = mapped_column(String(96))
    """Label of its deal."""
    match_id: Mapped[str | None] = mapped_column(String(ID_LENGTH), index=True)
    result: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    actions: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    """Codes of all actions, of games that have no match."""
    held: Mapped[bool]
    """Void, and not to be played again unless somebody says so."""
    explanation: Mapped[str] = mapped_column(Text())
    """Why it is void."""
    started: Mapped[datetime]
    ended: Mapped[datetime | None]


class TournamentRulingRow(Base):
    """What was decided about a tournament: the audit trail. Rows are only added."""

    __tablename__ = "tournament_rulings"

    number: Mapped[int] = mapped_column(_NUMBER, primary_key=True, autoincrement=True)
    tournament: Mapped[int] = mapped_column(ForeignKey("tournaments.number"), index=True)
    kind: Mapped[str] = mapped_column(String(ID_LENGTH))
    at: Mapped[datetime]
    block: Mapped[int | None]
    game: Mapped[int | None]
    reason: Mapped[str] = mapped_column(Text())
