"""What organisers decide about matches, as the audit trail keeps it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from certamen_services.referee.terms import Culprit


class RulingKind(StrEnum):
    """What was decided."""

    CANCEL = "cancel"
    VOID = "void"
    RERUN = "rerun"
    REVEAL = "reveal"


class Deal(StrEnum):
    """With which deal a match is played again."""

    AUTO = "auto"
    """The same if no bot can know it, else a new one."""
    SAME = "same"
    NEW = "new"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision about a match.

    Attributes:
        match: id of the match.
        kind: what was decided.
        at: when, UTC.
        reason: why; may be empty.
        culprit: of a void: whose fault it was.
        successor: of a rerun: id of the next attempt.
    """

    match: str
    kind: RulingKind
    at: datetime
    reason: str = ""
    culprit: Culprit | None = None
    successor: str | None = None
