"""The short way of an entry into SQLite: straight from the event loop.

A commit there ends in one system call that copies a few hundred bytes. To wake a thread for it, and to be
woken, takes several times as long. What takes longer or has to wait is left to threads: changes of a match's
state, other writers' transactions, and checkpoints, which are what waits for the disk.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter_ns

import structlog
from sqlalchemy import Engine

from certamen_services.referee.tally import Histogram

__all__ = ["FastLane", "fast_lane"]

_PATIENCE_MS = 2
"""How long the loop waits for another writer before it leaves the entries to the thread."""
_CHECKPOINT_AFTER = 2000
"""Entries between two checkpoints: about as many pages as SQLite's own habit would be."""
_INSERT = "INSERT INTO entries (match_id, number, body) VALUES (?, ?, ?)"

_log = structlog.get_logger()


def fast_lane(engine: Engine) -> FastLane | None:
    """A fast lane for a database; None if it has none: only a file of SQLite has."""
    url = engine.url
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return FastLane(Path(url.database))


class FastLane:
    """Writes entries from the thread in which it was made.

    Args:
        path: file of the database, whose tables are there, and which writes ahead.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._connection = sqlite3.connect(path, isolation_level=None)
        for pragma in (
            f"busy_timeout = {_PATIENCE_MS}",
            "synchronous = NORMAL",
            "foreign_keys = ON",
            "wal_autocheckpoint = 0",
        ):
            self._connection.execute(f"PRAGMA {pragma}")
        self.commits = Histogram()
        """How long transactions took."""
        self._since_checkpoint = 0
        self._checkpointer = ThreadPoolExecutor(1, "certamen-checkpoint")

    def write(self, match: str, first: int, entries: Sequence[bytes]) -> bool:
        """Write entries durably, all or none; False if none was: the writer will, or will tell why not.

        Args:
            match: id of the match.
            first: number of the first of them.
            entries: canonical JSON.
        """
        began = perf_counter_ns()
        try:
            if len(entries) == 1:
                self._connection.execute(_INSERT, (match, first, entries[0].decode()))
            else:
                self._write_together(match, first, entries)
        except sqlite3.Error:
            return False
        self.commits.add(perf_counter_ns() - began)
        self._since_checkpoint += len(entries)
        if self._since_checkpoint >= _CHECKPOINT_AFTER:
            self._since_checkpoint = 0
            asyncio.get_running_loop().run_in_executor(self._checkpointer, self._checkpoint)
        return True

    def close(self) -> None:
        """Let go of the database. Blocks while a checkpoint lasts."""
        self._checkpointer.shutdown()
        self._connection.close()

    def _write_together(self, match: str, first: int, entries: Sequence[bytes]) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        try:
            rows = [(match, number, entry.decode()) for number, entry in enumerate(entries, first)]
            self._connection.executemany(_INSERT, rows)
            self._connection.execute("COMMIT")
        except BaseException:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
            raise

    def _checkpoint(self) -> None:
        """Bring what was written ahead into the database, in a thread: this waits for the disk."""
        try:
            connection = sqlite3.connect(self._path)
            try:
                connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
                # Writers went on meanwhile. The rest is little, but nobody may write beside it: only then can
                # the file of what is written ahead be used from its start again.
                connection.execute("PRAGMA wal_checkpoint(RESTART)")
            finally:
                connection.close()
        except sqlite3.Error:
            _log.exception("storage.checkpoint_failed")
