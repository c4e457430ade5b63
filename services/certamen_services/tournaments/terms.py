"""The words of a running tournament, and the values that its parts hand to each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from certamen_services.tournaments.deals import Root
from certamen_services.tournaments.schedule import Block
from certamen_services.tournaments.statistics import GameResult

__all__ = [
    "Attempt",
    "AttemptState",
    "Result",
    "Ruling",
    "RulingKind",
    "StoredBlock",
    "Tournament",
    "TournamentError",
    "TournamentState",
]


class TournamentError(Exception):
    """What was asked for is not possible as the tournament stands; the message says why."""


class TournamentState(StrEnum):
    """Where a tournament stands."""

    READY = "ready"
    """Under way, or to be taken up by the next run."""
    PAUSED = "paused"
    """No game begins until it is run again."""
    FINISHED = "finished"
    CANCELLED = "cancelled"


class AttemptState(StrEnum):
    """What came of an attempt at a game."""

    RUNNING = "running"
    """Being played, or was when the runner was killed."""
    FINISHED = "finished"
    """It counts."""
    VOID = "void"


class RulingKind(StrEnum):
    """What was decided about a tournament."""

    CREATE = "create"
    RESUME = "resume"
    PAUSE = "pause"
    CANCEL = "cancel"
    FINISH = "finish"
    VOID = "void"
    """A game does not count, by decision."""
    RERUN = "rerun"
    """A game, or its whole block with a new deal, is played again."""
    ABANDON = "abandon"
    """A block is given up: a game of it was void too often."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a game.

    Attributes:
        places: adjudicated, by seat.
        scores: the game's own points by seat; None if it was not played to its end.
        parties: by seat.
        faults: causes by seat; only seats with a fault are in it.
        decisions: answered, by seat.
        charged_ns: time charged in all, by seat; in direct play: time that it took.
        longest_ns: the longest decision, by seat.
        stalled_ns: time in which the referee was held up, which was given back.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...] | None
    parties: tuple[int, ...]
    faults: Mapping[int, str]
    decisions: tuple[int, ...]
    charged_ns: tuple[int, ...]
    longest_ns: tuple[int, ...]
    stalled_ns: int = 0

    def as_json(self) -> dict[str, Any]:
        """As it is stored."""
        return {
            "places": list(self.places),
            "scores": None if self.scores is None else list(self.scores),
            "parties": list(self.parties),
            "faults": {str(seat): cause for seat, cause in self.faults.items()},
            "decisions": list(self.decisions),
            "charged_ns": list(self.charged_ns),
            "longest_ns": list(self.longest_ns),
            "stalled_ns": self.stalled_ns,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Result:
        """As it was stored."""
        return cls(
            tuple(data["places"]),
            None if data["scores"] is None else tuple(data["scores"]),
            tuple(data["parties"]),
            {int(seat): cause for seat, cause in data["faults"].items()},
            tuple(data["decisions"]),
            tuple(data["charged_ns"]),
            tuple(data["longest_ns"]),
            data["stalled_ns"],
        )

    def of(self, bots: tuple[str, ...]) -> GameResult:
        """The same for the statistics. Points of a game that was not played to its end are 0 there."""
        scores = tuple(map(float, self.scores)) if self.scores is not None else (0.0,) * len(bots)
        faulted = tuple(seat in self.faults for seat in range(len(bots))) if self.faults else ()
        return GameResult(bots, self.parties, self.places, scores, faulted)


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt at a game.

    Attributes:
        block: number of its block.
        game: number in the block, from 0.
        number: from 1.
        state: what came of it.
        deal: label of its deal.
        match: id of its match; None in direct play.
        result: what came of the game; a void one may have a result that does not count.
        held: void, and not played again unless somebody says so.
        explanation: why it is void.
        started: UTC.
        ended: UTC; None: not yet.
    """

    block: int
    game: int
    number: int
    state: AttemptState
    deal: str
    match: str | None
    result: Result | None
    held: bool
    explanation: str
    started: datetime
    ended: datetime | None


@dataclass(frozen=True, slots=True)
class StoredBlock:
    """A block and what became of it.

    Attributes:
        block: as it was scheduled.
        again: how many deals of it were given up.
        key: source of its deal in place of the root.
        abandoned: it was given up.
        revealed: its deal was revealed.
    """

    block: Block
    again: int
    key: bytes | None
    abandoned: bool
    revealed: bool


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision, as the audit trail keeps it.

    Attributes:
        number: ascending.
        kind: what was decided.
        at: UTC.
        block: number of the block that it is about.
        game: number of the game in the block.
        reason: why; may be empty.
    """

    number: int
    kind: RulingKind
    at: datetime
    block: int | None
    game: int | None
    reason: str


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament as it is stored.

    Attributes:
        number: key in the database.
        id: its id.
        state: where it stands.
        plan: as plain values, without what may change.
        fingerprint: of the plan.
        root: source of all deals.
        revealed: whether the root may be told.
        created: UTC.
        ended: UTC; None: not yet.
    """

    number: int
    id: str
    state: TournamentState
    plan: Mapping[str, Any]
    fingerprint: str
    root: Root
    revealed: bool
    created: datetime
    ended: datetime | None
