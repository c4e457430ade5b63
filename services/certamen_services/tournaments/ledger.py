"""A tournament in the database: what was scheduled, played and decided. Every call is one transaction."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, RowMapping, func, insert, select, update
from sqlalchemy.orm import InstrumentedAttribute

from certamen_services.storage.database import open_database
from certamen_services.storage.decisions import naive
from certamen_services.storage.tournament_models import (
    TournamentBlockRow,
    TournamentGameRow,
    TournamentRow,
    TournamentRulingRow,
)
from certamen_services.tournaments.checked import CheckedPlan
from certamen_services.tournaments.deals import Root
from certamen_services.tournaments.schedule import Block
from certamen_services.tournaments.terms import (
    Attempt,
    AttemptState,
    Result,
    Ruling,
    RulingKind,
    StoredBlock,
    Tournament,
    TournamentError,
    TournamentState,
)

__all__ = ["Ledger", "newest"]

_ID_BYTES = 10


class Ledger:
    """One tournament's part of a database.

    Args:
        engine: of a database whose tables are in their present form.
        number: the tournament's key.
    """

    def __init__(self, engine: Engine, number: int) -> None:
        self._engine = engine
        self._number = number

    @classmethod
    def open(cls, place: Path | str, tournament: str | None = None) -> Ledger | None:
        """The ledger of a tournament; None if the database holds no such tournament.

        Args:
            place: file or URL of the database, which is made when missing.
            tournament: its id; None: the newest.
        """
        engine = open_database(place)
        found = cls.among(engine, tournament)
        if found is None:
            engine.dispose()
        return found

    @classmethod
    def among(cls, engine: Engine, tournament: str | None = None) -> Ledger | None:
        """The ledger of a tournament in a database that is open; see `open`. The caller closes it."""
        query = select(TournamentRow.number).order_by(TournamentRow.number.desc()).limit(1)
        if tournament is not None:
            query = query.where(TournamentRow.id == tournament)
        with engine.connect() as connection:
            number = connection.scalar(query)
        return None if number is None else cls(engine, number)

    @classmethod
    def create(cls, place: Path | str, checked: CheckedPlan) -> Ledger:
        """A new tournament: its root is drawn, and it is ready to be run."""
        return cls.create_in(open_database(place), checked, TournamentState.READY, checked.plan.fixed())

    @classmethod
    def create_in(
        cls, engine: Engine, checked: CheckedPlan, state: TournamentState, kept: Mapping[str, Any]
    ) -> Ledger:
        """A new tournament in a database that is open.

        Args:
            engine: of the database.
            checked: the plan.
            state: in which it begins.
            kept: what is kept of the plan.
        """
        root = checked.root()
        values = {
            "id": secrets.token_hex(_ID_BYTES),
            "state": state.value,
            "plan": dict(kept),
            "fingerprint": checked.plan.fingerprint(),
            "root": root.key,
            "nonce": root.nonce,
            "practice": root.practice,
            "revealed": False,
            "created": _now(),
        }
        with engine.begin() as connection:
            made = connection.execute(insert(TournamentRow).values(values)).inserted_primary_key
            number: int = made[0] if made is not None else 0
            ledger = cls(engine, number)
            ledger._rule(connection, RulingKind.CREATE, "")
        return ledger

    def close(self) -> None:
        """Let go of the database."""
        self._engine.dispose()

    @property
    def engine(self) -> Engine:
        """Of the database."""
        return self._engine

    # ---------------------------------------------------------------------------------------------- reading

    def tournament(self) -> Tournament:
        """The tournament as it stands."""
        with self._engine.connect() as connection:
            query = select(TournamentRow.__table__).where(TournamentRow.number == self._number)
            row = connection.execute(query).mappings().one()
        return Tournament(
            row["number"],
            row["id"],
            TournamentState(row["state"]),
            row["plan"],
            row["fingerprint"],
            Root(row["root"], row["nonce"], row["practice"]),
            row["revealed"],
            row["created"].replace(tzinfo=UTC),
            None if row["ended"] is None else row["ended"].replace(tzinfo=UTC),
        )

    def blocks(self) -> list[StoredBlock]:
        """All blocks, in the order of the schedule."""
        return [_block(row) for row in self._rows(TournamentBlockRow, TournamentBlockRow.number)]

    def attempts(self) -> list[Attempt]:
        """All attempts, by block, game and number."""
        keys = (TournamentGameRow.block, TournamentGameRow.game, TournamentGameRow.attempt)
        return [_attempt(row) for row in self._rows(TournamentGameRow, *keys, without="actions")]

    def actions(self, block: int, game: int, attempt: int) -> list[int] | None:
        """Codes of the actions of a game that has no match; None if it was not played to its end."""
        query = select(TournamentGameRow.actions).where(*self._game(block, game, attempt))
        with self._engine.connect() as connection:
            found: list[int] | None = connection.scalar(query)
        return found

    def rulings(self) -> list[Ruling]:
        """The audit trail, the oldest first."""
        rows = self._rows(TournamentRulingRow, TournamentRulingRow.number)
        return [
            Ruling(
                row["number"],
                RulingKind(row["kind"]),
                row["at"].replace(tzinfo=UTC),
                row["block"],
                row["game"],
                row["reason"],
            )
            for row in rows
        ]

    def last_ruling(self) -> int:
        """Number of the latest ruling; it grows when anybody decides anything."""
        query = select(func.max(TournamentRulingRow.number))
        with self._engine.connect() as connection:
            return connection.scalar(query.where(TournamentRulingRow.tournament == self._number)) or 0

    # ---------------------------------------------------------------------------------------------- playing

    def schedule(self, blocks: Sequence[Block]) -> None:
        """Add blocks."""
        rows = [
            {
                "tournament": self._number,
                "number": block.number,
                "label": block.label,
                "round": block.round,
                "seat_group": block.table,
                "turn": block.turn,
                "bots": list(block.bots),
                "seatings": [list(row) for row in block.seatings],
                "again": 0,
                "abandoned": False,
                "revealed": False,
            }
            for block in blocks
        ]
        with self._engine.begin() as connection:
            connection.execute(insert(TournamentBlockRow), rows)

    def begin(self, attempts: Iterable[Attempt]) -> None:
        """Attempts begin, or were begun and finished in between."""
        rows = [self._values(attempt) for attempt in attempts]
        with self._engine.begin() as connection:
            connection.execute(insert(TournamentGameRow), rows)

    def record(self, attempts: Iterable[tuple[Attempt, Sequence[int]]]) -> None:
        """Attempts of direct play that have ended, with their actions."""
        rows = [self._values(attempt) | {"actions": list(actions)} for attempt, actions in attempts]
        with self._engine.begin() as connection:
            connection.execute(insert(TournamentGameRow), rows)

    def end(self, attempt: Attempt) -> None:
        """An attempt has ended: finished, or void."""
        values = self._values(attempt)
        values = {name: values[name] for name in ("state", "result", "held", "explanation", "ended")}
        of_game = self._game(attempt.block, attempt.game, attempt.number)
        with self._engine.begin() as connection:
            connection.execute(update(TournamentGameRow).where(*of_game).values(values))

    def mark_revealed(self, block: int) -> None:
        """The deal of a block was revealed."""
        with self._engine.begin() as connection:
            self._update_block(connection, block, revealed=True)

    # --------------------------------------------------------------------------------------------- deciding

    def move(self, state: TournamentState, kind: RulingKind, reason: str = "") -> None:
        """Change the tournament's state, by a ruling."""
        ended = _now() if state in (TournamentState.FINISHED, TournamentState.CANCELLED) else None
        values = {"state": state.value, "ended": ended}
        with self._engine.begin() as connection:
            of_this = TournamentRow.number == self._number
            connection.execute(update(TournamentRow).where(of_this).values(values))
            self._rule(connection, kind, reason)

    def reveal_root(self) -> None:
        """The root may be told from now on."""
        with self._engine.begin() as connection:
            of_this = TournamentRow.number == self._number
            connection.execute(update(TournamentRow).where(of_this).values(revealed=True))

    def abandon(self, block: int, reason: str) -> None:
        """Give up a block."""
        with self._engine.begin() as connection:
            self._update_block(connection, block, abandoned=True)
            self._rule(connection, RulingKind.ABANDON, reason, block)

    def void(self, attempt: Attempt, reason: str) -> None:
        """A finished game does not count any more; it is played again only when somebody says so."""
        if attempt.state is not AttemptState.FINISHED:
            raise TournamentError(f"only a finished game can be voided; this one is {attempt.state.value}")
        values = {"state": AttemptState.VOID.value, "held": True, "explanation": reason}
        of_game = self._game(attempt.block, attempt.game, attempt.number)
        with self._engine.begin() as connection:
            connection.execute(update(TournamentGameRow).where(*of_game).values(values))
            self._rule(connection, RulingKind.VOID, reason, attempt.block, attempt.game)

    def release(self, attempt: Attempt, reason: str) -> None:
        """A void game is to be played again, with the same deal."""
        of_game = self._game(attempt.block, attempt.game, attempt.number)
        with self._engine.begin() as connection:
            connection.execute(update(TournamentGameRow).where(*of_game).values(held=False))
            self._update_block(connection, attempt.block, abandoned=False)
            self._rule(connection, RulingKind.RERUN, reason, attempt.block, attempt.game)

    def deal_again(self, block: StoredBlock, key: bytes | None, reason: str, game: int | None) -> None:
        """A whole block is to be played again with a new deal; none of its games counts.

        Args:
            block: as it stands.
            key: source of the new deal if the root was revealed.
            reason: why.
            game: the game that it was asked for.
        """
        number = block.block.number
        said = ("its block is played again", reason)
        with self._engine.begin() as connection:
            connection.execute(
                update(TournamentGameRow)
                .where(
                    TournamentGameRow.tournament == self._number,
                    TournamentGameRow.block == number,
                    TournamentGameRow.state == AttemptState.FINISHED.value,
                )
                .values(state=AttemptState.VOID.value, explanation=": ".join(filter(None, said)))
            )
            connection.execute(
                update(TournamentGameRow)
                .where(TournamentGameRow.tournament == self._number, TournamentGameRow.block == number)
                .values(held=False)
            )
            self._update_block(
                connection, number, again=block.again + 1, key=key, revealed=False, abandoned=False
            )
            self._rule(connection, RulingKind.RERUN, reason, number, game)

    # --------------------------------------------------------------------------------------------- in common

    def _rule(
        self,
        connection: Connection,
        kind: RulingKind,
        reason: str,
        block: int | None = None,
        game: int | None = None,
    ) -> None:
        values = {"kind": kind.value, "at": _now(), "block": block, "game": game, "reason": reason}
        connection.execute(insert(TournamentRulingRow).values(tournament=self._number, **values))

    def _update_block(self, connection: Connection, block: int, **values: Any) -> None:
        of_block = (TournamentBlockRow.tournament == self._number, TournamentBlockRow.number == block)
        connection.execute(update(TournamentBlockRow).where(*of_block).values(values))

    def _game(self, block: int, game: int, attempt: int) -> tuple[Any, ...]:
        return (
            TournamentGameRow.tournament == self._number,
            TournamentGameRow.block == block,
            TournamentGameRow.game == game,
            TournamentGameRow.attempt == attempt,
        )

    def _rows(
        self, table: Any, *order: InstrumentedAttribute[int], without: str = ""
    ) -> Sequence[RowMapping]:
        columns = [column for column in table.__table__.columns if column.name != without]
        query = select(*columns).where(table.tournament == self._number).order_by(*order)
        with self._engine.connect() as connection:
            return connection.execute(query).mappings().all()

    def _values(self, attempt: Attempt) -> dict[str, Any]:
        return {
            "tournament": self._number,
            "block": attempt.block,
            "game": attempt.game,
            "attempt": attempt.number,
            "state": attempt.state.value,
            "deal": attempt.deal,
            "match_id": attempt.match,
            "result": None if attempt.result is None else attempt.result.as_json(),
            "held": attempt.held,
            "explanation": attempt.explanation,
            "started": naive(attempt.started),
            "ended": None if attempt.ended is None else naive(attempt.ended),
        }


