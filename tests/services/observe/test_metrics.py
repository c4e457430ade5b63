"""Metrics as Prometheus gets them, and the dashboard over them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from certamen_services.observe.place import metrics_place
from certamen_services.referee.errors import FieldError
from certamen_services.referee.tally import Histogram
from prometheus_client.parser import text_string_to_metric_families

from tests.services.observe.conftest import Served

DASHBOARD = Path(__file__).parents[3] / "docs/grafana/certamen.json"
LABELS = {"game", "state", "cause", "reason", "source", "writer", "service", "method", "status", "le"}


def test_a_match_shows_in_the_metrics_and_on_the_dashboard(serve: Callable[..., Served]) -> None:
    server = serve("--metrics", ":0")
    created = server.play()
    server.create(game="juwelen")
    text = server.scrape()
    samples = [sample for family in text_string_to_metric_families(text) for sample in family.samples]
    found = {(sample.name, *sorted(sample.labels.values())): sample.value for sample in samples}
    assert found["certamen_matches_ended_total", "completed", "luschen"] == 1
    assert found["certamen_matches", "juwelen", "waiting"] == 1
    assert found["certamen_matches", "luschen", "running"] == 0
    decisions = sum(seat.decisions for seat in server.story(created.match.name).seats)
    assert found["certamen_decisions_total", "luschen"] == decisions > 0
    assert found["certamen_think_seconds_count",] == decisions
    assert found["certamen_referee_seconds_count",] >= decisions
    assert found["certamen_calls_total", "ArenaService", "CreateMatch", "OK"] == 2
    assert found["certamen_call_seconds_count", "ArenaService", "CreateMatch"] == 2
    assert found["certamen_commit_seconds_count", "thread"] > 0
    assert "process_resident_memory_bytes" in text

    own = [sample for sample in samples if sample.name.startswith("certamen_")]
    assert {label for sample in own for label in sample.labels} <= LABELS
    secret = [created.match.name.partition("/")[2], "random 0", *(s.token for s in created.seat_tokens)]
    assert [each for each in secret if each in text] == []

    dashboard = json.loads(DASHBOARD.read_text())
    assert {"title", "uid", "schemaVersion", "panels", "templating", "time", "refresh"} <= dashboard.keys()
    names = {sample.name for sample in samples} | set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))
    for panel in dashboard["panels"]:
        assert panel["title"]
        assert panel["fieldConfig"]["defaults"]["unit"]
        assert panel["gridPos"]
        assert panel["targets"]
        for target in panel["targets"]:
            wanted = set(re.findall(r"\b(?:certamen|process)_[a-z_]+", target["expr"]))
            assert wanted
            assert wanted <= names, (panel["title"], wanted - names)


def test_no_metrics_are_served_unless_asked_for(serve: Callable[..., Served]) -> None:
    server = serve()
    assert "metrics" not in (server.folder / "server.out").read_text().splitlines()[0]


def test_places_of_metrics() -> None:
    assert metrics_place(":9000") == ("127.0.0.1", 9000)
    assert metrics_place("[::1]:0") == ("::1", 0)
    for wrong in ("9000", "host", "host:", "host:70000", "host:-1"):
        with pytest.raises(FieldError, match="metrics"):
            metrics_place(wrong)


def test_a_histogram_counts_each_time_in_its_step() -> None:
    histogram = Histogram((0.001, 0.01))
    assert histogram.quantile_ns(0.5) == 0
    for ns in (1, 1_000_000, 1_000_001, 20_000_000):
        histogram.add(ns)
    assert histogram.counts == [2, 1, 1]
    assert histogram.total_ns == 22_000_002
    assert histogram.quantile_ns(0.5) == 1_000_000
    assert histogram.quantile_ns(0.75) == 10_000_000
