"""The coarse guard: it notices what takes twice its time, on a busy machine too, and nothing else."""

from __future__ import annotations

import json
import multiprocessing
import os
from pathlib import Path

import pytest

from bench.coarse import BASELINE, compare, record
from bench.workload import CONFIGURATIONS

LEGAL = "bench/test_core.py::test_call[legal_actions-luschen-4]"
CLONE = "bench/test_core.py::test_call[clone-luschen-4]"


def spin() -> None:
    """Keep a processor busy."""
    while True:
        sum(range(100_000))


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_planted_slow_down_fails_and_a_busy_machine_does_not(tmp_path: Path) -> None:
    baseline = tmp_path / "baseline.json"
    record(baseline, [LEGAL, CLONE])
    assert compare(baseline, [LEGAL, CLONE]) == []
    assert compare(baseline, [LEGAL, CLONE], ["-p", "tests.bench.slowed"]) == [LEGAL]
    busy = [
        multiprocessing.get_context("spawn").Process(target=spin, daemon=True)
        for _ in range(os.cpu_count() or 1)
    ]
    for process in busy:
        process.start()
    try:
        assert compare(baseline, [LEGAL, CLONE]) == []
    finally:
        for process in busy:
            process.kill()
            process.join()


@pytest.mark.timeout(60)
def test_a_machine_of_another_speed_makes_no_difference(tmp_path: Path) -> None:
    baseline = tmp_path / "baseline.json"
    record(baseline, [CLONE])
    known = json.loads(baseline.read_text())
    known["calibration"] *= 10  # as if recorded on a machine ten times as slow
    for figure in known["benchmarks"]:
        figure["stats"] = {
            name: value * 10 if isinstance(value, float) else value for name, value in figure["stats"].items()
        }
    baseline.write_text(json.dumps(known))
    assert compare(baseline, [CLONE]) == []
    known["calibration"] *= 6  # and as if our code had been six times as fast there
    baseline.write_text(json.dumps(known))
    assert compare(baseline, [CLONE]) == [CLONE]


def test_benchmarks_that_do_not_run_are_no_success(tmp_path: Path) -> None:
    with pytest.raises(RuntimeError, match="no_such_test"):
        record(tmp_path / "baseline.json", ["bench/test_core.py::no_such_test"])


def test_every_configuration_and_call_has_a_baseline() -> None:
    known = {each["fullname"] for each in json.loads(BASELINE.read_text())["benchmarks"]}
    for name in CONFIGURATIONS:
        for call in ("legal_actions", "clone", "serialize", "position"):
            assert f"bench/test_core.py::test_call[{call}-{name}]" in known
        for call in ("is_legal", "view", "events"):
            assert f"bench/test_core.py::test_call_with_a_number[{call}-{name}]" in known
        for whole in ("test_apply", "test_python_loop", "test_playouts"):
            assert f"bench/test_core.py::{whole}[{name}]" in known
