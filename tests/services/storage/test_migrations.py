"""From every released form of the tables to the present one, with everything in them readable."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from certamen_services.records.canonical import canonical
from certamen_services.records.entries import end_entry
from certamen_services.referee.info import SeatRef
from certamen_services.referee.terms import MatchState
from certamen_services.storage import tournament_models  # noqa: F401 (its tables are compared too)
from certamen_services.storage.database import database_url, migrate, open_database
from certamen_services.storage.models import Base
from certamen_services.storage.store import Store
from sqlalchemy import Connection, MetaData, create_engine

from tests.postgres import NEEDED, Postgres
from tests.services.storage.support import CREATED, PUBLIC_KEY, new_match
from tests.services.storage.test_store import OUTCOME

CREATED_NAIVE = CREATED.replace(tzinfo=None)
END = canonical(end_entry(99, MatchState.FINISHED, OUTCOME)).decode()


def test_the_migrations_make_the_tables_that_the_models_describe(place: Path | str) -> None:
    engine = open_database(place)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []
    engine.dispose()
    open_database(place).dispose()  # again: nothing is left to do


def fill(connection: Connection, revision: str) -> None:
    """A finished match and what belongs to it, as a program of that time wrote them."""
    old = MetaData()
    old.reflect(connection)

    def put(table: str, **values: object) -> None:
        connection.execute(old.tables[table].insert().values(values))

    first = new_match("m1").first_entry.decode()
    times = {"created": CREATED_NAIVE, "started": CREATED_NAIVE, "ended": CREATED_NAIVE}
    put("matches", id="m1", game="juwelen", state="finished", practice=False, **times)
    put("seats", match_id="m1", seat=0, token_hash=b"a" * 32)
    put("entries", match_id="m1", number=0, body=first)
    put("entries", match_id="m1", number=1, body=END)
    put("results", match_id="m1", cause="completed", culprit="bot", scores=[5, 7], placements=[2, 1])
    put(
        "records",
        match_id="m1",
        head=b"h" * 32,
        signature=b"s" * 64,
        public_key=PUBLIC_KEY,
        revealed=True,
    )
    if revision >= "0002":
        put("rulings", match_id="m1", kind="reveal", at=CREATED_NAIVE, reason="so be it")
    if revision >= "0003":
        put(
            "tournaments",
            id="t1",
            state="ready",
            plan={"name": "cup"},
            fingerprint="f" * 64,
            root=b"r" * 32,
            nonce=b"n" * 32,
            practice=False,
            revealed=False,
            created=CREATED_NAIVE,
        )


@pytest.mark.parametrize("revision", ["0001", "0002", "0003"])
async def test_every_released_form_is_brought_into_the_present_one(
    place: Path | str, revision: str, tmp_path: Path
) -> None:
    (tmp_path / "deep").mkdir(exist_ok=True)
    engine = create_engine(database_url(place))
    migrate(engine, revision)
    with engine.begin() as connection:
        fill(connection, revision)
    engine.dispose()
    store = await Store.open(place, PUBLIC_KEY)
    info = await store.match("m1")
    assert info is not None
    assert (info.state, info.ended, info.outcome) == (MatchState.FINISHED, CREATED, OUTCOME)
    assert await store.seats_of(b"a" * 32) == [SeatRef("m1", 0)]
    assert (await store.entries("m1"))[1] == END.encode()
    assert await store.record("m1") is not None
    rulings, _ = await store.rulings(9, None, None)
    assert [ruling.reason for ruling in rulings] == ["so be it"] * (revision >= "0002")
    await store.create(new_match("m2"))
    await store.close()
    engine = open_database(place)
    with engine.connect() as connection:
        table = Base.metadata.tables["tournaments"]
        plans = [row.plan for row in connection.execute(table.select())]
        assert plans == [{"name": "cup"}] * (revision >= "0003")
    engine.dispose()


@pytest.mark.needs(*NEEDED)
def test_several_may_start_at_once_on_an_empty_database(postgres: Postgres) -> None:
    with postgres.database() as url, ThreadPoolExecutor(6) as threads:
        started = list(threads.map(_open_in_a_process, [url] * 6))
    assert started == [""] * 6


def _open_in_a_process(url: str) -> str:
    program = "import sys; from certamen_services.storage.database import open_database as o; o(sys.argv[1])"
    ended = subprocess.run(
        [sys.executable, "-c", program, url], capture_output=True, text=True, check=False, timeout=100
    )
    return ended.stderr
