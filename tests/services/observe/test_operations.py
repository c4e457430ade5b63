"""OperationsService, and the commands that show what it tells."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import grpc
import pytest
from certamen.v1 import arena_pb2, match_pb2, operations_pb2
from google.protobuf.json_format import MessageToJson

from tests.services.observe.conftest import PATIENCE, Served


def test_the_story_of_a_match_that_was_played(serve: Callable[..., Served]) -> None:
    server = serve()
    created = server.play()
    name = created.match.name
    story = server.story(name)
    kinds = [each.kind for each in story.timeline]
    assert kinds[0] == "created"
    assert kinds.count("joined") == 4
    assert kinds.index("started") < kinds.index("end")
    assert [seat.bot for seat in story.seats] == [f"random {seat}" for seat in range(4)]
    assert all(seat.decisions and seat.HasField("remaining_ns") for seat in story.seats)
    assert story.record == f"{name}/record"
    told = server.command("matches", "story", name)
    for part in ("random 3", "completed", "all seats had joined", story.record, "luschen", "timeControl:"):
        assert part in told
    assert json.loads(server.command("matches", "story", name, "--json")) == json.loads(MessageToJson(story))


def test_a_match_that_waits_shows_no_secret_and_is_for_organisers_only(serve: Callable[..., Served]) -> None:
    server = serve()
    seed = bytes(range(32))
    request = arena_pb2.CreateMatchRequest(
        settings=match_pb2.MatchSettings(game="luschen", players=4), seed=seed
    )
    created = server.arena.CreateMatch(request, metadata=server.metadata, timeout=PATIENCE)
    story = server.story(created.match.name)
    assert [each.kind for each in story.timeline] == ["created"]
    assert story.record == ""
    text = MessageToJson(story)
    assert seed.hex() not in text
    assert "nonce" not in text

    seat = (("authorization", f"Bearer {created.seat_tokens[0].token}"),)
    for method, message in (
        ("GetMatchStory", operations_pb2.GetMatchStoryRequest(name=created.match.name)),
        ("GetServerStatus", operations_pb2.GetServerStatusRequest()),
    ):
        for metadata, code in (
            (seat, grpc.StatusCode.PERMISSION_DENIED),
            ((), grpc.StatusCode.UNAUTHENTICATED),
        ):
            with pytest.raises(grpc.RpcError) as refused:
                getattr(server.operations, method)(message, metadata=metadata, timeout=PATIENCE)
            assert refused.value.code() is code
    for wrong, code in (
        ("nonsense", grpc.StatusCode.INVALID_ARGUMENT),
        ("matches/00", grpc.StatusCode.NOT_FOUND),
    ):
        with pytest.raises(grpc.RpcError) as refused:
            server.story(wrong)
        assert refused.value.code() is code


def test_faults_rulings_and_attempts_are_told(serve: Callable[..., Served]) -> None:
    server = serve()
    name = server.create(time=match_pb2.TimeControl(base_ns=1_000_000_000, join_ns=1_000_000)).match.name
    until = time.monotonic() + PATIENCE
    while "end" not in (kinds := [each.kind for each in server.story(name).timeline]):
        assert time.monotonic() < until
        time.sleep(0.02)
    assert kinds.count("fault") == 4
    assert "not_joined" in server.command("matches", "story", name)

    first = server.create().match.name
    server.command("matches", "void", first, "--culprit", "host", "--reason", "the power failed")
    request = arena_pb2.RerunMatchRequest(name=first)
    second = server.arena.RerunMatch(request, metadata=server.metadata, timeout=PATIENCE).match.name
    story = server.story(first)
    assert list(story.successors) == [second]
    assert list(server.story(second).predecessors) == [first]
    assert [ruling.reason for ruling in story.rulings][:1] == ["the power failed"]
    assert "the power failed" in server.command("matches", "story", first)


def test_status(serve: Callable[..., Served]) -> None:
    server = serve()
    created = server.play()
    server.create(game="juwelen")
    [told] = json.loads(server.command("status", "--json"))["servers"]
    assert int(told["pid"]) == server.process.pid
    assert int(told["decisions"]) > 0
    assert int(told["refereeMedianNs"]) <= int(told["refereeP99Ns"])
    assert told["games"] == [{"game": "juwelen", "waiting": 1}]
    shown = server.command("status", "--once")
    for part in ("uptime", "matches of juwelen", "99th percentile", "stalls", created.match.name):
        assert part in shown


def test_the_live_status_ends_well_when_it_is_interrupted(serve: Callable[..., Served]) -> None:
    server = serve()
    command = [sys.executable, "-m", "certamen_services.cli", "status", "--server", server.address]
    command += ["--token-file", str(server.folder / "token")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            until = time.monotonic() + PATIENCE
            status = operations_pb2.GetServerStatusRequest()
            while True:
                answer = server.operations.GetServerStatus(status, metadata=server.metadata, timeout=PATIENCE)
                assert answer.servers[0].pid == server.process.pid
                if time.monotonic() > until - PATIENCE + 3:
                    break
                time.sleep(0.2)
            process.send_signal(signal.SIGINT)
            out, errors = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
    assert process.returncode == 0, errors
    assert "uptime" in out
