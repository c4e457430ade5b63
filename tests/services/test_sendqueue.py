"""What waits to be written: its order, its bound, and how long it may linger."""

from __future__ import annotations

import asyncio
import time

from certamen_services.sendqueue import SendQueue
from certamen_services.timelimit import TimeLimit


def never(_: int) -> bool:
    return False


async def test_items_are_taken_in_order_and_no_more_than_wanted() -> None:
    queue: SendQueue[int] = SendQueue(10)
    for item in range(5):
        assert queue.put(item)
    assert await queue.take(3, never) == [0, 1, 2]
    assert await queue.take(3, never) == [3, 4]


async def test_nothing_is_taken_together_with_what_comes_after_a_last_item() -> None:
    queue: SendQueue[int] = SendQueue(10)
    for item in range(4):
        queue.put(item)
    assert await queue.take(9, lambda item: item == 1) == [0, 1]
    assert await queue.take(9, lambda item: item == 1) == [2, 3]


async def test_a_full_queue_takes_nothing_until_it_is_replaced() -> None:
    queue: SendQueue[int] = SendQueue(2, linger=1.0)
    assert queue.put_by(1)
    assert queue.put_by(2)
    assert not queue.put(3)
    assert not queue.put_by(3)
    queue.replace(9)
    assert await queue.take(5, never) == [9]


async def test_what_may_linger_waits_for_company_but_not_for_ever() -> None:
    queue: SendQueue[int] = SendQueue(10, linger=0.05)
    queue.put_by(1)
    queue.put_by(2)
    began = time.monotonic()
    assert await queue.take(5, never) == [1, 2]
    assert time.monotonic() - began >= 0.045
    queue.put_by(3)
    queue.put(4)
    began = time.monotonic()
    assert await queue.take(5, never) == [3, 4]
    assert time.monotonic() - began < 0.045
    queue.put_by(5)  # its time counts anew
    began = time.monotonic()
    assert await queue.take(5, never) == [5]
    assert time.monotonic() - began >= 0.045
    queue.close()


async def test_without_lingering_everything_is_urgent() -> None:
    queue: SendQueue[int] = SendQueue(10)
    queue.put_by(1)
    async with asyncio.timeout(0.5):
        assert await queue.take(5, never) == [1]


async def test_a_time_limit_rings_once_and_counts_from_when_it_was_set_last() -> None:
    rung: list[float] = []
    limit = TimeLimit(0.05, lambda: rung.append(time.monotonic()))
    limit.set()
    await asyncio.sleep(0.03)
    limit.lift()
    assert not limit.is_set
    await asyncio.sleep(0.05)
    assert not rung
    limit.set()
    await asyncio.sleep(0.02)
    last = time.monotonic()
    limit.set()
    await asyncio.sleep(0.15)
    assert len(rung) == 1
    assert rung[0] - last >= 0.045
    assert not limit.is_set


async def test_a_closed_time_limit_is_silent() -> None:
    rung: list[int] = []
    limit = TimeLimit(0.01, lambda: rung.append(1))
    limit.set()
    limit.close()
    await asyncio.sleep(0.05)
    assert not rung
