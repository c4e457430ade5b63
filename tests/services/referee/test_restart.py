"""A server that is killed and started again: the match goes on from its entries."""

import random

import pytest
from certamen_services.referee.clock import TimeControl
from certamen_services.referee.messages import (
    Accepted,
    Decision,
    EventMessage,
    MatchEnd,
    MatchStart,
    SeedRevealed,
    ToSeat,
)
from certamen_services.referee.terms import EndCause, FaultPolicy, MatchState
from certamen_services.referee.tribunal import SETTLE_NS

from tests.services.referee.support import MS, FakeLink, S, Scene, faults_of

TIME = TimeControl(base_ns=10 * S, lag_ns=0, disconnect_ns=3 * S, join_ns=20 * S)


def all_back(scene: Scene, *, blank: bool = False) -> None:
    """Every bot attaches again, with the last event that it has, or as a new program."""
    for seat, link in enumerate(scene.links):
        heard = link.all(EventMessage)
        started = bool(link.all(MatchStart)) and not blank
        again = scene.sit(seat, (heard[-1].number if heard else 0) if started else None)
        if not blank:
            again.messages[:0] = link.messages


def story(link: FakeLink) -> list[ToSeat]:
    return [message for message in link.messages if isinstance(message, MatchStart | EventMessage)]


def test_it_goes_on_with_the_same_cards_and_clocks() -> None:
    scene = Scene(3, time=TIME).start()
    scene.play(8, pause_ns=300 * MS)
    told = [story(link) for link in scene.links]
    (owing,) = scene.owing()
    decision = owing.decision
    scene.restart()
    all_back(scene, blank=True)
    assert [story(link) for link in scene.links] == told
    again = scene.links[owing.seat].decision
    assert (again.decision, again.view, again.legal) == (decision.decision, decision.view, decision.legal)
    assert (again.last_charged_ns, again.time_left_ns) == (decision.last_charged_ns, decision.time_left_ns)
    assert again.clocks == decision.clocks
    scene.play(pause_ns=100 * MS)
    assert scene.outcome.cause is EndCause.COMPLETED
    assert scene.outcome.faults == ()
    assert scene.verify() == []


def test_the_time_down_is_nobodys() -> None:
    scene = Scene(2, time=TIME).start()
    scene.play(6)
    owing = scene.owing()[0]
    owing.take()
    scene.time.advance(9 * S)
    scene.restart(down_ns=3600 * S)
    all_back(scene)
    link = scene.links[owing.seat]
    assert link.decision.time_left_ns == 10 * S, "what it had when its decision became durable"
    link.take()
    scene.time.advance(S)
    link.answer()
    assert link.last(Accepted).charged_ns == S
    scene.play()
    assert scene.verify() == []


def test_the_time_that_was_durably_used_counts() -> None:
    """Of simultaneous decisions one was answered: so much of the others' time is gone."""
    scene = Scene(4, time=TIME).start()
    scene.links[0].answer()
    for link in scene.links:
        link.take()
        link.answer() if link.seat else None
    scene.play(8)
    waiting = Scene(4, time=TIME).start()
    waiting.links[0].answer()
    waiting.links[0].take()
    waiting.time.advance(2 * S)
    waiting.links[1].answer()
    waiting.time.advance(5 * S)
    waiting.restart()
    all_back(waiting)
    link = waiting.links[0]
    assert link.decision.time_left_ns == 8 * S
    waiting.restart()
    all_back(waiting)
    link = waiting.links[0]
    assert link.decision.time_left_ns == 8 * S, "once only"
    waiting.time.advance(S)
    link.answer()
    assert link.last(Accepted).charged_ns == 3 * S
    waiting.play()
    assert waiting.verify() == []


def test_no_clock_runs_until_its_seat_is_back_or_should_be() -> None:
    scene = Scene(2, time=TIME).start()
    scene.play(6)
    seat = scene.owing()[0].seat
    scene.restart()
    scene.sit(1 - seat)
    scene.time.advance(19 * S)
    assert scene.state() is MatchState.RUNNING
    link = scene.sit(seat)
    assert link.decision.time_left_ns == 10 * S
    scene.time.advance(10 * S + SETTLE_NS)
    assert faults_of(scene.outcome)[0][:2] == (seat, "time_out")
    assert scene.verify() == []


def test_who_does_not_come_back_is_away_then() -> None:
    scene = Scene(3, time=TIME, policy=FaultPolicy.SUBSTITUTE).start()
    scene.play(8)
    seat = scene.owing()[0].seat
    other = (seat + 1) % 3
    scene.restart()
    for back in range(3):
        if back != seat:
            scene.sit(back)
    at = scene.time.now
    scene.time.until(at + 22 * S)
    assert scene.kinds("away")[-1]["seat"] == seat
    assert not scene.has_fault(seat)
    scene.time.until(at + 23 * S)
    assert [fault.cause.value for fault in scene.match._tribunal.faults] == ["disconnected"]  # noqa: SLF001
    assert scene.links[other].events
    scene.play()
    assert scene.verify() == []


