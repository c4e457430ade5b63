"""Threads that compute answers, so that the loop that keeps the clocks of matches never waits for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import grpc

from certamen_services.errors import StatusError, shutting_down

__all__ = ["Workers"]

Request = TypeVar("Request")
Answer = TypeVar("Answer")


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
        """Take no more calls and forget those that wait. What runs is bounded and left to end."""
        self._closed.set()
        self._pool.shutdown(wait=False, cancel_futures=True)
