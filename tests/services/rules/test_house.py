"""The processes behind RulesService: bounded, replaced, and nothing of them left behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import certamen_core as cc
import grpc
import pytest
from certamen.v1 import rules_pb2
from certamen_services.errors import StatusError
from certamen_services.launcher.processes import descendants
from certamen_services.rules.house import RulesHouse
from certamen_services.rules.limits import RulesLimits
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]

PATIENCE = 30.0


@asynccontextmanager
async def opened(limits: RulesLimits | None = None) -> AsyncIterator[RulesHouse]:
    house = RulesHouse(limits)
    try:
        async with asyncio.timeout(PATIENCE):
            yield house
    finally:
        await house.end()


def long_count() -> bytes:
    """A request that takes seconds: more leaves than are ever counted."""
    state = cc.load_game("luschen", players=4).new_initial_state(bytes(32))
    setup = rules_pb2.GameSetup(game="luschen", players=4)
    position = rules_pb2.Position(setup=setup, state=state.serialize())
    return rules_pb2.CountLeavesRequest(position=position, depth=20).SerializeToString()


def playouts(count: int = 10) -> bytes:
    setup = rules_pb2.GameSetup(game="luschen", players=4)
    return rules_pb2.RunPlayoutsRequest(setup=setup, playouts=count).SerializeToString()


def heavy_playouts() -> bytes:
    game = cc.load_game("artus", players=4)
    setup = rules_pb2.GameSetup(game="artus", players=4)
    count = min(100_000, 20_000_000 // game.max_game_length)
    return rules_pb2.RunPlayoutsRequest(setup=setup, playouts=count).SerializeToString()


def reason(answer: tuple[bool, bytes]) -> str:
    failed, data = answer
    assert failed
    info = error_details_pb2.ErrorInfo()
    assert status_pb2.Status.FromString(data).details[0].Unpack(info)
    told: str = info.reason
    return told


def ticks(pid: int) -> int:
    """Processor time of a process so far; 0 if it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0
    return int(fields[11]) + int(fields[12])


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 (other processes set no events)
            await asyncio.sleep(0.02)


async def busy_worker(house: RulesHouse) -> int:
    """Pid of the process that computes."""
    await until(lambda: len(descendants(house.pid)) == 2)
    before = {pid: ticks(pid) for pid in descendants(house.pid)}
    await until(lambda: any(ticks(pid) > before[pid] + 5 for pid in before))
    return max(before, key=lambda pid: ticks(pid) - before[pid])


async def test_a_process_that_dies_takes_its_own_call_along_only() -> None:
    async with opened() as house:
        call = asyncio.create_task(house.ask("CountLeaves", long_count(), long=True))
        waiting = asyncio.create_task(house.ask("RunPlayouts", playouts(), long=True))
        os.kill(await busy_worker(house), signal.SIGKILL)
        with pytest.raises(StatusError) as lost:
            await call
        assert (lost.value.code, lost.value.reason) == (grpc.StatusCode.UNAVAILABLE, "WORKER_LOST")
        assert (await waiting)[0] is False
        await until(lambda: len(descendants(house.pid)) == 2)


async def test_a_call_gets_so_much_processor_time() -> None:
    async with opened(RulesLimits(cpu=0.05)) as house:
        assert reason(await house.ask("RunPlayouts", heavy_playouts(), long=True)) == "TIME_LIMIT"
        assert (await house.ask("RunPlayouts", playouts(), long=True))[0] is False


async def test_a_call_gets_so_much_memory() -> None:
    async with opened(RulesLimits(memory=8 << 20)) as house:
        position = rules_pb2.Position(json="[" + "[],[]," * 150_000 + "[]]")
        request = rules_pb2.GetViewRequest(position=position).SerializeToString()
        assert reason(await house.ask("GetView", request, long=False)) == "MEMORY_LIMIT"
        assert (await house.ask("ListGames", b"", long=False))[0] is False


async def test_a_call_that_is_given_up_stops() -> None:
    async with opened() as house:
        call = asyncio.create_task(house.ask("RunPlayouts", heavy_playouts(), long=True))
        await busy_worker(house)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert (await house.ask("RunPlayouts", playouts(), long=True))[0] is False


async def test_too_many_calls_are_refused_at_once() -> None:
    async with opened(RulesLimits(waiting_long=1)) as house:
        call = asyncio.create_task(house.ask("CountLeaves", long_count(), long=True))
        await asyncio.sleep(0)
        with pytest.raises(StatusError) as busy:
            await house.ask("RunPlayouts", playouts(), long=True)
        assert (busy.value.code, busy.value.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "BUSY")
        assert (await house.ask("ListGames", b"", long=False))[0] is False
        call.cancel()


async def test_what_runs_or_waits_when_the_server_stops_is_told_so() -> None:
    async with opened() as house:
        calls = [asyncio.create_task(house.ask("CountLeaves", long_count(), long=True)) for _ in range(3)]
        await busy_worker(house)
        house.close()
        for call in calls:
            with pytest.raises(StatusError) as refused:
                await call
            assert refused.value.reason == "SHUTTING_DOWN"
        left = [house.pid, *descendants(house.pid)]
    assert not any(is_alive(pid) for pid in left)


async def test_nothing_is_left_when_the_server_is_killed() -> None:
    code = "import time; from certamen_services.rules.house import RulesHouse as H; h = H(); time.sleep(100)"
    server = subprocess.Popen([sys.executable, "-c", code])  # noqa: ASYNC220 (it is not waited for)
    try:
        await until(lambda: len(descendants(server.pid)) == 3)
        left = descendants(server.pid)
    finally:
        server.kill()
        server.wait()
    await until(lambda: not any(is_alive(pid) for pid in left))


def is_alive(pid: int) -> bool:
    """A zombie that nobody asks for any more is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
