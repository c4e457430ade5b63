"""A match that is void because the disk failed is void after a restart too."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from certamen_services.records.keys import Signer
from certamen_services.referee.arena import Arena
from certamen_services.referee.settings import MatchSettings
from certamen_services.referee.terms import MatchState
from certamen_services.storage.store import Store

from tests.services.referee.test_arena import Bot

SIGNER = Signer.generate()
SETTINGS = MatchSettings("juwelen", 2, {"rounds": 1})


class Disk:
    """The database's file, which can be made to refuse what is written into some tables."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def refuse(self, *tables: str) -> None:
        for table in tables:
            self._run(
                f"CREATE TRIGGER {table}_full BEFORE INSERT ON {table} BEGIN SELECT RAISE(ABORT, 'full'); END"
            )

    def accept(self, *tables: str) -> None:
        for table in tables:
            self._run(f"DROP TRIGGER {table}_full")

    def _run(self, statement: str) -> None:
        connection = sqlite3.connect(self.path)
        connection.execute(statement)
        connection.commit()
        connection.close()


@pytest.fixture
def disk(tmp_path: Path) -> Disk:
    return Disk(tmp_path / "certamen.db")


@pytest.fixture
async def store(disk: Disk) -> AsyncIterator[Store]:
    opened = await Store.open(disk.path, SIGNER.public_key)
    yield opened
    await opened.close()


async def stored_state(store: Store, match: str) -> MatchState:
    info = await store.match(match)
    assert info is not None
    return info.state


async def test_it_is_stored_at_once_if_the_disk_takes_it(store: Store, disk: Disk) -> None:
    arena = await Arena.open(store, SIGNER)
    waiting = await arena.create(SETTINGS)
    disk.refuse("entries")
    bot = Bot()
    bot.port = arena.attach(waiting.match.id, 0, bot)
    await asyncio.wait_for(bot.ended.wait(), 10)
    await arena.close()
    assert await stored_state(store, waiting.match.id) is MatchState.VOIDED
    assert await store.unfinished() == []


async def test_it_is_stored_later_if_the_disk_takes_nothing_now(store: Store, disk: Disk) -> None:
    arena = await Arena.open(store, SIGNER)
    created = await arena.create(SETTINGS)
    match = created.match.id
    disk.refuse("entries", "results")
    bot = Bot()
    bot.port = arena.attach(match, 0, bot)
    await asyncio.wait_for(bot.ended.wait(), 10)
    await asyncio.sleep(0.2)
    assert await stored_state(store, match) is MatchState.WAITING
    disk.accept("results")
    await asyncio.sleep(1.5)
    assert await stored_state(store, match) is MatchState.VOIDED
    await arena.close()
    assert await store.unfinished() == []


async def test_a_disk_that_fails_for_good_does_not_hold_up_the_end(store: Store, disk: Disk) -> None:
    arena = await Arena.open(store, SIGNER)
    created = await arena.create(SETTINGS)
    disk.refuse("entries", "results")
    bot = Bot()
    bot.port = arena.attach(created.match.id, 0, bot)
    await asyncio.wait_for(bot.ended.wait(), 10)
    before = len(asyncio.all_tasks())
    async with asyncio.timeout(4):
        await arena.close()
    await asyncio.sleep(0)
    assert len(asyncio.all_tasks()) < before
    assert await store.unfinished() == [created.match.id], "it will be taken up again"
