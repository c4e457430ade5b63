"""`certamen matches`, and a server that parks its matches when it is stopped."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from certamen.v1 import arena_pb2, arena_pb2_grpc, match_pb2

CERTAMEN = [sys.executable, "-m", "certamen_services.cli"]
SECOND = 1_000_000_000


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*CERTAMEN, "matches", *arguments], capture_output=True, text=True, check=False)


def settings() -> match_pb2.MatchSettings:
    message = match_pb2.MatchSettings(game="juwelen", players=2)
    message.time_control.join_ns = message.time_control.disconnect_ns = 60 * SECOND
    return message


def test_an_organiser_decides_from_the_command_line(server) -> None:
    name = server.create(settings()).match.name
    at = ("--server", server.address)
    listed = run("list", *at)
    assert listed.returncode == 0, listed.stderr
    assert name in listed.stdout
    assert "waiting" in listed.stdout
    identifier = name.removeprefix("matches/")
    voided = run("void", identifier, "--reason", "power cut", "--culprit", "network", *at)
    assert voided.returncode == 0, voided.stderr
    assert "voided" in voided.stdout
    again = json.loads(run("rerun", name, "--json", *at).stdout)
    assert again["match"]["predecessor"] == name
    assert len(again["seatTokens"]) == 2
    shown = run("show", name, *at).stdout
    assert "ended: voided, by network: power cut" in shown
    assert f"rerun as {again['match']['name']}" in shown
    cancelled = run("cancel", again["match"]["name"], *at)
    assert "cancelled, attempt 2" in cancelled.stdout
    assert "seed revealed" in run("show", again["match"]["name"], *at).stdout
    decided = json.loads(run("rulings", "--json", *at).stdout)
    assert [each["kind"] for each in decided] == [
        "RULING_KIND_CANCEL",
        "RULING_KIND_RERUN",
        "RULING_KIND_VOID",
    ]
    refused = run("cancel", name, *at)
    assert refused.returncode == 1
    assert refused.stderr.endswith("the match has ended\n")
    unknown = run("show", "nosuchmatch", *at)
    assert unknown.returncode == 1
    assert "there is no such match" in unknown.stderr


def test_bad_input_is_refused_with_a_reason(tmp_path: Path) -> None:
    missing = run("list", "--token-file", str(tmp_path / "none"))
    assert missing.returncode == 2
    assert "--token-file" in missing.stderr
    (tmp_path / "token").write_text("x" * 40)
    address = run("list", "--token-file", str(tmp_path / "token"), "--server", "nowhere")
    assert address.returncode == 2
    assert "HOST:PORT" in address.stderr
    assert run("void", "x").returncode == 2, "a reason is needed"


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A server with a store that outlives it."""
    announce = folder / "announce.json"
    announce.unlink(missing_ok=True)
    files = ["--store", str(folder / "matches.db"), "--token-file", str(folder / "token")]
    command = [*CERTAMEN, "serve", *files, "--announce", str(announce), *options]
    with (folder / "server.log").open("ab") as log, subprocess.Popen(command, stderr=log) as process:
        try:
            while not announce.exists():
                time.sleep(0.02)
                assert process.poll() is None, (folder / "server.log").read_text()
            yield process, json.loads(announce.read_text())["address"]
        finally:
            process.kill()


@pytest.mark.slow
@pytest.mark.timeout(120)
@pytest.mark.parametrize(("option", "state"), [("park", "finished"), ("void", "voided")])
def test_a_stopped_server_parks_its_matches_for_the_next_one(
    tmp_path: Path, home: Path, option: str, state: str
) -> None:
    bots = []
    with serving(tmp_path, "--address", "127.0.0.1:0", "--unfinished", option) as (process, address):
        token = (tmp_path / "token").read_text().strip()
        metadata = (("authorization", f"Bearer {token}"),)
        with grpc.insecure_channel(address) as channel:
            stub = arena_pb2_grpc.ArenaServiceStub(channel)
            request = arena_pb2.CreateMatchRequest(settings=settings())
            request.settings.options.juwelen.rounds = 30
            created = stub.CreateMatch(request, metadata=metadata)
            for seat in created.seat_tokens:
                environment = os.environ | {"CERTAMEN_SERVER": address, "CERTAMEN_TOKEN": seat.token}
                command = [*CERTAMEN, "bot", "random"]
                bots.append(subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL))
            look = arena_pb2.GetMatchRequest(name=created.match.name)
            while stub.GetMatch(look, metadata=metadata).match.state != match_pb2.MATCH_STATE_RUNNING:
                time.sleep(0.05)
        time.sleep(0.3)
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    with serving(tmp_path, "--address", address) as (_, address):
        at = ("--server", address, "--token-file", str(tmp_path / "token"))
        assert [bot.wait(90) for bot in bots] == [0, 0]
        shown = run("show", created.match.name, *at)
        assert f"  {state}  " in shown.stdout, shown
        record = tmp_path / "record.json"
        if state == "finished":
            with grpc.insecure_channel(address) as channel:
                stub = arena_pb2_grpc.ArenaServiceStub(channel)
                request = arena_pb2.GetRecordRequest(name=f"{created.match.name}/record")
                pieces = stub.GetRecord(request, metadata=metadata)
                record.write_bytes(b"".join(piece.data for piece in pieces))
            entries = json.loads(record.read_bytes())["entries"]
            assert [entry["type"] for entry in entries].count("resumed") == 1
            assert not [entry for entry in entries if entry["type"] == "fault"]
            verified = subprocess.run(
                [*CERTAMEN, "verify", str(record)], capture_output=True, text=True, check=False
            )
            assert verified.returncode == 0, verified.stdout
