"""Arenas for tests, each with a store of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from certamen_services.records.keys import Signer
from certamen_services.referee.arena import Arena
from certamen_services.storage.store import Store


@asynccontextmanager
async def opened_arena(folder: Path) -> AsyncIterator[Arena]:
    """An arena whose matches are kept in this folder."""
    signer = Signer.generate()
    store = await Store.open(folder / "matches.db", signer.public_key)
    arena = await Arena.open(store, signer)
    yield arena
    await arena.close()
    await store.close()
