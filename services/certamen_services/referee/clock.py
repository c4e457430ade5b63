"""Clock arithmetic, in integer nanoseconds and without any source of time.

A seat's clock starts a match with `base`. A decision runs from its start to the instant at which its answer
was read; it is charged ``max(0, elapsed − lag)``, and after an accepted action `increment` is added. One
decision's charge is limited by what is left on the clock and by `per_move`; the seat's first decision is
limited by `startup` instead and charged nothing. The deadline is therefore ``start + lag + limit``: absolute,
and nothing re-arms it. Only in spans in which the referee was held up do all clocks stand still, see
`stoppages`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal

from .errors import FieldError

NS = 1_000_000_000
"""Nanoseconds in a second."""
DAY_NS = 86_400 * NS
HANDOVER_LIMIT_NS = 1 * NS
"""A decision that the transport takes later than this after it was queued runs from when it was queued."""


@dataclass(frozen=True, slots=True)
class _Range:
    """Accepted values of a length of time."""

    low: int
    high: int
    text: str


_RANGES = {
    "base_ns": _Range(1, 30 * DAY_NS, "more than 0, at most 30 days"),
    "increment_ns": _Range(0, DAY_NS, "0 … 1 day"),
    "per_move_ns": _Range(1, 30 * DAY_NS, "more than 0, at most 30 days, or not set"),
    "lag_ns": _Range(0, 60 * NS, "0 … 60 s"),
    "startup_ns": _Range(1, DAY_NS, "more than 0, at most 1 day"),
    "join_ns": _Range(1, DAY_NS, "more than 0, at most 1 day"),
    "disconnect_ns": _Range(0, DAY_NS, "0 … 1 day"),
}


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Clocks and other limits of time, the same for all seats; nanoseconds.

    Attributes:
        base_ns: on each clock at the start.
        increment_ns: added to a clock after each accepted action.
        per_move_ns: limit of one decision's charge; None: the clock only.
        lag_ns: part of every decision's time that is not charged.
        startup_ns: limit of a seat's first decision, which is not charged.
        join_ns: from the match's creation until all seats must have joined.
        disconnect_ns: time in all that a seat may be away during a match.

    Raises:
        FieldError: a value is out of range.
    """

    base_ns: int = 60 * NS
    increment_ns: int = 0
    per_move_ns: int | None = None
    lag_ns: int = NS // 100
    startup_ns: int = 30 * NS
    join_ns: int = 60 * NS
    disconnect_ns: int = 30 * NS

    def __post_init__(self) -> None:
        for name, accepted in _RANGES.items():
            value = getattr(self, name)
            if value is None and name == "per_move_ns":
                continue
            if type(value) is not int or not accepted.low <= value <= accepted.high:
                raise FieldError(f"time_control.{name}", f"an integer of nanoseconds, {accepted.text}")


_SECONDS = re.compile(r"[0-9]{1,8}(\.[0-9]{1,9})?")
_TIME_ACCEPTED = 'seconds on the clock, or with an increment after each action: "5", "5+0.1"'


def parse_seconds(text: str, field: str, accepted: str = 'seconds, for instance "0.5"') -> int:
    """Nanoseconds of a decimal number of seconds, exactly.

    Args:
        text: at most nine digits after the point.
        field: name of the field for the error.
        accepted: what to say would be accepted.

    Raises:
        FieldError: the text is not such a number.
    """
    if _SECONDS.fullmatch(text) is None:
        raise FieldError(field, f"{text!r} is not accepted; expected {accepted}")
    return int(Decimal(text) * NS)


def parse_time_control(text: str, field: str = "time") -> tuple[int, int]:
    """Base and increment in nanoseconds of ``"5+0.1"`` (seconds).

    Raises:
        FieldError: the text is no time control, or a value is out of range.
    """
    base_text, plus, increment_text = text.partition("+")
    base = parse_seconds(base_text, field, _TIME_ACCEPTED)
    increment = parse_seconds(increment_text, field, _TIME_ACCEPTED) if plus else 0
    for name, value in (("base_ns", base), ("increment_ns", increment)):
        accepted = _RANGES[name]
        if not accepted.low <= value <= accepted.high:
            raise FieldError(field, f"{text!r}: {name.removesuffix('_ns')} must be {accepted.text}")
    return base, increment


@dataclass(frozen=True, slots=True)
class ClockLedger:
    """Account of a seat's clock: base + increments − charged = remaining (nanoseconds)."""

    seat: int
    decisions: int
    """Decisions that the seat answered itself."""
    charged_ns: int
    """Charged for them in all."""
    increments_ns: int
    """Added after accepted actions in all."""
    remaining_ns: int
    longest_ns: int
    """The longest charge of one decision."""


def decision_start(queued_ns: int, sent_ns: int | None) -> int:
    """Instant from which a decision runs.

    It is the hand-over to the transport; or, where the transport did not take it within `HANDOVER_LIMIT_NS`,
    or the seat was away (`sent_ns` None), the instant at which it was queued.
    """
    if sent_ns is None or not queued_ns <= sent_ns <= queued_ns + HANDOVER_LIMIT_NS:
        return queued_ns
    return sent_ns


class SeatClock:
    """The clock of one seat in one match."""

    def __init__(self, control: TimeControl) -> None:
        self._control = control
        self._decisions = 0
        self._charged = 0
        self._increments = 0
        self._longest = 0

    @property
    def remaining_ns(self) -> int:
        """What is on the clock, not counting a decision that runs now."""
        return self._control.base_ns + self._increments - self._charged

    def limit_ns(self) -> int:
        """The most that the next decision may take beyond `lag`."""
        if self._decisions == 0:
            return self._control.startup_ns
        remaining, per_move = self.remaining_ns, self._control.per_move_ns
        return remaining if per_move is None else min(remaining, per_move)

    def budget_ns(self) -> int:
        """Time from the next decision's start to its deadline; an answer read at the deadline is in time."""
        return self._control.lag_ns + self.limit_ns()

    def charge_for(self, elapsed_ns: int) -> int:
        """What the next decision will be charged if its answer takes so long."""
        if self._decisions == 0:
            return 0
        return max(0, elapsed_ns - self._control.lag_ns)

    def book(self, elapsed_ns: int) -> int:
        """Book an accepted answer that took so long, and add the increment; returns the charge."""
        charge = self.charge_for(elapsed_ns)
        self.enter(charge)
        return charge

    def enter(self, charge: int) -> None:
        """Enter the charge for an accepted answer, and the increment."""
        self._decisions += 1
        self._charged += charge
        self._increments += self._control.increment_ns
        self._longest = max(self._longest, charge)

    def ledger(self, seat: int) -> ClockLedger:
        """The account so far."""
        return ClockLedger(
            seat, self._decisions, self._charged, self._increments, self.remaining_ns, self._longest
        )
