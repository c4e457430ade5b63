"""Every fault, with its exact outcome, on a clock that stands still."""

import pytest
from certamen_services.referee.clock import TimeControl
from certamen_services.referee.messages import Accepted, Decision, MatchEnd, MatchStart, SeedRevealed
from certamen_services.referee.substitute import choose
from certamen_services.referee.terms import Culprit, EndCause, MatchState
from certamen_services.referee.tribunal import SETTLE_NS

from tests.services.referee.support import MS, S, Scene, faults_of

TIME = TimeControl(base_ns=10 * S, lag_ns=10 * MS, startup_ns=5 * S, disconnect_ns=3 * S)


def since(scene: Scene, start: int) -> int:
    """An instant as entries tell it, where `start` is the time at which the scene was made."""
    return scene.time.now - start


# ----------------------------------------------------------------------------------------------- two seats


def test_startup_time_runs_out() -> None:
    scene = Scene(2, time=TIME).start()
    created = scene.time.now
    scene.time.advance(S)
    scene.links[0].take()
    scene.time.until(created + 6 * S + 10 * MS)
    assert scene.state() is MatchState.RUNNING, "an answer read at the deadline is in time"
    scene.time.advance(SETTLE_NS)
    outcome = scene.outcome
    assert (scene.state(), outcome.cause, outcome.culprit) == (
        MatchState.FINISHED,
        EndCause.FORFEITED,
        Culprit.BOT,
    )
    assert faults_of(outcome) == [(0, "time_out", 6 * S + 10 * MS)]
    assert outcome.placements == (2, 1)
    assert outcome.game_result is None
    assert scene.links[1].events[-1] == {
        "type": "fault",
        "seat": 0,
        "cause": "time_out",
        "played_on": False,
    }
    assert [type(m) for m in scene.links[1].messages[-2:]] == [MatchEnd, SeedRevealed]
    assert scene.verify() == []


def test_the_clock_runs_out() -> None:
    scene = Scene(2, time=TIME).start()
    created = scene.time.now
    scene.links[0].answer("announce 1")
    for link in scene.links:
        link.take()
    scene.links[1].answer()
    scene.time.until(created + 10 * S + 10 * MS + SETTLE_NS)
    assert faults_of(scene.outcome) == [(0, "time_out", 10 * S + 10 * MS)]
    assert scene.outcome.placements == (2, 1)
    assert scene.verify() == []


def test_the_limit_of_one_decision_runs_out() -> None:
    time = TimeControl(base_ns=10 * S, per_move_ns=S, lag_ns=0)
    scene = Scene(2, time=time).start()
    created = scene.time.now
    scene.links[0].answer()
    scene.links[1].answer()
    assert scene.links[0].decision.time_left_ns == S
    scene.time.advance(2 * S)
    assert faults_of(scene.outcome) == [(0, "time_out", S)]
    assert scene.time.now == created + 2 * S
    assert scene.verify() == []


def test_an_answer_at_the_deadline_is_in_time_and_one_nanosecond_later_is_not() -> None:
    for late in (0, 1):
        scene = Scene(2, time=TIME).start()
        created = scene.time.now
        dealer = scene.links[0]
        dealer.answer()
        scene.links[1].answer()
        dealer.take()
        deadline = created + 10 * S + 10 * MS
        scene.time.until(deadline + late)
        dealer.answer()
        if late:
            assert dealer.rejections == [("TOO_LATE", "")]
            scene.time.advance(SETTLE_NS)
            assert faults_of(scene.outcome) == [(0, "time_out", 10 * S + 10 * MS)]
        else:
            assert dealer.last(Accepted).charged_ns == 10 * S
            assert dealer.last(Accepted).remaining_ns == 0
            scene.time.advance(4 * S)
            assert scene.state() is MatchState.RUNNING


def test_an_answer_read_in_time_counts_though_it_is_processed_late() -> None:
    scene = Scene(2, time=TIME).start()
    dealer = scene.links[0]
    dealer.take()
    deadline = scene.time.now + 5 * S + 10 * MS
    scene.time.until(deadline + SETTLE_NS - 1)
    dealer.port.act(1, "announce 1", deadline)
    assert dealer.rejections == []
    assert dealer.last(Accepted).decision == 1


