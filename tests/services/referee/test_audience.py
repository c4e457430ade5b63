"""What spectators are told, while a match runs and afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import certamen_core as cc
import pytest
from certamen_services.referee.clock import TimeControl
from certamen_services.referee.errors import FieldError
from certamen_services.referee.messages import (
    EventMessage,
    PublicEnd,
    PublicStart,
    PublicView,
    ToSpectator,
)
from certamen_services.referee.retell import retell

from tests.services.referee.support import S, Scene

M = TypeVar("M")


class Ear:
    """A spectator that keeps what it hears."""

    def __init__(self) -> None:
        self.heard: list[ToSpectator] = []
        self.broken = False

    def send(self, message: ToSpectator) -> None:
        if self.broken:
            raise RuntimeError("a broken link")
        self.heard.append(message)

    def all(self, kind: type[M]) -> list[M]:
        return [message for message in self.heard if isinstance(message, kind)]


def join(scene: Scene, last_event: int = 0) -> Ear:
    ear = Ear()
    ear.heard += scene.match.audience.join(ear, last_event)
    return ear


def forfeit(scene: Scene) -> None:
    scene.play(4)
    scene.links[0].port.resign(scene.time.now)
    scene.play()


def cancel(scene: Scene) -> None:
    scene.play(4)
    scene.cancel()


def stop(scene: Scene) -> None:
    scene.play(4)
    scene.match.shut_down()


def nobody_joins(scene: Scene) -> None:
    scene.time.advance(61 * S)


ENDS = [Scene.play, forfeit, cancel, stop]


@pytest.mark.parametrize("game", cc.registered_games())
@pytest.mark.parametrize("end", ENDS, ids=lambda end: end.__name__)
def test_the_story_is_the_same_live_later_and_from_the_record(
    game: str, end: Callable[[Scene], None]
) -> None:
    scene = Scene(4, game=game)
    live = join(scene)
    assert live.heard == []
    scene.start()
    end(scene)
    later = join(scene)
    ear = Ear()
    retold = retell("m1", [scene.first, *scene.journal.entries], scene.match.revealed)
    ear.heard += retold.join(ear, 0)
    assert ear.heard == later.heard
    for kind in (PublicStart, EventMessage, PublicEnd):
        assert live.all(kind) == later.all(kind)
    assert live.all(PublicView)[-1].view == later.all(PublicView)[0].view
    assert [type(message) for message in (later.heard[0], later.heard[-1])] == [PublicStart, PublicEnd]
    numbers = [message.number for message in live.all(EventMessage)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) == len(scene.links[0].events)


def test_a_match_that_never_began_has_an_end_only() -> None:
    scene = Scene(2)
    live = join(scene)
    scene.sit(0)
    nobody_joins(scene)
    assert [type(message) for message in live.heard] == [PublicEnd]
    assert join(scene).heard == live.heard
    ear = Ear()
    ear.heard += retell("m1", [scene.first, *scene.journal.entries], scene.match.revealed).join(ear, 0)
    assert ear.heard == live.heard


def test_a_match_whose_server_was_killed_is_told_as_far_as_it_went() -> None:
    scene = Scene(3).start()
    scene.play(5)
    here = join(scene)
    ear = Ear()
    ear.heard += retell("m1", [scene.first, *scene.journal.entries], scene.match.revealed).join(ear, 0)
    assert ear.heard == [*here.heard, PublicEnd("m1", None)]


@pytest.mark.parametrize("last_event", [1, 3, 7])
def test_a_spectator_resumes_by_number(last_event: int) -> None:
    scene = Scene(3).start()
    whole = join(scene)
    scene.play(6)
    resumed = join(scene, last_event)
    scene.play()
    assert resumed.all(EventMessage) == whole.all(EventMessage)[last_event:]
    assert not resumed.all(PublicStart)
    assert resumed.heard[-1] == whole.heard[-1]


def test_numbers_that_were_not_told_are_refused() -> None:
    scene = Scene(2).start()
    told = len(join(scene).all(EventMessage))
    for number in (-1, told + 1):
        with pytest.raises(FieldError) as refused:
            join(scene, number)
        assert refused.value.field == "last_event"


def test_views_follow_the_events_that_led_to_them() -> None:
    scene = Scene(3).start()
    ear = join(scene)
    scene.play()
    last = 0
    for message in ear.heard:
        match message:
            case EventMessage():
                last = message.number
            case PublicView():
                assert message.last_event == last
                assert message.view["seed"] is None
                assert all(card == "?" for hand in message.view["hands"] for card in hand)


def test_nothing_is_told_before_it_is_durable() -> None:
    scene = Scene(2).start()
    ear = join(scene)
    told = len(ear.heard)
    scene.journal.held = True
    scene.links[0].take()
    scene.links[0].answer()
    assert len(ear.heard) == told
    assert join(scene).heard == ear.heard
    scene.journal.release()
    assert len(ear.heard) > told


def test_a_broken_link_harms_nobody() -> None:
    scene = Scene(2, time=TimeControl()).start()
    ear, broken = join(scene), join(scene)
    broken.broken = True
    scene.play()
    assert ear.all(PublicEnd)
    assert scene.verify() == []


def test_who_leaves_hears_no_more() -> None:
    scene = Scene(2).start()
    ear = join(scene)
    told = len(ear.heard)
    scene.match.audience.leave(ear)
    scene.play()
    assert len(ear.heard) == told
