"""Whether a server grows: its memory, file descriptors, threads and processes over very many matches.

`python -m tests.load.endurance --matches 20000` plays short matches, some at once, against a server in a
process of its own, and looks at that process again and again. A first quarter is left out: what the server
keeps of the past (matches that ended lately, tokens used lately) is bounded, but has to fill. Of the rest,
the resident memory of the last tenth is compared with that of the first.

Prints how it goes, and in the end a summary as JSON; exit status 1 if memory changed by more than 5 %, or
if a descriptor, thread or process is left.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean

import grpc
from certamen.v1 import arena_pb2, arena_pb2_grpc, match_pb2

from bench.server.sessions import Traffic, play
from bench.server.throughput import certamen_server

SEATS = 2
TOLERANCE = 0.05
_LOOKS = 400
_SETTLE = 10.0
_AT_ONCE = 64
"""Calls that are enough to fill any pool."""


@dataclass(frozen=True)
class Look:
    """A process as it is at an instant.

    Attributes:
        resident: bytes of memory.
        descriptors: open files, sockets and pipes.
        threads: of the process.
        children: processes that it started and that are still there.
    """

    resident: int
    descriptors: int
    threads: int
    children: int

    @classmethod
    def at(cls, pid: int) -> Look:
        """Look at a process now."""
        place = Path(f"/proc/{pid}")
        fields = dict(line.split(":", 1) for line in (place / "status").read_text().splitlines())
        tasks = list((place / "task").iterdir())
        children = sum(len((task / "children").read_text().split()) for task in tasks)
        resident = int(fields["VmRSS"].split()[0]) * 1024
        return cls(resident, len(list((place / "fd").iterdir())), len(tasks), children)


@dataclass(frozen=True)
class Summary:
    """What came out."""

    matches: int
    decisions: int
    seconds: float
    before: Look
    after: Look
    early_resident: float
    late_resident: float

    @property
    def growth(self) -> float:
        """Change of the resident memory from the first tenth after the warm-up to the last."""
        return self.late_resident / self.early_resident - 1

    def faults(self) -> list[str]:
        """What is wrong."""
        found = []
        if abs(self.growth) > TOLERANCE:
            found.append(f"resident memory changed by {self.growth:+.1%}")
        for what in ("descriptors", "threads", "children"):
            before, after = getattr(self.before, what), getattr(self.after, what)
            if after > before:
                found.append(f"{what}: {before} before, {after} after")
        return found


class Run:
    """Matches against one server.

    Args:
        address: of the server.
        token: the organiser's.
        pid: of the server's process.
        matches: how many to play.
        together: how many at once.
    """

    def __init__(self, address: str, token: str, pid: int, matches: int, together: int) -> None:
        self._address, self._pid = address, pid
        self._organiser = grpc.aio.Metadata(("authorization", f"Bearer {token}"))
        self._matches, self._together = matches, together
        self._left = self._done = 0
        self._traffic = Traffic()
        self._looks: list[Look] = []

    async def play(self) -> Summary:
        """Play them all."""
        await self._warm_up()
        before, began = Look.at(self._pid), time.monotonic()
        await self._some(self._matches)
        seconds = time.monotonic() - began
        after = Look.at(self._pid)
        until = time.monotonic() + _SETTLE
        while time.monotonic() < until and after.descriptors > before.descriptors:
            await asyncio.sleep(0.5)
            after = Look.at(self._pid)
        steady = [look.resident for look in self._looks[len(self._looks) // 4 :]]
        tenth = max(1, len(steady) // 10)
        return Summary(
            self._matches,
            self._traffic.acts,
            seconds,
            before,
            after,
            mean(steady[:tenth]),
            mean(steady[-tenth:]),
        )

    async def _warm_up(self) -> None:
        """Let the server open what it keeps: it has pools of threads and of connections to its database."""
        await self._some(min(self._together * 4, self._matches))
        async with grpc.aio.insecure_channel(self._address) as channel:
            stub = arena_pb2_grpc.ArenaServiceStub(channel)  # type: ignore[no-untyped-call]
            request = arena_pb2.ListMatchesRequest(page_size=1000)
            for _ in range(3):
                lists = (stub.ListMatches(request, metadata=self._organiser) for _ in range(_AT_ONCE))
                await asyncio.gather(*lists)
        await asyncio.sleep(1.0)

    async def _some(self, count: int) -> None:
        self._left, self._done, self._looks = count, 0, []
        async with grpc.aio.insecure_channel(self._address) as channel:
            await asyncio.gather(*(self._one_after_another(channel, count) for _ in range(self._together)))

    async def _one_after_another(self, channel: grpc.aio.Channel, count: int) -> None:
        stub = arena_pb2_grpc.ArenaServiceStub(channel)  # type: ignore[no-untyped-call]
        settings = match_pb2.MatchSettings(game="bellica", players=SEATS)  # Bellum, the shortest
        request = arena_pb2.CreateMatchRequest(settings=settings)
        while self._left > 0:
            self._left -= 1
            created = await stub.CreateMatch(request, metadata=self._organiser)
            tokens = [seat.token for seat in created.seat_tokens]
            await asyncio.gather(*(play(channel, token, self._traffic) for token in tokens))
            self._done += 1
            if self._done % max(1, count // _LOOKS) == 0:
                self._look(count)

    def _look(self, count: int) -> None:
        look = Look.at(self._pid)
        self._looks.append(look)
        if self._done % max(1, count // 20) == 0:
            mega = look.resident / 2**20
            print(
                f"{self._done:7} matches, {mega:6.1f} MiB, {look.descriptors} descriptors, "
                f"{look.threads} threads",
                file=sys.stderr,
                flush=True,
            )


def main() -> None:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--matches", type=int, default=20_000, help="how many")
    parser.add_argument("--together", type=int, default=16, help="how many at once")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, certamen_server(Path(folder)) as server:
        run = Run(server.address, server.token, server.pid, arguments.matches, arguments.together)
        summary = asyncio.run(run.play())
    faults = summary.faults()
    print(json.dumps({**asdict(summary), "growth": round(summary.growth, 4), "faults": faults}, indent=1))
    sys.exit(bool(faults))


if __name__ == "__main__":
    main()
