"""A database that hangs: what waits for it is bounded, and nobody waits for a place."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path

import pytest
from certamen_services.referee.errors import StoreBusyError
from certamen_services.storage.store import Store

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
