"""What waits to be written to one stream."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Generic, TypeVar

from certamen_services.timelimit import TimeLimit

__all__ = ["SendQueue"]

T = TypeVar("T")


class SendQueue(Generic[T]):
    """A bounded queue between one loop's callbacks, which must not wait, and one writer.

    Args:
        limit: most items that may wait.
        linger: seconds that an item that is not urgent may wait for company.
    """

    def __init__(self, limit: int, linger: float = 0.0) -> None:
        self._items: deque[T] = deque()
        self._limit = limit
        self._due = 0
        """How many of the items, from the first on, are to be written at once."""
        self._some_due = asyncio.Event()
        self._linger = TimeLimit(linger, self._all_due) if linger > 0 else None

    def __len__(self) -> int:
        """How many items wait."""
        return len(self._items)

    def put(self, item: T) -> bool:
        """Add an item that is urgent; False if the queue is full, and then it is not added."""
        if len(self._items) >= self._limit:
            return False
        self._items.append(item)
        self._all_due()
        return True

    def put_by(self, item: T) -> bool:
        """Add an item that may linger; False as above."""
        if self._linger is None:
            return self.put(item)
        if len(self._items) >= self._limit:
            return False
        self._items.append(item)
        if not self._linger.is_set:
            self._linger.set()
        return True

    def replace(self, item: T) -> None:
        """Forget everything that waits; only this item is left."""
        self._items.clear()
        self._items.append(item)
        self._all_due()

    async def take(self, most: int, last: Callable[[T], bool]) -> list[T]:
        """Take the first items that are due; waits until there are some.

        Args:
            most: at most so many.
            last: whether nothing may be taken together with what comes after this item.
        """
        while not self._due:
            self._some_due.clear()
            await self._some_due.wait()
        taken: list[T] = []
        while self._due and len(taken) < most:
            self._due -= 1
            taken.append(self._items.popleft())
            if last(taken[-1]):
                break
        return taken

    def close(self) -> None:
        """Nobody will take anything any more."""
        if self._linger is not None:
            self._linger.close()

    def _all_due(self) -> None:
        self._due = len(self._items)
        self._some_due.set()
        if self._linger is not None:
            self._linger.lift()
