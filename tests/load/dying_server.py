"""A server that may die in the worst moments: `python -m tests.load.dying_server CHANCE serve …`.

With the given chance each transaction ends with kill -9, half of the times between the writing and the
commit, half of the times between the commit and the news of it. This holds for both ways into the database:
the writer's thread, and the fast lane straight from the event loop.
"""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from certamen_services.storage import fastlane, writer


def die() -> None:
    """As if somebody had pulled the plug."""
    os.kill(os.getpid(), signal.SIGKILL)


def endanger(chance: float) -> None:
    """Let transactions be fatal with this chance."""
    attempt = writer._attempt  # noqa: SLF001 (there is no other way in)
    rng = random.Random()

    def fatal(connection: Any, jobs: Iterable[Any]) -> Exception | None:
        if rng.random() >= chance:
            return attempt(connection, jobs)
        if rng.random() < 0.5:
            connection.begin()
            for job in jobs:
                job.work(connection)
            die()
        error = attempt(connection, jobs)
        die()
        return error

    writer._attempt = fatal  # noqa: SLF001 (as above)
    write = fastlane.FastLane.write

    def fatal_write(lane: fastlane.FastLane, match: str, first: int, entries: Sequence[bytes]) -> bool:
        if rng.random() >= chance:
            return write(lane, match, first, entries)
        if rng.random() < 0.5:
            connection = lane._connection  # noqa: SLF001 (as above)
            try:
                connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:  # somebody else writes: as if the lane had found that out
                return False
            rows = [(match, number, entry.decode()) for number, entry in enumerate(entries, first)]
            connection.executemany(fastlane._INSERT, rows)  # noqa: SLF001 (as above)
            die()
        write(lane, match, first, entries)
        die()
        return True

    fastlane.FastLane.write = fatal_write  # type: ignore[method-assign]


if __name__ == "__main__":
    endanger(float(sys.argv.pop(1)))
    from certamen_services.cli import main

    main()
