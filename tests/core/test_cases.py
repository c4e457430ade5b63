"""Worked cases: positions with their legal actions and what an action makes of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import certamen_core as cc
import pytest

CASES = Path(__file__).parents[1] / "data" / "cases"


def cases() -> list[Any]:
    return [
        pytest.param(case, id=f"{game}: {case['name']}")
        for game in cc.registered_games()
        for case in json.loads((CASES / f"{game}.json").read_text())
    ]


@pytest.mark.parametrize("case", cases())
def test_case(case: dict[str, Any]) -> None:
    position = case["position"]
    game = cc.load_game(position["game"], players=position["players"], **position["options"])
    state = game.state_from_position(position)
    assert state.position() == position
    seat = case["seat"]
    if "legal" in case:
        assert sorted(state.action_to_string(action) for action in state.legal_actions(seat)) == case["legal"]
    if "action" in case:
        state.apply_action(state.string_to_action(case["action"], seat), seat)
        after = state.position()
        assert {name: after[name] for name in case["next"]} == case["next"]


def test_every_game_has_cases() -> None:
    assert {path.stem for path in CASES.glob("*.json")} >= set(cc.registered_games())
