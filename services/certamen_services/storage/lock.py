"""One user at a time for a database that is a file."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

__all__ = ["StoreInUseError", "sole_user"]


class StoreInUseError(RuntimeError):
    """Somebody else runs matches on the database."""


@contextmanager
def sole_user(store: Path | str) -> Iterator[None]:
    """Run matches on a database as the only one: two would take each other's for left behind.

    Args:
        store: its file; a URL is not locked.

    Raises:
        StoreInUseError: somebody else does.
        OSError: the lock's file cannot be made.
    """
    if isinstance(store, str):
        yield
        return
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
