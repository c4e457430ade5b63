"""Matches between programs, from the command to the verified record."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time

import psutil
import pytest

pytestmark = pytest.mark.timeout(120)
CERTAMEN = [sys.executable, "-m", "certamen_services.cli"]

QUICK = ("--option", "rounds=1", "--time", "5+0.1")


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*CERTAMEN, *map(str, arguments)], capture_output=True, text=True, timeout=100, check=False
    )


def test_a_match_of_programs_is_played_recorded_and_verified(tmp_path, certamen):
    bot = tmp_path / "first.py"
    bot.write_text(
        "from certamen_client import Bot, run\n"
        "class First(Bot):\n"
        "    def choose(self, decision):\n"
        "        return decision.legal_actions[0]\n"
        "print('hello from the bot', flush=True)\n"
        "run(First)\n"
    )
    folder = tmp_path / "records"
    bots = ("--bot", "greedy", "--bot", "random", "--bot", f"cmd:{sys.executable} {bot}")
    done = run(
        "match", "juwelen", *bots, *QUICK, "--games", 3, "--concurrency", 2, "--records", folder, "--json"
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["refused"] == []
    assert [match["cause"] for match in result["matches"]] == ["completed"] * 3
    assert sorted(s["matches"] for s in result["standings"]) == [3, 3, 3]
    assert all(s["faults"] == {} and s["decisions"] > 20 for s in result["standings"])
    greedy_seats = {match["players"].index("greedy") for match in result["matches"]}
    assert greedy_seats == {0, 1, 2}
    assert json.loads((folder / "result.json").read_text()) == result
    assert any("hello from the bot" in log.read_text() for log in (folder / "logs").glob("game-1-*.log"))

    records = sorted(folder.glob("game-*.json"))
    assert len(records) == 3
    accepted = certamen("verify", *records)
    assert accepted.exit_code == 0, accepted.output
    assert certamen("verify", records[0], "--key", "0" * 64).exit_code == 1
    told = certamen("replay", records[0])
    assert told.exit_code == 0
    assert "Round 1" in told.output


def test_a_changed_record_is_refused(tmp_path, certamen):
    folder = tmp_path / "records"
    bots = ("--bot", "greedy", "--bot", "greedy")
    assert run("match", "juwelen", *bots, *QUICK, "--records", folder).returncode == 0
    record = folder / "game-1.json"
    text = record.read_text()
    stamp = re.search(r'"read_ns":(\d+)', text)[1]
    record.write_text(text.replace(stamp, str(int(stamp) + 1), 1))
    result = certamen("verify", record, "--json")
    assert result.exit_code == 1
    (entry,) = json.loads(result.output)
    assert entry["accepted"] is False
    assert "chain" in {finding["topic"] for finding in entry["findings"]}


def test_a_given_seed_gives_the_same_deals(tmp_path):
    seeds = []
    for name in ("one", "two"):
        folder = tmp_path / name
        bots = ("--bot", "greedy", "--bot", "greedy")
        done = run("match", "juwelen", *bots, *QUICK, "--seed", 11, "--records", folder, "--json")
        assert done.returncode == 0, done.stderr
        seeds.append(json.loads((folder / "game-1.json").read_text())["entries"][0]["seed"])
    assert seeds[0] == seeds[1]


def test_a_bot_that_ends_at_once_is_said_with_the_end_of_its_log(tmp_path):
    begun = time.monotonic()
    bot = f"cmd:{sys.executable} -c \"raise SystemExit('no such luck')\""
    done = run("match", "juwelen", "--bot", "greedy", "--bot", bot, "--records", tmp_path / "records")
    assert done.returncode == 1
    assert "ended with status 1 before its match began" in done.stderr
    assert "no such luck" in done.stderr
    assert "Traceback" not in done.stderr
    assert time.monotonic() - begun < 30


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda n: n.name)
def test_an_interrupted_run_leaves_nothing_behind(tmp_path, number):
    bot = f'cmd:{sys.executable} -c "import time; time.sleep(300)"'
    mark = f"--records={tmp_path}/records"
    with subprocess.Popen(
        [*CERTAMEN, "match", "juwelen", "--bot", "greedy", "--bot", bot, mark],
        stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True,
    ) as process:  # fmt: skip
        below: list[psutil.Process] = []
        while len(below) < 7:  # helper, three keepers, server, two bots
            assert process.poll() is None
            below = psutil.Process(process.pid).children(recursive=True)
            time.sleep(0.05)
        os.kill(process.pid, number)
        _, left = psutil.wait_procs(below, timeout=20)
        _, said = process.communicate(timeout=20)
    assert left == []
    assert process.returncode == (-number if number == signal.SIGKILL else 128 + number)
    assert "Traceback" not in said
