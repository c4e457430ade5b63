"""The command line in a home of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest
import structlog
from certamen.v1 import arena_pb2, arena_pb2_grpc, match_pb2
from certamen_services.cli.app import app
from typer.testing import CliRunner, Result

CERTAMEN = [sys.executable, "-m", "certamen_services.cli"]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = tmp_path / "home"
    monkeypatch.setenv("CERTAMEN_HOME", str(folder))
    for name in ("CERTAMEN_SERVER", "CERTAMEN_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    yield folder
    structlog.reset_defaults()  # `serve` logs to a standard error that ends with its command


@pytest.fixture
def certamen() -> Callable[..., Result]:
    """Run a command in this process."""
    runner = CliRunner()
    return lambda *arguments, **options: runner.invoke(app, [str(a) for a in arguments], **options)


@dataclass
class Server:
    """A server in a process of its own, and its organiser."""

    process: subprocess.Popen[bytes]
    address: str
    public_key: str
    stub: arena_pb2_grpc.ArenaServiceStub
    metadata: tuple[tuple[str, str], ...]

    def create(self, settings: match_pb2.MatchSettings) -> arena_pb2.CreateMatchResponse:
        return self.stub.CreateMatch(
            arena_pb2.CreateMatchRequest(settings=settings), metadata=self.metadata, timeout=20
        )

    def get(self, name: str) -> match_pb2.Match:
        return self.stub.GetMatch(
            arena_pb2.GetMatchRequest(name=name), metadata=self.metadata, timeout=20
        ).match

    def record(self, name: str) -> bytes:
        pieces = self.stub.GetRecord(
            arena_pb2.GetRecordRequest(name=f"{name}/record"), metadata=self.metadata, timeout=20
        )
        return b"".join(piece.data for piece in pieces)


@pytest.fixture
def server(tmp_path: Path, home: Path) -> Iterator[Server]:
    announce = tmp_path / "announce.json"
    command = [*CERTAMEN, "serve", "--address", "127.0.0.1:0", "--announce", str(announce)]
    with (
        (tmp_path / "server.log").open("wb") as log,
        subprocess.Popen(command, stderr=log, stdout=log) as process,
    ):
        try:
            while not announce.exists():
                time.sleep(0.02)
                assert process.poll() is None, (tmp_path / "server.log").read_text()
            told = json.loads(announce.read_text())
            token = (home / "organiser-token").read_text().strip()
            with grpc.insecure_channel(told["address"]) as channel:
                stub = arena_pb2_grpc.ArenaServiceStub(channel)
                metadata = (("authorization", f"Bearer {token}"),)
                yield Server(process, told["address"], told["public_key"], stub, metadata)
            process.send_signal(signal.SIGTERM)
            assert process.wait(20) == 0
        finally:
            process.kill()


@pytest.fixture
def bot(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[bytes]]]:
    """Start a bot as a process of its own: `bot(server, token, code)` or one of the package's by name."""
    started: list[subprocess.Popen[bytes]] = []

    def start(server: Server, token: str, name: str = "random") -> subprocess.Popen[bytes]:
        environment = os.environ | {"CERTAMEN_SERVER": server.address, "CERTAMEN_TOKEN": token}
        command = [sys.executable, "-c", name] if "\n" in name else [*CERTAMEN, "bot", name]
        with (tmp_path / f"bot-{len(started)}.log").open("wb") as log:
            process = subprocess.Popen(command, env=environment, stderr=log, stdout=log)
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.wait()
