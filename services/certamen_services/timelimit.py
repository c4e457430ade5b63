"""A time limit that is set and lifted all the time, and rings seldom."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

__all__ = ["TimeLimit"]


class TimeLimit:
    """Rings when it was not lifted in time.

    To set and to lift it costs next to nothing: its timer stays, and looks when it fires.

    Args:
        seconds: how long.
        ring: called in the event loop when time is up.
    """

    def __init__(self, seconds: float, ring: Callable[[], None]) -> None:
        self._seconds = seconds
        self._ring = ring
        self._loop = asyncio.get_running_loop()
        self._due: float | None = None
        self._timer: asyncio.TimerHandle | None = None

    @property
    def is_set(self) -> bool:
        """Whether it will ring."""
        return self._due is not None

    def set(self) -> None:
        """Count from now on."""
        self._due = self._loop.time() + self._seconds
        if self._timer is None:
            self._timer = self._loop.call_at(self._due, self._fire)

    def lift(self) -> None:
        """Do not ring."""
        self._due = None

    def close(self) -> None:
        """Let go of the timer."""
        self._due = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _fire(self) -> None:
        self._timer = None
        if self._due is None:
            return
        if self._loop.time() < self._due:
            self._timer = self._loop.call_at(self._due, self._fire)
            return
        self._due = None
        self._ring()
