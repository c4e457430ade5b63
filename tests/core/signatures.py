"""One number per game that changes when its behaviour does: a hash of legal lists, positions, views, events.

``python -m tests.core.signatures`` writes them anew; do that only in a commit that says which rule changed.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from random import Random

from tests.core.play import load, viewers, walk
from tests.core.profiles import PROFILES

FILE = Path(__file__).parents[1] / "data" / "signatures.json"
GAMES_OF_A_VARIANT = 4


def signature(name: str) -> int:
    """The signature of a game as it behaves now: 64 bits."""
    digest = hashlib.sha256()
    for variant in PROFILES[name].variants:
        rng = Random(f"signature of {name}")
        game = load(name, variant)
        for _ in range(GAMES_OF_A_VARIANT):
            for state in walk(game, rng):
                legal = [state.legal_actions(seat) for seat in state.acting_players()]
                views = [[state.view(viewer), state.events(viewer)] for viewer in viewers(game)]
                digest.update(json.dumps([legal, state.position(), views], sort_keys=True).encode())
    return int.from_bytes(digest.digest()[:8], "big")


def write() -> None:
    """Write the signatures of all games."""
    FILE.write_text(json.dumps({name: signature(name) for name in sorted(PROFILES)}, indent=2) + "\n")


if __name__ == "__main__":
    write()
