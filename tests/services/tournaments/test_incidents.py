"""What did not go as it should, as it is written down."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path

from certamen_services.tournaments.board import Board
from certamen_services.tournaments.checked import load_plan
from certamen_services.tournaments.incidents import incidents
from certamen_services.tournaments.results import as_text
from certamen_services.tournaments.schedule import next_blocks
from certamen_services.tournaments.terms import Attempt, AttemptState, Result, StoredBlock


def test_faults_are_counted_by_bot_and_cause_and_can_be_written_down():
    bots = [{"name": name, "bot": "greedy"} for name in ("a", "b")]
    data = {"name": "x", "game": "juwelen", "seats": 2, "format": {"kind": "round-robin", "blocks": 1}}
    checked = load_plan({**data, "bots": bots}, Path())
    root = checked.root()
    board = Board(checked, root, [], [])
    board.add(next_blocks(checked, root, board.past()))
    (stored,) = board.blocks
    assert isinstance(stored, StoredBlock)
    now = datetime.now(UTC)
    for game, causes in enumerate(({0: "time_out"}, {1: "time_out", 0: "resigned"})):
        result = Result((1, 2), (5, 3), (1, 2), causes, (4, 4), (10, 10), (5, 5))
        board.put(
            Attempt(
                stored.block.number,
                game,
                1,
                AttemptState.FINISHED,
                "deal",
                None,
                result,
                held=False,
                explanation="",
                started=now,
                ended=now,
            )
        )
    seatings = stored.block.seatings
    found = json.loads(as_text(asdict(incidents(checked, board))))
    expected: dict[str, dict[str, int]] = {}
    for game, seat, cause in ((0, 0, "time_out"), (1, 1, "time_out"), (1, 0, "resigned")):
        own = expected.setdefault(seatings[game][seat], {})
        own[cause] = own.get(cause, 0) + 1
    assert found["fault_counts"] == expected
    assert len(found["faults"]) == 3
