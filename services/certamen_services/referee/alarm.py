"""Rings when something falls due, and never has more than one timer."""

from __future__ import annotations

from collections.abc import Callable

from certamen_services.referee.timebase import Timebase, Timer


class Alarm:
    """A timer that is set to whatever falls due next.

    Args:
        timebase: source of time.
        due: the instant at which something falls due next, as far as is known; None: nothing will.
        ring: called then, or before.
    """

    def __init__(self, timebase: Timebase, due: Callable[[], int | None], ring: Callable[[], None]) -> None:
        self._time = timebase
        self._due = due
        self._ring = ring
        self._timer: Timer | None = None
        self._timer_at = 0
        self._stopped = False

    def set(self) -> None:
        """See to it that it rings in time; it may ring too early."""
        due = None if self._stopped else self._due()
        if self._timer is not None:
            if due is not None and self._timer_at <= due:
                return
            self._timer.cancel()
            self._timer = None
        if due is not None:
            self._timer_at = due
            self._timer = self._time.call_at(due, self._on_timer)

    def stop(self) -> None:
        """Never ring again."""
        self._stopped = True
        self.set()

    def _on_timer(self) -> None:
        self._timer = None
        self._ring()
