"""Perft against the tables, and the tables' shallow counts against the slow reference."""

from __future__ import annotations

import importlib
import json
from typing import Any

import certamen_core as cc
import pytest

from tests.core.parametrize import each_game
from tests.core.perft_tables import position_of, table_path
from tests.core.play import load
from tests.core.profiles import PROFILES

SLOW_LEAVES = 200


def slow_leaves(module: Any, position: dict[str, Any], depth: int) -> int:
    """Count leaves with the reference."""
    start = module.from_position(position)
    if depth == 0 or start.is_over():
        return 1
    seat = min(start.acting())
    total = 0
    for text in start.legal(seat):
        child = module.from_position(position)
        child.apply(seat, text)
        total += slow_leaves(module, child.position(), depth - 1)
    return total


@each_game
def test_perft_agrees_with_its_table(name: str) -> None:
    entries = json.loads(table_path(name).read_text())
    assert len(entries) >= 2 * len(PROFILES[name].variants)
    for entry in entries:
        state = position_of(name, entry)
        assert entry["leaves"], entry
        assert [cc.perft(state, depth + 1) for depth in range(len(entry["leaves"]))] == entry["leaves"]


@each_game
def test_shallow_counts_agree_with_the_reference(name: str) -> None:
    module = importlib.import_module(f"tests.reference.{name}")
    for entry in json.loads(table_path(name).read_text()):
        position = position_of(name, entry).position()
        for depth, leaves in enumerate(entry["leaves"][:3], start=1):
            if leaves <= SLOW_LEAVES:
                assert slow_leaves(module, position, depth) == leaves, entry


def test_depth_zero_is_one_leaf_and_bad_depths_are_named() -> None:
    state = load("juwelen", {"players": 4}).new_initial_state(1)
    assert cc.perft(state, 0) == 1
    for depth in (-1, 41, 1.0, True, "2"):
        with pytest.raises(ValueError, match="depth"):
            cc.perft(state, depth)  # type: ignore[arg-type]
