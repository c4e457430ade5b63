"""Matches that are void because their journal failed: the store is told as soon as it takes anything again.

Everybody was told that such a match is void, but that could not be written. If nothing were done the match
would be taken up again after a restart, as if nothing had happened.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import structlog

__all__ = ["LateVoids"]

_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 30.0

_log = structlog.get_logger()


class LateVoids:
    """Writes again and again, until it is written.

    Args:
        void: writes that a match is void.
    """

    def __init__(self, void: Callable[[str], Awaitable[None]]) -> None:
        self._void = void
        self._writing: dict[str, asyncio.Task[None]] = {}

    def add(self, match: str) -> None:
        """This match is void, and the store does not know."""
        task = self._writing[match] = asyncio.create_task(self._write(match))
        task.add_done_callback(lambda _: self._writing.pop(match, None))

    async def close(self, patience: float) -> None:
        """Give up after so many seconds; what is not written then will be taken up after a restart."""
        if self._writing:
            _, late = await asyncio.wait(self._writing.values(), timeout=patience)
            for match, task in list(self._writing.items()):
                if task in late:
                    task.cancel()
                    _log.error("match.void_not_stored", match=match)

    async def _write(self, match: str) -> None:
        pause = _FIRST_PAUSE
        while True:
            try:
                await self._void(match)
            except Exception as error:  # noqa: BLE001 - whatever it is, it may be over soon
                _log.warning("match.void_not_stored_yet", match=match, error=repr(error))
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
            else:
                return
