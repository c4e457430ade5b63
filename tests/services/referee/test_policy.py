"""The policy `substitute`, places, parties, and the evidence of every ending."""

import pytest
from certamen_services.referee.clock import TimeControl
from certamen_services.referee.faults import ends_match
from certamen_services.referee.messages import Accepted
from certamen_services.referee.settings import MatchSettings
from certamen_services.referee.substitute import choose
from certamen_services.referee.terms import Culprit, EndCause, FaultPolicy, MatchState

from tests.services.referee.support import MS, S, Scene, faults_of

TIME = TimeControl(base_ns=10 * S, lag_ns=10 * MS, startup_ns=5 * S, disconnect_ns=3 * S)
SUBSTITUTE = FaultPolicy.SUBSTITUTE


def test_when_faults_end_a_match() -> None:
    seats, teams = (0, 1, 2), (0, 1, 0, 1)
    assert ends_match(FaultPolicy.FORFEIT, seats, [0, 1])
    assert not ends_match(FaultPolicy.FORFEIT, seats, [0])
    assert ends_match(FaultPolicy.FORFEIT, teams, [1])
    assert not ends_match(SUBSTITUTE, seats, [0, 1])
    assert not ends_match(SUBSTITUTE, teams, [0, 1, 2])
    assert ends_match(SUBSTITUTE, teams, [0, 1, 2, 3])


def test_of_two_seats_the_other_finishes_its_game() -> None:
    scene = Scene(2, time=TIME, policy=SUBSTITUTE).start()
    scene.play(3)
    scene.links[0].port.resign(scene.time.now)
    assert scene.state() is MatchState.RUNNING
    fault = {"type": "fault", "seat": 0, "cause": "resigned", "played_on": True}
    assert fault in scene.links[1].events
    scene.play()
    outcome = scene.outcome
    assert (outcome.cause, outcome.culprit) == (EndCause.COMPLETED, Culprit.BOT)
    assert outcome.game_result is not None, "the game's own places are kept"
    assert outcome.placements == (2, 1), "whatever the substitute achieved"
    assert len(scene.links[1].all(Accepted)) > 3
    assert scene.verify() == []


def test_the_games_own_places_may_be_others() -> None:
    placed = set()
    for seed in range(12):
        scene = Scene(2, time=TIME, policy=SUBSTITUTE, seed=seed).start()
        scene.links[0].port.resign(scene.time.now)
        scene.play()
        assert scene.outcome.game_result is not None
        assert scene.outcome.placements == (2, 1)
        placed.add(scene.outcome.game_result.placements)
        assert scene.verify() == []
    assert {(1, 2), (2, 1)} <= placed


def test_substitutes_of_two_seats_are_recomputed() -> None:
    scene = Scene(2, time=TIME, policy=SUBSTITUTE).start()
    scene.links[1].port.resign(scene.time.now)
    scene.play()
    state, checked = scene.plan.initial_state(), 0
    for entry in scene.kinds("action"):
        if entry["by"] == "substitute":
            legal = state.legal_actions(entry["seat"])
            assert entry["action"] == choose(scene.plan.secret.seed, entry["number"], legal)
            checked += 1
        state.apply_action(entry["action"], entry["seat"])
    assert checked > 5


def test_it_ends_when_no_seat_is_left_that_plays_itself() -> None:
    scene = Scene(3, time=TIME, policy=SUBSTITUTE).start()
    for seat in (1, 2):
        scene.links[seat].port.resign(scene.time.now)
        assert scene.state() is MatchState.RUNNING
        scene.time.advance(S)
    scene.links[0].port.resign(scene.time.now)
    outcome = scene.outcome
    assert (outcome.cause, outcome.culprit, outcome.placements) == (
        EndCause.FORFEITED,
        Culprit.BOT,
        (1, 1, 1),
    )
    assert [entry["played_on"] for entry in scene.kinds("fault")] == [True, True, False]
    assert scene.verify() == []


def test_a_partner_plays_on_though_its_party_has_forfeited() -> None:
    scene = Scene(4, time=TIME, options={"rounds": 1, "teams": True}, policy=SUBSTITUTE).start()
    scene.links[3].port.resign(scene.time.now)
    scene.play()
    assert len(scene.links[1].all(Accepted)) > 2
    assert (scene.outcome.cause, scene.outcome.placements) == (EndCause.COMPLETED, (1, 3, 1, 3))
    assert scene.verify() == []


def test_equal_time_outs_both_count_and_nobody_is_left() -> None:
    time = TimeControl(base_ns=5 * S, startup_ns=5 * S, lag_ns=0)
    scene = Scene(2, time=time, policy=SUBSTITUTE).start()
    scene.links[0].answer("announce 1")
    for link in scene.links:
        link.take()
    scene.time.advance(20 * S)
    assert faults_of(scene.outcome) == [(0, "time_out", 5 * S), (1, "time_out", 5 * S)]
    assert (scene.outcome.cause, scene.outcome.placements) == (EndCause.FORFEITED, (1, 1))
    assert scene.verify() == []


def test_time_outs_are_ordered_by_their_due_instants() -> None:
    time = TimeControl(base_ns=9 * S, startup_ns=5 * S, lag_ns=0)
    scene = Scene(3, time=time, policy=SUBSTITUTE).start()
    scene.links[0].answer("announce 1")
    for link in scene.links:
        link.take()
    scene.time.now += 12 * S  # the timer rings late, all are due
    scene.time.advance(0)
    assert [fault[:2] for fault in faults_of(scene.outcome)] == [
        (1, "time_out"),
        (2, "time_out"),
        (0, "time_out"),
    ]
    assert scene.verify() == []


@pytest.mark.parametrize("policy", list(FaultPolicy))
def test_every_ending_names_its_evidence(policy: FaultPolicy) -> None:
    scene = Scene(3, time=TIME, policy=policy, illegal_actions=2).start()
    scene.play(4)
    scene.owing()[0].answer("rubbish")
    scene.owing()[0].answer("rubbish")
    away = next(link for link in scene.links if not scene.has_fault(link.seat))
    away.port.detach(scene.time.now)
    scene.time.advance(4 * S)
    scene.play()
    entries = [{}, *scene.told]
    faults = [number for number, entry in enumerate(entries) if entry.get("type") == "fault"]
    assert list(scene.outcome.evidence) == faults
    proofs = {entries[n]["cause"]: entries[entries[n]["evidence"]] for n in faults if entries[n]["evidence"]}
    assert {cause: proof["type"] for cause, proof in proofs.items()} == {
        "illegal_action": "illegal",
        "disconnected": "away",
    }
    assert proofs["illegal_action"]["count"] == 2
    assert scene.verify() == []


def test_the_evidence_of_a_game_without_faults_is_its_last_action() -> None:
    scene = Scene(2, time=TIME).start()
    scene.play()
    number = scene.outcome.evidence[0]
    assert scene.told[number - 1] == scene.kinds("action")[-1]
    assert scene.outcome.explanation == ""


def test_a_match_that_does_not_count_says_why() -> None:
    scene = Scene(2, time=TIME).start()
    scene.cancel()
    assert (scene.outcome.explanation, scene.outcome.evidence) == ("cancelled by the organiser", ())
    assert scene.verify() == []


def test_the_default_policy() -> None:
    assert MatchSettings("juwelen", 2).policy is FaultPolicy.FORFEIT
