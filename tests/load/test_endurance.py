"""A short run of the long one, and that nothing is left in a server's own process."""

from __future__ import annotations

import asyncio
import gc
import json
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from certamen_services.referee.tokens import token_hash
from certamen_services.server import Server, ServerSettings

from tests.load.endurance import Look, Summary
from tests.services.grpc.arenas import opened_arena
from tests.services.grpc.harness import all_ends, client_of, settings

ROOT = Path(__file__).parents[2]
ORGANISER = "organiser-token-of-the-tests-0123456789"
AT_FIRST = Look(100_000, 20, 10, 0)


@pytest.mark.slow
@pytest.mark.timeout(200)
def test_no_descriptor_thread_or_process_is_left() -> None:
    command = [sys.executable, "-m", "tests.load.endurance", "--matches", "150"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    told = json.loads(ended.stdout)
    assert told["matches"] == 150
    assert told["decisions"] > 1500
    # Too few matches to say anything of memory.
    assert [fault for fault in told["faults"] if "memory" not in fault] == [], ended.stderr


@pytest.mark.timeout(60)
async def test_no_task_is_left_by_matches_that_have_ended(tmp_path: Path) -> None:
    async with opened_arena(tmp_path) as arena:
        server = Server(arena, token_hash(ORGANISER), ServerSettings())
        await server.start()
        async with client_of(f"127.0.0.1:{server.port}", ORGANISER) as client:

            async def play() -> None:
                bots = await client.seated(await client.create(settings(2)))
                await all_ends(bots)
                for bot in bots:
                    await bot.send(leave={})
                    await bot.end()

            async def quiet() -> tuple[int, int]:
                for _ in range(3):
                    await asyncio.sleep(0.1)
                gc.collect()
                return len(asyncio.all_tasks()), threading.active_count()

            await play()
            before = await quiet()
            for _ in range(8):
                await play()
            assert await quiet() <= before
        await server.stop(0.2)


@pytest.mark.parametrize(
    ("after", "late", "faults"),
    [
        (AT_FIRST, 104.9, []),
        (AT_FIRST, 105.5, ["resident memory changed by +5.5%"]),
        (AT_FIRST, 94.5, ["resident memory changed by -5.5%"]),
        (replace(AT_FIRST, descriptors=21), 100.0, ["descriptors: 20 before, 21 after"]),
        (replace(AT_FIRST, children=1), 100.0, ["children: 0 before, 1 after"]),
    ],
)
def test_what_grows_is_found(after: Look, late: float, faults: list[str]) -> None:
    assert Summary(10, 100, 1.0, AT_FIRST, after, 100.0, late).faults() == faults
