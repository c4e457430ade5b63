"""A real server whose log, metrics and story are looked at."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.request import urlopen

import grpc
import pytest
from certamen.v1 import arena_pb2, arena_pb2_grpc, match_pb2, operations_pb2, operations_pb2_grpc

CERTAMEN = [sys.executable, "-m", "certamen_services.cli"]
PATIENCE = 60.0


@dataclass
class Served:
    """A server in a process of its own, and its organiser."""

    process: subprocess.Popen[str]
    folder: Path
    address: str
    token: str
    arena: arena_pb2_grpc.ArenaServiceStub
    operations: operations_pb2_grpc.OperationsServiceStub

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self.token}"),)

    @property
    def log(self) -> list[str]:
        return (self.folder / "server.log").read_text().splitlines()

    def command(self, *arguments: str) -> str:
        command = [*CERTAMEN, *arguments, "--server", self.address]
        command += ["--token-file", str(self.folder / "token")]
        return subprocess.run(command, check=True, capture_output=True, text=True, timeout=PATIENCE).stdout

    def create(
        self, game: str = "luschen", time: match_pb2.TimeControl | None = None
    ) -> arena_pb2.CreateMatchResponse:
        wanted = match_pb2.MatchSettings(game=game, players=4, time_control=time)
        request = arena_pb2.CreateMatchRequest(settings=wanted)
        answer: arena_pb2.CreateMatchResponse = self.arena.CreateMatch(
            request, metadata=self.metadata, timeout=PATIENCE
        )
        return answer

    def play(self) -> arena_pb2.CreateMatchResponse:
        """Create a match, and have it played to its end by bots of the package."""
        created = self.create()
        bots = []
        for seat in created.seat_tokens:
            environment = os.environ | {"CERTAMEN_SERVER": self.address, "CERTAMEN_TOKEN": seat.token}
            command = [*CERTAMEN, "bot", "random", "--name", f"random {seat.seat}"]
            bots.append(subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL))
        for bot in bots:
            try:
                assert bot.wait(PATIENCE) == 0
            finally:
                bot.kill()
        return created

    def story(self, name: str) -> operations_pb2.GetMatchStoryResponse:
        request = operations_pb2.GetMatchStoryRequest(name=name)
        answer: operations_pb2.GetMatchStoryResponse = self.operations.GetMatchStory(
            request, metadata=self.metadata, timeout=PATIENCE
        )
        return answer

    def scrape(self) -> str:
        url = re.search(r"^metrics on (\S+)$", (self.folder / "server.out").read_text(), re.MULTILINE)
        assert url is not None
        with urlopen(url[1], timeout=PATIENCE) as answer:  # noqa: S310 (our own server said it)
            return str(answer.read().decode())


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Served]]:
    """Start a server with options."""
    monkeypatch.setenv("CERTAMEN_HOME", str(tmp_path / "home"))
    started: list[tuple[subprocess.Popen[str], grpc.Channel]] = []

    def start(*options: str) -> Served:
        announce = tmp_path / "announce.json"
        command = [*CERTAMEN, "serve", "--address", "127.0.0.1:0", "--announce", str(announce)]
        command += ["--token-file", str(tmp_path / "token"), *options]
        out, log = (tmp_path / "server.out").open("w"), (tmp_path / "server.log").open("w")
        with out, log:
            process = subprocess.Popen(command, stdout=out, stderr=log, text=True)
        until = time.monotonic() + PATIENCE
        while not announce.exists():
            assert process.poll() is None, (tmp_path / "server.log").read_text()
            assert time.monotonic() < until
            time.sleep(0.02)
        address = json.loads(announce.read_text())["address"]
        channel = grpc.insecure_channel(address)
        started.append((process, channel))
        return Served(
            process,
            tmp_path,
            address,
            (tmp_path / "token").read_text().strip(),
            arena_pb2_grpc.ArenaServiceStub(channel),  # type: ignore[no-untyped-call]
            operations_pb2_grpc.OperationsServiceStub(channel),  # type: ignore[no-untyped-call]
        )

    yield start
    for process, channel in started:
        channel.close()
        process.send_signal(signal.SIGTERM)
        try:
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()
