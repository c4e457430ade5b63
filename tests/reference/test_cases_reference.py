"""Worked cases: every reference plays them exactly as written down."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
CASES = HERE.parent / "data" / "cases"
SPECTATOR = -5

# A game takes part as soon as both its cases and its reference exist.
GAMES = sorted(path.stem for path in CASES.glob("*.json") if (HERE / f"{path.stem}.py").exists())


def _cases() -> list[Any]:
    return [
        pytest.param(game, case, id=f"{game}-{case['name']}")
        for game in GAMES
        for case in json.loads((CASES / f"{game}.json").read_text(encoding="utf-8"))
    ]


def _module(game: str) -> Any:
    return importlib.import_module(f"{__package__}.{game}")


def test_there_are_cases() -> None:
    assert _cases()


@pytest.mark.parametrize("game", GAMES)
def test_module_is_named_after_its_game(game: str) -> None:
    name = _module(game).NAME
    assert name == game


@pytest.mark.parametrize(("game", "case"), _cases())
def test_position_survives_loading(game: str, case: dict[str, Any]) -> None:
    assert _module(game).from_position(case["position"]).position() == case["position"]


@pytest.mark.parametrize(("game", "case"), _cases())
def test_case(game: str, case: dict[str, Any]) -> None:
    reference = _module(game).from_position(case["position"])
    seat = case["seat"]
    if "legal" in case:
        assert reference.legal(seat) == case["legal"], case["why"]
    if "action" not in case:
        return
    assert seat in reference.acting(), case["why"]
    assert case["action"] in reference.legal(seat), case["why"]
    reference.apply(seat, case["action"])
    position = reference.position()
    expected = case.get("next", {})
    assert {name: position[name] for name in expected} == expected, case["why"]


@pytest.mark.parametrize(("game", "case"), _cases())
def test_views_and_events_of_a_case(game: str, case: dict[str, Any]) -> None:
    reference = _module(game).from_position(case["position"])
    observers = [*range(case["position"]["players"]), SPECTATOR]
    assert all(reference.events(player) == [] for player in observers)
    for player in observers:
        view = reference.view(player)
        assert set(view) == set(case["position"])
        assert view["seed"] is None
        assert view["draws"] is None
    if "action" not in case:
        return
    reference.apply(case["seat"], case["action"])
    kinds = [[event["type"] for event in reference.events(player)] for player in observers]
    assert kinds[0][0] == "action"
    assert all(kind == kinds[0] for kind in kinds)
