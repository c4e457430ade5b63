"""Connections that break and come back."""

import pytest
from certamen_services.referee.clock import TimeControl
from certamen_services.referee.errors import FieldError
from certamen_services.referee.messages import (
    Accepted,
    Decision,
    EventMessage,
    MatchEnd,
    MatchStart,
    SeedRevealed,
    ToSeat,
)
from certamen_services.referee.terms import MatchState

from tests.services.referee.support import MS, S, Scene

TIME = TimeControl(base_ns=10 * S, lag_ns=0, disconnect_ns=20 * S)


def without_clock(messages: list[ToSeat]) -> list[object]:
    """Messages, of decisions only what does not change with time."""
    return [(m.decision, m.legal, m.view) if isinstance(m, Decision) else m for m in messages]


def test_the_whole_story_is_told_again_in_the_same_order() -> None:
    scene = Scene(3, time=TIME).start()
    scene.play(2)
    told: list[ToSeat] = [m for m in scene.links[2].messages if isinstance(m, MatchStart | EventMessage)]
    told.insert(3, scene.links[2].decision)
    scene.links[2].port.detach(scene.time.now)
    again = scene.sit(2)
    assert without_clock(again.messages) == without_clock(told)
    assert isinstance(again.messages[3], Decision), "before the events that came after it"


def test_only_what_is_missing_is_told_after_the_last_event() -> None:
    scene = Scene(3, time=TIME).start()
    scene.play(3)
    link = scene.links[2]
    link.port.detach(scene.time.now)
    again = scene.sit(2, last_event=4)
    assert [m.number for m in again.all(EventMessage)] == list(range(5, len(link.events) + 1))
    assert again.all(MatchStart) == []
    everything = scene.sit(2, last_event=len(link.events))
    assert everything.all(EventMessage) == []
    assert [m.decision for m in everything.all(Decision)] == [1]


def test_nothing_is_lost_or_doubled_wherever_the_connection_breaks() -> None:
    for at in range(1, 40):
        scene = Scene(2, seed=at, time=TIME).start()
        scene.play(at)
        link = scene.links[1]
        heard = list(link.all(EventMessage))
        link.port.detach(scene.time.now)
        scene.time.advance(100 * MS)
        if scene.owing() and scene.owing()[0].seat == 0:
            scene.links[0].answer()
        again = scene.sit(1, last_event=heard[-1].number)
        scene.play()
        heard += again.all(EventMessage)
        assert [m.number for m in heard] == list(range(1, len(heard) + 1))
        assert len(heard) == len(scene.links[0].events)
        assert scene.verify() == []


def test_a_cursor_beyond_the_last_event_is_refused() -> None:
    scene = Scene(2).start()
    with pytest.raises(FieldError, match="last_event: 0 … 1"):
        scene.sit(0, last_event=2)
    with pytest.raises(FieldError):
        scene.sit(0, last_event=-1)


def test_a_decision_that_falls_due_while_the_seat_is_away_runs_from_then() -> None:
    scene = Scene(2, time=TIME).start()
    scene.links[0].answer("announce 1")
    scene.links[1].answer()
    scene.links[1].port.detach(scene.time.now)
    scene.time.advance(S)
    scene.links[0].answer()
    assert scene.state() is MatchState.RUNNING
    scene.time.advance(3 * S)
    again = scene.sit(1, last_event=2)
    assert again.decision.time_left_ns == 7 * S
    assert again.decision.view["phase"] == "play"
    scene.time.advance(S)
    again.take()
    again.answer()
    assert again.last(Accepted).charged_ns == 4 * S
    assert scene.kinds("action")[-1]["sent_ns"] is None


def test_the_clock_runs_on_while_the_seat_is_away() -> None:
    scene = Scene(2, time=TIME).start()
    scene.links[0].answer()
    scene.links[0].take()
    scene.time.advance(S)
    scene.links[0].port.detach(scene.time.now)
    scene.time.advance(2 * S)
    again = scene.sit(0, last_event=2)
    scene.time.advance(S)
    again.answer()
    assert again.last(Accepted).charged_ns == 4 * S


def test_an_answer_given_before_the_break_is_not_lost_and_stale_when_repeated() -> None:
    scene = Scene(2, time=TIME).start()
    scene.links[0].answer("announce 1")
    scene.links[0].port.detach(scene.time.now)
    again = scene.sit(0, last_event=1)
    again.port.act(1, "announce 3", scene.time.now)
    assert again.rejections == [("STALE_DECISION", "")]
    assert again.decision.view["announced"] == 1


def test_the_newest_link_replaces_the_one_before() -> None:
    scene = Scene(2, time=TIME).start()
    old = scene.links[0]
    new = scene.sit(0)
    assert old.superseded_in == ["m1"]
    heard = len(old.messages)
    old.port.act(1, "rubbish", scene.time.now)
    old.port.resign(scene.time.now)
    old.port.detach(scene.time.now)
    assert scene.state() is MatchState.RUNNING
    new.answer()
    assert len(old.messages) == heard
    assert scene.kinds("away", "back", "illegal") == []
    scene.time.advance(S)
    assert new.last(Accepted).decision == 1


def test_a_dead_port_does_nothing() -> None:
    scene = Scene(2, time=TIME).start()
    port = scene.links[0].port
    port.detach(scene.time.now)
    port.detach(scene.time.now)
    port.act(1, "announce 1", scene.time.now)
    port.handed_over(1, scene.time.now)
    port.resign(scene.time.now)
    assert [entry["type"] for entry in scene.told[-2:]] == ["started", "away"]


def test_what_is_not_durable_yet_is_not_told_to_a_new_link_twice_or_early() -> None:
    scene = Scene(2, time=TIME).start()
    scene.journal.held = True
    scene.links[0].answer("announce 1")
    scene.links[1].port.detach(scene.time.now)
    again = scene.sit(1, last_event=1)
    assert again.messages == []
    scene.journal.release()
    assert [type(m) for m in again.messages] == [EventMessage, Decision]


def test_the_end_is_told_to_a_bot_that_was_away() -> None:
    scene = Scene(2, time=TIME).start()
    scene.links[1].port.detach(scene.time.now)
    scene.links[0].port.resign(scene.time.now)
    again = scene.sit(1, last_event=1)
    assert [type(m) for m in again.messages] == [EventMessage, MatchEnd, SeedRevealed]
    again.port.act(1, "announce 1", scene.time.now)
    assert again.rejections == [("MATCH_OVER", "")]
    again.port.leave(scene.time.now)
    assert len(scene.outcome.faults) == 1
