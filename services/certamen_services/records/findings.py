"""What can be wrong with a record."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Topic(StrEnum):
    """What a finding is about."""

    FORM = "form"
    """The document, or an entry, is not built as it should be."""
    CHAIN = "chain"
    KEY = "key"
    SIGNATURE = "signature"
    SEED = "seed"
    """The seed was not revealed."""
    COMMITMENT = "commitment"
    SETTINGS = "settings"
    PRESENCE = "presence"
    """Joining, being away and coming back."""
    ACTION = "action"
    CLOCK = "clock"
    FAULT = "fault"
    RESULT = "result"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that is wrong.

    Attributes:
        topic: what it is about.
        entry: number of the entry, from 0; None: the record as a whole.
        text: what is wrong, for people.
    """

    topic: Topic
    entry: int | None
    text: str

    def __str__(self) -> str:
        """One line."""
        where = "" if self.entry is None else f" in entry {self.entry}"
        return f"{self.topic.value}{where}: {self.text}"
