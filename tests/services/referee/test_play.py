"""A match without faults."""

from itertools import pairwise

import pytest
from certamen_services.referee.clock import TimeControl
from certamen_services.referee.messages import (
    Accepted,
    Decision,
    EventMessage,
    MatchEnd,
    MatchStart,
    SeedRevealed,
)
from certamen_services.referee.seeds import commitment_to
from certamen_services.referee.terms import Culprit, EndCause, MatchState

from tests.services.referee.support import MS, S, Scene


def test_it_starts_when_all_have_joined() -> None:
    scene = Scene(3)
    scene.sit(0)
    scene.sit(2)
    assert scene.state() is MatchState.WAITING
    assert scene.links[0].messages == []
    scene.sit(1)
    assert scene.state() is MatchState.RUNNING
    for seat, link in enumerate(scene.links):
        start = link.messages[0]
        assert isinstance(start, MatchStart)
        assert (start.seat, start.match, start.practice) == (seat, "m1", True)
        assert start.commitment == scene.plan.secret.commitment
        assert start.view["hands"][seat] != ["?"] * 12
        assert start.view["hands"][(seat + 1) % 3] == ["?"] * 10
        first = link.messages[1]
        assert isinstance(first, EventMessage)
        assert (first.number, first.event["type"]) == (1, "deal")
    assert [type(m) for m in scene.links[0].messages] == [MatchStart, EventMessage, Decision]
    assert [type(m) for m in scene.links[1].messages] == [MatchStart, EventMessage]


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {"rounds": 2}),
        (3, {"rounds": 1, "pack": "known"}),
        (4, {"rounds": 1, "teams": True}),
        (5, {"rounds": 1}),
        (6, {"rounds": 2, "teams": True}),
    ],
)
def test_a_whole_match(players: int, options: dict[str, object]) -> None:
    scene = Scene(players, options=options).start()
    scene.play(pause_ns=20 * MS)
    assert scene.state() is MatchState.FINISHED
    outcome = scene.outcome
    assert (outcome.cause, outcome.culprit, outcome.faults) == (EndCause.COMPLETED, Culprit.NOBODY, ())
    assert outcome.game_result is not None
    assert outcome.placements == outcome.game_result.placements
    assert scene.ended == [scene.match]
    assert scene.verify() == []
    for link in scene.links:
        kinds = [type(message) for message in link.messages]
        assert kinds[-2:] == [MatchEnd, SeedRevealed]
        assert [m.number for m in link.all(EventMessage)] == list(range(1, len(link.events) + 1))
        assert [m.decision for m in link.all(Decision)] == list(range(1, len(link.all(Decision)) + 1))
        assert [m.decision for m in link.all(Accepted)] == [m.decision for m in link.all(Decision)]
        assert link.rejections == []
        ledger = outcome.clocks[link.seat]
        assert ledger.decisions == len(link.all(Accepted))
        assert ledger.charged_ns == sum(m.charged_ns for m in link.all(Accepted))
        assert ledger.charged_ns == (ledger.decisions - 1) * 10 * MS, "all but the first, less the lag"
    numbers = {len(link.events) for link in scene.links}
    assert len(numbers) == 1, "every seat gets every event"
    revealed = scene.links[0].last(SeedRevealed)
    start = revealed.start_position.encode()
    assert commitment_to(revealed.nonce, revealed.seed, start) == scene.plan.secret.commitment


def test_each_event_comes_once_and_before_the_decision_that_it_leads_to() -> None:
    scene = Scene(3).start()
    scene.play()
    for link in scene.links:
        seen = 0
        for message in link.messages:
            if isinstance(message, EventMessage):
                assert message.number == seen + 1
                seen += 1
            elif isinstance(message, Decision):
                assert message.last_event == seen


def test_simultaneous_decisions_are_asked_at_once_each_on_its_own_clock() -> None:
    scene = Scene(4).start()
    scene.play(1)
    assert [link.decision.view["phase"] for link in scene.links] == ["pass"] * 4
    assert [link.decision.last_event for link in scene.links] == [2] * 4
    for link in scene.links:
        link.take()
    for link, pause in zip(scene.links[::-1], (1, 2, 3, 4), strict=True):
        scene.time.advance(pause * S)
        link.answer()
    actions = scene.kinds("action")[1:5]
    assert [entry["seat"] for entry in actions] == [3, 2, 1, 0]
    took = [entry["read_ns"] - entry["sent_ns"] for entry in actions]
    assert took == [1 * S, 3 * S, 6 * S, 10 * S]


def test_others_choices_stay_hidden_whatever_they_are() -> None:
    """What a seat is sent while others choose does not depend on the choice."""
    told = []
    for which in (0, 5, -1):
        scene = Scene(3).start()
        scene.play(1)
        chooser = scene.links[1]
        chooser.answer(chooser.decision.legal[which])
        told.append([link.messages[1:] for link in (scene.links[0], scene.links[2])])
    assert told[0] == told[1] == told[2]


def test_a_decision_tells_all_clocks_and_the_last_charge() -> None:
    time = TimeControl(base_ns=10 * S, increment_ns=S, lag_ns=0)
    scene = Scene(2, time=time).start()
    dealer = scene.links[0]
    first = dealer.decision
    assert first.last_charged_ns is None
    assert dealer.decision.clocks == (10 * S, 10 * S)
    assert dealer.decision.time_left_ns == 30 * S
    dealer.take()
    scene.time.advance(3 * S)
    dealer.answer()
    assert dealer.decision.last_charged_ns == 0, "the first decision is not charged"
    assert dealer.decision.clocks == (11 * S, 10 * S)
    assert dealer.decision.time_left_ns == 11 * S
    dealer.take()
    scene.time.advance(4 * S)
    dealer.answer()
    assert dealer.last(Accepted).charged_ns == 4 * S
    assert dealer.last(Accepted).remaining_ns == 8 * S


