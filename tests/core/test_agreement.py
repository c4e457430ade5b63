"""The compiled rules against the slow reference, step by step over random games.

``CERTAMEN_AGREEMENT_GAMES`` sets how many games of each are played (120 unless set; of lusus, whose games are
ten times as long, 40).
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from random import Random
from typing import Any

import certamen_core as cc
import pytest

from tests.core.play import load, viewers
from tests.core.profiles import PROFILES

GAMES = os.environ.get("CERTAMEN_AGREEMENT_GAMES")
USUAL_GAMES = {"lusus": 40}


def compare(state: cc.State, reference: Any) -> None:
    """All that a position shows, on both sides."""
    assert state.position() == reference.position()
    assert state.parties() == reference.parties()
    for viewer in viewers(state.game):
        assert state.view(viewer) == reference.view(viewer), viewer
        assert state.events(viewer) == reference.events(viewer), viewer


def play_and_compare(
    game: cc.Game,
    reference_game: Any,
    rng: Random,
    options: dict[str, Any],
    prefer: Callable[[list[str]], list[str]] | None = None,
) -> int:
    """Play one game on both sides; returns its number of decisions."""
    seed = rng.randbytes(32)
    state = game.new_initial_state(seed)
    reference = reference_game.new(game.num_players, options, seed)
    decisions = 0
    while not reference.is_over():
        compare(state, reference)
        assert state.acting_players() == reference.acting()
        seat = rng.choice(reference.acting())
        texts = [state.action_to_string(action) for action in state.legal_actions(seat)]
        assert sorted(texts) == reference.legal(seat)
        text = rng.choice((prefer(texts) if prefer else []) or texts)
        state.apply_action(state.string_to_action(text), seat)
        reference.apply(seat, text)
        decisions += 1
    compare(state, reference)
    assert state.is_terminal()
    assert state.scores() == reference.scores()
    assert state.placements() == reference.placements()
    return decisions


@pytest.mark.timeout(900)
@pytest.mark.parametrize("name", sorted(PROFILES))
def test_random_games_agree_with_the_reference(name: str) -> None:
    reference_game = importlib.import_module(f"tests.reference.{name}")
    rng = Random(f"agreement of {name}")
    variants = PROFILES[name].variants
    games = int(GAMES) if GAMES else USUAL_GAMES.get(name, 120)
    for number in range(games):
        variant = variants[number % len(variants)]
        options = {key: value for key, value in variant.items() if key != "players"}
        prefer = PROFILES[name].prefer if number // len(variants) % 2 else None
        assert play_and_compare(load(name, variant), reference_game, rng, options, prefer) > 0
