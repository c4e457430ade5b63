"""What the referee tells a seat and hears from it, in plain values that any transport can carry.

Views and events are the dictionaries of `certamen_core`, as the seat in question may see them. The referee
adds two events of its own to a match's sequence:

- ``{"type": "fault", "seat": int, "cause": FaultCause value, "played_on": bool}``
- ``{"type": "voided", "explanation": str}``

All lengths of time are integer nanoseconds. All instants that a transport reports (``*_ns`` arguments of
`SeatPort`) are readings of the referee's `Timebase` (`time.monotonic_ns` in a server).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from .clock import ClockLedger
from .settings import MatchSettings
from .terms import Culprit, EndCause, FaultCause, RejectReason

View = Mapping[str, Any]
"""A position as one seat sees it."""
Event = Mapping[str, Any]
"""Something that happened, as one seat saw it."""


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """A seat of a match as everybody may know it."""

    seat: int
    party: int
    alias: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a seat and the instant at which it fell due (nanoseconds since the match was created)."""

    seat: int
    cause: FaultCause
    due_ns: int


@dataclass(frozen=True, slots=True)
class GameResult:
    """The end of a game by its own rules, by seat."""

    scores: tuple[int, ...]
    placements: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended."""

    cause: EndCause
    culprit: Culprit
    game_result: GameResult | None
    """The game's own result; None if it was not played to its end."""
    placements: tuple[int, ...] | None
    """Adjudicated places by seat, faults taken into account; None if the match does not count."""
    faults: tuple[Fault, ...]
    """In the order of their due instants."""
    clocks: tuple[ClockLedger, ...]
    """By seat."""
    explanation: str = ""
    """For people: why the match does not count; empty if it does."""
    evidence: tuple[int, ...] = ()
    """Numbers of the record's entries that prove cause and culprit: the faults, or the last action."""
    record_head: bytes = b""
    """Head of the record's chain, 32 bytes."""
    signature: bytes = b""
    """Ed25519 signature over match id and head, 64 bytes."""


# ----------------------------------------------------------------------------------------- referee → seat


@dataclass(frozen=True, slots=True)
class MatchStart:
    """The match begins; its events and decisions follow."""

    match: str
    """Id of the match."""
    seat: int
    settings: MatchSettings
    seats: tuple[SeatInfo, ...]
    practice: bool
    commitment: bytes
    """SHA-256(nonce ‖ seed ‖ SHA-256(start position or nothing)), 32 bytes."""
    view: View
    """Before the first decision, also when the match is told again after a reconnect."""


@dataclass(frozen=True, slots=True)
class EventMessage:
    """An event of the match."""

    match: str
    number: int
    """From 1, without gaps; the first deal's events come first."""
    event: Event
    encoded: dict[object, object] = field(default_factory=dict, compare=False, repr=False)
    """What a transport made of it, by the form that was wanted: seats that saw the same share the message."""


@dataclass(frozen=True, slots=True)
class Decision:
    """The seat owes an answer."""

    match: str
    decision: int
    """Counts the decisions that this seat was asked, from 1."""
    last_event: int
    """Number of the last event that `view` includes."""
    view: View
    legal: tuple[int, ...]
    """Codes of the legal actions, ascending. (`game.action_to_string` gives their texts; only a transport
    that needs them pays for them.)"""
    clocks: tuple[int, ...]
    """Remaining time of every seat, by seat."""
    last_charged_ns: int | None
    """Charged for this seat's decision before this one."""
    time_left_ns: int
    """From hand-over to the deadline; if sent again, what is left of it."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The answer was taken, and is durable."""

    match: str
    decision: int
    charged_ns: int
    remaining_ns: int
    """Increment included."""


@dataclass(frozen=True, slots=True)
class Rejected:
    """The act was refused. If the decision is still pending, its clock runs on."""

    match: str
    decision: int
    reason: RejectReason
    detail: str = ""
    """With ILLEGAL_ACTION: the core's reason (NOT_LEGAL, MALFORMED, …)."""
    explanation: str = ""
    """For people."""


@dataclass(frozen=True, slots=True)
class MatchEnd:
    """The match has ended; nothing but `SeedRevealed` follows."""

    match: str
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class SeedRevealed:
    """What the commitment was made of."""

    match: str
    seed: bytes
    nonce: bytes
    start_position: str
    """Canonical JSON of the start position; empty if there was none."""


ToSeat = MatchStart | EventMessage | Decision | Accepted | Rejected | MatchEnd | SeedRevealed


# ------------------------------------------------------------------------------------ referee → spectators


@dataclass(frozen=True, slots=True)
class PublicStart:
    """The match begins; its events follow."""

    match: str
    view: View
    """Before the first decision, as seen from outside."""


@dataclass(frozen=True, slots=True)
class PublicView:
    """The position as it is now, seen from outside."""

    match: str
    last_event: int
    """Number of the last event that `view` includes."""
    view: View


@dataclass(frozen=True, slots=True)
class PublicEnd:
    """The match has ended; nothing follows."""

    match: str
    revealed: SeedRevealed | None
    """What the commitment was made of, unless it is still a secret."""


ToSpectator = PublicStart | EventMessage | PublicView | PublicEnd


# ----------------------------------------------------------------------------------------- the seats' links


@runtime_checkable
class SeatLink(Protocol):
    """A transport's end of a connection, made by the transport. One link may serve many matches."""

    def send(self, message: ToSeat) -> None:
        """Queue a message for the bot.

        Never blocks, never raises, and never calls back into a port: a link that cannot deliver detaches
        later.
        """

    def superseded(self, match: str) -> None:
        """The seat was attached to a newer link; nothing more of this match will be sent here."""


# ----------------------------------------------------------------------------------------- seat → referee


class SeatPort(Protocol):
    """The referee's end of a connection: what a transport calls for one seat of one match.

    Given out when the seat is attached. A port whose seat has been attached anew, or that was detached, is
    dead: its methods do nothing.
    """

    match: str
    seat: int

    def handed_over(self, decision: int, at_ns: int) -> None:
        """The decision was handed to the transport at this instant; its clock starts there."""

    def act(self, decision: int, action: int | str | None, read_ns: int) -> None:
        """The bot answers a decision with an action's code or text (None: neither was given).

        Args:
            decision: the decision's number.
            action: what the bot sent.
            read_ns: instant at which the answer was read off the transport. Call at once after reading.
        """

    def resign(self, read_ns: int) -> None:
        """The bot gives the match up."""

    def leave(self, read_ns: int) -> None:
        """The bot says goodbye: a resignation if the match is running, else as `detach`."""

    def detach(self, at_ns: int) -> None:
        """The connection is gone; the seat is away from this instant on until it is attached again."""
