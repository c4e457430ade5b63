"""Perft tables: numbers of leaves below fixed positions, as data for us and for other implementations.

A table is a list of entries: options (``players`` included), an integer seed, the actions that lead from the
deal to the position (``[seat, text]`` each), and the leaves at depth 1, 2, … below it. Of several acting
seats the lowest decides first; a finished game is one leaf.

``python -m tests.core.perft_tables`` writes them anew; do that only when rules change, and say so.
"""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import certamen_core as cc

from tests.core.play import load, walk
from tests.core.profiles import PROFILES

TABLES = Path(__file__).parents[1] / "data" / "perft"
MOST_LEAVES = 200_000
DEEPEST = 12


def table_path(name: str) -> Path:
    """The file of a game's table."""
    return TABLES / f"{name}.json"


def position_of(name: str, entry: dict[str, Any]) -> cc.State:
    """The state that an entry is about."""
    state = load(name, entry["options"]).new_initial_state(entry["seed"])
    for seat, text in entry["actions"]:
        state.apply_action(state.string_to_action(text), seat)
    return state


def random_entry(name: str, variant: dict[str, Any], seed: int, rng: Random) -> dict[str, Any]:
    """An entry without leaves: a position from a random game, or its deal for an even seed."""
    game = load(name, variant)
    length = 0 if seed % 2 == 0 else rng.randrange(1, sum(1 for _ in walk(game, rng)) - 1)
    state = game.new_initial_state(seed)
    actions: list[tuple[int, str]] = []
    while len(actions) < length and not state.is_terminal():
        seat = rng.choice(state.acting_players())
        action = rng.choice(state.legal_actions(seat))
        actions.append((seat, state.action_to_string(action)))
        state.apply_action(action, seat)
    return {"options": variant, "seed": seed, "actions": actions}


def leaves_below(state: cc.State) -> list[int]:
    """Leaves at depth 1, 2, … as long as they are affordable."""
    leaves: list[int] = []
    widest = state.game.max_legal_actions
    while len(leaves) < DEEPEST and (not leaves or leaves[-1] * widest < 40 * MOST_LEAVES):
        count = cc.perft(state, len(leaves) + 1)
        if count > MOST_LEAVES:
            break
        leaves.append(count)
    return leaves


def write() -> None:
    """Write all tables."""
    TABLES.mkdir(parents=True, exist_ok=True)
    for name, profile in PROFILES.items():
        rng = Random(f"perft of {name}")
        entries = []
        for variant in profile.variants:
            for seed in (2, 3, 5):
                entry = random_entry(name, variant, seed, rng)
                state = position_of(name, entry)
                if not state.is_terminal():
                    entries.append({**entry, "leaves": leaves_below(state)})
        lines = ",\n".join(json.dumps(entry, separators=(",", ":")) for entry in entries)
        table_path(name).write_text(f"[\n{lines}\n]\n")


if __name__ == "__main__":
    write()
