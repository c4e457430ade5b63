"""The threads behind RulesService: bounded, and ended in good order."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import grpc
import pytest
from certamen_services.errors import StatusError
from certamen_services.rules.workers import Stopped, Workers


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


class Endless:
    """A computation that ends only when it is stopped."""

    def __init__(self) -> None:
        self.begun, self.ended = threading.Event(), threading.Event()

    def __call__(self, _request: None, go_on: Callable[[], None]) -> None:
        self.begun.set()
        try:
            while True:
                go_on()
        except Stopped:
            self.ended.set()
            raise


async def test_what_runs_for_a_caller_that_gives_up_is_stopped() -> None:
    workers, endless = Workers("test", 1, 1), Endless()
    call = asyncio.create_task(workers.answer_unless_stopped(endless, None))
    assert await asyncio.to_thread(endless.begun.wait, 10)
    call.cancel()
    with pytest.raises(asyncio.CancelledError):
        await call
    assert await asyncio.to_thread(endless.ended.wait, 10)
    assert await workers.answer(str, 1) == "1"  # the only thread is free again
    workers.close()


async def test_what_runs_when_the_server_stops_is_stopped_and_told_so() -> None:
    workers, endless = Workers("test", 1, 1), Endless()
    call = asyncio.create_task(workers.answer_unless_stopped(endless, None))
    assert await asyncio.to_thread(endless.begun.wait, 10)
    workers.close()
    with pytest.raises(StatusError) as refused:
        await call
    assert refused.value.reason == "SHUTTING_DOWN"
    assert endless.ended.is_set()


async def test_a_long_answer_that_nobody_stops_arrives() -> None:
    workers = Workers("test", 1, 1)
    assert await workers.answer_unless_stopped(lambda asked, _go_on: asked + 1, 1) == 2
    workers.close()
