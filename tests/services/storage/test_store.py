import asyncio
import sqlite3
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from certamen_services.records.canonical import canonical
from certamen_services.records.document import read_record
from certamen_services.records.entries import end_entry
from certamen_services.referee.clock import ClockLedger
from certamen_services.referee.info import SeatRef
from certamen_services.referee.journal import MatchUpdate
from certamen_services.referee.messages import Fault, GameResult, Outcome
from certamen_services.referee.terms import Culprit, EndCause, FaultCause, MatchState
from certamen_services.storage.database import database_url, open_database
from certamen_services.storage.store import Store
from sqlalchemy import create_engine, text
from sqlalchemy.exc import IntegrityError

from tests.services.storage.support import CREATED, PUBLIC_KEY, append, new_match

OUTCOME = Outcome(
    EndCause.COMPLETED,
    Culprit.BOT,
    GameResult((5, 7), (2, 1)),
    (2, 1),
    (Fault(0, FaultCause.RESIGNED, 17),),
    (ClockLedger(0, 3, 20, 0, 80, 9), ClockLedger(1, 4, 0, 0, 100, 0)),
    "",
    (17,),
    b"h" * 32,
    b"s" * 64,
)
END = canonical(end_entry(99, MatchState.FINISHED, OUTCOME))


@pytest.fixture
async def store(place: Path | str) -> AsyncIterator[Store]:
    opened = await Store.open(place, PUBLIC_KEY)
    yield opened
    await opened.close()


@pytest.fixture
async def file_store(tmp_path: Path) -> AsyncIterator[Store]:
    """For what only a file of SQLite has."""
    opened = await Store.open(tmp_path / "deep" / "certamen.db", PUBLIC_KEY)
    yield opened
    await opened.close()


def test_sqlite_is_set_up_to_survive_the_end_of_the_process(tmp_path: Path) -> None:
    engine = open_database(tmp_path / "certamen.db")
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 1
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1
    engine.dispose()


async def test_a_match_is_kept(store: Store) -> None:
    await store.create(new_match("m1"))
    info = await store.match("m1")
    assert info is not None
    assert (info.state, info.created, info.started, info.ended) == (MatchState.WAITING, CREATED, None, None)
    assert [seat.alias for seat in info.seats] == ["anna", "bert"]
    assert info.settings.options["rounds"] == 4
    assert (len(info.commitment), info.outcome) == (32, None)
    assert await store.match("m2") is None
    assert await store.record("m1") is None


async def test_start_and_end_are_kept(store: Store) -> None:
    await store.create(new_match("m1"))
    started, ended = CREATED + timedelta(seconds=1), CREATED + timedelta(seconds=2)
    await append(store, "m1", 1, [b"{}"], MatchUpdate(MatchState.RUNNING, started))
    await append(store, "m1", 2, [b"{}", END], MatchUpdate(MatchState.FINISHED, ended, OUTCOME, True))
    info = await store.match("m1")
    assert info is not None
    assert (info.state, info.started, info.ended) == (MatchState.FINISHED, started, ended)
    assert info.outcome == OUTCOME
    document = await store.record("m1")
    assert document is not None
    record = read_record(document.replace(b"\n{},", b'\n{"type":"x"},'))
    assert [entry["type"] for entry in record.entries] == ["match", "x", "x", "end"]
    assert (record.head, record.public_key, record.signature) == (b"h" * 32, PUBLIC_KEY, b"s" * 64)


async def test_a_record_that_is_not_revealed_is_withheld(store: Store) -> None:
    await store.create(new_match("m1"))
    await append(store, "m1", 1, [END], MatchUpdate(MatchState.VOIDED, CREATED, OUTCOME, False))
    assert await store.record("m1") is None


async def test_tokens_are_found_by_their_hashes(store: Store) -> None:
    await store.create(new_match("m1", hashes=(b"a" * 32, b"b" * 32)))
    await store.create(new_match("m2", hashes=(b"c" * 32, b"a" * 32)))
    assert await store.seats_of(b"b" * 32) == [SeatRef("m1", 1)]
    assert sorted(await store.seats_of(b"a" * 32), key=str) == [SeatRef("m1", 0), SeatRef("m2", 1)]
    assert await store.seats_of(b"x" * 32) == []


