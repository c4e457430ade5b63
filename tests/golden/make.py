"""Makes the golden files: decisions as they are on the wire, and what the greedy bot chooses.

`python -m tests.golden.make` writes `tests/data/golden/<game>.jsonl.gz`; see the README there. The same seeds
give the same lines, so a test can tell whether the files are those that this code makes.
"""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import certamen_core as cc
from certamen.v1 import play_pb2
from certamen.v1.game_pb2 import LegalAction
from certamen_client.bots.greedy import GreedyBot
from certamen_services.referee.messages import Decision
from certamen_services.referee.settings import MatchSettings
from certamen_services.wire.play import SeatWire
from google.protobuf.json_format import MessageToDict

FOLDER = Path(__file__).parents[1] / "data" / "golden"
SETUPS: dict[str, list[tuple[int, dict[str, Any]]]] = {
    "artus": [(players, {"mode": mode}) for players in (2, 3, 4) for mode in ("basic", "advanced")],
    "bellica": [
        (4, {"variant": "simple"}),
        (4, {"variant": "composite"}),
        (2, {}),
        (3, {"rider": 5}),
        (4, {"variant": "bellum"}),
    ],
    "juwelen": [(players, {"rounds": 3}) for players in (2, 3, 4, 5, 6)],
    "luschen": [(players, {}) for players in (3, 4, 5)],
    "lusus": [(players, {}) for players in (2, 3, 4)],
}
PER_GAME = 400
"""Lines of each file."""
PER_KIND = 12
"""Most lines of a setup in which the position and the choice are of the same kind."""
_MOST_LEGAL = 150
_MOST_GAMES = 60


class Seated(GreedyBot):
    """The greedy bot, told its seat without a match."""

    def __init__(self, seat: int) -> None:
        self.match = play_pb2.MatchStart(seat=seat)


@dataclass(frozen=True)
class Asked:
    """A decision, and the greedy bot's choice."""

    seat: int
    phase: str
    decision: play_pb2.Decision
    choice: LegalAction

    @property
    def kind(self) -> tuple[str, str, bool]:
        """What it is an example of."""
        return self.phase, self.choice.text.split(" ")[0], len(self.decision.legal_actions) > 1


def decisions(name: str, players: int, options: dict[str, Any], seed: int) -> Iterator[Asked]:
    """All decisions of a game in which half of the actions are greedy and the others random."""
    game = cc.load_game(name, players=players, **options)
    settings = MatchSettings(game=name, players=players, options=game.options)
    wires = [SeatWire("golden", seat, settings, play_pb2.ACTION_FORM_FULL) for seat in range(players)]
    state, rng = game.new_initial_state(seed), random.Random(seed)
    asked = Counter[int]()
    while not state.is_terminal():
        seat = rng.choice(state.acting_players())
        legal = state.legal_actions(seat)
        asked[seat] += 1
        message = Decision("golden", asked[seat], 0, state.view(seat), tuple(legal), (0,) * players, None, 0)
        decision = wires[seat].write(message).decision
        for field in ("match", "clocks", "time_left_ns"):
            decision.ClearField(field)
        choice = Seated(seat).choose(decision)
        yield Asked(seat, state.view(seat)["phase"], decision, choice)
        state.apply_action(choice.code if rng.random() < 0.5 else rng.choice(legal), seat)


def written(name: str, players: int, options: dict[str, Any], asked: Asked) -> str:
    """A line of a file."""
    line = {
        "game": name,
        "players": players,
        "options": options,
        "seat": asked.seat,
        "decision": MessageToDict(asked.decision),
        "action": asked.choice.code,
        "text": asked.choice.text,
    }
    return json.dumps(line, separators=(",", ":"), sort_keys=True)


def lines(name: str) -> list[str]:
    """The lines of a game's file."""
    setups = SETUPS[name]
    found: list[list[str]] = [[] for _ in setups]
    quota = -(-PER_GAME // len(setups))
    for at, (players, options) in enumerate(setups):
        kinds = Counter[tuple[str, str, bool]]()
        for seed in range(_MOST_GAMES):
            for asked in decisions(name, players, options, 1000 * at + seed):
                rich = len(asked.decision.legal_actions) <= _MOST_LEGAL
                # A few of each game, so that they come from many.
                if rich and kinds[asked.kind] < PER_KIND * (seed + 1) // 4 and len(found[at]) < quota:
                    kinds[asked.kind] += 1
                    found[at].append(written(name, players, options, asked))
            if len(found[at]) >= quota:
                break
    return [line for each in found for line in each]


def text(name: str) -> str:
    """What is in a game's file."""
    return "".join(line + "\n" for line in lines(name))


def main() -> None:
    """Write all files."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name in SETUPS:
        packed = gzip.compress(text(name).encode(), compresslevel=9, mtime=0)
        (FOLDER / f"{name}.jsonl.gz").write_bytes(packed)
        print(name, (FOLDER / f"{name}.jsonl.gz").stat().st_size)


if __name__ == "__main__":
    main()
