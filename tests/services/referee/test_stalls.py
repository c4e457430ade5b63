"""Time in which the referee was held up is nobody's."""

import random

import pytest
from certamen_services.referee.clock import TimeControl
from certamen_services.referee.messages import Accepted
from certamen_services.referee.stoppages import Stoppages
from certamen_services.referee.terms import EndCause, MatchState
from certamen_services.referee.tribunal import SETTLE_NS
from certamen_services.referee.vigil import BEAT_NS, LATE_NS, Heartbeat, Stall, StallSource, Vigil, joined

from tests.services.referee.support import MS, FakeTime, S, Scene, faults_of

TIME = TimeControl(base_ns=10 * S, lag_ns=0, startup_ns=5 * S, disconnect_ns=3 * S)


# ------------------------------------------------------------------------------------------- arithmetic


def test_pieces_of_one_stall_are_put_together() -> None:
    loop, delivery = StallSource.LOOP, StallSource.DELIVERY
    pieces = [
        Stall(loop, 10, 20),
        Stall(delivery, 12, 22),
        Stall(loop, 20, 25),
        Stall(delivery, 22, 23),
        Stall(loop, 25, 31),
        Stall(loop, 40, 50),
    ]
    assert joined(pieces) == [Stall(loop, 10, 31), Stall(loop, 40, 50)]
    assert joined([Stall(delivery, 5, 9), Stall(loop, 10, 12)]) == [
        Stall(delivery, 5, 9),
        Stall(loop, 10, 12),
    ]
    assert joined([Stall(delivery, 5, 9), Stall(delivery, 9, 12)]) == [Stall(delivery, 5, 12)]
    assert joined([]) == []


def test_stoppages_against_counting_every_instant() -> None:
    rng = random.Random(5)
    for _ in range(300):
        stopped: set[int] = set()
        stoppages = Stoppages()
        for _ in range(rng.randrange(6)):
            begin = rng.randrange(50)
            end = begin + rng.randrange(1, 12)
            stoppages.add(begin, end)
            stopped.update(range(begin, end))
        begin, length = rng.randrange(40), rng.randrange(20)
        end = begin + length
        assert stoppages.elapsed_ns(begin, end) == sum(t not in stopped for t in range(begin, end))
        until = stoppages.until_ns(begin, length)
        assert stoppages.elapsed_ns(begin, until) == length
        assert stoppages.elapsed_ns(begin, until + 1) == length + 1
        stoppages.forget(begin)
        assert stoppages.until_ns(begin, length) == until


def test_a_late_beat_is_a_stall() -> None:
    time, vigil = FakeTime(), Vigil()
    heart = Heartbeat(vigil, time)
    heart.start()
    time.advance(S)
    assert vigil.total == 0
    began = time.now
    time.now += 200 * MS
    time.advance(0)
    (stall,) = vigil.after(0)
    assert stall == Stall(StallSource.LOOP, began + BEAT_NS, time.now)
    time.now += LATE_NS
    time.advance(10 * BEAT_NS)
    assert vigil.total == 1, "a little late is no stall"
    heart.stop()
    time.now += S
    time.advance(0)
    assert vigil.total == 1


def test_a_stall_is_found_before_its_end_when_something_is_to_be_decided() -> None:
    time, vigil = FakeTime(), Vigil()
    heart = Heartbeat(vigil, time)
    heart.start()
    began = time.now
    time.now += 50 * MS
    vigil.look(time.now)
    vigil.look(time.now)
    time.now += MS
    time.advance(0)
    assert list(vigil.after(0)) == [Stall(StallSource.LOOP, began + BEAT_NS, began + 50 * MS)]


# --------------------------------------------------------------------------------------------- decisions


@pytest.mark.parametrize("source", list(StallSource))
def test_a_stall_is_given_back_without_a_time_out_too(source: StallSource) -> None:
    scene = Scene(2, time=TIME).start()
    scene.play(6)
    link = scene.owing()[0]
    link.take()
    scene.time.advance(S)
    scene.stall(2 * S, source)
    scene.time.advance(S)
    link.answer()
    assert link.last(Accepted).charged_ns == 2 * S
    (entry,) = scene.kinds("stall")
    assert (entry["source"], entry["to_ns"] - entry["from_ns"]) == (source.value, 2 * S)
    scene.play()
    assert scene.verify() == []


