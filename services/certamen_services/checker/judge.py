"""What is to be said of a visit as a whole."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from certamen_services.checker import advice
from certamen_services.checker.conduct import Conduct
from certamen_services.referee.terms import FaultCause

__all__ = ["Departure", "judge"]

_REASONS_OF_OURS = ("SHUTTING_DOWN", "SUPERSEDED")
"""With these the server may end a stream of a bot that does nothing wrong."""


@dataclass(frozen=True, slots=True)
class Departure:
    """How a bot went.

    Attributes:
        ours: whether the program is ours, so that its end is seen.
        gone: whether it has ended.
        status: its exit status, if it has.
        goodbye: seconds from MatchEnd that Leave may take.
        end: seconds from Leave that the program may take.
        away: seconds that a bot may be away during a match.
    """

    ours: bool
    gone: bool
    status: int | None
    goodbye: float
    end: float
    away: float


def judge(conduct: Conduct, faults: Sequence[FaultCause], departure: Departure) -> None:
    """Add what only the whole visit shows to the findings.

    Args:
        conduct: of the visit.
        faults: of the bot's seat, as the referee found them.
        departure: how it went.
    """
    for line in conduct.lines:
        if line.refused and not line.refused.startswith(_REASONS_OF_OURS):
            conduct.find(advice.stream_refused(line.refused))
    if departure.gone and conduct.left_at is None and conduct.outcome is None:
        conduct.find(advice.ended_early(departure.status))
    for cause in faults:
        _judge_fault(conduct, cause, departure)
    if conduct.missed_pings and conduct.left_at is not None:
        conduct.find(advice.no_pong(conduct.missed_pings))
    _judge_goodbye(conduct, departure)


def _judge_fault(conduct: Conduct, cause: FaultCause, departure: Departure) -> None:
    """A fault, in the words that help most."""
    match cause:
        case FaultCause.TIME_OUT if conduct.rejected_unanswered:
            conduct.find(advice.not_answered_again(max(conduct.rejected_unanswered)))
        case FaultCause.TIME_OUT:
            last = max(conduct.asked, default=None)
            conduct.find(advice.timed_out(last, conduct.asked[last].time_left if last is not None else 0.0))
        case FaultCause.DISCONNECTED:
            if not departure.gone:
                conduct.find(advice.not_back(departure.away))
        case FaultCause.RESIGNED:
            conduct.find(advice.resigned() if conduct.resigned else advice.left_early())
        case FaultCause.ILLEGAL_ACTION if conduct.findings:
            pass  # said already, and better
        case _:
            conduct.find(advice.at_fault(cause.value))


def _judge_goodbye(conduct: Conduct, departure: Departure) -> None:
    if conduct.left_at is None:
        if conduct.outcome is None:
            return  # it has heard of no end
        if departure.gone or conduct.lines[-1].silent:
            conduct.find(advice.no_goodbye())
        elif not conduct.findings:
            conduct.find(advice.stays(departure.goodbye))
    elif departure.ours and not departure.gone:
        conduct.find(advice.does_not_end(departure.end))
    elif departure.ours and departure.status and not conduct.findings:
        conduct.find(advice.bad_status(departure.status))
