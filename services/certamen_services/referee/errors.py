"""Errors that name what is wrong and what would be accepted."""

from __future__ import annotations


class FieldError(ValueError):
    """A value that is not accepted.

    Attributes:
        field: path of the field, for instance ``time_control.base``.
        accepted: what would be accepted, in words.
    """

    def __init__(self, field: str, accepted: str) -> None:
        super().__init__(f"{field}: {accepted}")
        self.field = field
        self.accepted = accepted


class MatchNotFoundError(LookupError):
    """No match has this id."""


class MatchEndedError(RuntimeError):
    """The match has ended already."""


class RecordWithheldError(RuntimeError):
    """The record would betray a seed that is still secret."""


class TooManyMatchesError(RuntimeError):
    """The arena runs as many matches as it may."""


class ArenaClosedError(RuntimeError):
    """The server is being stopped: no matches are made or joined any more."""


class StoreBusyError(RuntimeError):
    """So much waits to be written that no more is taken: the database hangs, or is far too slow."""


class MatchNotEndedError(RuntimeError):
    """The match is waiting or running."""


class MatchVoidError(RuntimeError):
    """The match does not count anyway."""


class MatchCountsError(RuntimeError):
    """The match counts, or may still do so: it is not played again."""


class RerunExistsError(RuntimeError):
    """The match is played again already."""


class DealInUseError(RuntimeError):
    """The deal is being played in another match, or is about to be."""
