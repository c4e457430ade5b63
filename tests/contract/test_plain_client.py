"""Whether the .proto files and the protocol's page are enough to play."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from grpc_tools import protoc  # type: ignore[import-untyped]

from bench.server.throughput import Running, certamen_server

ROOT = Path(__file__).resolve().parents[2]
CLIENT = Path(__file__).with_name("plain_client.py")
KEY = "identity.pem"


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Code that protoc makes of the .proto files, and nothing else of ours."""
    folder = tmp_path_factory.mktemp("generated")
    protos = sorted(str(file) for file in (ROOT / "proto/certamen/v1").glob("*.proto"))
    google = str(files("grpc_tools") / "_proto")
    command = ["protoc", f"-I{ROOT / 'proto'}", f"-I{google}"]
    assert protoc.main([*command, f"--python_out={folder}", f"--grpc_python_out={folder}", *protos]) == 0
    for package in ("certamen", "certamen/v1"):
        (folder / package / "__init__.py").touch()
    return folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A real server."""
    with certamen_server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.mark.slow
@pytest.mark.timeout(180)
@pytest.mark.parametrize(("game", "seats"), [("juwelen", 4), ("luschen", 3), ("bellica", 2), ("artus", 2)])
def test_a_client_with_nothing_but_the_contract_plays_a_whole_match(
    generated: Path, server: Running, game: str, seats: int
) -> None:
    ended = subprocess.run(
        [sys.executable, str(CLIENT), server.address, server.token, game, str(seats)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(generated)},
        cwd=generated,
    )
    assert ended.returncode == 0, ended.stderr
    told = json.loads(ended.stdout)
    assert told["code"].startswith(str(generated))
    assert {name.split(".")[0] for name in told["modules"]} == {"certamen"}, "it must not know more of us"
    assert told["cause"] == "END_CAUSE_COMPLETED"
    assert len(told["placements"]) == seats
    assert told["same_outcome"]
    assert told["same_events"]
    assert told["fair"]
    assert told["rejected"] == [0] * seats
    assert told["decisions"][0] > 5, "so the first seat was cut off once"
    entries = json.loads(told["record"])["entries"]
    by_seats = [
        sum(e["type"] == "action" and e["by"] == "seat" and e["seat"] == seat for e in entries)
        for seat in range(seats)
    ]
    assert told["decisions"] == by_seats
    assert [entry["type"] for entry in entries if entry["type"] in ("away", "back")] == ["away", "back"]
