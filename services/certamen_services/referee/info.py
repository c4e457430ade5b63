"""A match as it is told to organisers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from certamen_services.referee.messages import Outcome, SeatInfo
from certamen_services.referee.plan import FIRST_ATTEMPT, Attempt
from certamen_services.referee.settings import MatchSettings
from certamen_services.referee.terms import MatchState


@dataclass(frozen=True, slots=True)
class SeatRef:
    """A seat of a match."""

    match: str
    seat: int


@dataclass(frozen=True, slots=True)
class MatchInfo:
    """A match.

    Attributes:
        id: its id.
        settings: with all defaults filled in.
        seats: all seats, ascending.
        state: where it stands.
        practice: whether seed or start position were given.
        commitment: 32 bytes.
        created: when it was created, UTC.
        started: when all seats had joined, UTC.
        ended: when it ended, UTC.
        outcome: how it ended; None as well if it was left behind without an end.
        attempt: which attempt it is.
        revealed: whether the seed is no secret any more.
    """

    id: str
    settings: MatchSettings
    seats: tuple[SeatInfo, ...]
    state: MatchState
    practice: bool
    commitment: bytes
    created: datetime
    started: datetime | None
    ended: datetime | None
    outcome: Outcome | None
    attempt: Attempt = FIRST_ATTEMPT
    revealed: bool = False


@dataclass(frozen=True, slots=True)
class CreatedMatch:
    """A match that waits for its seats, and what to join them with.

    Attributes:
        match: the match.
        tokens: one for each seat; only their hashes are kept.
    """

    match: MatchInfo
    tokens: tuple[str, ...]

    def __repr__(self) -> str:
        """Without the tokens, so that no log tells them."""
        return f"CreatedMatch({self.match!r})"