def test_nothing_re_arms_a_deadline() -> None:
    scene = Scene(2, time=TIME, illegal_actions=3).start()
    created = scene.time.now
    dealer = scene.links[0]
    dealer.take()
    scene.time.advance(2 * S)
    dealer.answer("announce 9")
    dealer.answer("announce 1", decision=7)
    dealer.take()
    dealer.port.detach(scene.time.now)
    scene.time.advance(S)
    dealer = scene.sit(0, last_event=1)
    dealer.take()
    assert dealer.decision.time_left_ns == 2 * S + 10 * MS
    scene.time.advance(3 * S)
    assert faults_of(scene.outcome) == [(0, "time_out", 5 * S + 10 * MS)]
    assert scene.time.now == created + 6 * S
    assert scene.verify() == []


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("announce 4", "MALFORMED"),
        ("play 2h", "NOT_LEGAL"),
        ("", "MALFORMED"),
        (None, "MALFORMED"),
        (2**40, "MALFORMED"),
    ],
)
def test_the_first_illegal_action_is_a_fault(given: int | str | None, reason: str) -> None:
    scene = Scene(2, time=TIME).start()
    dealer = scene.links[0]
    scene.time.advance(S)
    dealer.port.act(1, given, scene.time.now)
    assert dealer.rejections == [("ILLEGAL_ACTION", reason)]
    assert faults_of(scene.outcome) == [(0, "illegal_action", S)]
    assert scene.outcome.placements == (2, 1)
    illegal = scene.kinds("illegal")
    assert [(entry["given"], entry["reason"], entry["count"]) for entry in illegal] == [(given, reason, 1)]
    assert scene.verify() == []


def test_so_many_illegal_actions_as_are_tolerated() -> None:
    scene = Scene(2, time=TIME, illegal_actions=3).start()
    dealer = scene.links[0]
    dealer.answer("play 2h")
    dealer.answer("rubbish")
    assert dealer.rejections == [("ILLEGAL_ACTION", "NOT_LEGAL"), ("ILLEGAL_ACTION", "MALFORMED")]
    assert scene.state() is MatchState.RUNNING
    dealer.answer("announce 1")
    scene.links[0].answer("announce 1")
    assert faults_of(scene.outcome) == [(0, "illegal_action", 0)]
    assert [entry["count"] for entry in scene.kinds("illegal")] == [1, 2, 3]
    assert scene.verify() == []


def test_mistakes_about_the_turn_are_no_illegal_actions() -> None:
    scene = Scene(2, time=TIME).start()
    other = scene.links[1]
    other.port.act(1, "announce 1", scene.time.now)
    assert other.rejections == [("NOT_YOUR_TURN", "")]
    dealer = scene.links[0]
    dealer.answer()
    dealer.answer(decision=1)
    dealer.answer(decision=3)
    dealer.answer(decision=-1)
    assert dealer.rejections == [("STALE_DECISION", "")] * 3
    assert scene.state() is MatchState.RUNNING
    assert scene.kinds("illegal", "fault") == []


def test_an_endless_text_is_cut_in_the_record() -> None:
    scene = Scene(2, time=TIME).start()
    scene.links[0].answer("play " + "x" * 5000)
    entry = scene.kinds("illegal")[0]
    assert (len(entry["given"]), entry["cut"]) == (200, True)
    assert scene.verify() == []


def test_resigning() -> None:
    scene = Scene(2, time=TIME).start()
    scene.time.advance(S)
    scene.links[1].port.resign(scene.time.now)
    assert faults_of(scene.outcome) == [(1, "resigned", S)]
    assert scene.outcome.placements == (1, 2)
    assert scene.verify() == []


def test_leaving_during_a_match_is_resigning() -> None:
    scene = Scene(2, time=TIME).start()
    link = scene.links[1]
    link.port.leave(scene.time.now)
    assert faults_of(scene.outcome) == [(1, "resigned", 0)]
    seen = len(link.messages)
    scene.links[0].port.leave(scene.time.now)
    assert len(link.messages) == seen


def test_away_for_longer_than_allowed() -> None:
    scene = Scene(2, time=TIME).start()
    scene.time.advance(500 * MS)
    scene.links[1].port.detach(scene.time.now)
    scene.time.advance(2 * S)
    scene.sit(1, last_event=1)
    scene.time.advance(S)
    scene.links[1].port.detach(scene.time.now)
    scene.time.advance(S - 1)
    assert scene.state() is MatchState.RUNNING, "the allowance is for the whole match"
    scene.time.advance(1)
    assert faults_of(scene.outcome) == [(1, "disconnected", 4500 * MS)]
    assert scene.outcome.placements == (1, 2)
    assert scene.verify() == []


