"""The guard on speed: it repeats itself, and it notices."""

from __future__ import annotations

import json

import pytest

from bench.instructions import BASELINE, KINDS, compare, instructions_per_unit
from bench.workload import CONFIGURATIONS

FIGURE = "luschen-4 legal"


def test_compare_names_what_is_slower_faster_and_missing() -> None:
    baseline = {"a": 100.0, "b": 100.0, "c": 100.0, "d": 100.0}
    findings = compare({"a": 104.9, "b": 105.1, "c": 94.9, "e": 1.0}, baseline)
    assert [finding.split(":")[0] for finding in findings] == ["b", "c", "e", "d"]
    assert "+5.1 %" in findings[0]


@pytest.mark.needs("valgrind")
@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_planted_slow_down_fails_and_repetition_does_not() -> None:
    name = "luschen-4"
    first = instructions_per_unit(name, "legal")
    assert compare({FIGURE: instructions_per_unit(name, "legal")}, {FIGURE: first}) == []
    (finding,) = compare({FIGURE: instructions_per_unit(name, "legal-slowed")}, {FIGURE: first})
    assert finding.startswith(FIGURE)


def test_every_configuration_has_a_baseline() -> None:
    figures = {f"{name} {kind}" for name in CONFIGURATIONS for kind in KINDS}
    assert set(json.loads(BASELINE.read_text())) == figures
