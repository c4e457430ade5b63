"""A trace from a record says what the bot in that seat wrote down itself."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from certamen_client.trace import TraceRun, read_trace
from certamen_services.checker.from_record import run_of_record
from certamen_services.records.document import read_record
from google.protobuf.json_format import MessageToDict

pytestmark = pytest.mark.timeout(110)
CERTAMEN = [sys.executable, "-m", "certamen_services.cli"]
BOTS = f"cmd:{sys.executable} -m certamen_client.bots"
MATCHES = {
    "artus": (3, ()),
    "bellica": (4, ()),
    "juwelen": (3, ("--option", "rounds=2")),
    "luschen": (4, ("--option", "limit=20", "--no-play-forced")),
    "lusus": (2, ("--option", "max_rounds=2")),
}


def told(run: TraceRun) -> list[dict[str, object]]:
    """What was told, but for what depends on the connection or on the time of telling."""
    plain = [MessageToDict(message) for message in run.messages]
    for message in plain:
        for part in message.values():
            part.pop("timeLeftNs", None)
    return [message for message in plain if "welcome" not in message]


@pytest.mark.slow
@pytest.mark.parametrize("game", MATCHES)
def test_it_is_what_the_bot_wrote_down(game, tmp_path, monkeypatch):
    monkeypatch.setenv("CERTAMEN_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("CERTAMEN_TRACE", str(tmp_path / "trace-%p.jsonl"))
    seats, options = MATCHES[game]
    records = tmp_path / "records"
    command = [*CERTAMEN, "match", game, "--contain", "none", "--records", str(records), *options]
    for seat in range(seats):
        command += ["--bot", f"{BOTS} {('random', 'greedy')[seat % 2]}"]
    played = subprocess.run(command, capture_output=True, text=True, check=False)
    assert played.returncode == 0, played.stderr
    (match,) = json.loads((records / "result.json").read_text())["matches"]
    path = Path(match["record"])
    record = read_record(path.read_bytes())
    traces = [run for file in tmp_path.glob("trace-*.jsonl") for run in read_trace(file)]
    by_seat = {_seat(run): run for run in traces}
    assert sorted(by_seat) == list(range(seats))
    for seat, written in by_seat.items():
        made = run_of_record(record, seat)
        assert made.bot == written.bot
        assert sum(1 for _ in made.decisions) > 3
        assert told(made) == told(written)
        assert made.answers == written.answers
    command = [*CERTAMEN, "trace", "replay", str(path), "--seat", "1", "--", "greedy"]
    again = subprocess.run(command, capture_output=True, text=True, check=False)
    assert again.returncode == 0, again.stdout + again.stderr
    assert ", 0 answered otherwise" in again.stdout


def _seat(run: TraceRun) -> int:
    starts = (message.match_start for message in run.messages if message.HasField("match_start"))
    return next(starts).seat


@pytest.mark.parametrize("content", [None, "{}", "no JSON"])
def test_what_is_no_record_is_refused(content, tmp_path):
    file = tmp_path / "record.json"
    if content is not None:
        file.write_text(content)
    command = [*CERTAMEN, "trace", "replay", str(file), "--seat", "0", "--", "greedy"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "Invalid value for FILE" in done.stderr
