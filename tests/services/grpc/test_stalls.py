"""A server that is held up bills nobody for it: real streams, real time."""

import asyncio
import sys
import time
from pathlib import Path
from typing import Any

import grpc
import pytest
from certamen.v1 import arena_pb2, play_pb2
from certamen_services.canary import LIMIT_NS, Roundtrips
from certamen_services.records.document import read_record
from certamen_services.records.verify import verify
from certamen_services.referee.vigil import Stall, StallSource, Vigil

from tests.services.grpc.conftest import Serve
from tests.services.grpc.harness import NS, Client, bearer, first, record_of, seconds, settings


def test_roundtrips() -> None:
    vigil = Vigil()
    trips = Roundtrips(vigil)
    trips.sent(100)
    trips.answered(100 + LIMIT_NS)
    vigil.look(10 * LIMIT_NS)
    assert vigil.total == 0
    start = 20 * LIMIT_NS
    trips.sent(start)
    vigil.look(start + LIMIT_NS)
    assert vigil.total == 0
    vigil.look(start + 2 * LIMIT_NS)
    vigil.look(start + 2 * LIMIT_NS)
    trips.answered(start + 3 * LIMIT_NS)
    assert list(vigil.after(0)) == [
        Stall(StallSource.DELIVERY, start, start + 2 * LIMIT_NS),
        Stall(StallSource.DELIVERY, start + 2 * LIMIT_NS, start + 3 * LIMIT_NS),
    ]


async def test_the_event_loop_is_held_up_for_longer_than_a_clock_has(client: Client) -> None:
    created = await client.create(settings(2, time_control=seconds(base=0.5, lag=0.01)))
    bots = await client.seated(created)
    asked = 0

    def choose(decision: play_pb2.Decision) -> int:
        nonlocal asked
        asked += 1
        if asked == 3:
            time.sleep(0.8)  # bots and server share the loop
        return first(decision)

    ends = await asyncio.gather(bots[0].play(choose), bots[1].play(first))
    assert list(ends[0].outcome.faults) == []
    assert all(ledger.longest_ns < 0.1 * NS for ledger in ends[0].outcome.clocks)
    record = read_record(await record_of(client, created.match.name))
    assert verify(await record_of(client, created.match.name), [record.public_key]) == []
    stalls = [entry for entry in record.entries if entry["type"] == "stall"]
    assert max(entry["to_ns"] - entry["from_ns"] for entry in stalls) > 0.7 * NS


async def test_the_canary_finds_what_the_loop_does_not(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answers are held up while the loop beats on."""
    monkeypatch.setattr("certamen_services.canary.LIMIT_NS", 1)
    _, client = await serve()
    created = await client.create(settings(2, time_control=seconds(base=20, lag=0)))
    bots = await client.seated(created)
    for _ in range(2):
        decision = await bots[0].decision()
        await asyncio.sleep(0.1)
        await bots[0].act(decision, code=first(decision))
    accepted = (await bots[0].receive("accepted")).accepted
    assert accepted.charged_ns < 0.1 * NS
    await client.stub.CancelMatch(
        arena_pb2.CancelMatchRequest(name=created.match.name), metadata=bearer(client.organiser)
    )
    record = read_record(await record_of(client, created.match.name))
    assert "delivery" in {entry.get("source") for entry in record.entries}
    assert verify(await record_of(client, created.match.name), [record.public_key]) == []


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has addresses that are no files")
async def test_the_canary_leaves_no_file_and_hears_no_strangers(
    serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stranger's message without an answer would be one endless stall."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before = canaries()
    _, client = await serve()
    await client.create(settings(2))
    await asyncio.sleep(0.3)
    (address,) = canaries() - before
    assert not folders_in(tmp_path)
    async with grpc.aio.insecure_channel(f"unix-abstract:{address}") as channel:
        stranger: Any = channel.stream_stream("/certamen.internal.Canary/Sit")
        for metadata in ((), (("watchword", "0" * 32),)):
            call = stranger(metadata=metadata)
            assert await call.read() is grpc.aio.EOF
            assert await call.code() is grpc.StatusCode.OK


def canaries() -> set[str]:
    """Abstract addresses at which canaries of this machine sit."""
    names = (line.rpartition("@")[2] for line in Path("/proc/net/unix").read_text().splitlines())
    return {name for name in names if name.startswith("certamen-")}


def folders_in(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.is_dir()]
