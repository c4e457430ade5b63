"""Players of whom the organiser knows that they will not come back."""

from __future__ import annotations

import pytest
from certamen_services.records.canonical import canonical
from certamen_services.records.chain import chain, chain_start
from certamen_services.records.document import render
from certamen_services.records.findings import Topic
from certamen_services.records.verify import verify
from certamen_services.referee.clock import TimeControl
from certamen_services.referee.errors import FieldError, MatchEndedError
from certamen_services.referee.terms import FaultPolicy, MatchState

from tests.services.referee.support import SIGNER, S, Scene, faults_of

TIME = TimeControl(base_ns=10 * S, startup_ns=5 * S, disconnect_ns=3 * S, join_ns=20 * S)
WHY = "the program was ended: 2 GiB of memory; the limit is 1 GiB"


def playing(players: int = 3) -> Scene:
    scene = Scene(players, time=TIME).start()
    scene.play(4)
    return scene


def test_who_is_away_and_gone_forfeits_at_once() -> None:
    scene = playing()
    created = scene.time.now
    scene.links[1].port.detach(scene.time.now)
    scene.time.advance(S)
    assert not scene.has_fault(1)
    scene.match.report_gone(1, WHY)
    (fault,) = scene.kinds("fault")
    assert (fault["seat"], fault["cause"], fault["due_ns"]) == (1, "disconnected", created + S - 1000 * S)
    proof = [{}, *scene.told][fault["evidence"]]
    assert proof == {"type": "gone", "seat": 1, "at_ns": fault["due_ns"], "explanation": WHY}
    scene.play()
    assert scene.outcome.placements is not None
    assert scene.outcome.placements[1] == 3
    assert scene.verify() == []


def test_who_is_gone_but_connected_forfeits_when_the_connection_ends() -> None:
    scene = playing()
    scene.match.report_gone(1, WHY)
    scene.time.advance(S)
    assert not scene.has_fault(1), "what it sent is still on its way"
    scene.links[1].port.detach(scene.time.now)
    (fault,) = scene.kinds("fault")
    (away,) = scene.kinds("away")
    assert fault["due_ns"] == away["at_ns"]
    assert [{}, *scene.told][fault["evidence"]]["type"] == "gone"
    scene.play()
    assert scene.verify() == []


def test_the_last_but_one_ends_the_match() -> None:
    scene = playing(2)
    scene.links[0].port.detach(scene.time.now)
    scene.match.report_gone(0, WHY)
    assert scene.state() is MatchState.FINISHED
    assert [fault[:2] for fault in faults_of(scene.outcome)] == [(0, "disconnected")]
    assert scene.outcome.placements == (2, 1)
    assert scene.verify() == []
    with pytest.raises(MatchEndedError):
        scene.match.report_gone(0, WHY)


def test_it_is_told_once_and_not_of_a_seat_at_fault() -> None:
    scene = playing()
    scene.match.report_gone(1, WHY)
    scene.match.report_gone(1, "again")
    scene.links[2].port.resign(scene.time.now)
    scene.match.report_gone(2, "after its fault")
    assert [entry["explanation"] for entry in scene.kinds("gone")] == [WHY]
    with pytest.raises(FieldError, match="seat: 0 … 2"):
        scene.match.report_gone(3, WHY)
    scene.play()
    assert scene.verify() == []


def test_a_fault_that_fell_due_before_comes_first() -> None:
    scene = playing()
    scene.links[1].port.detach(scene.time.now)
    scene.time.kill()  # no timer rings
    scene.time.advance(4 * S)
    scene.match.report_gone(1, WHY)
    (fault,) = scene.kinds("fault")
    assert (fault["cause"], [{}, *scene.told][fault["evidence"]]["type"]) == ("disconnected", "away")
    assert scene.kinds("gone") == []


def test_it_outlives_the_server() -> None:
    scene = Scene(3, time=TIME, policy=FaultPolicy.SUBSTITUTE).start()
    scene.play(4)
    scene.match.report_gone(1, WHY)
    scene.restart()
    scene.sit(0)
    scene.sit(2)
    scene.time.advance(20 * S)
    (fault,) = scene.kinds("fault")
    (away,) = scene.kinds("away")
    assert (fault["seat"], fault["due_ns"]) == (1, away["at_ns"])
    scene.play()
    assert scene.verify() == []


def test_a_match_that_waits_remembers_it() -> None:
    scene = Scene(2, time=TIME)
    scene.sit(0)
    scene.match.report_gone(0, WHY)
    scene.sit(1)
    assert scene.state() is MatchState.RUNNING
    scene.links[0].port.detach(scene.time.now)
    assert [fault[:2] for fault in faults_of(scene.outcome)] == [(0, "disconnected")]
    assert scene.verify() == []


@pytest.mark.parametrize("change", ["drop", "later", "twice"])
def test_a_forged_one_is_found(change: str) -> None:
    scene = playing(2)
    scene.links[0].port.detach(scene.time.now)
    scene.time.advance(S)
    scene.match.report_gone(0, WHY)
    told = scene.told
    at = next(number for number, entry in enumerate(told) if entry["type"] == "gone")
    match change:
        case "drop":
            del told[at]
        case "later":
            told[at]["at_ns"] += 1
        case _:
            told.insert(at, told[at])
    entries = [scene.first, *(canonical(entry) for entry in told)]
    head = chain(chain_start(scene.plan.id), entries)
    forged = render(scene.plan.id, entries, head, SIGNER.public_key, SIGNER.sign(scene.plan.id, head))
    topics = {finding.topic for finding in verify(forged, [SIGNER.public_key])}
    assert topics & {Topic.FAULT, Topic.PRESENCE}
