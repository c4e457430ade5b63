"""What a seat is sent does not depend on what it may not know: not its bytes, not their number."""

from __future__ import annotations

import copy
import random
from typing import Any

import certamen_core as cc
import pytest
from certamen_services.wire.events import event_to_proto
from certamen_services.wire.registry import GAMES

GAME = cc.load_game("juwelen", players=4, rounds=2)
WIRE = GAMES["juwelen"]


def view_bytes(state: cc.State, viewer: int | None) -> bytes:
    player = cc.SPECTATOR if viewer is None else viewer
    return WIRE.view_to_proto(state.view(player), viewer).SerializeToString(deterministic=True)


def event_bytes(state: cc.State, player: int) -> list[bytes]:
    return [
        event_to_proto(
            WIRE, event, match="matches/m", number=number, code_of=GAME.string_to_action
        ).SerializeToString(deterministic=True)
        for number, event in enumerate(state.events(player), 1)
    ]


def passing_state(seed: int) -> cc.State:
    state = GAME.new_initial_state(seed=seed)
    state.apply_action(state.string_to_action("announce 3"))
    return state


def exchanged(state: cc.State, first: int, second: int) -> cc.State:
    """The same position with the hands of two seats exchanged."""
    position: dict[str, Any] = copy.deepcopy(state.position())
    hands = position["hands"]
    hands[first], hands[second] = hands[second], hands[first]
    return GAME.state_from_position(position)


@pytest.mark.parametrize("seed", range(5))
def test_views_do_not_depend_on_others_hands(seed: int) -> None:
    state = passing_state(seed)
    other = exchanged(state, 1, 2)
    assert state != other
    assert view_bytes(state, 0) == view_bytes(other, 0)
    assert view_bytes(state, None) == view_bytes(other, None)
    assert view_bytes(state, 1) != view_bytes(other, 1)


@pytest.mark.parametrize("seed", range(5))
def test_a_choice_of_cards_shows_only_that_it_was_made(seed: int) -> None:
    start = passing_state(seed)
    choose = random.Random(seed)
    seen = set()
    for action in choose.sample(start.legal_actions(1), 20):
        state = start.clone()
        state.apply_action(action, 1)
        seen.add((view_bytes(state, 0), tuple(event_bytes(state, 0))))
    assert len(seen) == 1


def test_a_planted_leak_would_be_seen() -> None:
    state = passing_state(0)
    view = state.view(0)
    view["hands"][1][0] = "Kh"
    leaked = WIRE.view_to_proto(view, 0).SerializeToString(deterministic=True)
    assert leaked != view_bytes(state, 0)
