"""Commands that run other programs end these first when they are interrupted."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any, TypeVar

from certamen_services.cli.refusal import fail

__all__ = ["run_interruptibly"]

_Result = TypeVar("_Result")


def run_interruptibly(work: Coroutine[Any, Any, _Result], ended: str) -> _Result:
    """Run to the end; on SIGINT, SIGTERM or SIGHUP cancel the work, and exit with 128 + the signal.

    Args:
        work: what is run; when it is cancelled it ends what it started.
        ended: what that is, in words: "all programs were ended".
    """

    async def guarded() -> _Result:
        loop, task = asyncio.get_running_loop(), asyncio.ensure_future(work)
        caught: list[int] = []

        def stop(number: int) -> None:
            caught.append(number)
            task.cancel()

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, stop, number)
        try:
            return await task
        except asyncio.CancelledError:
            raise fail(f"interrupted; {ended}", 128 + caught[0]) from None

    return asyncio.run(guarded())
