"""A bot that is late by a millisecond, on a clock that stands still; beside it one that is just in time."""

from __future__ import annotations

import pytest
from certamen_services.referee.clock import TimeControl
from certamen_services.referee.messages import Outcome
from certamen_services.referee.terms import EndCause

from tests.services.referee.support import MS, S, Scene, faults_of

TIME = TimeControl(base_ns=1000 * S, per_move_ns=S, lag_ns=10 * MS)


def play(late_ns: int) -> Outcome:
    """Seat 0 answers its third decision at its deadline, and so much later; the others take 5 ms each."""
    scene = Scene(3, time=TIME).start()
    answered = 0
    while not scene.state().ended:
        for link in scene.owing():
            link.take()
            if link.seat != 0 or scene.has_fault(0):
                scene.time.advance(5 * MS)
            else:
                answered += 1
                scene.time.advance(S + 10 * MS + late_ns if answered == 3 else 500 * MS)
            if not scene.has_fault(link.seat):
                link.answer()
    assert scene.verify() == []
    if late_ns > 0:
        assert ("TOO_LATE", "") in scene.links[0].rejections or scene.links[0].rejections == []
    return scene.outcome


@pytest.mark.parametrize("late_ns", [0, 1, MS])
def test_late(late_ns: int) -> None:
    outcome = play(late_ns)
    assert outcome.cause is EndCause.COMPLETED
    faults = [(seat, cause) for seat, cause, _ in faults_of(outcome)]
    assert faults == ([(0, "time_out")] if late_ns else [])
    assert [clock.charged_ns for clock in outcome.clocks[1:]] == [0, 0]
    if late_ns:
        assert outcome.placements[0] == 3
    else:
        assert outcome.clocks[0].longest_ns == S
