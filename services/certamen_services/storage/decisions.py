"""What organisers decide, in the database: statements, each to be carried out in a transaction."""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import Connection, insert, select, update

from certamen_services.referee.rulings import Ruling, RulingKind
from certamen_services.referee.terms import Culprit, EndCause, MatchState
from certamen_services.storage.models import MatchRow, RecordRow, ResultRow, RulingRow


def naive(at: datetime) -> datetime:
    """As the database keeps it: UTC, without a zone."""
    return at.astimezone(UTC).replace(tzinfo=None)


def write_ruling(connection: Connection, ruling: Ruling) -> None:
    """Add to the audit trail."""
    connection.execute(
        insert(RulingRow).values(
            match_id=ruling.match,
            kind=ruling.kind.value,
            at=naive(ruling.at),
            reason=ruling.reason,
            culprit=None if ruling.culprit is None else ruling.culprit.value,
            successor=ruling.successor,
        )
    )


def write_void(connection: Connection, ruling: Ruling) -> None:
    """Void a match that had counted."""
    culprit = Culprit.HOST if ruling.culprit is None else ruling.culprit
    of_match = MatchRow.id == ruling.match
    connection.execute(update(MatchRow).where(of_match).values(state=MatchState.VOIDED.value))
    connection.execute(
        update(ResultRow)
        .where(ResultRow.match_id == ruling.match)
        .values(
            cause=EndCause.VOIDED.value,
            culprit=culprit.value,
            placements=None,
            explanation=ruling.reason,
        )
    )
    write_ruling(connection, ruling)


def write_reveal(connection: Connection, ruling: Ruling) -> None:
    """Give away the record of a match, and those of the attempts before it."""
    _reveal(connection, ruling.match)
    reveal_predecessors(connection, ruling.match)
    write_ruling(connection, ruling)


def reveal_predecessors(connection: Connection, match: str) -> None:
    """A match was revealed, so the deals of the attempts before it will not be played again."""
    before = _predecessor(connection, match)
    while before is not None:
        _reveal(connection, before)
        before = _predecessor(connection, before)


def _reveal(connection: Connection, match: str) -> None:
    connection.execute(update(RecordRow).where(RecordRow.match_id == match).values(revealed=True))


def _predecessor(connection: Connection, match: str) -> str | None:
    return connection.scalar(select(MatchRow.predecessor).where(MatchRow.id == match))


def read_rulings(
    connection: Connection, limit: int, before: int | None, match: str | None
) -> tuple[list[Ruling], int | None]:
    """Rulings, the newest first, and where the next page begins."""
    query = select(RulingRow.__table__).order_by(RulingRow.number.desc()).limit(limit + 1)
    if before is not None:
        query = query.where(RulingRow.number < before)
    if match is not None:
        query = query.where(RulingRow.match_id == match)
    rows = connection.execute(query).all()
    page = rows[:limit]
    rulings = [
        Ruling(
            match=row.match_id,
            kind=RulingKind(row.kind),
            at=row.at.replace(tzinfo=UTC),
            reason=row.reason,
            culprit=None if row.culprit is None else Culprit(row.culprit),
            successor=row.successor,
        )
        for row in page
    ]
    return rulings, page[-1].number if len(rows) > limit else None
