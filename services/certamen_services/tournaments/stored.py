"""What is read from a tournament's database in one go: its games, and the records of its matches."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import select

from certamen_services.records.document import render
from certamen_services.storage.models import EntryRow, RecordRow
from certamen_services.tournaments.board import Board
from certamen_services.tournaments.checked import CheckedPlan
from certamen_services.tournaments.ledger import Ledger

__all__ = ["read_board", "record_reader"]


def read_board(checked: CheckedPlan, ledger: Ledger) -> Board:
    """All blocks and games of a tournament, as they are in its ledger."""
    return Board(checked, ledger.tournament().root, ledger.blocks(), ledger.attempts())


def record_reader(ledger: Ledger) -> Callable[[str], bytes | None]:
    """Reads the record of a match as a JSON document; None if it is withheld, or there is none.

    Args:
        ledger: in whose database the matches are.
    """

    def read(match: str) -> bytes | None:
        closed = select(RecordRow).where(RecordRow.match_id == match, RecordRow.revealed)
        entries = select(EntryRow.body).where(EntryRow.match_id == match).order_by(EntryRow.number)
        with ledger.engine.connect() as connection:
            row = connection.execute(closed).one_or_none()
            if row is None:
                return None
            bodies = [body.encode() for body in connection.scalars(entries)]
        return render(match, bodies, row.head, row.public_key, row.signature)

    return read
