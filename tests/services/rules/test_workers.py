"""The threads behind RulesService: bounded, and ended in good order."""

from __future__ import annotations

import asyncio
import threading

import grpc
import pytest
from certamen_services.errors import StatusError
from certamen_services.rules.workers import Workers


async def test_the_loop_goes_on_while_an_answer_is_computed() -> None:
    workers, go_on = Workers("test", 1, 2), threading.Event()
    answer = asyncio.create_task(workers.answer(go_on.wait, 10.0))
    await asyncio.sleep(0.01)
    assert not answer.done()
    go_on.set()
    assert await answer is True
    workers.close()


async def test_too_many_calls_are_refused_at_once() -> None:
    workers, go_on = Workers("test", 1, 2), threading.Event()
    waiting = [asyncio.create_task(workers.answer(go_on.wait, 10.0)) for _ in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(StatusError) as refused:
        await workers.answer(go_on.wait, 10.0)
    assert (refused.value.code, refused.value.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "BUSY")
    go_on.set()
    await asyncio.gather(*waiting)
    assert await workers.answer(go_on.wait, 10.0)
    workers.close()


async def test_a_caller_that_gives_up_makes_room() -> None:
    workers, go_on = Workers("test", 1, 2), threading.Event()
    first, second = (asyncio.create_task(workers.answer(go_on.wait, 10.0)) for _ in range(2))
    await asyncio.sleep(0)
    second.cancel()
    with pytest.raises(asyncio.CancelledError):
        await second
    third = asyncio.create_task(workers.answer(go_on.wait, 10.0))
    go_on.set()
    assert await first
    assert await third
    workers.close()


async def test_what_waits_when_the_server_stops_is_told_so() -> None:
    workers, go_on = Workers("test", 1, 2), threading.Event()
    running, waiting = (asyncio.create_task(workers.answer(go_on.wait, 10.0)) for _ in range(2))
    await asyncio.sleep(0.01)
    workers.close()
    for call in (waiting, asyncio.create_task(workers.answer(go_on.wait, 10.0))):
        with pytest.raises(StatusError) as refused:
            await call
        assert refused.value.reason == "SHUTTING_DOWN"
    go_on.set()
    assert await running
