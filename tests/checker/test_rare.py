"""The rare positions are rare: what they are named after is possible in them, or happens."""

from __future__ import annotations

import certamen_core as cc
import pytest
from certamen_services.checker.rare import Rare, rare_positions

from tests.checker.make_rare import FILE, text

RARE = {rare.name: rare for rare in rare_positions()}
POSSIBLE = {
    "artus-ring": "AR ",
    "artus-carpet": "W4",
    "artus-new-king": "BR 21",
    "artus-two-draws": "draw W",
    "bellica-may-attack": "attack",
    "bellica-throw": "throw ",
    "juwelen-steal": "steal 3",
    "juwelen-two-cards": "play 7h",
    "luschen-choose": "choose koenig",
    "luschen-fits": "lay Th",
    "lusus-opening": "meld STU STU STU",
    "lusus-group": "meld Kv Kc Kd Kn Ka Ki",
    "lusus-exchange": "exchange 1 7a",
    "lusus-stulti": "cover 0 STU STU",
    "lusus-cover": "cover 0 Ki Ka",
    "lusus-serva": "serva 0 8a",
    "lusus-invictus": "invictus 2",
    "lusus-incomparabilis": "incomparabilis 1",
    "lusus-keep": "keep STU",
    "lusus-carnifex": "carnifex",
    "lusus-take": "take 2",
}


def state_of(rare: Rare) -> cc.State:
    position = rare.position
    return cc.load_game(rare.game, players=position["players"], **position["options"]).state_from_position(
        position
    )


def test_the_file_is_what_the_script_makes() -> None:
    assert FILE.read_text() == text()


def test_every_position_is_either_decided_or_seen() -> None:
    assert {name for name, rare in RARE.items() if not rare.first} == POSSIBLE.keys()


@pytest.mark.parametrize("name", POSSIBLE)
def test_the_bot_may_decide_so(name: str) -> None:
    rare, state = RARE[name], state_of(RARE[name])
    assert rare.bot == rare.seat
    assert rare.bot in state.acting_players()
    texts = [state.action_to_string(code, rare.bot) for code in state.legal_actions(rare.bot)]
    assert any(text.startswith(POSSIBLE[name]) for text in texts), texts


@pytest.mark.parametrize("name", sorted(RARE.keys() - POSSIBLE.keys()))
def test_the_bot_sees_what_the_house_does(name: str) -> None:
    rare, state = RARE[name], state_of(RARE[name])
    assert rare.bot != rare.seat
    assert rare.seat in state.acting_players()
    state.apply_action(state.string_to_action(rare.first, rare.seat), rare.seat)
    assert state.events(rare.bot)


def test_reiter_meets_reiter() -> None:
    rare, state = RARE["bellica-reiter"], state_of(RARE["bellica-reiter"])
    state.apply_action(state.string_to_action(rare.first, rare.seat), rare.seat)
    returned = [event for event in state.events(rare.bot) if event["type"] == "returned"]
    assert sorted(event["card"] for event in returned) == ["8h", "8p"]
