"""What happens to a server when its database goes away, and from a back-up of it."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import grpc
import pytest
from certamen.v1 import arena_pb2, arena_pb2_grpc, match_pb2
from certamen_services.records.keys import Signer
from certamen_services.records.verify import verify
from certamen_services.referee.arena import Arena
from certamen_services.storage.store import Store

from tests.postgres import NEEDED, Postgres

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

ROOT = Path(__file__).parents[3]
NS = 1_000_000_000
PATIENCE = 90.0
BOT = """
import asyncio, sys
from certamen_client import run
from certamen_client.bots import RandomBot
class Slow(RandomBot):
    async def choose(self, decision):
        await asyncio.sleep(0.02)
        return await super().choose(decision)
run(Slow, name="slow")
"""


class Serving:
    """`certamen serve` as a process."""

    def __init__(self, folder: Path, url: str, address: str = "127.0.0.1:0") -> None:
        self.folder, announce = folder, folder / "announce.json"
        announce.unlink(missing_ok=True)
        self.errors = folder / "errors.log"
        command = [sys.executable, "-m", "certamen_services.cli", "serve", "--address", address]
        command += ["--store", url, "--token-file", str(folder / "token"), "--announce", str(announce)]
        command += ["--signing-key", str(folder / "key.pem")]
        with self.errors.open("wb") as errors:
            self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors, cwd=ROOT)
        until = time.monotonic() + PATIENCE
        while not announce.exists():
            assert self.process.poll() is None, self.errors.read_text()
            assert time.monotonic() < until
            time.sleep(0.02)
        self.address = json.loads(announce.read_text())["address"]

    def call(self, method: str, request: object) -> object:
        with grpc.insecure_channel(self.address) as channel:
            token = (self.folder / "token").read_text().strip()
            stub = arena_pb2_grpc.ArenaServiceStub(channel)  # type: ignore[no-untyped-call]
            metadata = (("authorization", f"Bearer {token}"),)
            return getattr(stub, method)(request, metadata=metadata, timeout=20, wait_for_ready=True)

    def create(self) -> arena_pb2.CreateMatchResponse:
        seconds = 120 * NS
        times = match_pb2.TimeControl(
            base_ns=seconds, startup_ns=seconds, join_ns=seconds, disconnect_ns=seconds
        )
        settings = match_pb2.MatchSettings(game="juwelen", players=2, time_control=times)
        settings.options.juwelen.rounds = 2
        made = self.call("CreateMatch", arena_pb2.CreateMatchRequest(settings=settings))
        assert isinstance(made, arena_pb2.CreateMatchResponse)
        return made


@contextmanager
def bots(serving: Serving, created: arena_pb2.CreateMatchResponse) -> Iterator[list[subprocess.Popen[bytes]]]:
    """Bots that come back when the server does."""
    started = [
        subprocess.Popen(
            [sys.executable, "-c", BOT],
            env=os.environ | {"CERTAMEN_SERVER": serving.address, "CERTAMEN_TOKEN": seat.token},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for seat in created.seat_tokens
    ]
    try:
        yield started
    finally:
        for bot in started:
            bot.kill()
            bot.wait()


def entries(folder: Path, url: str, match: str) -> tuple[bytes | None, list[bytes]]:
    """The record of a match and its entries, straight from a database."""

    async def read() -> tuple[bytes | None, list[bytes]]:
        signer = Signer.load_or_create(folder / "key.pem")
        store = await Store.open(url, signer.public_key)
        try:
            return await Arena(store, signer).record(match) if await _ended(store) else None, (
                await store.entries(match)
            )
        finally:
            await store.close()

    async def _ended(store: Store) -> bool:
        info = await store.match(match)
        return info is not None and info.outcome is not None

    return asyncio.run(read())


def until_written(folder: Path, url: str, match: str, count: int) -> None:
    until = time.monotonic() + PATIENCE
    while len(entries(folder, url, match)[1]) < count:
        assert time.monotonic() < until
        time.sleep(0.1)


def check_resumed(folder: Path, url: str, match: str) -> None:
    data, found = entries(folder, url, match)
    assert data is not None
    assert verify(data, [Signer.load_or_create(folder / "key.pem").public_key]) == []
    kinds = [json.loads(entry)["type"] for entry in found]
    assert kinds.count("resumed") == 1
    assert json.loads(found[-1])["cause"] == "completed"


@pytest.mark.needs(*NEEDED)
def test_a_match_goes_on_after_the_database_and_the_server_were_started_again(tmp_path: Path) -> None:
    postgres = Postgres()
    try:
        with postgres.database() as url:
            first = Serving(tmp_path, url)
            created = first.create()
            match = created.match.name.removeprefix("matches/")
            with bots(first, created) as players:
                until_written(tmp_path, url, match, 20)
                postgres.stop()
                assert first.process.wait(PATIENCE) == 75
                told = first.errors.read_text()
                assert "error: the database is lost: " in told
                assert "voided" not in told
                postgres.start()
                second = Serving(tmp_path, url, first.address)
                assert [bot.wait(PATIENCE) for bot in players] == [0, 0]
            second.process.terminate()
            assert second.process.wait(PATIENCE) == 0
            check_resumed(tmp_path, url, match)
    finally:
        postgres.close()


@pytest.mark.needs(*NEEDED, "pg_dump", "pg_restore")
def test_a_server_goes_on_from_a_dump_made_while_matches_ran(tmp_path: Path, postgres: Postgres) -> None:
    dump = tmp_path / "certamen.dump"

    def copy() -> None:
        subprocess.run(["pg_dump", "--format=custom", f"--file={dump}", url], check=True, timeout=60)

    with postgres.database() as url, postgres.database() as other:
        restored = ["pg_restore", "--no-owner", "--exit-on-error", f"--dbname={other}", str(dump)]
        check_back_up(tmp_path, url, other, copy, lambda: subprocess.run(restored, check=True, timeout=60))


def test_a_server_goes_on_from_a_copy_of_a_file_made_while_matches_ran(tmp_path: Path) -> None:
    place, other = tmp_path / "certamen.db", tmp_path / "copy.db"

    def copy() -> None:
        # What `.backup` of the program sqlite3 does.
        with closing(sqlite3.connect(place)) as source, closing(sqlite3.connect(other)) as target:
            source.backup(target)

    check_back_up(tmp_path, str(place), str(other), copy, lambda: None)


def check_back_up(
    folder: Path, place: str, other: str, copy: Callable[[], object], restore: Callable[[], object]
) -> None:
    """A match goes on from a copy that was made of it, and its record is good."""
    first = Serving(folder, place)
    created = first.create()
    match = created.match.name.removeprefix("matches/")
    with bots(first, created):
        until_written(folder, place, match, 20)
        copy()
    first.process.kill()
    first.process.wait()
    restore()
    before = entries(folder, other, match)[1]
    assert len(before) >= 20
    second = Serving(folder, other)
    with bots(second, created) as players:
        assert [bot.wait(PATIENCE) for bot in players] == [0, 0]
    second.process.terminate()
    assert second.process.wait(PATIENCE) == 0
    assert entries(folder, other, match)[1][: len(before)] == before
    check_resumed(folder, other, match)


@pytest.mark.needs(*NEEDED)
def test_a_second_server_on_the_same_database_is_refused(tmp_path: Path) -> None:
    postgres = Postgres()
    try:
        with postgres.database() as url:
            first, folder = Serving(tmp_path, url), tmp_path / "second"
            folder.mkdir()
            command = [sys.executable, "-m", "certamen_services.cli", "serve", "--address", "127.0.0.1:0"]
            command += ["--store", url, "--token-file", str(folder / "token")]
            command += ["--signing-key", str(folder / "key.pem")]
            second = subprocess.run(
                command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False
            )
            assert second.returncode == 2
            assert "is in use by another server" in second.stderr
            first.process.kill()
            first.process.wait()
            again = Serving(tmp_path, url)
            again.process.terminate()
            assert again.process.wait(PATIENCE) == 0
    finally:
        postgres.close()
