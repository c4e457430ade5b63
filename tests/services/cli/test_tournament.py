"""Tournaments from a file, to their results; killed on the way."""

from __future__ import annotations

import csv
import gzip
import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter

import certamen_core as cc
import psutil
import pytest

pytestmark = pytest.mark.timeout(240)
CERTAMEN = [sys.executable, "-m", "certamen_services.cli"]

DIRECT = """
name = "direct"
game = "luschen"
seats = 4
venue = "direct"
seed = 5
options = { limit = 10 }
format = { kind = "round-robin", blocks = BLOCKS }
bots = [
    { name = "a", bot = "random" },
    { name = "b", bot = "random" },
    { name = "c", bot = "random" },
    { name = "d", bot = "random" },
]
"""

TIMED = """
name = "timed"
game = "luschen"
seats = 2
options = { limit = 30 }
time = { control = "20+0.5" }
format = { kind = "round-robin", blocks = 2 }
run = { concurrency = 2 }

[[bots]]
name = "greedy"
bot = "greedy"

[[bots]]
name = "other"
bot = "cmd:PYTHON -m certamen_client.bots random"
"""


@pytest.fixture
def direct(tmp_path):
    path = tmp_path / "direct.toml"
    path.write_text(DIRECT.replace("BLOCKS", "5"))
    return path


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*CERTAMEN, "tournament", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )


