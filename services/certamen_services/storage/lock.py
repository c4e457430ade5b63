"""One user at a time for a database."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, NullPool, create_engine, text

from certamen_services.storage.database import database_name, database_url

__all__ = ["StoreInUseError", "sole_user"]

_LOCK = 0x43_45_52_54_41_4D_45_4F
"""Number of PostgreSQL's advisory lock for running matches: any, but always the same."""
_PATIENCE = 10.0
"""Seconds for the session of a server that was killed to end."""
_POLL = 0.1


class StoreInUseError(RuntimeError):
    """Somebody else runs matches on the database."""


@contextmanager
def sole_user(store: Path | str) -> Iterator[None]:
    """Run matches on a database as the only one: two would take each other's for left behind.

    Args:
        store: a file of SQLite, or a URL. One of SQLite's is not locked.

    Raises:
        StoreInUseError: somebody else does.
        OSError: the lock's file cannot be made.
        sqlalchemy.exc.SQLAlchemyError: the database cannot be reached.
    """
    if not isinstance(store, str):
        with _file_lock(store):
            yield
    elif database_url(store).get_backend_name() == "postgresql":
        with _session_lock(store):
            yield
    else:
        yield


@contextmanager
def _file_lock(store: Path) -> Iterator[None]:
    descriptor = os.open(f"{store}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        raise StoreInUseError(f"{store} is in use by another server or run") from None
    try:
        yield
    finally:
        os.close(descriptor)


@contextmanager
def _session_lock(store: str) -> Iterator[None]:
    """A lock of PostgreSQL's, which goes with our session: also when we are killed."""
    engine = create_engine(
        database_url(store), poolclass=NullPool, hide_parameters=True, isolation_level="AUTOCOMMIT"
    )
    with engine.connect() as connection:
        connection.execute(text("SET idle_session_timeout = 0"))
        until = time.monotonic() + _PATIENCE
        while not _is_ours(connection):
            if time.monotonic() > until:
                raise StoreInUseError(f"{database_name(store)} is in use by another server")
            time.sleep(_POLL)
        yield


def _is_ours(connection: Connection) -> bool:
    return bool(connection.scalar(text("SELECT pg_try_advisory_lock(:number)"), {"number": _LOCK}))