async def test_lists_are_paged_newest_first(store: Store) -> None:
    for number in range(7):
        await store.create(new_match(f"m{number}", number))
    seen: list[str] = []
    before: int | None = None
    while True:
        page, before = await store.matches(3, before, None, None)
        seen += [info.id for info in page]
        if before is None:
            break
    assert seen == [f"m{number}" for number in range(6, -1, -1)]
    await append(store, "m3", 1, [], MatchUpdate(MatchState.RUNNING, CREATED))
    page, _ = await store.matches(3, None, "juwelen", MatchState.RUNNING)
    assert [info.id for info in page] == ["m3"]
    assert await store.matches(3, None, "lusus", None) == ([], None)


async def test_entries_are_written_all_or_none_and_others_do_not_suffer(store: Store) -> None:
    await store.create(new_match("m1"))
    jobs = [
        append(store, "m1", 1, [b"{}"]),
        append(store, "m1", 1, [b"{}", b"{}"]),  # number 1 is taken
        append(store, "nowhere", 1, [b"{}"]),  # there is no such match
        append(store, "m1", 2, [b"{}"]),
    ]
    results = await asyncio.gather(*jobs, return_exceptions=True)
    assert [type(result) for result in results] == [type(None), IntegrityError, IntegrityError, type(None)]
    await append(store, "m1", 3, [END], MatchUpdate(MatchState.FINISHED, CREATED, OUTCOME, True))
    document = await store.record("m1")
    assert document is not None
    assert document.count(b"\n{}") == 2


async def test_the_order_of_calls_is_kept_on_both_ways_and_who_is_told_can_read_it(
    file_store: Store, tmp_path: Path
) -> None:
    await file_store.create(new_match("m1"))
    order: list[int] = []
    last = asyncio.Event()
    outside = sqlite3.connect(tmp_path / "deep" / "certamen.db")
    for number in range(1, 501):

        def done(error: Exception | None, number: int = number) -> None:
            assert error is None
            order.append(number)
            written = outside.execute("SELECT body FROM entries WHERE number = ?", (number,)).fetchall()
            assert written == [(f'{{"n":{number}}}',)]
            if number == 500:
                last.set()

        # A change of state is left to the writer's thread, and what comes after it too until it is done.
        change = MatchUpdate(MatchState.RUNNING, CREATED) if number % 100 == 7 else None
        file_store.append("m1", number, [b'{"n":%d}' % number], change, done)
        if number % 50 == 0:
            await asyncio.sleep(0)
    await last.wait()
    outside.close()
    assert order == list(range(1, 501))


async def test_entries_are_written_also_while_another_process_keeps_the_database_to_itself(
    file_store: Store, tmp_path: Path
) -> None:
    await file_store.create(new_match("m1"))
    other = sqlite3.connect(tmp_path / "deep" / "certamen.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    first = asyncio.ensure_future(append(file_store, "m1", 1, [b'{"n":1}', b'{"n":2}']))
    second = asyncio.ensure_future(append(file_store, "m1", 3, [b'{"n":3}']))
    done, _ = await asyncio.wait({first, second}, timeout=0.2)
    assert not done
    other.execute("COMMIT")
    other.close()
    await asyncio.gather(first, second)
    assert (await file_store.entries("m1"))[1:] == [b'{"n":1}', b'{"n":2}', b'{"n":3}']


async def test_what_was_written_ahead_is_brought_into_the_database_while_it_grows(
    file_store: Store, tmp_path: Path
) -> None:
    await file_store.create(new_match("m1"))
    for number in range(1, 12_001):
        await append(file_store, "m1", number, [b'{"n":%d,"x":"%s"}' % (number, b"x" * 100)])
        if number % 100 == 0:
            await asyncio.sleep(0.001)
    ahead = (tmp_path / "deep" / "certamen.db-wal").stat().st_size
    assert ahead < 40_000_000, "each commit writes at least a page of 4 KiB"


async def test_what_was_submitted_is_written_before_closing(place: Path | str) -> None:
    store = await Store.open(place, PUBLIC_KEY)
    await store.create(new_match("m1"))
    for number in range(1, 101):
        store.append("m1", number, [b"{}"], None, lambda _: None)
    await store.close()
    engine = create_engine(database_url(place))
    with engine.connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM entries")).scalar() == 101
    engine.dispose()


async def test_matches_left_behind_are_voided(store: Store) -> None:
    await store.create(new_match("m1"))
    await store.create(new_match("m2"))
    await append(store, "m1", 1, [END], MatchUpdate(MatchState.FINISHED, CREATED, OUTCOME, True))
    assert await store.unfinished() == ["m2"]
    await store.void("m2")
    assert await store.unfinished() == []
    info = await store.match("m2")
    assert info is not None
    assert (info.state, info.outcome) == (MatchState.VOIDED, None)
    assert info.ended is not None
