"""A database that hangs: what waits for it is bounded, and nobody waits for a place."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from pathlib import Path

import psycopg
import pytest
from certamen_services.referee.errors import StoreBusyError
from certamen_services.storage.store import Store
from sqlalchemy.exc import OperationalError

from tests.postgres import NEEDED, Postgres
from tests.services.storage.support import PUBLIC_KEY, append, new_match

MOST = 4


async def test_a_full_queue_refuses_at_once_and_keeps_what_it_took(tmp_path: Path) -> None:
    place = tmp_path / "matches.db"
    store = await Store.open(place, PUBLIC_KEY, MOST)
    for match in range(MOST + 1):
        await store.create(new_match(f"m{match}"))
    hanging = sqlite3.connect(place, isolation_level=None)
    hanging.execute("BEGIN IMMEDIATE")
    waiting = [
        asyncio.ensure_future(append(store, f"m{match}", 1, [b'{"taken":1}'])) for match in range(MOST)
    ]
    await asyncio.sleep(0.1)
    assert not any(each.done() for each in waiting)
    async with asyncio.timeout(0.5):
        with pytest.raises(StoreBusyError, match="4 changes wait"):
            await append(store, f"m{MOST}", 1, [b'{"refused":1}'])
        with pytest.raises(StoreBusyError, match="no match is created"):
            await store.create(new_match("new"))
    hanging.execute("ROLLBACK")
    hanging.close()
    await asyncio.gather(*waiting)
    for match in range(MOST):
        assert (await store.entries(f"m{match}"))[1:] == [b'{"taken":1}']
    assert len(await store.entries(f"m{MOST}")) == 1
    await append(store, f"m{MOST}", 1, [b'{"taken":2}'])
    await store.create(new_match("new"))
    await store.close()


async def test_running_matches_go_on_when_no_new_one_is_created(tmp_path: Path) -> None:
    place = tmp_path / "matches.db"
    store = await Store.open(place, PUBLIC_KEY, MOST)
    for match in range(MOST):
        await store.create(new_match(f"m{match}"))
    hanging = sqlite3.connect(place, isolation_level=None)
    hanging.execute("BEGIN IMMEDIATE")
    waiting = [asyncio.ensure_future(append(store, f"m{match}", 1, [b"{}"])) for match in range(MOST // 2)]
    await asyncio.sleep(0)
    with pytest.raises(StoreBusyError):
        await store.create(new_match("new"))
    waiting += [
        asyncio.ensure_future(append(store, f"m{match}", 1, [b"{}"])) for match in range(MOST // 2, MOST)
    ]
    await asyncio.sleep(0.05)
    hanging.execute("ROLLBACK")
    hanging.close()
    await asyncio.gather(*waiting)
    await store.close()


@pytest.mark.needs(*NEEDED)
async def test_nobody_is_told_anything_once_the_database_is_lost(postgres: Postgres) -> None:
    lost = threading.Event()
    errors: list[BaseException] = []
    told: list[Exception | None] = []

    def note(error: BaseException) -> None:
        errors.append(error)
        lost.set()

    with postgres.database() as url:
        store = await Store.open(url, PUBLIC_KEY, lost=note)
        await store.create(new_match("m1"))
        await store.create(new_match("m2"))
        cut(url)
        for match in ("m1", "m2"):
            store.append(match, 1, [b"{}"], None, told.append)
        assert await asyncio.to_thread(lost.wait, 30)
        await store.close()
        await asyncio.sleep(0)
        assert (len(errors) > 0, told) == (True, [])
        fresh = await Store.open(url, PUBLIC_KEY)
        assert await fresh.unfinished() == ["m1", "m2"]
        await fresh.close()


@pytest.mark.needs(*NEEDED)
async def test_without_anybody_to_tell_jobs_fail_and_the_next_ones_are_written(postgres: Postgres) -> None:
    with postgres.database() as url:
        store = await Store.open(url, PUBLIC_KEY)
        await store.create(new_match("m1"))
        cut(url)
        with pytest.raises(OperationalError):
            await append(store, "m1", 1, [b"{}"])
        await append(store, "m1", 1, [b"{}"])
        assert len(await store.entries("m1")) == 2
        await store.close()


def cut(url: str) -> None:
    """Let PostgreSQL end all connections to a database."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
