"""Kill a server again and again while it referees matches, and check that nobody can tell afterwards.

`python -m tests.load.kills --kills 300` starts a server on a database of its own and bots in processes of
their own. The server is killed with SIGKILL at random instants, from outside or by itself in the middle of a
transaction (see dying_server.py), and started again. With `--store postgresql` (a temporary server) or
`--url URL` (an empty database) the store is PostgreSQL, and at times its connections are cut instead: then
the server must end by itself. In the end all matches must have been played to their ends without a fault, and
for each of them:

- the record is whole and verified, and the outcome told first is still the outcome told last;
- the actions in it are exactly those that the bots chose, decision by decision;
- every bot was told every event once, in order, and each as the record has it.

Says on standard error how it goes, and prints a summary as JSON; exit status 1 if anything is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import grpc
import psycopg
from certamen.v1 import arena_pb2, arena_pb2_grpc, match_pb2
from certamen_services.cli.serve import LOST

from tests.load.afterwards import Tally, compare
from tests.postgres import Postgres

ENDED = (match_pb2.MATCH_STATE_FINISHED, match_pb2.MATCH_STATE_VOIDED, match_pb2.MATCH_STATE_CANCELLED)
GAMES = (("juwelen", 4), ("juwelen", 2), ("luschen", 4), ("lusus", 3), ("bellica", 2), ("artus", 3))
FATAL = 0.004
"""Chance of a transaction to be the last, where the server is to die by itself."""
SEVERED = 0.3
"""Chance of the connections to PostgreSQL to be cut instead of the server being killed."""
S = 1_000_000_000


class Host:
    """A server that is killed and started again, and its organiser.

    Args:
        folder: for its files.
        fatal: chance of a transaction to be the last, when it is to die by itself.
        url: of a database of PostgreSQL; None: a file of SQLite in the folder.
    """

    def __init__(self, folder: Path, fatal: float, url: str | None = None) -> None:
        self.folder, self.fatal, self.url = folder, fatal, url
        self.severed = False
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"127.0.0.1:{free.getsockname()[1]}"
        self.log = (folder / "server.log").open("ab")
        self.process: subprocess.Popen[bytes] | None = None
        self.channel: grpc.Channel | None = None

    def start(self, *, doomed: bool) -> None:
        """Start the server, and wait until it answers or is dead."""
        announce = self.folder / "announce.json"
        announce.unlink(missing_ok=True)
        command = [sys.executable, "-m", "tests.load.dying_server", str(self.fatal if doomed else 0), "serve"]
        command += ["--address", self.address, "--store", str(self.place)]
        command += ["--token-file", str(self.folder / "token"), "--announce", str(announce)]
        command += ["--signing-key", str(self.folder / "key.pem")]
        self.severed = False
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log)
        while not announce.exists() and self.process.poll() is None:
            time.sleep(0.02)

    @property
    def place(self) -> Path | str:
        """Where its database is."""
        return self.folder / "matches.db" if self.url is None else self.url

    def sever(self) -> None:
        """Cut its connections to PostgreSQL."""
        assert self.url is not None
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        self.severed = True

    def kill(self) -> bool:
        """Kill it; whether it was alive."""
        assert self.process is not None
        alive = self.process.poll() is None
        self.process.kill()
        code = self.process.wait()
        lost = self.severed and code == LOST
        assert lost or code == -signal.SIGKILL, f"the server ended by itself with status {code}"
        return alive

    def call(self, method: str, request: Any) -> Any:
        """Call the server. Raises RpcError."""
        if self.channel is None:
            self.channel = grpc.insecure_channel(
                self.address, options=[("grpc.max_reconnect_backoff_ms", 200)]
            )
        stub = arena_pb2_grpc.ArenaServiceStub(self.channel)
        token = (self.folder / "token").read_text().strip()
        metadata = (("authorization", f"Bearer {token}"),)
        return getattr(stub, method)(request, metadata=metadata, timeout=2)


class Players:
    """Processes of bots, one for each seat, that play all matches."""

    def __init__(self, folder: Path, address: str, count: int) -> None:
        self.logs = [folder / f"bots-{seat}.jsonl" for seat in range(count)]
        errors = (folder / "bots.log").open("ab")
        self.processes = [
            subprocess.Popen(
                [sys.executable, "-m", "tests.load.lasting_bots", address, str(log)],
                stdin=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
            for log in self.logs
        ]

    def seat(self, tokens: list[str]) -> None:
        """Let a match be played."""
        for process, token in zip(self.processes, tokens, strict=False):
            assert process.stdin is not None
            process.stdin.write(token + "\n")
            process.stdin.flush()

    def finish(self, patience: float) -> list[int]:
        """Wait until all have played everything; their exit statuses."""
        for process in self.processes:
            assert process.stdin is not None
            process.stdin.close()
        try:
            return [process.wait(patience) for process in self.processes]
        except subprocess.TimeoutExpired:
            for process in self.processes:
                process.kill()
            return [process.wait() for process in self.processes]

    def notes(self) -> dict[tuple[str, int], list[dict[str, Any]]]:
        """What they wrote down, by match and seat."""
        result = defaultdict(list)
        for log in self.logs:
            for line in log.read_text().splitlines():
                note = json.loads(line)
                result[note["match"], note["seat"]].append(note)
        return result


def settings(rng: random.Random) -> match_pb2.MatchSettings:
    """A match with time enough for a server that is often away."""
    game, players = rng.choice(GAMES)
    message = match_pb2.MatchSettings(game=game, players=players)
    if game == "juwelen":
        message.options.juwelen.rounds = 2
    times = message.time_control
    times.base_ns, times.startup_ns, times.join_ns = 120 * S, 120 * S, 120 * S
    times.lag_ns, times.disconnect_ns = S // 100, 120 * S
    return message


class Run:
    """Kills, and matches that go on in spite of them."""

    def __init__(self, folder: Path, kills: int, concurrency: int, seed: int, url: str | None = None) -> None:
        self.rng = random.Random(seed)
        self.kills, self.concurrency = kills, concurrency
        self.tally = Tally()
        self.began = time.monotonic()
        self.host = Host(folder, FATAL, url)
        self.players = Players(folder, self.host.address, 4)
        self.running: set[str] = set()
        self.ended: dict[str, bytes] = {}

    def play(self) -> None:
        """Kill as often as was asked, then let all matches end."""
        while self.tally.kills < self.kills:
            doomed = self.rng.random() < 0.5
            self.host.start(doomed=doomed)
            if self.host.process is not None and self.host.process.poll() is None:
                self._organise()
                self._wait(self.rng.uniform(0.05, 1.5) if not doomed else 5.0)
                if self.host.url is not None and not doomed and self.rng.random() < SEVERED:
                    self.host.sever()
                    self._wait(5.0)
            severed = self.host.severed
            alive = self.host.kill()
            self.tally.kills += 1
            self.tally.own_deaths += not alive and not severed
            self.tally.severed += not alive and severed
            if self.tally.kills % max(1, self.kills // 20) == 0:
                minutes = (time.monotonic() - self.began) / 60
                say(f"{self.tally.kills} kills in {minutes:.1f} minutes, {len(self.ended)} matches ended")
        self.host.start(doomed=False)
        until = time.monotonic() + 300
        while self.running and time.monotonic() < until:
            self._look()
            time.sleep(0.2)
        codes = self.players.finish(60)
        if any(codes):
            self.tally.wrong.append(f"bots ended with {codes}")
        if self.running:
            self.tally.wrong.append(f"never ended: {sorted(self.running)}")
        self.host.kill()

    def _wait(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while time.monotonic() < until and self.host.process is not None:
            if self.host.process.poll() is not None:
                return
            time.sleep(0.01)

    def _organise(self) -> None:
        """Note what has ended, and make new matches."""
        try:
            self._look()
            while len(self.running) < self.concurrency:
                created = self.host.call(
                    "CreateMatch", arena_pb2.CreateMatchRequest(settings=settings(self.rng))
                )
                self.running.add(created.match.name)
                self.tally.matches += 1
                self.players.seat([seat.token for seat in created.seat_tokens])
        except grpc.RpcError:
            pass  # it died meanwhile

    def _look(self) -> None:
        """Compare outcomes with those that were told before."""
        for name in [*self.running, *self.rng.sample(sorted(self.ended), min(3, len(self.ended)))]:
            try:
                match = self.host.call("GetMatch", arena_pb2.GetMatchRequest(name=name)).match
            except grpc.RpcError:
                return
            told = match.SerializeToString(deterministic=True)
            if name in self.ended and told != self.ended[name]:
                self.tally.wrong.append(f"{name}: its outcome changed")
            elif match.state in ENDED:
                self.running.discard(name)
                self.ended[name] = told


def say(text: str) -> None:
    """Tell how it goes."""
    print(text, file=sys.stderr, flush=True)


def main() -> None:
    """Run, compare, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--concurrency", type=int, default=4, help="matches at once")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "little"))
    parser.add_argument("--folder", type=Path, help="new folder for all files; default: a temporary one")
    parser.add_argument("--store", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--url", help="empty database of PostgreSQL; default: in a temporary server")
    arguments = parser.parse_args()
    with ExitStack() as stack:
        url = arguments.url
        if url is None and arguments.store == "postgresql":
            server = Postgres()
            stack.callback(server.close)
            url = server.url("postgres")
        scratch = stack.enter_context(tempfile.TemporaryDirectory(prefix="certamen-kills-"))
        folder = arguments.folder or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        run = Run(folder, arguments.kills, arguments.concurrency, arguments.seed, url)
        run.play()
        asyncio.run(compare(run.tally, sorted(run.ended), run.players.notes(), folder, run.host.place))
        summary = {"seed": arguments.seed, "seconds": round(time.monotonic() - run.began), **vars(run.tally)}
        summary["wrong"] = run.tally.wrong[:20]
        say(run.tally.line())
        print(json.dumps(summary, indent=2))
        sys.exit(bool(run.tally.wrong))


if __name__ == "__main__":
    main()
