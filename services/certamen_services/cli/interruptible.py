"""Work that ends in good order when the command is interrupted."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from typing import Any

from certamen_services.cli.refusal import fail

__all__ = ["run_interruptible"]


def run_interruptible(work: Coroutine[Any, Any, int], sentence: str) -> int:
    """Run to the end and return the exit status; on SIGINT, SIGTERM or SIGHUP cancel, and wait for that.

    Args:
        work: what to do.
        sentence: what to say when it was interrupted.
    """

    async def guarded() -> int:
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
            raise fail(f"interrupted; {sentence}", 128 + caught[0]) from None

    return asyncio.run(guarded())
