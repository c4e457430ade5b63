"""What a seat is sent does not depend on what it may not know: neither content, nor number, nor order."""

from dataclasses import replace
from typing import Any

import certamen_core as cc
import pytest
from certamen_services.referee.messages import MatchStart, ToSeat

from tests.services.referee.support import MS, Scene

PLAYERS = 4


def exchanged(position: dict[str, Any], one: int, other: int, cards: int) -> dict[str, Any]:
    """The position with some cards of two hands exchanged."""
    hands = [list(hand) for hand in position["hands"]]
    for at in range(cards):
        hands[one][at], hands[other][at] = hands[other][at], hands[one][at]
    return {**position, "hands": [sorted(hand) for hand in hands]}


def told(position: dict[str, Any], listener: int) -> list[ToSeat]:
    """What a seat is told until the cards are passed, whatever the others choose."""
    scene = Scene(PLAYERS, start=position).start()
    for _ in range(PLAYERS - 1):
        links = [link for link in scene.owing() if link.seat != listener]
        for link in links:
            link.take()
        scene.time.advance(MS)
        for link in links:
            link.answer(link.decision.legal[-1])
    messages = scene.links[listener].messages
    # The commitment is random, and hides seed and start position.
    return [replace(m, commitment=b"") if isinstance(m, MatchStart) else m for m in messages]


@pytest.mark.parametrize("listener", range(1, PLAYERS))
@pytest.mark.parametrize("cards", [1, 4, 10])
def test_others_hands_change_nothing(listener: int, cards: int) -> None:
    game = cc.load_game("juwelen", players=PLAYERS, rounds=1)
    position = game.new_initial_state(seed=11).position()
    one, other = [seat for seat in range(PLAYERS) if seat != listener][:2]
    changed = exchanged(position, one, other, cards)
    assert changed["hands"] != position["hands"]
    first = told(position, listener)
    assert len(first) > 5
    assert told(changed, listener) == first


def test_the_cards_aside_change_nothing() -> None:
    game = cc.load_game("juwelen", players=PLAYERS, rounds=1)
    position = game.new_initial_state(seed=11).position()
    aside, hands = list(position["aside"]), [list(hand) for hand in position["hands"]]
    aside[0], hands[0][0] = hands[0][0], aside[0]
    changed = {**position, "aside": sorted(aside), "hands": [sorted(hand) for hand in hands]}
    assert told(changed, 2) == told(position, 2)