def test_with_no_allowance_a_broken_connection_is_a_fault() -> None:
    scene = Scene(2, time=TimeControl(disconnect_ns=0)).start()
    scene.links[0].port.detach(scene.time.now)
    scene.time.advance(0)
    assert faults_of(scene.outcome) == [(0, "disconnected", 0)]
    assert scene.verify() == []


def test_not_joining_in_time() -> None:
    scene = Scene(3)
    scene.sit(1)
    scene.sit(2)
    scene.links[2].port.detach(scene.time.now)
    scene.time.advance(60 * S)
    outcome = scene.outcome
    assert (scene.state(), outcome.cause, outcome.culprit) == (
        MatchState.FINISHED,
        EndCause.NOT_JOINED,
        Culprit.BOT,
    )
    assert faults_of(outcome) == [(0, "not_joined", 60 * S), (2, "not_joined", 60 * S)]
    assert outcome.placements == (2, 1, 2)
    assert [type(m) for m in scene.links[1].messages] == [MatchEnd, SeedRevealed]
    assert scene.verify() == []


def test_joining_when_the_time_is_over_is_too_late_even_if_the_timer_has_not_rung() -> None:
    scene = Scene(2, time=TimeControl(join_ns=S))
    scene.sit(0)
    scene.time.now += S
    late = scene.sit(1)
    assert scene.outcome.cause is EndCause.NOT_JOINED
    assert faults_of(scene.outcome) == [(1, "not_joined", S)]
    assert [type(m) for m in late.messages] == [MatchEnd, SeedRevealed]
    assert scene.verify() == []


def test_nobody_joins() -> None:
    scene = Scene(2, time=TimeControl(join_ns=S))
    scene.time.advance(S)
    assert scene.outcome.placements == (1, 1)
    assert scene.verify() == []


def test_a_seat_that_left_before_the_start_has_to_join_again() -> None:
    scene = Scene(2)
    scene.sit(0)
    scene.links[0].port.leave(scene.time.now)
    scene.sit(1)
    assert scene.state() is MatchState.WAITING
    scene.sit(0)
    assert scene.state() is MatchState.RUNNING
    scene.play()
    assert scene.verify() == []


# ------------------------------------------------------------------------------------------- simultaneous


def test_the_earlier_of_two_time_outs_decides() -> None:
    scene = Scene(2, time=TIME).start()
    scene.links[0].answer("announce 1")
    scene.links[1].take()
    scene.time.advance(1)
    scene.links[0].take()
    # seat 1 is in its start-up time (5 s), seat 0 on its clock (10 s)
    scene.time.advance(20 * S)
    assert faults_of(scene.outcome) == [(1, "time_out", 5 * S + 10 * MS)]
    assert scene.outcome.placements == (1, 2), "a decision that still runs when the match ends is no fault"
    assert scene.verify() == []


def test_equal_time_outs_both_count() -> None:
    time = TimeControl(base_ns=5 * S, startup_ns=5 * S, lag_ns=0)
    scene = Scene(2, time=time).start()
    scene.links[0].answer("announce 1")
    for link in scene.links:
        link.take()
    scene.time.advance(20 * S)
    assert faults_of(scene.outcome) == [(0, "time_out", 5 * S), (1, "time_out", 5 * S)]
    assert scene.outcome.placements == (1, 1)
    assert [event["seat"] for event in scene.links[0].events if event["type"] == "fault"] == [0, 1]
    assert scene.verify() == []


def test_a_time_out_that_fell_due_before_an_illegal_action_comes_first() -> None:
    time = TimeControl(base_ns=5 * S, startup_ns=2 * S, lag_ns=0)
    scene = Scene(2, time=time).start()
    scene.links[0].answer("announce 1")
    for link in scene.links:
        link.take()
    scene.time.advance(2 * S + 1)
    scene.links[0].answer("rubbish")
    assert faults_of(scene.outcome) == [(1, "time_out", 2 * S)]
    assert scene.outcome.placements == (1, 2)
    assert scene.verify() == []


def test_a_time_out_and_an_absence_at_the_same_instant_both_count() -> None:
    time = TimeControl(base_ns=9 * S, startup_ns=3 * S, lag_ns=0, disconnect_ns=3 * S)
    scene = Scene(2, time=time).start()
    scene.links[0].take()
    scene.links[1].port.detach(scene.time.now)
    scene.time.advance(4 * S)
    assert faults_of(scene.outcome) == [(0, "time_out", 3 * S), (1, "disconnected", 3 * S)]
    assert scene.outcome.placements == (1, 1)
    assert scene.verify() == []


