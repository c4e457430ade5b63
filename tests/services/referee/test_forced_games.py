"""What the referee plays itself in whole games is what the rules of the match say, no more and no less."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import certamen_core as cc
import pytest

from tests.services.referee.support import Scene

GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("juwelen", 4, {"rounds": 1}),
    ("luschen", 3, {"limit": 20}),
    ("luschen", 6, {"limit": 20}),
    ("bellica", 4, {"variant": "composite"}),
    ("bellica", 4, {"variant": "bellum"}),
    ("bellica", 3, {"variant": "bellum"}),
    ("artus", 2, {"mode": "basic"}),
    ("lusus", 3, {"max_rounds": 2}),
]
EXPECTED = {
    "juwelen": {"play"},
    "luschen": {"play", "lay", "pass"},
    "bellica": {"support", "commit"},
    "artus": set[str](),
    "lusus": {"draw"},
}


def forced(position: Mapping[str, Any], seat: int, legal: int) -> bool:
    """Every seat sees that this one has no choice: written down anew, on the whole position."""
    last_card = len(position["hands"][seat]) == 1
    match position["game"], position["phase"]:
        case ("juwelen", "play") | ("bellica", "support" | "commit" | "throw") | ("luschen", "play"):
            return last_card
        case "luschen", "lay":
            return legal == 1 and (last_card or not fits(position, seat))
        case "lusus", "draw":
            return not position["out"][seat]
    return False


def fits(position: Mapping[str, Any], seat: int) -> bool:
    """Whether a card of the seat fits into the rows."""
    ranks = "789TJQKA"
    for card in position["hands"][seat]:
        rank, row = ranks.index(card[0]), position["rows"][card[1]]
        laid = [ranks.index(other[0]) for other in row]
        if (not row and card[0] == "J") or (row and rank in (laid[0] - 1, laid[-1] + 1)):
            return True
    return False


def play(scene: Scene, seed: int) -> None:
    choose = random.Random(seed)
    while not scene.match.state.ended:
        for link in scene.owing():
            if not scene.match.state.ended:
                link.take()
                link.answer(choose.choice(link.decision.legal))


@pytest.mark.parametrize(("game", "players", "options"), GAMES)
def test_exactly_the_visibly_forced_decisions_are_played_by_the_referee(
    game: str, players: int, options: dict[str, Any]
) -> None:
    seen = set()
    for seed in range(4):
        scene = Scene(players, options=options, seed=seed, game=game).start()
        play(scene, seed)
        assert scene.verify() == []
        state = scene.plan.initial_state()
        for entry in scene.kinds("action"):
            seat, position = entry["seat"], state.position()
            by_referee = entry["by"] == "forced"
            assert by_referee == forced(position, seat, len(state.legal_actions(seat))), entry
            if by_referee:
                assert state.legal_actions(seat) == [entry["action"]]
                assert "charged_ns" not in entry
                seen.add(entry["text"].split(" ")[0])
            state.apply_action(entry["action"], seat)
        assert state.is_terminal()
    assert seen <= EXPECTED[game] | {"throw"}
    assert bool(seen) == bool(EXPECTED[game])


@pytest.mark.parametrize("game", cc.registered_games())
def test_all_are_asked_if_the_match_wants_it(game: str) -> None:
    scene = Scene(2 if game != "bellica" else 3, game=game, play_forced=False).start()
    play(scene, 1)
    assert {entry["by"] for entry in scene.kinds("action")} == {"seat"}
    assert scene.verify() == []