def run_killed(path, delay: float, number: int = signal.SIGKILL, after: str = "") -> None:
    """Run until a signal after some seconds. Nothing may be left behind.

    Args:
        path: the plan.
        delay: until the signal.
        number: the signal.
        after: the delay begins when the referee's log has one more line with this; default: at once.
    """
    log = path.with_suffix(".tournament") / "logs" / "server.log"

    def lines() -> int:
        return log.read_text().count(after) if after and log.exists() else 0

    before = lines()
    with subprocess.Popen(
        [*CERTAMEN, "tournament", "run", str(path)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:  # fmt: skip
        while after and lines() == before:
            assert process.poll() is None
            time.sleep(0.01)
        try:
            process.wait(delay)
        except subprocess.TimeoutExpired:
            below = psutil.Process(process.pid).children(recursive=True)
            os.kill(process.pid, number)
            _, left = psutil.wait_procs(below, timeout=30)
            assert left == []


def games(path) -> list[dict]:
    return json.loads((path.with_suffix(".tournament") / "results.json").read_text())["games"]


def records(path) -> list[dict]:
    with gzip.open(path.with_suffix(".tournament") / "records.jsonl.gz", "rt") as lines:
        return [json.loads(line) for line in lines]


def test_a_dry_run_tells_how_many_games_and_how_long_and_plays_none(tmp_path, direct, certamen):
    told = certamen("tournament", "run", direct, "--dry-run")
    assert told.exit_code == 0, told.output
    assert "20 games in 5 blocks of 4 seatings (row-complete Latin square), duplicate deals" in told.output
    assert "time: 0:00:0" in told.output
    assert not direct.with_suffix(".tournament").exists()
    path = tmp_path / "timed.toml"
    path.write_text(TIMED.replace("PYTHON", sys.executable))
    found = json.loads(certamen("tournament", "run", path, "--dry-run", "--json").output)
    assert (found["games"], found["blocks"], found["seatings"]) == (4, 2, 2)
    assert found["seconds"] > 4 * 2 * 20 / 2


def test_direct_play_writes_results_that_can_be_replayed(direct, certamen):
    done = certamen("tournament", "run", direct)
    assert done.exit_code == 0, done.output
    assert "direct: luschen, round-robin, finished, 20 of 20 games" in done.output
    folder = direct.with_suffix(".tournament")
    found = json.loads((folder / "results.json").read_text())
    assert {row["bot"]: row["games"] for row in found["standings"]} == dict.fromkeys("abcd", 20)
    assert found["tournament"]["practice"]
    with (folder / "results.csv").open() as sheet:
        rows = list(csv.DictReader(sheet))
    assert len(rows) == 80
    assert Counter((row["bot"], row["seat"]) for row in rows) == {
        (bot, s): 5 for bot in "abcd" for s in "0123"
    }
    game = cc.load_game("luschen", players=4, limit=10)
    for line in records(direct):
        state = game.new_initial_state(seed=bytes.fromhex(line["seed"]))
        for code in line["actions"]:
            state.apply_action(code)
        assert list(state.scores()) == line["result"]["scores"]
    again = certamen("tournament", "run", direct, "--json")
    assert json.loads(again.stdout)["games"] == found["games"]  # over is over


def test_another_plan_does_not_go_on_with_this_tournament(direct, certamen):
    assert certamen("tournament", "run", direct).exit_code == 0
    direct.write_text(DIRECT.replace("BLOCKS", "6"))
    refused = certamen("tournament", "run", direct)
    assert refused.exit_code == 2
    assert "changed: format" in refused.output
    direct.write_text(DIRECT.replace("BLOCKS", "5") + "[run]\nconcurrency = 2\n")
    assert certamen("tournament", "run", direct).exit_code == 0


def test_errors_name_file_and_field(tmp_path, certamen):
    path = tmp_path / "bad.toml"
    path.write_text(DIRECT.replace("BLOCKS", "0"))
    refused = certamen("tournament", "run", path)
    assert refused.exit_code == 2
    assert "format.blocks" in refused.output
    assert certamen("tournament", "run", tmp_path / "none.toml").exit_code == 2
    assert "no tournament has begun" in certamen("tournament", "show", path).output
    assert not path.with_suffix(".tournament").exists()


def test_decisions_by_command_and_their_trail(direct, certamen):
    assert certamen("tournament", "run", direct).exit_code == 0
    assert (
        "does not count any more"
        in certamen("tournament", "void", direct, "r1-t1-b1-g2", "--reason", "the cable").output
    )
    shown = json.loads(certamen("tournament", "show", direct, "--json").output)
    assert shown["left_out"] == ["r1-t1-b1"]
    assert shown["incidents"]["unplayed"] == ["r1-t1-b1-g2"]
    assert (
        "only a finished game"
        in certamen("tournament", "void", direct, "r1-t1-b1-g2", "--reason", "again").output
    )
    assert (
        "game r1-t1-b1-g2 will be played again"
        in certamen("tournament", "rerun", direct, "r1-t1-b1-g2").output
    )
    assert certamen("tournament", "run", direct).exit_code == 0
    shown = json.loads(certamen("tournament", "show", direct, "--json").output)
    assert shown["left_out"] == []
    (void,) = shown["incidents"]["voids"]
    assert (void["game"], void["what"]) == ("r1-t1-b1-g2", "the cable; played again")
    kinds = [ruling["kind"] for ruling in shown["rulings"]]
    assert kinds == ["create", "finish", "void", "rerun", "resume", "finish"]
    assert "the tournament is finished" in certamen("tournament", "cancel", direct).output


@pytest.mark.parametrize("workers", [1, 2])
def test_killed_at_random_moments_it_ends_like_one_that_was_not(tmp_path, workers):
    results = []
    chance = random.Random(workers)
    for name in ("whole", "killed"):
        path = tmp_path / f"{name}.toml"
        path.write_text(DIRECT.replace("BLOCKS", "60") + f"[run]\nconcurrency = {workers}\n")
        if name == "killed":
            for kind in (signal.SIGKILL, signal.SIGINT, signal.SIGKILL):
                run_killed(path, chance.uniform(0.7, 3.0), kind)
        done = run("run", path)
        assert done.returncode == 0, done.stderr
        results.append(
            {
                (g["block"], g["game"]): (
                    g["attempt"],
                    g["state"],
                    g["deal"],
                    g["bots"],
                    g["result"]["scores"],
                )
                for g in games(path)
            }
        )
        assert len(games(path)) == 240
    assert results[0] == results[1]


def test_timed_play_that_is_killed_replays_what_was_lost_with_the_same_cards(tmp_path, certamen):
    path = tmp_path / "timed.toml"
    path.write_text(TIMED.replace("PYTHON", sys.executable))
    folder, chance = path.with_suffix(".tournament"), random.Random(3)
    for kind in (signal.SIGKILL, signal.SIGINT, signal.SIGKILL):
        run_killed(path, chance.uniform(0, 0.3), kind, after="match.started")
    done = run("run", path)
    assert done.returncode == 0, done.stderr
    counted = Counter((g["block"], g["game"]) for g in games(path) if g["state"] == "finished")
    assert counted == {(f"r{r}-t1-b1", g): 1 for r in (1, 2) for g in (1, 2)}
    assert {g["state"] for g in games(path)} == {"finished", "void"}
    assert all(g["attempt"] <= 4 for g in games(path))
    deals: dict[str, set[str]] = {}
    for line in records(path):
        if line["record"] is not None:
            deals.setdefault(line["block"], set()).add(line["record"]["entries"][0]["seed"])
            assert line["record"]["entries"][0]["practice"] is False
    assert [len(seeds) for seeds in deals.values()] == [1, 1]  # void attempts too
    assert len(set.union(*deals.values())) == 2
    for number, line in enumerate(records(path)):
        if line["state"] == "finished":
            record = tmp_path / f"{number}.json"
            record.write_text(json.dumps(line["record"], ensure_ascii=False))
            accepted = certamen("verify", record)
            assert accepted.exit_code == 0, accepted.output
    assert (folder.stat().st_mode & 0o077) == 0


DIALS = """
name = "From elsewhere"
game = "juwelen"
seats = 2
options = { rounds = 1 }
format = { kind = "round-robin", blocks = 2 }
time = { control = "30+0.5" }
bots = [{ name = "far", bot = "dial-in" }, { name = "near", bot = "greedy" }]
"""


def test_a_bot_that_dials_in_has_one_token_for_all_matches_and_a_deal_of_its_own_in_each(tmp_path):
    path = tmp_path / "dials.toml"
    path.write_text(DIALS)
    token = path.with_suffix(".tournament") / "tokens" / "001.token"
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"127.0.0.1:{free.getsockname()[1]}"
    command = [*CERTAMEN, "tournament", "run", str(path), "--address", address]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        while process.poll() is None:
            if not token.exists():
                time.sleep(0.05)
                continue
            known = os.environ | {"CERTAMEN_SERVER": address, "CERTAMEN_TOKEN": token.read_text().strip()}
            bot = [sys.executable, "-m", "certamen_client.bots", "random"]
            subprocess.run(bot, env=known, capture_output=True, timeout=60, check=False)
        _, complaints = process.communicate(timeout=60)
    assert process.returncode == 0, complaints
    assert (token.stat().st_mode & 0o077) == 0
    finished = [game for game in games(path) if game["state"] == "finished"]
    assert len(finished) == 4
    assert all(game["result"]["faults"] == {} for game in finished)
    assert len({line["record"]["entries"][0]["seed"] for line in records(path)}) == 4
    said = json.loads((token.parents[1] / "results.json").read_text())["tournament"]
    assert (said["deals"], said["deals_reason"]) == ("independent", "a bot dials in and is not trusted")


def test_a_run_is_alone(direct):
    direct.write_text(DIRECT.replace("BLOCKS", "400"))
    with subprocess.Popen([*CERTAMEN, "tournament", "run", str(direct)], stderr=subprocess.PIPE) as process:
        while not (direct.with_suffix(".tournament") / "tournament.db.lock").exists():
            assert process.poll() is None
            time.sleep(0.05)
        second = run("run", direct)
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)
    assert second.returncode == 1
    assert "is being run already" in second.stderr
