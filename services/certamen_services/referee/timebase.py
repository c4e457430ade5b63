"""Where the referee gets its time from."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

from certamen_services.referee.clock import NS


class Timer(Protocol):
    """A call that was ordered for later."""

    def cancel(self) -> None:
        """Call it off."""


class Timebase(Protocol):
    """A monotonic clock that can call back."""

    def now_ns(self) -> int:
        """The present instant in nanoseconds, from an arbitrary zero."""

    def call_at(self, at_ns: int, callback: Callable[[], None]) -> Timer:
        """Call back at an instant or shortly after it."""


class MonotonicTime:
    """The machine's monotonic clock and the running event loop."""

    def now_ns(self) -> int:
        """The present instant."""
        return time.monotonic_ns()

    def call_at(self, at_ns: int, callback: Callable[[], None]) -> Timer:
        """Call back from the event loop."""
        delay = max(0, at_ns - time.monotonic_ns()) / NS
        return asyncio.get_running_loop().call_later(delay, callback)
