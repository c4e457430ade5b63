"""Matches to store, without a referee."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from certamen_services.records.canonical import canonical
from certamen_services.referee.journal import MatchUpdate
from certamen_services.referee.plan import make_plan
from certamen_services.referee.settings import MatchSettings
from certamen_services.storage.store import NewMatch, Store

PUBLIC_KEY = bytes(range(32))
CREATED = datetime(2026, 1, 2, 3, 4, 5, 678000, tzinfo=UTC)


def new_match(match: str, minutes: int = 0, hashes: tuple[bytes, ...] = (b"a" * 32, b"b" * 32)) -> NewMatch:
    created = CREATED + timedelta(minutes=minutes)
    plan = make_plan(match, created, MatchSettings("juwelen", len(hashes)), ["anna", "bert"])
    return NewMatch(match, "juwelen", False, created, hashes, canonical(plan.first_entry()))


async def append(
    store: Store, match: str, first: int, entries: Sequence[bytes], change: MatchUpdate | None = None
) -> None:
    """Append, and wait until it is durable."""
    written: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def done(error: Exception | None) -> None:
        if error is None:
            written.set_result(None)
        else:
            written.set_exception(error)

    store.append(match, first, entries, change, done)
    await written
