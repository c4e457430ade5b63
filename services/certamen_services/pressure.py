"""How much of the server's attention a token may claim, over all the streams that it opens."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

__all__ = ["Account", "Accounts", "Allowance"]

_NS = 1_000_000_000
Claim = TypeVar("Claim")


class Allowance:
    """A number of things that may be done at once, and how fast they grow again.

    Args:
        most: how many at once.
        per_second: how many grow again.
        now: reads a clock, in nanoseconds.
    """

    __slots__ = ("_left", "_most", "_now", "_per_ns", "_since")  # there may be very many

    def __init__(self, most: int, per_second: float, now: Callable[[], int]) -> None:
        self._most = float(most)
        self._per_ns = per_second / _NS
        self._now = now
        self._left = self._most
        self._since = now()

    def take(self) -> bool:
        """Use one up; False if there is none."""
        now = self._now()
        self._left = min(self._most, self._left + (now - self._since) * self._per_ns)
        self._since = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def give_back(self) -> None:
        """The one that was used was well used."""
        self._left = min(self._most, self._left + 1)


class Account:
    """What one token may claim.

    Args:
        messages: for messages; those that the referee waited for are given back.
        streams: for streams.
    """

    __slots__ = ("messages", "streams")

    def __init__(self, messages: Allowance, streams: Allowance) -> None:
        self.messages = messages
        self.streams = streams


class Accounts(Generic[Claim]):
    """What those may claim who called last.

    Args:
        opened: makes what a new one may claim.
        most: how many are kept. One that so many others came after starts afresh.
    """

    def __init__(self, opened: Callable[[], Claim], most: int = 10_000) -> None:
        self._opened = opened
        self._most = most
        self._known: OrderedDict[Hashable, Claim] = OrderedDict()

    def of(self, caller: Hashable) -> Claim:
        """What this caller may claim."""
        claim = self._known.get(caller)
        if claim is None:
            claim = self._known[caller] = self._opened()
            if len(self._known) > self._most:
                self._known.popitem(last=False)
        self._known.move_to_end(caller)
        return claim
