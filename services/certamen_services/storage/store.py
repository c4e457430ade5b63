"""What the referee keeps in a database, and gets out of it again."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, Row, Select, and_, func, insert, or_, select, update

from certamen_services.records.canonical import parse
from certamen_services.records.decode import outcome_of, seats_of, settings_of
from certamen_services.records.document import render
from certamen_services.records.entries import Entry
from certamen_services.referee.errors import StoreBusyError
from certamen_services.referee.info import MatchInfo, SeatRef
from certamen_services.referee.journal import Done, MatchUpdate
from certamen_services.referee.plan import Attempt
from certamen_services.referee.rulings import Ruling
from certamen_services.referee.tally import Histogram
from certamen_services.referee.terms import Culprit, EndCause, MatchState
from certamen_services.storage.accounts import Accounts, Holder
from certamen_services.storage.database import Lost, open_database
from certamen_services.storage.decisions import (
    naive,
    read_rulings,
    reveal_predecessors,
    write_reveal,
    write_ruling,
    write_void,
)
from certamen_services.storage.fastlane import fast_lane
from certamen_services.storage.models import EntryRow, MatchRow, RecordRow, ResultRow, SeatRow
from certamen_services.storage.writer import MOST_WAITING, Work, Writer

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class NewMatch:
    """A match to be stored.

    Attributes:
        id: its id.
        game: id of the game.
        practice: whether seed or start position were given.
        created: UTC.
        token_hashes: one for each seat.
        first_entry: canonical JSON.
        predecessor: id of the match that is played again by this one.
        ruling: the organiser's decision that led to it.
        accounts: whose the seats are, by seat; None: whoever has the token's. Empty: all are.
    """

    id: str
    game: str
    practice: bool
    created: datetime
    token_hashes: tuple[bytes, ...]
    first_entry: bytes
    predecessor: str | None = None
    ruling: Ruling | None = None
    accounts: tuple[int | None, ...] = ()


class Store:
    """A database of matches. Writes go through one thread; reads have connections of their own."""

    def __init__(self, engine: Engine, public_key: bytes, writer: Writer) -> None:
        """Use a database that is in its present form.

        Args:
            engine: of the database.
            public_key: the server's, 32 bytes; stored with every record that it closes.
            writer: of the same database; the store stops it.
        """
        self._engine = engine
        self._public_key = public_key
        self._writer = writer
        self._fast_lane = fast_lane(engine)
        self._accounts = Accounts(engine)
        self._with_writer: Counter[str] = Counter()
        """How many steps of a match are with the writer; until they are done it stays with it."""

    @classmethod
    async def open(
        cls,
        place: Path | str,
        public_key: bytes,
        most_waiting: int = MOST_WAITING,
        lost: Lost | None = None,
    ) -> Store:
        """Open a database and bring it into its present form; it is made when missing.

        Args:
            place: a SQLite file, or a URL of SQLite or PostgreSQL.
            public_key: the server's, 32 bytes.
            most_waiting: how many changes may wait to be written; at half as many no match is created.
            lost: called from another thread when the connection to the database broke. It is to end the
                process: what was being written may be durable or not, and nobody is told any more.

        Raises:
            ValueError: the URL is not accepted.
            sqlalchemy.exc.SQLAlchemyError: the database cannot be opened.
        """
        engine = await asyncio.to_thread(open_database, place, lost)
        return cls(engine, public_key, Writer(engine, asyncio.get_running_loop(), most_waiting, lost))

    async def close(self) -> None:
        """Write what is left to write, and close the database."""
        await asyncio.to_thread(self._writer.stop)
        if self._fast_lane is not None:
            self._fast_lane.close()
        await asyncio.to_thread(self._engine.dispose)

    @property
    def backlog(self) -> int:
        """How many changes wait for the thread that writes."""
        return self._writer.waiting

    @property
    def commits(self) -> dict[str, Histogram]:
        """How long transactions took, by who wrote: "thread" or "loop"."""
        lane = self._fast_lane
        return {"thread": self._writer.commits} | ({} if lane is None else {"loop": lane.commits})

    # ---------------------------------------------------------------------------------------------- writing

    def append(
        self, match: str, first: int, entries: Sequence[bytes], change: MatchUpdate | None, done: Done
    ) -> None:
        """Write entries durably; see `Journal.append`."""
        lane = self._fast_lane
        free = change is None and match not in self._with_writer
        if lane is not None and free and lane.write(match, first, entries):
            done(None)
            return

        def work(connection: Connection) -> None:
            if entries:
                rows = [
                    {"match_id": match, "number": number, "body": entry.decode()}
                    for number, entry in enumerate(entries, first)
                ]
                connection.execute(insert(EntryRow), rows)
            if change is not None:
                self._write_update(connection, match, change)

        def written_or_not(error: Exception | None) -> None:
            self._with_writer[match] -= 1
            if not self._with_writer[match]:
                del self._with_writer[match]
            done(error)

        self._with_writer[match] += 1
        self._writer.submit(work, written_or_not)

    async def create(self, new: NewMatch) -> None:
        """Store a new match durably.

        Raises:
            StoreBusyError: the database does not keep up with the matches that run.
        """
        if self._writer.is_behind:
            raise StoreBusyError("the database does not keep up; no match is created")

        def work(connection: Connection) -> None:
            connection.execute(
                insert(MatchRow).values(
                    id=new.id,
                    game=new.game,
                    state=MatchState.WAITING.value,
                    practice=new.practice,
                    predecessor=new.predecessor,
                    created=naive(new.created),
                )
            )
            accounts = new.accounts or (None,) * len(new.token_hashes)
            rows = [
                {"match_id": new.id, "seat": seat, "token_hash": token_hash, "account": account}
                for seat, (token_hash, account) in enumerate(zip(new.token_hashes, accounts, strict=True))
            ]
            connection.execute(insert(SeatRow), rows)
            connection.execute(
                insert(EntryRow).values(match_id=new.id, number=0, body=new.first_entry.decode())
            )
            if new.ruling is not None:
                write_ruling(connection, new.ruling)

        await self._write(work)

    async def void(self, match: str) -> None:
        """Void a match whose entries cannot be continued: it gets neither an end nor a record."""

        def work(connection: Connection) -> None:
            self._write_update(connection, match, MatchUpdate(MatchState.VOIDED, datetime.now(UTC)))
            cause, culprit = EndCause.REFEREE_FAILED.value, Culprit.REFEREE.value
            connection.execute(insert(ResultRow).values(match_id=match, cause=cause, culprit=culprit))

        await self._write(work)

    async def _write(self, work: Work) -> None:
        """Write, and wait until it is durable."""
        written: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def done(error: Exception | None) -> None:
            if written.done():
                return
            if error is None:
                written.set_result(None)
            else:
                written.set_exception(error)

        self._writer.submit(work, done)
        await written

    def _write_update(self, connection: Connection, match: str, change: MatchUpdate) -> None:
        """A match's new state, and what closes it."""
        column = "ended" if change.state.ended else "started"
        connection.execute(
            update(MatchRow)
            .where(MatchRow.id == match)
            .values({"state": change.state.value, column: naive(change.at)})
        )
        if change.ruling is not None:
            write_ruling(connection, change.ruling)
        outcome = change.outcome
        if outcome is None:
            return
        own = outcome.game_result
        connection.execute(
            insert(ResultRow).values(
                match_id=match,
                cause=outcome.cause.value,
                culprit=outcome.culprit.value,
                scores=None if own is None else list(own.scores),
                placements=None if outcome.placements is None else list(outcome.placements),
            )
        )
        connection.execute(
            insert(RecordRow).values(
                match_id=match,
                head=outcome.record_head,
                signature=outcome.signature,
                public_key=self._public_key,
                revealed=change.revealed,
            )
        )
        if change.revealed:
            reveal_predecessors(connection, match)

    async def overrule(self, ruling: Ruling) -> None:
        """Void a match that had counted: its record stays, its result counts no more."""
        await self._write(partial(write_void, ruling=ruling))

    async def reveal(self, ruling: Ruling) -> None:
        """Give away the record of a match that has ended, and those of the attempts before it."""
        await self._write(partial(write_reveal, ruling=ruling))

    # ---------------------------------------------------------------------------------------------- reading

    async def match(self, match: str) -> MatchInfo | None:
        """A match; None if there is none with this id."""
        query = _matches().where(MatchRow.id == match)
        found = await self._read(lambda connection: _infos(connection, query))
        return found[0][1] if found else None

    async def matches(
        self,
        limit: int,
        before: int | None,
        game: str | None,
        state: MatchState | None,
        account: int | None = None,
    ) -> tuple[list[MatchInfo], int | None]:
        """Matches, the newest first.

        Args:
            limit: at most so many.
            before: what the call for the page before returned; None: the first page.
            game: only matches of this game.
            state: only matches in this state.
            account: only matches in which this account has a seat.

        Returns:
            The matches, and what to give as `before` for the next page; None if this is the last.
        """
        query = _matches().order_by(MatchRow.number.desc()).limit(limit + 1)
        if before is not None:
            query = query.where(MatchRow.number < before)
        if game is not None:
            query = query.where(MatchRow.game == game)
        if state is not None:
            query = query.where(MatchRow.state == state.value)
        if account is not None:
            own = select(SeatRow.match_id).where(SeatRow.account == account)
            query = query.where(MatchRow.id.in_(own))
        found = await self._read(lambda connection: _infos(connection, query))
        page = found[:limit]
        return [info for _, info in page], page[-1][0] if len(found) > limit else None

    async def unfinished(self) -> list[str]:
        """Ids of the matches that wait or run, or did when the server was killed; the oldest first."""
        states = [MatchState.WAITING.value, MatchState.RUNNING.value]
        query = select(MatchRow.id).where(MatchRow.state.in_(states)).order_by(MatchRow.number)
        return await self._read(lambda connection: list(connection.scalars(query)))

    async def successor(self, match: str) -> str | None:
        """Id of the match's next attempt, if there is one."""
        query = select(MatchRow.id).where(MatchRow.predecessor == match)
        return await self._read(lambda connection: connection.scalar(query))

    async def rulings(
        self, limit: int, before: int | None, match: str | None
    ) -> tuple[list[Ruling], int | None]:
        """What organisers decided, the newest first; arguments and answer as those of `matches`."""
        return await self._read(partial(read_rulings, limit=limit, before=before, match=match))

    async def seats_of(self, token_hash: bytes) -> list[SeatRef]:
        """Seats for which the token with this hash is good."""
        query = select(SeatRow.match_id, SeatRow.seat).where(SeatRow.token_hash == token_hash)
        rows = await self._read(lambda connection: connection.execute(query).all())
        return [SeatRef(match, seat) for match, seat in rows]

    async def holder_of(self, token_hash: bytes) -> Holder | None:
        """Whose the account's token with this hash is; None if it is none."""
        return await asyncio.to_thread(self._accounts.holder, token_hash)

    async def revoked(self, tokens: Iterable[str]) -> set[str]:
        """Those of some tokens of accounts, by id, that were revoked."""
        return await asyncio.to_thread(self._accounts.revoked, tokens)

    async def accounts_named(self, names: Iterable[str]) -> dict[str, int]:
        """Numbers of the bots' accounts that there are of some names."""
        return await asyncio.to_thread(self._accounts.named, names)

    async def seats_of_account(self, account: int, matches: Iterable[str] = ()) -> list[SeatRef]:
        """Seats of an account in matches that wait or run, and in some others."""
        going_on = MatchRow.state.in_([MatchState.WAITING.value, MatchState.RUNNING.value])
        query = (
            select(SeatRow.match_id, SeatRow.seat)
            .join(MatchRow, MatchRow.id == SeatRow.match_id)
            .where(SeatRow.account == account, or_(going_on, SeatRow.match_id.in_(list(matches))))
        )
        rows = await self._read(lambda connection: connection.execute(query).all())
        return [SeatRef(match, seat) for match, seat in rows]

    async def sits(self, account: int, match: str) -> bool:
        """Whether an account has a seat in a match."""
        query = select(SeatRow.seat).where(SeatRow.account == account, SeatRow.match_id == match).limit(1)
        return await self._read(lambda connection: connection.scalar(query)) is not None

    async def accounts_of(self, match: str) -> tuple[int | None, ...]:
        """Whose the seats of a match are, by seat."""
        query = select(SeatRow.account).where(SeatRow.match_id == match).order_by(SeatRow.seat)
        return await self._read(lambda connection: tuple(connection.scalars(query)))

    async def record(self, match: str) -> bytes | None:
        """The record of a match as a document; None if it is not closed yet, or not to be given away."""

        def read(connection: Connection) -> bytes | None:
            row = connection.execute(
                select(RecordRow.head, RecordRow.signature, RecordRow.public_key).where(
                    RecordRow.match_id == match, RecordRow.revealed
                )
            ).one_or_none()
            if row is None:
                return None
            return render(match, _bodies(connection, match), row.head, row.public_key, row.signature)

        return await self._read(read)

    async def entries(self, match: str) -> list[bytes]:
        """All entries of a match, secrets included; none if there is no such match."""
        return await self._read(lambda connection: _bodies(connection, match))

    async def _read(self, work: Callable[[Connection], _Result]) -> _Result:
        """Read in a thread, on a connection of its own."""

        def read() -> _Result:
            with self._engine.connect() as connection:
                return work(connection)

        return await asyncio.to_thread(read)


