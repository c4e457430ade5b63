"""What spectators of one match may know, and those who are listening.

Everything here is told after it was delivered to the seats, never before it is durable. The position is kept
as the core's state and looked at from outside only when somebody listens.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import certamen_core as cc
import structlog

from certamen_services.referee.errors import FieldError
from certamen_services.referee.messages import (
    Event,
    EventMessage,
    PublicEnd,
    PublicStart,
    PublicView,
    SeedRevealed,
    ToSpectator,
)

_log = structlog.get_logger()


class WatchLink(Protocol):
    """A transport's end of a spectator's connection."""

    def send(self, message: ToSpectator) -> None:
        """Queue a message. Never blocks, never raises, and never calls back."""


class Audience:
    """The public story of one match so far, and its listeners."""

    def __init__(self, match: str) -> None:
        self._match = match
        self._start: PublicStart | None = None
        self._events: list[EventMessage] = []
        self._state: cc.State | None = None
        self._end: PublicEnd | None = None
        self._links: set[WatchLink] = set()

    # ------------------------------------------------------------------------------------------- the referee

    def begin(self, state: cc.State) -> None:
        """The match begins in this position; the events of the first deal follow."""
        self._start = PublicStart(self._match, state.view(cc.SPECTATOR))
        self._tell(self._start)

    def happened(self, first: int, state: cc.State) -> None:
        """An action, or the first deal, led to this position.

        Args:
            first: number of its first event.
            state: the position, with the events; it must not change any more while somebody can join.
        """
        for number, event in enumerate(state.events(cc.SPECTATOR), first):
            self.add(number, event)
        self._state = state
        if self._links:
            self._tell(self._view(state))

    def add(self, number: int, event: Event) -> None:
        """One event, the same for everybody."""
        message = EventMessage(self._match, number, event)
        self._events.append(message)
        self._tell(message)

    def end(self, revealed: SeedRevealed | None) -> None:
        """The match has ended; nothing follows."""
        self._end = PublicEnd(self._match, revealed)
        self._tell(self._end)
        self._links.clear()

    # ---------------------------------------------------------------------------------------- the spectators

    @property
    def told(self) -> int:
        """How many events were told."""
        return len(self._events)

    def join(self, link: WatchLink, last_event: int) -> list[ToSpectator]:
        """Listen from now on.

        Args:
            link: where to send what is told from now on.
            last_event: number of the last event that the spectator has; 0: tell the match from its start.

        Returns:
            What was told so far, from there on, and the position as it is now.

        Raises:
            FieldError: no event with this number was told yet.
        """
        if not 0 <= last_event <= len(self._events):
            raise FieldError("last_event", f"0 … {len(self._events)}, the events that were told")
        if self._end is None:
            self._links.add(link)
        return list(self._story(last_event))

    def leave(self, link: WatchLink) -> None:
        """Listen no more."""
        self._links.discard(link)

    def _story(self, last_event: int) -> Iterator[ToSpectator]:
        if self._start is not None and last_event == 0:
            yield self._start
        yield from self._events[last_event:]
        if self._state is not None:
            yield self._view(self._state)
        if self._end is not None:
            yield self._end

    def _view(self, state: cc.State) -> PublicView:
        return PublicView(self._match, len(self._events), state.view(cc.SPECTATOR))

    def _tell(self, message: ToSpectator) -> None:
        for link in list(self._links):
            try:
                link.send(message)
            except Exception:  # noqa: BLE001 - a spectator must not stop the match
                _log.exception("audience.link_failed", match=self._match)
                self._links.discard(link)
