"""What a tournament is asked to be: the sections of its TOML file.

Field by field only; `checked.py` finds out whether they go together and with the game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints

from certamen_services.records.canonical import canonical
from certamen_services.referee.terms import FaultPolicy
from certamen_services.tournaments.seatings import Unit
from certamen_services.tournaments.statistics import Goal

__all__ = [
    "BotPlan",
    "Deals",
    "FaultPlan",
    "FormatKind",
    "FormatPlan",
    "RevealAfter",
    "RunPlan",
    "StopKind",
    "StopPlan",
    "TimePlan",
    "TournamentPlan",
    "Venue",
]


def _to_text(value: object) -> object:
    """Seconds may be written as a number too."""
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


Seconds = Annotated[str, BeforeValidator(_to_text)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]+$")]
Count = Annotated[int, Field(ge=1, le=1_000_000)]


class _Section(BaseModel):
    """A section: unknown keys are errors, and so are values of another type."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class Venue(StrEnum):
    """How games are played."""

    TIMED = "timed"
    """By the referee: each bot a program of its own, with clocks, faults and signed records."""
    DIRECT = "direct"
    """In this process, without clocks: for bots in Python that are trusted, thousands of games."""


class Deals(StrEnum):
    """Which games share a deal."""

    DUPLICATE = "duplicate"
    """All games of a block."""
    INDEPENDENT = "independent"
    """None; the seats are balanced all the same."""


class RevealAfter(StrEnum):
    """When a deal is revealed."""

    BLOCK = "block"
    TOURNAMENT = "tournament"


class FormatKind(StrEnum):
    """Who meets whom."""

    ROUND_ROBIN = "round-robin"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"
    KNOCKOUT = "knockout"


class StopKind(StrEnum):
    """Which stopping rule is followed."""

    SEQUENCE = "sequence"
    SPRT = "sprt"


class FormatPlan(_Section):
    """Who meets whom, and how often.

    Attributes:
        kind: which format.
        blocks: of each table (round robin, gauntlet), or of each table in each round.
        heroes: gauntlet: the bots that meet all others, one at a time.
        rounds: Swiss: how many.
        advance: knockout: how many of a table go on; default: half of them, at least one.
        extra_blocks: knockout: at most so many more blocks where places at the line are equal.
        max_tables: round robin, gauntlet: where there are more different tables than this, a balanced choice.
    """

    kind: FormatKind
    blocks: Count = 10
    heroes: tuple[Name, ...] | None = None
    rounds: Annotated[int, Field(ge=1, le=1000)] | None = None
    advance: Annotated[int, Field(ge=1, le=7)] | None = None
    extra_blocks: Annotated[int, Field(ge=0, le=1000)] | None = None
    max_tables: Annotated[int, Field(ge=1, le=100_000)] = 500


class TimePlan(_Section):
    """Clocks, in seconds, as on the command line; timed play only."""

    control: Seconds = "60"
    per_move: Seconds | None = None
    lag: Seconds = "0.01"
    startup: Seconds = "30"
    join: Seconds = "60"
    disconnect: Seconds = "30"


class FaultPlan(_Section):
    """What follows from faults; timed play only."""

    policy: FaultPolicy = FaultPolicy.FORFEIT
    illegal_actions: Annotated[int, Field(ge=1, le=1000)] = 1
    play_forced: bool = True


class StopPlan(_Section):
    """When to stop before all blocks were played; see docs/statistics.md.

    Attributes:
        rule: `sequence` (any number of bots) or `sprt` (two).
        goal: sequence: what is to be found out.
        error: sequence: probability that any statement is ever wrong.
        margin: sequence: difference that does not matter.
        null: SPRT: difference under the null hypothesis.
        alternative: SPRT: difference under the alternative.
        alpha: SPRT: probability of accepting the alternative if the null is true.
        beta: SPRT: probability of accepting the null if the alternative is true.
    """

    rule: StopKind = StopKind.SEQUENCE
    goal: Goal | None = None
    error: float | None = None
    margin: float | None = None
    null: float | None = None
    alternative: float | None = None
    alpha: float | None = None
    beta: float | None = None


class RunPlan(_Section):
    """How the machine is used. May be changed between two runs of the same tournament.

    Attributes:
        concurrency: matches at once.
        attempts: how often a game is played at most that is void through no fault of its bots.
        contain: auto, strict or none; as for `certamen match`.
        memory: of a bot.
        cpu: seconds of processor time of a bot in one match.
        processes: of a bot.
        files: bytes of a bot's temporary files.
    """

    concurrency: Annotated[int, Field(ge=1, le=1000)] = 1
    attempts: Annotated[int, Field(ge=1, le=100)] = 5
    contain: Annotated[str, StringConstraints(pattern=r"^(auto|strict|none)$")] = "auto"
    memory: str = "1G"
    cpu: Seconds = "3600"
    processes: Annotated[int, Field(ge=0, le=100_000)] = 256
    files: str = "64M"


class BotPlan(_Section):
    """A bot.

    Attributes:
        name: under which it appears in results; each name once.
        bot: `greedy` or `random`; `cmd:COMMAND`; `dial-in`; in direct play `python:FILE.py:CLASS` or
            `python:MODULE:CLASS`.
        owner: whose it is; bots of one owner are kept apart where that can be done. Default: nobody else's.
        trusted: of a bot that dials in: whether it may play a deal more than once.
    """

    name: Name
    bot: Annotated[str, StringConstraints(min_length=1, max_length=4096)]
    owner: Name | None = None
    trusted: bool | None = None


class TournamentPlan(_Section):
    """A tournament.

    Attributes:
        name: for people.
        game: its id.
        seats: of each game.
        options: of the game.
        venue: how games are played.
        unit: what a bot holds; default: a party where parties are the same in every deal, else a seat.
        deals: default: duplicate, unless a bot dials in that is not trusted.
        reveal: when deals are revealed.
        aliases: whether bots see neutral names of each other, so that they cannot recognise whom they meet.
        seed: root of all deals, an integer or 64 hex digits; makes the tournament practice. Default: a
            secret.
        format, time, faults, stop, run, bots: see the sections.
    """

    name: Name
    game: str
    seats: Annotated[int, Field(ge=2, le=8)]
    options: dict[str, int | bool | str] = Field(default_factory=dict)
    venue: Venue = Venue.TIMED
    unit: Unit | None = None
    deals: Deals | None = None
    reveal: RevealAfter = RevealAfter.BLOCK
    aliases: bool = True
    seed: Annotated[str, BeforeValidator(_to_text)] | None = None
    format: FormatPlan
    time: TimePlan = TimePlan()
    faults: FaultPlan = FaultPlan()
    stop: StopPlan | None = None
    run: RunPlan = RunPlan()
    bots: Annotated[tuple[BotPlan, ...], Field(min_length=2, max_length=10_000)]

    def fixed(self) -> Mapping[str, Any]:
        """All that must not change once the tournament has begun, as plain values: everything but `run`."""
        return self.model_dump(mode="json", exclude={"run"})

    def fingerprint(self) -> str:
        """SHA-256 of `fixed`, in hex digits."""
        text = self.model_dump_json(exclude={"run"})
        return hashlib.sha256(canonical(text)).hexdigest()