def newest(engine: Engine, limit: int, before: int | None) -> list[tuple[int, str, TournamentState]]:
    """Number, id and state of tournaments, the newest first.

    Args:
        engine: of the database.
        limit: at most so many.
        before: only those with a lower number; None: all.
    """
    columns = (TournamentRow.number, TournamentRow.id, TournamentRow.state)
    query = select(*columns).order_by(TournamentRow.number.desc()).limit(limit)
    if before is not None:
        query = query.where(TournamentRow.number < before)
    with engine.connect() as connection:
        return [(row.number, row.id, TournamentState(row.state)) for row in connection.execute(query)]


def _now() -> datetime:
    return naive(datetime.now(UTC))


def _block(row: RowMapping) -> StoredBlock:
    block = Block(
        row["number"],
        row["label"],
        row["round"],
        row["seat_group"],
        row["turn"],
        tuple(row["bots"]),
        tuple(tuple(seats) for seats in row["seatings"]),
    )
    return StoredBlock(block, row["again"], row["key"], row["abandoned"], row["revealed"])


def _attempt(row: RowMapping) -> Attempt:
    return Attempt(
        row["block"],
        row["game"],
        row["attempt"],
        AttemptState(row["state"]),
        row["deal"],
        row["match_id"],
        None if row["result"] is None else Result.from_json(row["result"]),
        row["held"],
        row["explanation"],
        row["started"].replace(tzinfo=UTC),
        None if row["ended"] is None else row["ended"].replace(tzinfo=UTC),
    )
