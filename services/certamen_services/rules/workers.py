"""Threads that compute answers, so that the loop that keeps the clocks of matches never waits for them."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import grpc

from certamen_services.errors import StatusError, shutting_down

__all__ = ["Stopped", "Workers"]

Request = TypeVar("Request")
Answer = TypeVar("Answer")


class Stopped(Exception):  # noqa: N818 - no error
    """Nobody waits for the answer any more; what a computation raises when it notices."""


class Workers:
    """Some threads and a bounded number of calls that wait for them.

    Args:
        name: of the threads.
        threads: how many.
        waiting: most calls whose answers are computed or wait for it.
    """

    def __init__(self, name: str, threads: int, waiting: int) -> None:
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._free = waiting
        self._closed = asyncio.Event()
        self._running: set[threading.Event] = set()

    async def answer_unless_stopped(
        self, compute: Callable[[Request, Callable[[], None]], Answer], request: Request
    ) -> Answer:
        """Compute a long answer in a thread, as long as somebody waits for it.

        Args:
            compute: takes the request, and what it must call again and again: that raises `Stopped` once the
                caller has given up, or the server stops.
            request: passed on.

        Raises:
            StatusError: BUSY, too many calls are waiting; SHUTTING_DOWN, the server stops.
        """
        stopped = threading.Event()

        def go_on() -> None:
            if stopped.is_set():
                raise Stopped

        self._running.add(stopped)
        try:
            return await self.answer(lambda asked: compute(asked, go_on), request)
        except Stopped:
            raise shutting_down() from None
        finally:
            stopped.set()
            self._running.discard(stopped)

    async def answer(self, compute: Callable[[Request], Answer], request: Request) -> Answer:
        """Compute an answer in a thread. Raises StatusError BUSY if too many calls are waiting."""
        if self._closed.is_set():
            raise shutting_down()
        if self._free == 0:
            raise StatusError(
                grpc.StatusCode.RESOURCE_EXHAUSTED, "BUSY", "too many calls are waiting; try again later"
            )
        self._free -= 1
        try:
            # If the caller gives up, what has not begun never will.
            return await asyncio.get_running_loop().run_in_executor(self._pool, compute, request)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if self._closed.is_set() and (task is None or not task.cancelling()):
                raise shutting_down() from None
            raise
        finally:
            self._free += 1

    def close(self) -> None:
        """Take no more calls and forget those that wait. What runs is stopped, or bounded and left to end."""
        self._closed.set()
        for stopped in self._running:
            stopped.set()
        self._pool.shutdown(wait=False, cancel_futures=True)