# ----------------------------------------------------------------------------------------- more than two


def test_the_referee_plays_on_so_that_the_others_finish() -> None:
    scene = Scene(4, time=TIME).start()
    scene.play(9)
    scene.links[2].port.resign(scene.time.now)
    assert scene.state() is MatchState.RUNNING
    event = {"type": "fault", "seat": 2, "cause": "resigned", "played_on": True}
    assert all(event in link.events for link in scene.links)
    asked = len(scene.links[2].all(Decision))
    scene.play()
    outcome = scene.outcome
    assert (outcome.cause, outcome.culprit) == (EndCause.COMPLETED, Culprit.BOT)
    assert [fault[:2] for fault in faults_of(outcome)] == [(2, "resigned")]
    assert outcome.game_result is not None
    assert outcome.placements is not None
    assert outcome.placements[2] == 4
    own = outcome.game_result.placements
    others = [seat for seat in range(4) if seat != 2]
    for seat in others:
        assert outcome.placements[seat] == 1 + sum(own[other] < own[seat] for other in others)
    assert len(scene.links[2].all(Decision)) == asked, "it is asked no more"
    assert len(scene.links[2].events) == len(scene.links[0].events), "but still told what happens"
    assert scene.verify() == []


def test_substitute_choices_can_be_recomputed() -> None:
    scene = Scene(3, time=TIME).start()
    scene.play(4)
    scene.links[0].port.resign(scene.time.now)
    scene.play()
    state = scene.plan.initial_state()
    substitutes = 0
    for entry in scene.kinds("action"):
        if entry["by"] == "substitute":
            substitutes += 1
            legal = state.legal_actions(entry["seat"])
            assert entry["action"] == choose(scene.plan.secret.seed, entry["number"], legal)
        state.apply_action(entry["action"], entry["seat"])
    assert substitutes >= 8


def test_the_others_clocks_show_no_strange_charge() -> None:
    """One of four is killed in mid-match: it forfeits within the allowance, the others finish."""
    scene = Scene(4, time=TIME).start()
    scene.play(6, pause_ns=20 * MS)
    victim = scene.owing()[0].seat
    before = scene.time.now
    scene.links[victim].port.detach(before)
    scene.time.advance(4 * S)
    assert scene.has_fault(victim)
    scene.play(pause_ns=20 * MS)
    outcome = scene.outcome
    assert outcome.faults[0].cause.value == "disconnected"
    for ledger in outcome.clocks:
        if ledger.seat != victim:
            assert ledger.longest_ns == 10 * MS
    assert scene.verify() == []


def test_it_ends_when_a_single_party_is_left() -> None:
    scene = Scene(3, time=TIME).start()
    scene.links[1].port.resign(scene.time.now)
    scene.time.advance(S)
    scene.links[2].port.resign(scene.time.now)
    outcome = scene.outcome
    assert (outcome.cause, outcome.placements) == (EndCause.FORFEITED, (1, 2, 2))
    assert [event["played_on"] for event in scene.links[0].events if event["type"] == "fault"] == [
        True,
        False,
    ]
    assert scene.verify() == []


def test_a_whole_team_forfeits() -> None:
    scene = Scene(4, time=TIME, options={"rounds": 1, "teams": True}).start()
    scene.links[3].port.resign(scene.time.now)
    assert scene.outcome.cause is EndCause.FORFEITED
    assert scene.outcome.placements == (1, 3, 1, 3)
    assert scene.verify() == []


def test_of_three_teams_two_play_on_and_the_partner_does_too() -> None:
    scene = Scene(6, time=TIME, options={"rounds": 1, "teams": True}).start()
    scene.links[1].port.resign(scene.time.now)
    assert scene.state() is MatchState.RUNNING
    scene.play()
    assert len(scene.links[4].all(Accepted)) > 3, "the partner plays on itself"
    assert scene.outcome.placements is not None
    assert scene.outcome.placements[1] == scene.outcome.placements[4] == 5
    assert sorted(scene.outcome.placements) in ([1, 1, 3, 3, 5, 5], [1, 1, 1, 1, 5, 5])
    assert scene.verify() == []


