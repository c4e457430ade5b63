"""Holds back what a match has to say until the entries that it tells of are durable."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any, Generic, TypeVar

from certamen_services.records.canonical import canonical
from certamen_services.records.chain import chain
from certamen_services.referee.journal import Journal, MatchUpdate

Message = TypeVar("Message")


class Outbox(Generic[Message]):
    """Entries and messages of one match, in order.

    A step of the match records entries, says messages, and commits. The messages are delivered when its
    entries, and those of all steps before it, are durable.
    """

    def __init__(
        self,
        match: str,
        journal: Journal,
        written: tuple[int, bytes],
        deliver: Callable[[Message], None],
        failed: Callable[[Exception], None],
    ) -> None:
        """Start.

        Args:
            match: id of the match.
            journal: where entries go.
            written: number of entries that are durable already, and the head of the chain over them.
            deliver: called with each message when it may be told.
            failed: called once if entries cannot be written; nothing that was held back will be told.
        """
        self._match = match
        self._journal = journal
        self._next, self._head = written
        self._deliver = deliver
        self._failed = failed
        self._entries: list[bytes] = []
        self._messages: list[Message] = []
        self._held: deque[list[Message]] = deque()
        self._broken = False

    @property
    def is_broken(self) -> bool:
        """Whether entries could not be written: nothing that is recorded from now on will be."""
        return self._broken

    @property
    def head(self) -> bytes:
        """Head of the chain over all entries recorded so far, 32 bytes."""
        return self._head

    def record(self, entry: Mapping[str, Any]) -> int:
        """Add an entry to the step; returns its number in the record."""
        data = canonical(entry)
        self._head = chain(self._head, (data,))
        self._entries.append(data)
        return self._next + len(self._entries) - 1

    def say(self, message: Message) -> None:
        """Add a message to the step."""
        self._messages.append(message)

    def commit(self, update: MatchUpdate | None = None) -> None:
        """End the step."""
        entries, messages = self._entries, self._messages
        self._entries, self._messages = [], []
        if self._broken:
            self._release(messages)
        elif entries or update is not None:
            first = self._next
            self._next += len(entries)
            self._held.append(messages)
            try:
                self._journal.append(self._match, first, entries, update, self._done)
            except Exception as error:  # noqa: BLE001 - else there would be a gap, and the match would go on
                self._done(error)
        elif self._held:
            self._held[-1].extend(messages)
        else:
            self._release(messages)

    def _release(self, messages: list[Message]) -> None:
        """Deliver."""
        for message in messages:
            self._deliver(message)

    def _done(self, error: Exception | None) -> None:
        """The oldest step held back is durable, or will never be."""
        if self._broken:
            return
        if error is None:
            self._release(self._held.popleft())
            return
        self._broken = True
        self._held.clear()
        self._failed(error)
