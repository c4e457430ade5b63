"""What the referee asks of a store: entries are durable before anybody is told what they tell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from certamen_services.referee.messages import Outcome
from certamen_services.referee.rulings import Ruling
from certamen_services.referee.terms import MatchState

Done = Callable[[Exception | None], None]
"""Called in the event loop when the entries are durable (None), or could not be written."""


@dataclass(frozen=True, slots=True)
class MatchUpdate:
    """A change of a match's state that is stored together with the entries that tell of it.

    Attributes:
        state: the new state.
        at: when, UTC; informative.
        outcome: how the match ended; None if it has not.
        revealed: whether the record may be given to everybody.
        ruling: the organiser's decision that led to it, for the audit trail.
    """

    state: MatchState
    at: datetime
    outcome: Outcome | None = None
    revealed: bool = False
    ruling: Ruling | None = None


class Journal(Protocol):
    """A store of entries."""

    def append(
        self, match: str, first: int, entries: Sequence[bytes], change: MatchUpdate | None, done: Done
    ) -> None:
        """Write entries durably, all or none; in the order of the calls. Does not block.

        Args:
            match: id of the match.
            first: number of the first of these entries in the match, from 0.
            entries: canonical JSON.
            change: change of the match's state, written in the same transaction.
            done: called once, possibly from within this call.
        """
