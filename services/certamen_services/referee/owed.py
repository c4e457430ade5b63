"""Since when a seat owes a decision, as far as a record tells it."""

from __future__ import annotations

from certamen_services.referee.stoppages import Stoppages


class Owed:
    """What is known of the decision that a seat owes.

    Attributes:
        since_ns: since when its clock can have been running; None: nothing is owed.
        used_ns: how long it had been running before the server was killed.
        waits: since the restart the seat has not come back, and its clock does not run.
    """

    def __init__(self) -> None:
        self.since_ns: int | None = None
        self.used_ns = 0
        self.waits = False

    def begins(self, at_ns: int) -> None:
        """The seat owes a decision since this instant, if not for longer."""
        if self.since_ns is None:
            self.since_ns = at_ns

    def ends(self) -> None:
        """The decision was taken."""
        self.since_ns, self.used_ns = None, 0

    def resumed(self, at_ns: int, stoppages: Stoppages) -> None:
        """The server was killed; this is the last instant that the record had known."""
        if self.since_ns is not None:
            if not self.waits:
                self.used_ns += stoppages.elapsed_ns(self.since_ns, at_ns)
            self.since_ns = at_ns
        self.waits = True

    def returned(self, at_ns: int) -> None:
        """The seat has come back after a restart, or should have."""
        self.waits = False
        if self.since_ns is not None:
            self.since_ns = at_ns
