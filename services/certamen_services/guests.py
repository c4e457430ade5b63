"""Streams that stand open: none outlives the token with which it was opened."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress

import structlog

from certamen_services.auth import Caller, no_more
from certamen_services.errors import StatusError
from certamen_services.storage.accounts import Holder

__all__ = ["Guests"]

_EVERY = 2.0
"""Seconds between two looks. One of them takes one query, however many streams there are."""
_log = structlog.get_logger(__name__)


class Guests:
    """Who has streams open.

    Args:
        revoked: tells which tokens of some were revoked, by id.
        every: seconds between two looks.
    """

    def __init__(self, revoked: Callable[[set[str]], Awaitable[set[str]]], every: float = _EVERY) -> None:
        self._revoked = revoked
        self._every = every
        self._inside: dict[object, tuple[Holder, Callable[[StatusError], None]]] = {}
        self._task: asyncio.Task[None] | None = None

    @contextmanager
    def inside(self, caller: Caller, show_out: Callable[[StatusError], None]) -> Iterator[None]:
        """While a stream is open.

        Args:
            caller: who opened it.
            show_out: ends it with an error, if the token is not good any more.
        """
        key = object()
        if caller.holder is not None:
            self._inside[key] = caller.holder, show_out
        try:
            yield
        finally:
            self._inside.pop(key, None)

    def start(self) -> None:
        """Begin to look."""
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._every)
            try:
                await self._look()
            except Exception:  # noqa: BLE001 - a database that is away for a moment must not end this for good
                _log.exception("guests.look_failed")

    async def _look(self) -> None:
        here = list(self._inside.items())
        if not here:
            return
        revoked = await self._revoked({holder.token for _, (holder, _) in here})
        for key, (holder, show_out) in here:
            problem = no_more(holder, revoked=holder.token in revoked)
            if problem is not None and self._inside.pop(key, None) is not None:
                _log.info("guest.shown_out", account=holder.name, reason=problem.reason)
                show_out(problem)
