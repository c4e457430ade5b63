"""What waits to be written to one stream."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Generic, TypeVar

__all__ = ["SendQueue"]

T = TypeVar("T")


class SendQueue(Generic[T]):
    """A bounded queue between one loop's callbacks, which must not wait, and one writer.

    Args:
        limit: most items that may wait.
    """

    def __init__(self, limit: int) -> None:
        self._items: deque[T] = deque()
        self._limit = limit
        self._filled = asyncio.Event()

    def put(self, item: T) -> bool:
        """Add an item; False if the queue is full, and then it is not added."""
        if len(self._items) >= self._limit:
            return False
        self._items.append(item)
        self._filled.set()
        return True

    def replace(self, item: T) -> None:
        """Forget everything that waits; only this item is left."""
        self._items.clear()
        self._items.append(item)
        self._filled.set()

    async def get(self, patience: float) -> T | None:
        """Take the first item; None if there was none for `patience` seconds."""
        if not self._items:
            self._filled.clear()
            try:
                async with asyncio.timeout(patience):
                    await self._filled.wait()
            except TimeoutError:
                return None
        return self._items.popleft()
