"""The referee's end of a connection to one seat."""

from __future__ import annotations

from typing import Protocol


class Listener(Protocol):
    """What a match hears from its seats."""

    def on_handed_over(self, seat: int, decision: int, at_ns: int) -> None:
        """The transport took a decision."""

    def on_act(self, seat: int, decision: int, action: int | str | None, read_ns: int) -> None:
        """A seat answered."""

    def on_resign(self, seat: int, read_ns: int) -> None:
        """A seat gives up."""

    def on_detach(self, seat: int, at_ns: int) -> None:
        """A seat's connection is gone."""


class Port:
    """What a transport calls for one seat of one match; dead when the seat is detached or attached anew."""

    def __init__(self, match: str, seat: int, listener: Listener) -> None:
        self.match = match
        self.seat = seat
        self._listener: Listener | None = listener

    def close(self) -> None:
        """From now on nothing that is called here has an effect."""
        self._listener = None

    def handed_over(self, decision: int, at_ns: int) -> None:
        """The decision was handed to the transport at this instant."""
        if self._listener is not None:
            self._listener.on_handed_over(self.seat, decision, at_ns)

    def act(self, decision: int, action: int | str | None, read_ns: int) -> None:
        """The bot answers a decision with an action's code or text."""
        if self._listener is not None:
            self._listener.on_act(self.seat, decision, action, read_ns)

    def resign(self, read_ns: int) -> None:
        """The bot gives the match up."""
        if self._listener is not None:
            self._listener.on_resign(self.seat, read_ns)

    def leave(self, read_ns: int) -> None:
        """The bot says goodbye: in a running match a resignation."""
        self.resign(read_ns)
        self.detach(read_ns)

    def detach(self, at_ns: int) -> None:
        """The connection is gone."""
        listener, self._listener = self._listener, None
        if listener is not None:
            listener.on_detach(self.seat, at_ns)
