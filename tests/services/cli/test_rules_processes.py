"""The rules' processes of a real server: there while it runs, gone with it, or not there at all."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import grpc
import pytest
from certamen.v1 import rules_pb2, rules_pb2_grpc
from certamen_services.launcher.processes import descendants

from bench.server.throughput import Running, certamen_server

PATIENCE = 30.0


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    with certamen_server(tmp_path) as server:
        yield server


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, "it did not come to pass"
        time.sleep(0.02)


def is_alive(pid: int) -> bool:
    """A zombie that nobody asks for any more is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def ask(address: str) -> rules_pb2.ListGamesResponse:
    with grpc.insecure_channel(address) as channel:
        stub = rules_pb2_grpc.RulesServiceStub(channel)  # type: ignore[no-untyped-call]
        listed: rules_pb2.ListGamesResponse = stub.ListGames(rules_pb2.ListGamesRequest(), timeout=PATIENCE)
        return listed


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_of_a_server_that_ends(running: Running, number: signal.Signals) -> None:
    assert ask(running.address).games
    until(lambda: len(descendants(running.pid)) == 3)  # what oversees them, one for short calls, one for long
    left = descendants(running.pid)
    os.kill(running.pid, number)
    until(lambda: not any(is_alive(pid) for pid in left))


def test_a_worker_has_the_lowest_priority(running: Running) -> None:
    until(lambda: len(descendants(running.pid)) == 3)
    assert {os.getpriority(os.PRIO_PROCESS, pid) for pid in descendants(running.pid)} == {19}


def test_a_server_without_them_has_no_rules_service(tmp_path: Path) -> None:
    with certamen_server(tmp_path, "--rules-processes", "0") as server:
        with pytest.raises(grpc.RpcError) as caught:
            ask(server.address)
        assert caught.value.code() == grpc.StatusCode.UNIMPLEMENTED
        assert descendants(server.pid) == []