def test_a_deadline_that_passed_during_a_stall_is_no_fault() -> None:
    scene = Scene(2, time=TIME).start()
    scene.play(6)
    link = scene.owing()[0]
    link.take()
    scene.time.advance(9 * S)
    scene.stall(20 * S)
    scene.time.advance(0)  # the timer rings
    assert scene.state() is MatchState.RUNNING
    scene.time.advance(S)
    link.answer()
    assert link.last(Accepted).charged_ns == 10 * S
    scene.play()
    assert scene.outcome.cause is EndCause.COMPLETED
    assert scene.verify() == []


def test_an_answer_that_waited_in_the_stall_is_taken() -> None:
    scene = Scene(2, time=TIME).start()
    scene.play(6)
    link = scene.owing()[0]
    link.take()
    scene.time.advance(10 * S - 1)
    scene.stall(S)
    link.answer()
    assert link.rejections == []
    assert link.last(Accepted).remaining_ns == 1


def test_a_time_out_after_a_stall_falls_due_later() -> None:
    scene = Scene(2, time=TIME).start()
    created = scene.time.now
    scene.links[0].take()
    scene.time.advance(S)
    scene.stall(S)
    scene.time.until(created + 6 * S + SETTLE_NS - 1)
    assert scene.state() is MatchState.RUNNING
    scene.time.advance(1)
    assert faults_of(scene.outcome) == [(0, "time_out", 6 * S)]
    assert scene.verify() == []


def test_time_away_and_time_for_joining_stand_still_too() -> None:
    scene = Scene(2, time=TIME)
    scene.time.advance(59 * S)
    scene.sit(0)
    scene.stall(5 * S)
    scene.sit(1)
    assert scene.state() is MatchState.RUNNING
    scene.links[1].port.detach(scene.time.now)
    scene.time.advance(S)
    scene.stall(4 * S)
    scene.sit(1)
    scene.links[1].port.detach(scene.time.now)
    scene.stall(S)
    scene.time.advance(2 * S - 1)
    assert scene.state() is MatchState.RUNNING
    scene.time.advance(1)
    assert faults_of(scene.outcome)[0][:2] == (1, "disconnected")
    assert scene.verify() == []


def test_stalls_before_a_clock_ran_are_no_concern_of_the_match() -> None:
    scene = Scene(2, time=TIME).start()
    scene.links[0].answer()
    scene.journal.held = True
    scene.links[0].answer()
    scene.links[1].answer()
    scene.stall(S)
    scene.journal.release()
    scene.journal.held = False
    scene.owing()[0].take()
    scene.time.advance(MS)
    scene.owing()[0].answer()
    assert scene.kinds("stall") == []


def test_a_record_that_hides_or_invents_a_stall_is_found() -> None:
    scene = Scene(2, time=TIME).start()
    scene.play(6)
    link = scene.owing()[0]
    link.take()
    scene.stall(S)
    link.answer()
    stall = scene.kinds("stall")[0]
    assert link.last(Accepted).charged_ns == 0
    scene.play()
    hidden = [entry for entry in scene.journal.entries if b'"stall"' not in entry]
    assert len(hidden) == len(scene.journal.entries) - 1
    scene.journal.entries = hidden
    assert any("charge" in finding.text for finding in scene.verify())
    assert stall["to_ns"] > stall["from_ns"]


def test_simultaneous_decisions_each_stand_still() -> None:
    scene = Scene(4, time=TIME).start()
    scene.links[0].answer("announce 1")
    for link in scene.links:
        link.take()
    scene.time.advance(S)
    scene.stall(3 * S)
    for link in scene.links:
        link.answer()
    assert scene.links[0].last(Accepted).charged_ns == S
    assert len(scene.kinds("stall")) == 1
    scene.play()
    assert scene.verify() == []
