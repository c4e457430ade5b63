"""A short crowd, and that its judge finds what it looks for."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.load.crowd import MS, judge, run
from tests.load.spans import Spans

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.timeout(200)
def test_bots_are_billed_for_their_own_time_only(tmp_path: Path) -> None:
    figures = tmp_path / "figures.json"
    command = [sys.executable, "-m", "tests.load.crowd", "--matches", "12", "--processes", "2"]
    ended = subprocess.run(
        [*command, "--json", str(figures)], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    told = json.loads(figures.read_text())[0]
    assert told["matches"] == 12
    assert told["charged"] > 1000
    assert told["nonzero"] > 20
    assert 0 < told["charged_share"] <= 1.01
    assert told["not_own"] == told["voided"] == told["refused"] == told["unexplained"] == 0


@pytest.mark.slow
@pytest.mark.timeout(200)
def test_matches_go_on_while_the_rules_are_asked_for_all_they_allow() -> None:
    """How many charges were above the bots' own time is the script's to tell: other load decides that too."""
    figures = run(matches=4, processes=2, think_ms=40.0, game="juwelen", askers=4)
    assert figures.matches == 4
    assert figures.decisions > 300
    assert figures.not_own == figures.voided == figures.refused == 0
    assert figures.asked > 0


def entries(
    charged_ns: int, fault: dict[str, Any] | None = None, queued_ns: int = 9 * MS
) -> list[dict[str, Any]]:
    """A record with two decisions of one seat, and a stall."""
    action = {"type": "action", "by": "seat", "seat": 0}
    told = [
        {"type": "match", "time": {"lag_ns": 0}},
        {"type": "started", "at_ns": 0},
        {"type": "stall", "from_ns": 10 * MS, "to_ns": 30 * MS, "source": "loop"},
        {**action, "decision": 1, "charged_ns": 0, "queued_ns": 0, "read_ns": 6 * MS},
        {**action, "decision": 2, "charged_ns": charged_ns, "queued_ns": queued_ns, "read_ns": 50 * MS},
        {"type": "end", "at_ns": 100 * MS},
    ]
    return told if fault is None else [*told[:-1], {"type": "fault", "seat": 0, **fault}, told[-1]]


def notes(*busy: tuple[int, int]) -> list[dict[str, Any]]:
    """Decisions that took 5 ms, 5 ms and 20 ms."""
    decisions = [
        ("m", 0, 1, 0, 5 * MS, 200 * MS),
        ("m", 0, 2, 10 * MS, 15 * MS, 200 * MS),
        ("m", 0, 3, 50 * MS, 70 * MS, 30 * MS),
    ]
    return [{"decisions": decisions, "busy": list(busy), "broken": 0}]


@pytest.mark.parametrize(
    ("charged_ms", "busy", "above_stamps", "above_own"),
    [
        (5, (), 0, 0),
        (6, (), 1, 1),
        (6, ((7 * MS, 9 * MS),), 1, 0),
        (9, ((7 * MS, 9 * MS),), 1, 1),
        (6, ((2 * MS, 4 * MS),), 1, 1),
    ],
)
def test_a_charge_above_the_bots_own_time_is_found(
    charged_ms: int, busy: tuple[tuple[int, int], ...], above_stamps: int, above_own: int
) -> None:
    figures = judge({"m": entries(charged_ms * MS)}, notes(*busy), 1.0, 0)
    assert (figures.charged, figures.above_stamps, figures.above_own) == (1, above_stamps, above_own)
    assert figures.sound is (above_own == 0)
    assert figures.unexplained == 0
    assert figures.stalled_share == pytest.approx(0.2)


def test_a_charge_above_the_bots_own_time_without_a_stall_is_found() -> None:
    figures = judge({"m": entries(6 * MS, queued_ns=31 * MS)}, notes(), 1.0, 0)
    assert (figures.above_own, figures.unexplained) == (1, 1)


@pytest.mark.parametrize(
    ("fault", "busy", "not_own"),
    [
        ({"cause": "time_out", "decision": 3}, (), 1),
        ({"cause": "time_out", "decision": 3}, ((38 * MS, 49 * MS),), 0),
        ({"cause": "time_out", "decision": 4}, (), 1),
    ],
)
def test_a_time_out_that_was_not_the_bots_own_is_found(
    fault: dict[str, Any], busy: tuple[tuple[int, int], ...], not_own: int
) -> None:
    figures = judge({"m": entries(0, fault)}, notes(*busy), 1.0, 0)
    assert (figures.time_outs, figures.not_own) == (1, not_own)


def test_spans() -> None:
    spans = Spans([(0, 10), (10, 12), (20, 30), (33, 40)])
    assert spans.overlap(5, 25) == 12
    assert spans.overlap(12, 20) == 0
    assert spans.overlap(0, 100) == 29
    assert spans.begin_of(41, gap=2) == 33
    assert spans.begin_of(41, gap=3) == 20
    assert spans.begin_of(50, gap=3) == 50