def test_the_clock_starts_at_handover_and_stops_when_the_answer_was_read() -> None:
    time = TimeControl(base_ns=10 * S, lag_ns=0)
    scene = Scene(2, time=time).start()
    dealer = scene.links[0]
    dealer.answer()
    queued = scene.time.now
    scene.time.advance(300 * MS)
    dealer.take()
    scene.time.advance(2 * S)
    read = scene.time.now
    scene.time.advance(S)
    dealer.port.act(dealer.decision.decision, dealer.decision.legal[0], read)
    entry = scene.kinds("action")[-1]
    assert entry["charged_ns"] == 2 * S
    assert entry["sent_ns"] - entry["queued_ns"] == 300 * MS
    assert scene.time.now - queued == 3300 * MS


def test_a_decision_that_the_transport_does_not_take_runs_from_when_it_was_queued() -> None:
    scene = Scene(2, time=TimeControl(base_ns=10 * S, lag_ns=0)).start()
    dealer = scene.links[0]
    dealer.answer()
    scene.time.advance(1001 * MS)
    dealer.take()
    scene.time.advance(S)
    dealer.answer()
    assert dealer.last(Accepted).charged_ns == 2001 * MS


def test_only_the_first_handover_counts() -> None:
    scene = Scene(2, time=TimeControl(base_ns=10 * S, lag_ns=0)).start()
    dealer = scene.links[0]
    dealer.answer()
    dealer.take()
    scene.time.advance(S)
    dealer.take()
    dealer.port.handed_over(99, scene.time.now)
    dealer.answer()
    assert dealer.last(Accepted).charged_ns == S


def test_forced_decisions_are_played_by_the_referee_and_cost_nothing() -> None:
    scene = Scene(2, time=TimeControl(increment_ns=S)).start()
    scene.play()
    forced = [entry for entry in scene.kinds("action") if entry["by"] == "forced"]
    assert [entry["seat"] for entry in forced]
    assert all(entry["text"].startswith("play ") for entry in forced)
    assert "charged_ns" not in forced[0]
    asked = {link.seat: len(link.all(Decision)) for link in scene.links}
    for ledger in scene.outcome.clocks:
        assert ledger.decisions == asked[ledger.seat]
        assert ledger.increments_ns == ledger.decisions * S


def test_without_play_forced_all_is_asked() -> None:
    scene = Scene(2, play_forced=False).start()
    scene.play()
    assert {entry["by"] for entry in scene.kinds("action")} == {"seat"}
    assert scene.verify() == []


def test_one_legal_action_is_asked_where_others_cannot_see_that_it_is_forced() -> None:
    found = 0
    for seed in range(12):
        scene = Scene(4, seed=seed).start()
        scene.play()
        for link in scene.links:
            for decision in link.all(Decision):
                if len(decision.legal) == 1:
                    found += 1
                    assert len(decision.view["hands"][link.seat]) > 1
    assert found > 10


def test_actions_are_taken_by_code_and_by_text() -> None:
    scene = Scene(2).start()
    scene.links[0].answer("announce 2")
    assert scene.kinds("action")[-1]["text"] == "announce 2"
    assert len(scene.links[0].decision.view["hands"][0]) == 10
    scene.links[0].answer(scene.links[0].decision.legal[3])
    assert scene.links[0].rejections == []


def test_nothing_is_told_before_it_is_durable() -> None:
    scene = Scene(3).start()
    scene.play(1)
    before = [list(link.messages) for link in scene.links]
    scene.journal.held = True
    first, second, third = scene.links
    for link in scene.links:
        link.take()
    first.answer()
    second.answer()
    first.answer(decision=2)  # again: stale, but that is told after the first answer was accepted
    assert [link.messages for link in scene.links] == before
    scene.time.advance(50 * MS)
    scene.journal.release()
    assert [type(m).__name__ for m in first.messages[len(before[0]) :]] == [
        "Accepted",
        "EventMessage",
        "EventMessage",
        "Rejected",
    ]
    third.answer()
    scene.time.advance(70 * MS)
    scene.journal.release()
    leader = scene.owing()[0]
    assert leader.decision.view["phase"] == "play"
    leader.take()
    scene.time.advance(5 * MS)
    leader.answer()
    entry = scene.kinds("action")[-1]
    assert entry["read_ns"] - entry["queued_ns"] == 5 * MS, "what the journal takes is not the seat's time"


def test_stamps_of_the_record_ascend() -> None:
    scene = Scene(2).start()
    scene.play(pause_ns=MS)
    stamps = [entry["read_ns"] for entry in scene.kinds("action") if entry["by"] == "seat"]
    assert all(one <= other for one, other in pairwise(stamps))


def test_a_match_from_a_start_position() -> None:
    earlier = Scene(3, seed=3).start()
    earlier.play(9)
    position = earlier.plan.game.new_initial_state(seed=9).position()
    scene = Scene(3, start=position).start()
    assert [type(m) for m in scene.links[0].messages] == [MatchStart, Decision], "no deal, so no event of one"
    scene.play()
    assert scene.verify() == []
    assert scene.links[0].last(SeedRevealed).start_position.startswith('{"announced":null,"aside":')
