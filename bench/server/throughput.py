"""One server with many sessions, beside a bare gRPC echo with messages of the same sizes.

``python -m bench.server.throughput`` starts both servers as processes of their own, plays matches whose bots
answer at once, and prints round trips per second of each, their ratio, and the referee's own time: from
reading an answer to handing over the decision that follows it, by the stamps in the records.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import NamedTuple

import grpc
from certamen.v1 import arena_pb2, arena_pb2_grpc, match_pb2

from bench.server.sessions import Traffic, echo, play

SEATS = 4
START_LIMIT = 60.0


class Running(NamedTuple):
    """A server in a process of its own.

    Attributes:
        address: where it listens.
        token: the organiser's.
        pid: of the process.
    """

    address: str
    token: str
    pid: int


@contextmanager
def certamen_server(folder: Path, *options: str) -> Iterator[Running]:
    """Start a server that keeps its files in a folder, with further options, and stop it in the end."""
    announce, token = folder / "announce.json", folder / "token"
    command = [sys.executable, "-m", "certamen_services.cli", "serve", "--address", "127.0.0.1:0"]
    command += [
        "--store",
        str(folder / "matches.db"),
        "--token-file",
        str(token),
        "--announce",
        str(announce),
        *options,
    ]
    with (folder / "server.log").open("wb") as log:
        process = subprocess.Popen(command, stdout=log, stderr=log)
    try:
        until = time.monotonic() + START_LIMIT
        while not announce.exists():
            if process.poll() is not None or time.monotonic() > until:
                raise RuntimeError((folder / "server.log").read_text())
            time.sleep(0.05)
        address = json.loads(announce.read_text())["address"]
        yield Running(address, token.read_text().strip(), process.pid)
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def echo_server() -> Iterator[int]:
    """The echo in a process of its own; gives its port."""
    process = subprocess.Popen([sys.executable, "-m", "bench.server.echo"], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield int(process.stdout.readline())
    finally:
        process.kill()
        process.wait()


def own_times(record: bytes) -> list[int]:
    """Nanoseconds from reading an answer to handing over the next decision, over one record."""
    entries = json.loads(record)["entries"]
    asked = [entry for entry in entries if entry["type"] == "action" and entry["by"] == "seat"]
    sent = sorted(entry["sent_ns"] for entry in asked if entry["sent_ns"] is not None)
    times = []
    at = 0
    for read in sorted(entry["read_ns"] for entry in asked):
        while at < len(sent) and sent[at] < read:
            at += 1
        if at < len(sent):
            times.append(sent[at] - read)
    return times


async def fetch_record(
    stub: arena_pb2_grpc.ArenaServiceStub, name: str, organiser: grpc.aio.Metadata
) -> bytes:
    """The record of a finished match."""
    call = stub.GetRecord(arena_pb2.GetRecordRequest(name=f"{name}/record"), metadata=organiser)
    return b"".join([piece.data async for piece in call])


async def matches(address: str, token: str, game: str, count: int) -> tuple[Traffic, float, list[int]]:
    """Play so many matches at once; gives the traffic, the seconds, and the referee's own times."""
    organiser = grpc.aio.Metadata(("authorization", f"Bearer {token}"))
    traffic = Traffic()
    async with grpc.aio.insecure_channel(address) as channel:
        stub = arena_pb2_grpc.ArenaServiceStub(channel)  # type: ignore[no-untyped-call]
        settings = match_pb2.MatchSettings(game=game, players=SEATS)
        request = arena_pb2.CreateMatchRequest(settings=settings)
        created = [await stub.CreateMatch(request, metadata=organiser) for _ in range(count)]
        started = time.perf_counter()
        seats = [seat.token for match in created for seat in match.seat_tokens]
        await asyncio.gather(*(play(channel, seat, traffic) for seat in seats))
        seconds = time.perf_counter() - started
        times = []
        for match in created:
            times += own_times(await fetch_record(stub, match.match.name, organiser))
    return traffic, seconds, times


async def run(game: str, sessions: int) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder, certamen_server(Path(folder)) as server:
        _, _, alone = await matches(server.address, server.token, game, 1)
        traffic, seconds, loaded = await matches(server.address, server.token, game, sessions // SEATS)
    sent, wanted = traffic.sent_bytes // traffic.acts, traffic.received_bytes // traffic.acts
    rounds = traffic.acts // sessions
    with echo_server() as port:
        started = time.perf_counter()
        await echo(port, sessions, rounds, sent, wanted)
        bare = rounds * sessions / (time.perf_counter() - started)
    ours = traffic.acts / seconds
    each = traffic.messages / traffic.acts
    reads = traffic.reads / traffic.acts
    print(f"{game}, {sessions} sessions in matches of {SEATS}, {traffic.acts} decisions")
    print(f"  answers of {sent} bytes, decisions of {wanted} bytes with what comes along")
    print(f"  {each:.1f} messages in {reads:.1f} batches for each decision")
    print(f"  server               {ours:10.0f} decisions/s")
    print(f"  bare echo            {bare:10.0f} round trips/s")
    print(f"  ratio                {ours / bare:10.2f}")
    for what, times in (("one match", alone), (f"{sessions} sessions", loaded)):
        late = quantiles(times, n=100)[98]
        print(f"  own time, {what:<12}{median(times) / 1e3:9.0f} µs, 99th percentile {late / 1e3:.0f} µs")


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="juwelen", help="what is played, with four seats")
    parser.add_argument("--sessions", type=int, default=64, help="bot sessions at once, a multiple of 4")
    arguments = parser.parse_args()
    asyncio.run(run(arguments.game, arguments.sessions))


if __name__ == "__main__":
    main()
