"""What a seat gets must not depend on what it may not see.

Hidden cards and chance to come are exchanged; everything that reaches the seat must stay the same to the
byte: view, legal actions, who acts, errors, and the events of the next action. The last tests plant leaks and
demand that they are found.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

import certamen_core as cc
import pytest

from tests.core.parametrize import each_game, each_variant
from tests.core.play import load, sampled, viewers
from tests.core.profiles import PROFILES

Observe = Callable[[cc.State, int], bytes]


def canonical(value: object) -> bytes:
    """The bytes that two equal observations share."""
    return json.dumps(value, ensure_ascii=False).encode()


def refusals(state: cc.State, viewer: int) -> list[str]:
    """What the seat is told about some actions that may be refused."""
    told = []
    if viewer != cc.SPECTATOR:
        for code in (0, 7, 31, 1 << 24, 2 << 24 | 5, 3 << 24, 2**32 - 1):
            if not state.is_legal(code, viewer):
                with pytest.raises(cc.IllegalAction) as refusal:
                    state.apply_action(code, viewer)
                told.append(str(refusal.value))
    return told


def observe(state: cc.State, viewer: int) -> bytes:
    """Everything that reaches a viewer at a state."""
    legal = state.legal_actions(viewer) if viewer != cc.SPECTATOR else []
    texts = [state.action_to_string(action) for action in legal]
    told = refusals(state, viewer)
    return canonical([state.view(viewer), state.acting_players(), legal, texts, told, state.events(viewer)])


@dataclass
class Tally:
    """What a run of exchanges saw."""

    exchanges: int = 0
    different_later: int = 0
    compared_after_an_action: int = 0
    leaks: int = 0


def exchanged(state: cc.State, name: str, viewer: int, rng: Random) -> Iterator[tuple[cc.State, cc.State]]:
    """Pairs of states, without events, that differ only in what the viewer cannot see."""
    position = state.position()
    for other in PROFILES[name].exchange(position, viewer, rng):
        blank = PROFILES[name].blank
        assert blank(other, viewer) == blank(position, viewer), "the exchange itself shows"
        yield state.game.state_from_position(position), state.game.state_from_position(other)


def both_act(one: cc.State, two: cc.State, rng: Random) -> bool:
    """Let a seat take the same action in both states, where one is legal in both."""
    seat = rng.choice(one.acting_players())
    common = sorted(set(one.legal_actions(seat)) & set(two.legal_actions(seat)))
    if not common:
        return False
    action = rng.choice(common)
    one.apply_action(action, seat)
    two.apply_action(action, seat)
    return True


def later_play_differs(one: cc.State, two: cc.State) -> bool:
    """Whether the same way of choosing leads the two states to different ends."""
    ends = []
    for state in (one.clone(), two.clone()):
        rng = Random(0)
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        ends.append([state.scores(), state.position()["result"]])
    return ends[0] != ends[1]


def run_exchanges(name: str, variant: dict[str, Any], observing: Observe, count: int = 10) -> Tally:
    """Exchange at states of random games, and compare now and after one more action."""
    tally = Tally()
    rng = Random(21)
    game = load(name, variant)
    blank = PROFILES[name].blank
    for state in sampled(game, seed=11, count=count):
        for viewer in viewers(game):
            for one, two in exchanged(state, name, viewer, rng):
                tally.exchanges += 1
                tally.leaks += observing(one, viewer) != observing(two, viewer)
                if one.is_terminal():
                    continue
                tally.different_later += later_play_differs(one, two)
                for _ in range(4):
                    if one.is_terminal() or not both_act(one, two, rng):
                        break
                    if blank(one.position(), viewer) != blank(two.position(), viewer):
                        break  # the action turned up what was hidden
                    tally.compared_after_an_action += 1
                    tally.leaks += observing(one, viewer) != observing(two, viewer)
    return tally


@each_variant
def test_nothing_hidden_reaches_a_seat(name: str, variant: dict[str, Any]) -> None:
    tally = run_exchanges(name, variant, observe)
    assert tally.leaks == 0
    assert tally.exchanges >= 30
    assert tally.compared_after_an_action >= tally.exchanges // 4
    assert tally.different_later >= tally.exchanges // 4, "the exchanges change too little to test anything"


@each_variant
def test_views_are_the_position_blanked(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    for state in sampled(game, seed=12, count=12):
        for viewer in viewers(game):
            assert state.view(viewer) == PROFILES[name].blank(state.position(), viewer)


def hidden_texts(state: cc.State, viewer: int) -> list[str]:
    """Every card text that the position has and the view has not, in the position's order."""
    shown = json.dumps(state.view(viewer))
    return [text for hand in state.position()["hands"] for text in hand if f'"{text}"' not in shown]


def leaked_count(state: cc.State, viewer: int) -> object:
    """How many hidden cards have a text of even sum (every game's cards have both kinds)."""
    return sum(sum(text.encode()) % 2 == 0 for text in hidden_texts(state, viewer))


def leaked_order(state: cc.State, _viewer: int) -> object:
    """The seats ordered by their hands."""
    hands = state.position()["hands"]
    return sorted(range(len(hands)), key=lambda seat: hands[seat])


def leaked_length(state: cc.State, viewer: int) -> object:
    """A text whose length depends on the first hidden card."""
    return "x" * len("".join(hidden_texts(state, viewer)[:1]).strip("23456789"))


def leaked_draws(state: cc.State, _viewer: int) -> object:
    """How many words of chance were consumed."""
    return state.position()["draws"]


LEAKS = {
    "a count": leaked_count,
    "an order": leaked_order,
    "a length": leaked_length,
    "a number of draws": leaked_draws,
}


@pytest.mark.parametrize("leak", sorted(LEAKS))
@each_game
def test_a_planted_leak_is_found(name: str, leak: str) -> None:
    def leaking(state: cc.State, viewer: int) -> bytes:
        return observe(state, viewer) + canonical(LEAKS[leak](state, viewer))

    assert run_exchanges(name, PROFILES[name].variants[-1], leaking, count=6).leaks > 0
