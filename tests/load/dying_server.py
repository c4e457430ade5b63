"""A server that may die in the worst moments: `dying_server.py CHANCE serve …`.

With the given chance each transaction ends with kill -9, half of the times between the writing and the
commit, half of the times between the commit and the news of it.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from collections.abc import Iterable
from typing import Any

from certamen_services.storage import writer


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


if __name__ == "__main__":
    endanger(float(sys.argv.pop(1)))
    from certamen_services.cli import main

    main()
