"""The words in which the referee states what happened. Their values are what records hold."""

from __future__ import annotations

from enum import StrEnum


class MatchState(StrEnum):
    """Where a match stands."""

    WAITING = "waiting"
    """Not all seats have joined."""
    RUNNING = "running"
    FINISHED = "finished"
    """Ended with a result that counts."""
    VOIDED = "voided"
    """Ended, and does not count: the host's or the referee's fault."""
    CANCELLED = "cancelled"
    """Ended by the organiser without a result."""

    @property
    def ended(self) -> bool:
        """Whether nothing more can happen in the match."""
        return self not in (MatchState.WAITING, MatchState.RUNNING)

    @property
    def will_not_be_replayed(self) -> bool:
        """Whether the match has ended, and its deal will not be played again."""
        return self in (MatchState.FINISHED, MatchState.CANCELLED)


class FaultCause(StrEnum):
    """Why a seat is at fault."""

    TIME_OUT = "time_out"
    """Its clock, its limit for one decision, or its start-up time ran out."""
    ILLEGAL_ACTION = "illegal_action"
    """It tried as many illegal actions as make a fault."""
    DISCONNECTED = "disconnected"
    """It was away for longer than allowed."""
    RESIGNED = "resigned"
    """It resigned, or left while the match was running."""
    NOT_JOINED = "not_joined"
    """It did not join in time."""


class EndCause(StrEnum):
    """Why a match ended."""

    COMPLETED = "completed"
    """The game is over by its own rules, with or without faults on the way."""
    FORFEITED = "forfeited"
    """At most one party has not forfeited."""
    NOT_JOINED = "not_joined"
    CANCELLED = "cancelled"
    SHUTDOWN = "shutdown"
    REFEREE_FAILED = "referee_failed"
    VOIDED = "voided"
    """The organiser voided it, through no fault of the bots."""


EXPLANATIONS = {
    EndCause.CANCELLED: "cancelled by the organiser",
    EndCause.SHUTDOWN: "the server was stopped",
    EndCause.REFEREE_FAILED: "the referee failed",
    EndCause.VOIDED: "voided by the organiser",
}
"""Why a match does not count, for people."""


class Culprit(StrEnum):
    """Who is to blame for the way in which a match ended."""

    NOBODY = "nobody"
    BOT = "bot"
    HOST = "host"
    """The machine that ran bots or server, or the organiser."""
    NETWORK = "network"
    REFEREE = "referee"


class RejectReason(StrEnum):
    """Why an act was refused."""

    ILLEGAL_ACTION = "ILLEGAL_ACTION"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    """The seat owes no decision now."""
    STALE_DECISION = "STALE_DECISION"
    """The decision was answered before, or has not been asked yet."""
    TOO_LATE = "TOO_LATE"
    """The answer was read after the decision's deadline."""
    UNKNOWN_MATCH = "UNKNOWN_MATCH"
    FORFEITED = "FORFEITED"
    MATCH_OVER = "MATCH_OVER"


class FaultPolicy(StrEnum):
    """What happens after a fault."""

    FORFEIT = "forfeit"
    """The referee plays on as long as more than one party has not forfeited; then the match ends."""
    SUBSTITUTE = "substitute"
    """The referee plays on to the end of the game, as long as a seat is left that plays itself."""


class Reveal(StrEnum):
    """When seed and nonce are revealed, and with them the record."""

    MATCH = "match"
    """As soon as the match has ended."""
    BLOCK = "block"
    """When the organiser says that the matches with the same deal are over."""
    TOURNAMENT = "tournament"
    """When the organiser says that the tournament is over."""


class PlayedBy(StrEnum):
    """Who chose an action."""

    SEAT = "seat"
    FORCED = "forced"
    """The referee, since every seat could see that there was no choice."""
    SUBSTITUTE = "substitute"
    """The referee, at random, for a seat at fault."""
