"""Bots that misbehave as programs: what is told of them, and that the others play on and nothing is left."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

pytestmark = pytest.mark.timeout(90)

BAD = Path(__file__).with_name("programs.py")


@dataclass
class Run:
    """A command that has ended, and its result."""

    done: subprocess.CompletedProcess[str]
    folder: Path

    @property
    def result(self) -> dict[str, Any]:
        return json.loads((self.folder / "result.json").read_text())

    def check(self, fault: str | None) -> None:
        """The match was played to the end and verified; only the bad bot has a fault."""
        assert self.done.returncode == 0, self.done.stderr
        (match,) = self.result["matches"]
        assert match["cause"] == "completed"
        assert match["faults"] == ([] if fault is None else [{"seat": 0, "cause": fault}])
        assert self.result["refused"] == []
        for standing in self.result["standings"]:
            if standing["bot"].startswith("random"):
                assert standing["longest_ns"] < 1_000_000_000
        self.check_nothing_left()

    def check_nothing_left(self) -> None:
        for process in psutil.process_iter(["cmdline"]):
            words = process.info["cmdline"] or []
            assert str(BAD) not in words
            assert "4321.5" not in words

    @property
    def notes(self) -> list[str]:
        """What the organiser was told, on the screen too."""
        notes: list[str] = self.result["notes"]
        assert all(note in self.done.stderr for note in notes)
        return notes


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("CERTAMEN_HOME", str(tmp_path / "home"))

    def start(way: str, *options: str) -> Run:
        folder = tmp_path / "records"
        command = [sys.executable, "-m", "certamen_services.cli", "match", "juwelen", "--option", "rounds=1"]
        bots = ("--bot", f"cmd:{sys.executable} {BAD} '{way}'", "--bot", "random", "--bot", "random")
        rest = ("--time", "20", "--per-move", "3", "--disconnect", "0.5", "--records", str(folder), *options)
        done = subprocess.run(
            [*command, *bots, *rest], capture_output=True, text=True, check=False, timeout=80
        )
        return Run(done, folder)

    return start


def test_crashes_at_the_start(play):
    run = play("crashes at the start")
    assert run.done.returncode == 1
    assert "ended with status 1 before its match began" in run.done.stderr
    assert "no such file: weights.bin" in run.done.stderr
    run.check_nothing_left()


def test_crashes_in_a_move(play):
    run = play("crashes in a move")
    run.check("disconnected")
    assert [note.endswith("ended with status -11") for note in run.notes] == [True]


def test_nobody_waits_for_a_program_that_has_ended(play):
    began = time.monotonic()
    run = play("crashes in a move", "--disconnect", "60")
    assert time.monotonic() - began < 40
    run.check("disconnected")
    record = json.loads(Path(run.result["matches"][0]["record"]).read_text())
    (fault,) = [entry for entry in record["entries"] if entry["type"] == "fault"]
    proof = record["entries"][fault["evidence"]]
    assert (proof["type"], proof["explanation"]) == ("gone", "the program ended with status -11")


def test_crashes_at_the_end(play):
    run = play("crashes at the end")
    run.check(None)
    assert [note.endswith("ended with status -11") for note in run.notes] == [True]


def test_eats_memory(play):
    run = play("eats memory", "--memory", "250M", "--per-move", "18")
    run.check("disconnected")
    assert ["of memory; the limit is 250 MiB" in note for note in run.notes] == [True]


def test_burns(play):
    run = play("burns", "--cpu", "2", "--per-move", "18")
    run.check("disconnected")
    assert ["processor time" in note for note in run.notes] == [True]


def test_forks(play):
    run = play("forks", "--processes", "60", "--per-move", "1")
    # It never comes to answer; where forking is not refused it is ended.
    assert run.result["matches"][0]["faults"][0]["seat"] == 0
    run.check(run.result["matches"][0]["faults"][0]["cause"])


def test_leaves_children(play):
    run = play("leaves children")
    run.check(None)


def test_fills_the_disk(play):
    run = play("fills the disk", "--files", "8M")
    assert run.done.returncode == 0, run.done.stderr
    run.check_nothing_left()
    # It is told that there is no room, or is ended, and nothing of it is left.
    faults = run.result["matches"][0]["faults"]
    run.check(faults[0]["cause"] if faults else None)


def test_shouts(play):
    run = play("shouts")
    run.check(None)
    (log,) = (run.folder / "logs").glob("*seat-0.log")
    assert log.stat().st_size < 1_100_000
    assert "bytes left out" in log.read_text()
