"""Containment as the organiser asks for it and is told of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from certamen_services.cli.contain import Contain
from certamen_services.cli.containment import LimitArguments, missing, told
from certamen_services.launcher import Limits

pytestmark = pytest.mark.timeout(100)

ALL = {"own user": "yes", "own processes": "yes"}
SOME = {"own user": "no: only the superuser can give one", "own processes": "yes"}

HUNGRY = """
import time
from certamen_client import run
from certamen_client.bots import RandomBot
class Hungry(RandomBot):
    hoard = []
    def choose(self, decision):
        self.hoard.append(bytearray(b"x" * (40 << 20)))
        time.sleep(0.1)
        return decision.legal_actions[0]
run(Hungry)
"""
WELL = "from certamen_client import run\nfrom certamen_client.bots import RandomBot\nrun(RandomBot)\n"


def play(folder: Path, code: str, *options: str) -> subprocess.CompletedProcess[str]:
    bot = folder / "bot.py"
    bot.write_text(code)
    command = [sys.executable, "-m", "certamen_services.cli", "match", "juwelen", "--option", "rounds=1"]
    bots = ("--bot", f"cmd:{sys.executable} {bot}", "--bot", "random", "--bot", "random")
    rest = ("--time", "20", "--disconnect", "0.5", "--records", str(folder / "records"), *options)
    return subprocess.run([*command, *bots, *rest], capture_output=True, text=True, check=False, timeout=90)


def test_a_bot_that_is_ended_for_a_limit_forfeits_and_the_cause_is_told(tmp_path):
    done = play(tmp_path, HUNGRY, "--memory", "300M")
    assert done.returncode == 0, done.stderr
    assert "of memory; the limit is 300 MiB" in done.stderr
    result = json.loads((tmp_path / "records" / "result.json").read_text())
    assert "match 1, seat 0: " in result["notes"][0]
    assert len(result["notes"]) == 1
    (match,) = result["matches"]
    assert match["cause"] == "completed"
    assert match["faults"] == [{"seat": 0, "cause": "disconnected"}]
    assert match["placements"][0] == 3


def test_who_wants_no_containment_gets_none(tmp_path):
    done = play(tmp_path, WELL, "--contain", "none")
    assert done.returncode == 0, done.stderr
    assert "bots are not contained, as was asked for" in done.stdout


@pytest.mark.parametrize(
    ("option", "value", "says"),
    [
        ("--memory", "lots", "'lots' is no size"),
        ("--cpu", "-1", "'-1' is not accepted"),
        ("--files", "1X", "'1X' is no size"),
        ("--contain", "maybe", "'maybe' is not one of"),
    ],
)
def test_a_limit_that_is_none_is_refused(certamen, option, value, says):
    result = certamen("match", "juwelen", "--bot", "random", "--bot", "random", option, value)
    assert result.exit_code == 2
    assert says in " ".join(result.output.replace("│", " ").split())


def test_what_is_in_force_is_told():
    limits = LimitArguments(Contain.AUTO, "1G", "0", 256, "64M").limits()
    assert told(limits, {"a": ALL, "b": ALL}) == [
        "each bot may use 1 GiB of memory, 256 processes and threads, 64 MiB of files",
        "each has a user, processes, temporary files and a view of the machine of its own",
    ]
    assert told(Limits(0, 0, 0, 0), {"a": SOME, "b": SOME}) == [
        "each bot may use as much as it likes",
        "not in force: own user (only the superuser can give one)",
    ]
    assert told(limits, {"a": ALL, "b": SOME})[1:] == [
        "not in force for b: own user (only the superuser can give one)"
    ]


def test_what_is_missing_is_told():
    assert missing(ALL) == []
    assert missing(SOME) == ["own user (only the superuser can give one)"]


PRYING = """
import os, sys
seen = []
for path in sys.argv[1:]:
    try:
        seen.append(str(os.listdir("/" + path)))
    except OSError as error:
        seen.append(type(error).__name__)
print("seen:", *seen, flush=True)
from certamen_client import run
from certamen_client.bots import RandomBot
run(RandomBot)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser can give users")
def test_a_bot_cannot_read_the_others_logs_or_the_organisers_keys(tmp_path, home):
    home.mkdir(mode=0o700)
    (tmp_path / "bot.py").write_text(PRYING)
    tmp_path.chmod(0o755)  # else none of it could be reached anyway
    logs = tmp_path / "records" / "logs"
    # Without the first slash: what a command names is meant to be read.
    bot = f"cmd:{sys.executable} {tmp_path / 'bot.py'} {str(logs)[1:]} {str(home)[1:]}"
    command = [sys.executable, "-m", "certamen_services.cli", "match", "juwelen", "--option", "rounds=1"]
    rest = ("--bot", bot, "--bot", "random", "--records", str(tmp_path / "records"))
    done = subprocess.run([*command, *rest], capture_output=True, text=True, check=False, timeout=90)
    assert done.returncode == 0, done.stderr
    assert "not in force" not in done.stdout
    log = next(logs.glob("*seat-0.log")).read_text()
    assert "seen: PermissionError PermissionError" in log
