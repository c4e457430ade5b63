"""A thread in which a bot thinks."""

from __future__ import annotations

import asyncio
import concurrent.futures
import inspect
import queue
import threading
from collections.abc import Awaitable, Callable
from typing import TypeVar, cast

__all__ = ["Worker"]

_T = TypeVar("_T")


class Worker:
    """Calls plain functions in a thread of its own, one after the other, and awaits coroutines.

    The thread is a daemon, unlike those of an executor: a bot that thinks for ever must not keep the program
    from ending.

    Args:
        name: of the thread, for debuggers.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._calls: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    async def call(self, function: Callable[..., Awaitable[_T] | _T], *arguments: object) -> _T:
        """The function's result."""
        if inspect.iscoroutinefunction(function):
            return cast("_T", await function(*arguments))
        result = await self._in_thread(function, *arguments)
        return cast("_T", await result if inspect.isawaitable(result) else result)

    def close(self) -> None:
        """Let the thread end once it is idle."""
        self._calls.put(None)

    async def _in_thread(self, function: Callable[..., object], *arguments: object) -> object:
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
            self._thread.start()
        future: concurrent.futures.Future[object] = concurrent.futures.Future()

        def work() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(function(*arguments))
            except BaseException as error:  # noqa: BLE001 (handed to the caller, whatever it is)
                future.set_exception(error)

        self._calls.put(work)
        return await asyncio.wrap_future(future)

    def _run(self) -> None:
        while (work := self._calls.get()) is not None:
            work()