def _bodies(connection: Connection, match: str) -> list[bytes]:
    """All entries of a match, in order."""
    query = select(EntryRow.body).where(EntryRow.match_id == match).order_by(EntryRow.number)
    return [body.encode() for body in connection.scalars(query)]


def _matches() -> Select[*tuple[Any, ...]]:
    """Matches and what closes them."""
    columns = (
        MatchRow.number,
        MatchRow.id,
        MatchRow.state,
        MatchRow.created,
        MatchRow.started,
        MatchRow.ended,
        RecordRow.head,
        RecordRow.signature,
        RecordRow.revealed,
        ResultRow.cause,
        ResultRow.culprit,
        ResultRow.explanation,
    )
    records = select(*columns).outerjoin(RecordRow, RecordRow.match_id == MatchRow.id)
    return records.outerjoin(ResultRow, ResultRow.match_id == MatchRow.id)


def _infos(connection: Connection, query: Select[*tuple[Any, ...]]) -> list[tuple[int, MatchInfo]]:
    """The matches of a query of `_matches`, with their numbers."""
    rows = connection.execute(query).all()
    ids = [row.id for row in rows]
    ends = (
        select(EntryRow.match_id, func.max(EntryRow.number).label("number"))
        .join(RecordRow, RecordRow.match_id == EntryRow.match_id)
        .where(EntryRow.match_id.in_(ids))
        .group_by(EntryRow.match_id)
        .subquery()
    )
    bodies = select(EntryRow.match_id, EntryRow.body)
    firsts = bodies.where(EntryRow.match_id.in_(ids), EntryRow.number == 0)
    lasts = bodies.join(ends, and_(ends.c.match_id == EntryRow.match_id, ends.c.number == EntryRow.number))
    first = {row.match_id: parse(row.body) for row in connection.execute(firsts)}
    last = {row.match_id: parse(row.body) for row in connection.execute(lasts)}
    return [(row.number, _info(row, first[row.id], last.get(row.id))) for row in rows]


def _info(row: Row[Any], first: Entry, end: Entry | None) -> MatchInfo:
    """One match."""
    outcome = None if end is None else outcome_of(end, row.head, row.signature)
    if outcome is not None and row.explanation is not None:
        cause, culprit = EndCause(row.cause), Culprit(row.culprit)
        outcome = replace(outcome, cause=cause, culprit=culprit, placements=None, explanation=row.explanation)
    return MatchInfo(
        id=row.id,
        settings=settings_of(first),
        seats=seats_of(first),
        state=MatchState(row.state),
        practice=first["practice"],
        commitment=bytes.fromhex(first["commitment"]),
        created=row.created.replace(tzinfo=UTC),
        started=None if row.started is None else row.started.replace(tzinfo=UTC),
        ended=None if row.ended is None else row.ended.replace(tzinfo=UTC),
        outcome=outcome,
        attempt=Attempt(first.get("attempt", 1), first.get("predecessor")),
        revealed=bool(row.revealed),
    )
