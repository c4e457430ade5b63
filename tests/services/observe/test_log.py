"""The server's log: JSON with the keys that are promised, and without any secret."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import grpc
import pytest
from certamen.v1 import arena_pb2, play_pb2

from tests.services.observe.conftest import PATIENCE, Served

DOCUMENTED = Path(__file__).parents[3] / "docs/observing.md"


@pytest.mark.parametrize("level", ["debug", "info"])
def test_each_line_is_json_with_its_keys_and_no_secret(serve: Callable[..., Served], level: str) -> None:
    server = serve("--log-format", "json", "--log-level", level)
    created = server.play()
    waiting = server.create()
    with pytest.raises(grpc.RpcError):  # also a call that is refused
        server.arena.GetMatch(arena_pb2.GetMatchRequest(name=waiting.match.name), timeout=PATIENCE)
    pieces = server.arena.GetRecord(
        arena_pb2.GetRecordRequest(name=f"{created.match.name}/record"),
        metadata=server.metadata,
        timeout=PATIENCE,
    )
    entries = json.loads(b"".join(piece.data for piece in pieces))["entries"]

    lines = [json.loads(line) for line in server.log]
    events = {line["event"] for line in lines}
    assert {"server.started", "match.created", "match.started", "match.ended"} <= events
    assert {"seat.attached", "seat.detached", "play.opened"} <= events
    documented = set(re.findall(r"^\| `([a-z_.]+)`", DOCUMENTED.read_text(), re.MULTILINE))
    assert events <= documented
    for line in lines:
        topic = line["event"].partition(".")[0]
        assert {"event", "level", "timestamp"} <= line.keys()
        assert topic not in {"match", "seat", "act"} or "match" in line
        assert (topic not in {"seat", "act"} and line["event"] != "match.fault") or "seat" in line
        assert (topic != "play" and line["event"] != "seat.attached") or "bot" in line
    text = "\n".join(server.log)
    secrets = [server.token, *(seat.token for seat in (*created.seat_tokens, *waiting.seat_tokens))]
    secrets += [entries[0]["seed"], entries[0]["nonce"], "Bearer", "uthorization", '"view"', '"legal"']
    assert [secret for secret in secrets if secret in text] == []
    assert not any({"action", "text", "given", "cards", "hand"} & line.keys() for line in lines)


def test_the_level_leaves_out_what_is_less_important(serve: Callable[..., Served]) -> None:
    server = serve("--log-level", "error", "--log-format", "json")
    server.create()
    assert server.log == []


def test_a_refused_act_is_told_without_what_was_tried(serve: Callable[..., Served]) -> None:
    server = serve("--log-format", "json", "--log-level", "debug", "--metrics", ":0")
    created = server.create()
    name, tried = created.match.name, "the queen of hearts"
    messages = [
        play_pb2.PlayRequest(hello=play_pb2.Hello(protocol_version=1, bot_name="eager", games=["luschen"])),
        play_pb2.PlayRequest(act=play_pb2.Act(match=name, decision=1, text=tried)),
    ]
    token = created.seat_tokens[2].token
    metadata = (("authorization", f"Bearer {token}"),)
    answers = server.arena.Play(iter(messages), metadata=metadata, timeout=PATIENCE)
    assert "rejected" in [answer.WhichOneof("message") for answer, _ in zip(answers, range(2), strict=False)]
    answers.cancel()

    [refused] = [json.loads(line) for line in server.log if "act.rejected" in line]
    assert (refused["match"], refused["seat"]) == (name.partition("/")[2], 2)
    assert refused["reason"] == "NOT_YOUR_TURN"
    text = "\n".join(server.log)
    assert tried not in text
    assert token not in text
    assert 'certamen_acts_rejected_total{reason="NOT_YOUR_TURN"} 1.0' in server.scrape()
