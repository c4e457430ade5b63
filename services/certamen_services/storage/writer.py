"""One thread that writes, so that neither the event loop nor another writer ever waits for the disk."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from time import perf_counter_ns

import structlog
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from certamen_services.referee.errors import StoreBusyError
from certamen_services.referee.tally import Histogram
from certamen_services.storage.database import Lost

_MOST_AT_ONCE = 256
MOST_WAITING = 65_536
"""Several for each match that a server may have."""

Work = Callable[[Connection], None]
"""Statements to be carried out in a transaction."""
Done = Callable[[Exception | None], None]

_log = structlog.get_logger()


@dataclass(frozen=True, slots=True)
class _Job:
    """Something to write, and whom to tell."""

    work: Work
    done: Done


class Writer:
    """Carries out jobs in the order in which they came; those that wait together share a commit.

    Each job is carried out wholly or not at all. Nobody ever waits for a place in the queue, so nothing can
    lock up there: when it is full a job fails at once, as if the database had refused it.

    Once the connection is lost nobody knows what the last commit has become. So `lost` is called, and no
    job is told anything any more: only a fresh start can find out what is durable.
    """

    def __init__(
        self,
        engine: Engine,
        loop: asyncio.AbstractEventLoop,
        most_waiting: int = MOST_WAITING,
        lost: Lost | None = None,
    ) -> None:
        """Start the thread.

        Args:
            engine: where to write.
            loop: in which `submit` and `done` are called.
            most_waiting: how many jobs may wait; what is new (see `is_behind`) gets half of the places only.
            lost: called in the writer's thread when the connection is lost; None: the jobs just fail.
        """
        self._engine = engine
        self._loop = loop
        self._most_waiting = most_waiting
        self._lost = lost
        self._waiting = 0
        self.commits = Histogram()
        """How long transactions took. Counted in the thread; a reader may be one behind."""
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="certamen-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Work, done: Done) -> None:
        """Write as soon as possible.

        Args:
            work: what to do; called in the writer's thread.
            done: called in the event loop when the work is durable, or has failed; from within this call,
            with StoreBusyError, if too much waits.
        """
        if self._waiting >= self._most_waiting:
            done(StoreBusyError(f"{self._waiting} changes wait to be written"))
            return
        self._waiting += 1
        self._jobs.put(_Job(work, done))

    @property
    def waiting(self) -> int:
        """How many jobs wait or are being written."""
        return self._waiting

    @property
    def is_behind(self) -> bool:
        """Whether so much waits that nothing new should be begun, so that what runs can go on."""
        return self._waiting >= self._most_waiting // 2

    def stop(self) -> None:
        """Write what was submitted, then end the thread. Blocks."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        """The thread."""
        try:
            connection = self._engine.connect()
        except SQLAlchemyError as error:
            if self._lost is None:
                raise
            self._lost(error)
            return
        with connection:
            going_on = True
            while going_on:
                jobs, going_on = self._next()
                if jobs:
                    began = perf_counter_ns()
                    going_on = self._write(connection, jobs) and going_on
                    self.commits.add(perf_counter_ns() - began)

    def _next(self) -> tuple[list[_Job], bool]:
        """Jobs that wait, at least one unless the end has come; and whether to go on."""
        job = self._jobs.get()
        jobs: list[_Job] = []
        while job is not None:
            jobs.append(job)
            if len(jobs) == _MOST_AT_ONCE:
                return jobs, True
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return jobs, True
        return jobs, False

    def _write(self, connection: Connection, jobs: list[_Job]) -> bool:
        """Write together; if that fails, one by one, so that only those fail that must; whether to go on."""
        error = _attempt(connection, jobs)
        if self._is_over(error):
            return False
        if error is None or len(jobs) == 1:
            self._tell([(job, error) for job in jobs])
            return True
        results: list[tuple[_Job, Exception | None]] = []
        for job in jobs:
            error = _attempt(connection, [job])
            if self._is_over(error):
                return False
            results.append((job, error))
        self._tell(results)
        return True

    def _is_over(self, error: Exception | None) -> bool:
        """Whether the connection is lost and somebody was told so."""
        if self._lost is None or not isinstance(error, DBAPIError) or not error.connection_invalidated:
            return False
        self._lost(error)
        return True

    def _tell(self, results: Sequence[tuple[_Job, Exception | None]]) -> None:
        """Say in the event loop how it went. A loop that is closed has nobody left to hear it."""

        def tell() -> None:
            for job, error in results:
                self._waiting -= 1
                try:
                    job.done(error)
                except Exception:  # noqa: BLE001 - one listener must not silence the others
                    _log.exception("writer.listener_failed")

        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(tell)


def _attempt(connection: Connection, jobs: Iterable[_Job]) -> Exception | None:
    """Carry out jobs in one transaction; what went wrong."""
    try:
        with connection.begin():
            for job in jobs:
                job.work(connection)
    except Exception as error:  # noqa: BLE001 - reported to whoever submitted
        return error
    return None
