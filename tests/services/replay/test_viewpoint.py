"""A match as one seat saw it: nothing that was hidden from it is printed."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import certamen_core as cc
import pytest
from certamen_services.records.document import read_record
from certamen_services.referee.table import Table
from certamen_services.replay import SPECTATOR, Viewpoint, tell
from certamen_services.replay.teller import Step
from certamen_services.replay.tellers import teller_for

from tests.core.parametrize import each_game
from tests.core.play import load, sampled, viewers
from tests.core.profiles import PROFILES
from tests.services.referee.support import MS, Scene

NAMES = [f"seat {seat}" for seat in range(8)]


class Onlooker:
    """Tells what one viewer sees of a table."""

    def __init__(self, table: Table, viewer: int) -> None:
        names = NAMES[: table.game.num_players]
        self.table = table
        self.viewpoint = Viewpoint(viewer)
        self.teller = teller_for(table.game.name, table.game.options, names, table.state.parties())
        self.before = self.viewpoint.view(table)
        self.lines = self.teller.picture(self.before)

    def act(self, seat: int, action: int) -> list[Any]:
        self.table.take(seat, action)
        events, after = self.viewpoint.events(self.table), self.viewpoint.view(self.table)
        self.lines += self.teller.tell(Step(events, self.before, after))
        self.before = after
        return events


@each_game
def test_hidden_cards_change_nothing_that_is_told(name: str) -> None:
    rng, compared = Random(5), 0
    for variant in PROFILES[name].variants[:4]:
        game = load(name, variant)
        for state in sampled(game, seed=4, count=5):
            for viewer in viewers(game):
                for other in PROFILES[name].exchange(state.position(), viewer, rng):
                    compared += compare(game, state.position(), other, viewer, rng)
    assert compared > 60


def compare(game: cc.Game, one: dict[str, Any], two: dict[str, Any], viewer: int, rng: Random) -> int:
    """Play both positions alike, and compare the stories while the viewer's events are the same."""
    first, second = (
        Onlooker(Table(game, game.state_from_position(start), bytes(32), play_forced=True), viewer)
        for start in (one, two)
    )
    assert first.lines == second.lines
    count = 0
    while not first.table.over and count < 5:
        seat = rng.choice(first.table.state.acting_players())
        common = set(first.table.state.legal_actions(seat)) & set(second.table.state.legal_actions(seat))
        if not common:
            break
        action = rng.choice(sorted(common))
        events = [onlooker.act(seat, action) for onlooker in (first, second)]
        if events[0] != events[1] or first.before != second.before:
            break
        assert first.lines == second.lines
        count += 1
    return count


def scene(pause_ns: int, *, tries: bool) -> Scene:
    """A match of which only pauses and somebody's illegal attempts differ."""
    made = Scene(3, options={"rounds": 1}, illegal_actions=3).start()
    made.play(6)
    while [link.seat for link in made.owing()] == [0]:
        made.play(1)
    if tries:
        link = made.owing()[-1]
        link.take()
        link.answer("nonsense")
        made.sit(2, last_event=0)
    made.time.advance(pause_ns)
    made.play()
    return made


def test_what_others_tried_and_how_long_they_took_is_not_told() -> None:
    stories = []
    for made in (scene(0, tries=False), scene(30 * MS, tries=True)):
        lines = list(tell(read_record(made.record()), Viewpoint(0)))
        stories.append([line for line in lines if "decisions in" not in line])  # clocks are told to all
    assert stories[0] == stories[1]
    attempts = [line for line in tell(read_record(made.record())) if "tries 'nonsense'" in line]
    assert len(attempts) == 1


def test_a_seat_reads_its_own_story() -> None:
    made = Scene(3, options={"rounds": 1}).start()
    made.play(pause_ns=20 * MS)
    record = read_record(made.record())
    lines = list(tell(record, Viewpoint(1)))
    assert "As seen from seat 1: seat 1" in lines
    assert not any(line.startswith("Seed") for line in lines)
    assert "  seat 0: ? ? ? ? ? ? ? ? ? ?" in lines
    assert any(line.startswith("(seat 1 holds ") for line in lines)
    assert not any(re.match(r"seat [02] .*\[", line) for line in lines), "others' times"
    assert sum(line.startswith("seat 1 passes ?") for line in lines) == 0
    assert sum(line.startswith("seat 0 passes ?") for line in lines) == 1


def test_a_spectator_sees_no_hand() -> None:
    made = Scene(2, game="lusus").start()
    for _ in range(6):
        made.play(1)
    made.cancel()
    lines = list(tell(read_record(made.record()), SPECTATOR))
    assert "As a spectator saw it" in lines
    hands = [line for line in lines if line.startswith("  seat ") and "? ?" in line]
    assert len(hands) == 2
    assert any("gets ?" in line for line in lines)


def test_a_seat_that_is_not_there_is_refused() -> None:
    made = Scene(2, options={"rounds": 1}).start()
    made.play()
    with pytest.raises(ValueError, match="the match has seats 0 … 1"):
        list(tell(read_record(made.record()), Viewpoint(2)))