def test_all_forfeit_at_once() -> None:
    time = TimeControl(base_ns=5 * S, startup_ns=5 * S, lag_ns=0)
    scene = Scene(4, time=time).start()
    scene.links[0].answer("announce 1")
    for link in scene.links:
        link.take()
    scene.time.advance(20 * S)
    assert scene.outcome.cause is EndCause.FORFEITED
    assert scene.outcome.placements == (1, 1, 1, 1)
    assert len(scene.outcome.faults) == 4
    assert scene.verify() == []


def test_later_acts_of_a_forfeited_seat_are_answered() -> None:
    scene = Scene(3, time=TIME).start()
    dealer = scene.links[0]
    dealer.take()
    scene.time.advance(6 * S)
    dealer.answer(decision=1)
    dealer.answer(decision=2)
    dealer.port.resign(scene.time.now)
    assert dealer.rejections == [("TOO_LATE", ""), ("FORFEITED", "")]
    scene.play()
    dealer.answer(decision=3)
    scene.links[1].answer(decision=1)
    assert dealer.rejections[-1] == ("FORFEITED", "")
    assert scene.links[1].rejections == [("MATCH_OVER", "")]
    assert len(scene.outcome.faults) == 1
    assert scene.verify() == []


def test_a_forfeited_seat_may_come_and_go() -> None:
    scene = Scene(3, time=TIME).start()
    scene.links[1].port.resign(scene.time.now)
    scene.links[1].port.detach(scene.time.now)
    scene.time.advance(100 * MS)
    again = scene.sit(1)
    assert isinstance(again.messages[0], MatchStart)
    scene.play()
    assert isinstance(again.messages[-1], SeedRevealed)
    assert [fault[:2] for fault in faults_of(scene.outcome)] == [(1, "resigned")]
    assert scene.verify() == []


# --------------------------------------------------------------------------------- ends without a result


def test_cancelling() -> None:
    scene = Scene(2).start()
    scene.cancel()
    outcome = scene.outcome
    assert (scene.state(), outcome.cause, outcome.culprit) == (
        MatchState.CANCELLED,
        EndCause.CANCELLED,
        Culprit.HOST,
    )
    assert (outcome.placements, outcome.game_result) == (None, None)
    assert scene.links[0].events[-1] == {"type": "voided", "explanation": "cancelled by the organiser"}
    assert isinstance(scene.links[0].messages[-1], SeedRevealed)
    assert scene.verify() == []


def test_cancelling_while_it_waits() -> None:
    scene = Scene(2)
    scene.sit(0)
    scene.cancel()
    assert [type(m) for m in scene.links[0].messages] == [MatchEnd, SeedRevealed]
    assert scene.verify() == []


def test_shutting_down_keeps_the_seed_secret() -> None:
    scene = Scene(2).start()
    scene.match.shut_down()
    assert (scene.state(), scene.outcome.culprit) == (MatchState.VOIDED, Culprit.HOST)
    assert isinstance(scene.links[0].messages[-1], MatchEnd)
    assert [update.revealed for update in scene.journal.updates] == [False, False]


def test_a_journal_that_fails_voids_the_match_and_nobody_is_told_what_was_lost() -> None:
    scene = Scene(2).start()
    scene.journal.held = True
    before = len(scene.links[1].messages)
    scene.links[0].answer()
    scene.journal.release(OSError("disk full"))
    assert (scene.state(), scene.outcome.cause, scene.outcome.culprit) == (
        MatchState.VOIDED,
        EndCause.REFEREE_FAILED,
        Culprit.REFEREE,
    )
    assert [type(m).__name__ for m in scene.links[1].messages[before:]] == ["EventMessage", "MatchEnd"]
    assert scene.links[1].events[-1]["type"] == "voided"
    assert scene.links[0].all(Accepted) == []


def test_a_link_that_raises_harms_nobody_else(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = Scene(3, time=TIME).start()

    def refuse(_message: object) -> None:
        raise OSError("broken pipe")

    monkeypatch.setattr(scene.links[1], "send", refuse)
    scene.links[0].answer()
    assert [link.decision.decision for link in (scene.links[0], scene.links[2])] == [2, 1]
    scene.time.advance(6 * S)
    assert scene.has_fault(1)


def test_no_timer_is_left_after_the_end() -> None:
    scene = Scene(2, time=TIME).start()
    scene.links[0].port.resign(scene.time.now)
    told = len(scene.told)
    scene.time.advance(1000 * S)
    assert len(scene.told) == told
    assert scene.ended == [scene.match]
