"""How a match ends: its outcome, drawn up from what was played and punished."""

from __future__ import annotations

from certamen_services.referee.course import Course
from certamen_services.referee.faults import adjudicate
from certamen_services.referee.messages import Outcome
from certamen_services.referee.plan import MatchPlan
from certamen_services.referee.terms import EXPLANATIONS, Culprit, EndCause
from certamen_services.referee.tribunal import Tribunal


def draw_up(
    plan: MatchPlan,
    course: Course,
    tribunal: Tribunal,
    counts: bool,
    cause: EndCause,
    culprit: Culprit,
    explanation: str,
) -> Outcome:
    """The outcome, not yet signed.

    Args:
        plan: what was fixed when the match was created.
        course: what was played.
        tribunal: what was punished.
        counts: whether it has a result that counts.
        cause: why it ended.
        culprit: who is to blame.
        explanation: why it does not count; empty: what is usually said.
    """
    result = course.table.result() if counts else None
    placements = None
    evidence = tuple(tribunal.evidence)
    if counts:
        own = None if result is None else result.placements
        placements = adjudicate(plan.parties, tribunal.forfeited, own)
        explanation = ""
        if not evidence and course.last_action is not None:
            evidence = (course.last_action,)
    else:
        explanation = explanation or EXPLANATIONS[cause]
    clocks = tuple(seat.clock.ledger(seat.number) for seat in course.seats)
    return Outcome(cause, culprit, result, placements, tuple(tribunal.faults), clocks, explanation, evidence)