def test_coming_back_costs_nothing_of_the_allowance() -> None:
    scene = Scene(2, time=TIME).start()
    scene.links[1].port.detach(scene.time.now)
    scene.time.advance(S)
    scene.restart()
    scene.time.advance(15 * S)
    all_back(scene)
    scene.links[1].port.detach(scene.time.now)
    scene.time.advance(3 * S - 1)
    assert scene.state() is MatchState.RUNNING
    scene.time.advance(1)
    assert scene.state() is MatchState.FINISHED
    assert scene.verify() == []


def test_a_waiting_match_waits_anew() -> None:
    scene = Scene(2, time=TIME)
    scene.sit(0)
    scene.time.advance(15 * S)
    scene.restart()
    scene.time.advance(15 * S)
    scene.sit(1)
    assert scene.state() is MatchState.WAITING
    scene.sit(0)
    assert scene.state() is MatchState.RUNNING
    scene.play()
    assert scene.verify() == []
    late = Scene(2, time=TIME).restart()
    late.time.advance(20 * S)
    assert late.outcome.cause is EndCause.NOT_JOINED
    assert late.verify() == []


def test_what_was_not_durable_was_told_to_nobody_and_is_asked_again() -> None:
    scene = Scene(2, time=TIME).start()
    scene.play(6)
    link = scene.owing()[0]
    decision = link.decision
    scene.journal.held = True
    link.answer()
    assert link.all(Accepted)[-1].decision < decision.decision
    scene.restart()
    all_back(scene)
    again = scene.links[link.seat]
    assert again.decision.decision == decision.decision
    again.answer()
    assert again.last(Accepted).decision == decision.decision
    scene.play()
    assert scene.verify() == []


def test_an_answer_that_was_durable_is_stale_when_it_comes_again() -> None:
    scene = Scene(2, time=TIME).start()
    scene.play(6)
    link = scene.owing()[0]
    decision = link.decision
    link.answer()
    scene.restart()
    all_back(scene)
    scene.links[link.seat].answer(decision=decision.decision, action=decision.legal[0])
    assert scene.links[link.seat].rejections == [("STALE_DECISION", "")]
    scene.play()
    assert scene.verify() == []


def test_an_end_that_was_durable_is_told_after_the_restart() -> None:
    scene = Scene(2, time=TIME).start()
    scene.play()
    outcome, told = scene.outcome, [story(link) for link in scene.links]
    scene.restart()
    all_back(scene, blank=True)
    assert [story(link) for link in scene.links] == told
    for link in scene.links:
        assert [type(message) for message in link.messages[-2:]] == [MatchEnd, SeedRevealed]
        assert link.outcome == outcome
    scene.time.advance(1000 * S)
    assert scene.outcome == outcome
    assert scene.verify() == []


@pytest.mark.parametrize("policy", list(FaultPolicy))
@pytest.mark.parametrize("seed", range(20))
def test_killed_anywhere_and_again(policy: FaultPolicy, seed: int) -> None:  # noqa: C901
    """Random play with breaks, faults, stalls and restarts: whole, told once, and verified."""
    rng = random.Random(seed)
    players = rng.choice([2, 3, 4, 6])
    teams = players in (4, 6) and rng.random() < 0.5
    options = {"rounds": 1, "teams": teams}
    time = TimeControl(base_ns=60 * S, disconnect_ns=30 * S, join_ns=20 * S)
    scene = Scene(players, time=time, seed=seed, policy=policy, options=options, illegal_actions=3).start()
    restarts = 0
    for _ in range(2000):
        if scene.match.state.ended:
            break
        chance = rng.random()
        link = scene.links[rng.randrange(players)]
        if chance < 0.03:
            restarts += 1
            scene.journal.held = rng.random() < 0.5
            if scene.journal.held and scene.owing():
                scene.owing()[0].answer()
            scene.restart(rng.randrange(5 * S))
            scene.time.advance(rng.randrange(S))
            all_back(scene, blank=rng.random() < 0.3)
        elif chance < 0.06:
            link.port.detach(scene.time.now)
            scene.time.advance(rng.randrange(S))
            heard = link.all(EventMessage)
            again = scene.sit(link.seat, heard[-1].number if heard else None)
            again.messages[:0] = link.messages
        elif chance < 0.08:
            scene.stall(rng.randrange(1, S))
        elif chance < 0.1 and link.all(Decision):
            link.answer("rubbish")
        elif chance < 0.103:
            link.port.resign(scene.time.now)
        else:
            for owing in scene.owing()[: rng.randrange(1, 3)]:
                if not scene.has_fault(owing.seat):
                    owing.take()
                    scene.time.advance(rng.randrange(200 * MS))
                    owing.answer(rng.choice(owing.decision.legal))
    assert scene.match.state.ended
    for link in scene.links:
        numbers = [message.number for message in link.all(EventMessage)]
        assert numbers == list(range(1, len(numbers) + 1)), "nothing lost, nothing doubled"
    asked = [message.decision for link in scene.links for message in link.all(Decision)]
    assert asked
    assert [str(finding) for finding in scene.verify()] == []
    assert restarts == len(scene.kinds("resumed"))
