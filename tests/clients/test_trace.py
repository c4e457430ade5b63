"""Traces: what the SDK writes down, and what comes of telling it again."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys

import pytest
from certamen.v1 import play_pb2
from certamen_client import Bot, Connection, Session, TraceError, replay_trace
from certamen_client.trace import TraceWriter, read_trace
from google.protobuf.json_format import MessageToDict

pytestmark = pytest.mark.timeout(60)
SECRET = "a-token"  # noqa: S105


class Counts(Bot):
    """Answers with the first or the second action, in turn."""

    name = "counts"
    asked = 0

    def choose(self, decision):
        self.asked += 1
        return decision.legal_actions[self.asked % 2]


class First(Bot):
    def choose(self, decision):
        return decision.legal_actions[0]


async def traced(stub, path, decisions: int = 4) -> list[dict[str, object]]:
    """Play a match, which breaks once in the middle, with a trace; gives its lines."""

    async def begin(talk):
        await talk.welcome("matches/m")
        await talk.start()
        for number in range(1, decisions):
            await talk.ask(number)
            await talk.hear()
        await talk.ask(decisions)
        assert (await talk.hear()).act.decision == decisions

    async def go_on(talk):
        await talk.welcome("matches/m")
        await talk.ask(decisions)
        await talk.hear()
        await talk.end()
        await talk.goodbye()

    stub.scripts = [begin, go_on]
    connection = Connection(f"127.0.0.1:{stub.port}", SECRET)
    await Session(Counts, connection, trace=path).run()
    return [json.loads(line) for line in path.read_text().splitlines()]


async def test_all_is_written_down_but_the_token(stub, tmp_path):
    path = tmp_path / "trace.jsonl"
    head, *lines = await traced(stub, path)
    assert head["certamen_trace"] == 1
    assert (head["bot"], head["server"]) == ("counts", f"127.0.0.1:{stub.port}")
    times = [line["at_ns"] for line in lines]
    assert times == sorted(times)
    told = [(line["kind"], line["stream"], *line.get("message", {})) for line in lines]
    asked = [("received", 1, "decision"), ("sent", 1, "act")]
    assert told == [
        *[("opened", 1), ("sent", 1, "hello"), ("received", 1, "welcome"), ("received", 1, "matchStart")],
        *(4 * asked),
        *[("closed", 1), ("opened", 2), ("sent", 2, "hello"), ("received", 2, "welcome")],
        *[("received", 2, "decision"), ("sent", 2, "act"), ("received", 2, "matchEnd"), ("sent", 2, "leave")],
        ("closed", 2),
    ]
    assert SECRET not in path.read_text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


async def test_a_trace_is_read_with_each_thing_once(stub, tmp_path):
    path = tmp_path / "trace.jsonl"
    await traced(stub, path)
    (run,) = read_trace(path)
    assert run.bot == "counts"
    kinds = [message.WhichOneof("message") for message in run.messages]
    assert kinds == ["welcome", "match_start", *(4 * ["decision"]), "match_end"]
    assert [act.code for act in run.answers.values()] == [9, 7, 9, 7]


async def test_a_file_is_continued_and_the_process_may_be_in_its_name(tmp_path):
    for number in range(2):
        writer = TraceWriter(tmp_path / "trace-%p.jsonl", f"bot-{number}", "127.0.0.1:1")
        writer.close()
    (path,) = tmp_path.iterdir()
    assert path.name == f"trace-{os.getpid()}.jsonl"
    assert [run.bot for run in read_trace(path)] == ["bot-0", "bot-1"]


def test_a_trace_does_not_fill_the_disk(tmp_path):
    path = tmp_path / "trace.jsonl"
    writer = TraceWriter(path, "bot", "127.0.0.1:1", limit=1000)
    for number in range(1000):
        writer.received(1, play_pb2.PlayResponse(ping=play_pb2.Ping(id=number)))
    writer.close()
    assert path.stat().st_size <= 1000 + len('{"kind":"full"}\n')
    assert json.loads(path.read_text().splitlines()[-1]) == {"kind": "full"}
    assert len(read_trace(path)) == 1


def test_replay_shows_where_a_bot_decides_otherwise(stub, tmp_path):
    path = tmp_path / "trace.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in written()))
    assert [compared.differs for compared in replay_trace(path, Counts)] == [False, False, False, False]
    compared = replay_trace(path, First)
    assert [(each.then, each.now) for each in compared] == 2 * [("nine", "seven"), ("seven", "seven")]


def test_an_error_of_the_bot_shows_in_a_replay(tmp_path):
    class Faulty(Bot):
        def choose(self, _decision):
            raise ZeroDivisionError("a bug")

    path = tmp_path / "trace.jsonl"
    path.write_text("".join(f"{json.dumps(line)}\n" for line in written()))
    with pytest.raises(ZeroDivisionError, match="a bug"):
        replay_trace(path, Faulty)


def written() -> list[dict[str, object]]:
    """A trace of a match with four decisions, written by hand."""
    legal = [{"code": 7, "text": "seven"}, {"code": 9, "text": "nine"}]
    lines: list[dict[str, object]] = [
        {"certamen_trace": 1, "started": "2026-01-01T00:00:00+00:00", "bot": "counts", "server": "x:1"}
    ]

    def note(kind: str, **message: object) -> None:
        lines.append({"at_ns": len(lines), "kind": kind, "stream": 1, "message": message, "later": True})

    note("sent", hello={"protocolVersion": 1, "botName": "counts"})
    welcome = play_pb2.Welcome(protocol_version=1, server="x", matches=["matches/m"])
    note("received", welcome=MessageToDict(welcome))
    note("received", matchStart={"match": "matches/m", "seat": 1, "settings": {"game": "juwelen"}})
    for number in range(1, 5):
        note("received", decision={"match": "matches/m", "decision": str(number), "legalActions": legal})
        note("sent", act={"match": "matches/m", "decision": str(number), "code": 7 + 2 * (number % 2)})
    note("received", matchEnd={"match": "matches/m", "outcome": {"placements": [2, 1]}})
    return lines


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("", "it is empty"),
        ('{"kind":"opened"}\n', "line 1: it does not begin with the head of a trace"),
        ('{"certamen_trace":2,"bot":"b"}\n', "line 1: version 2 is not known; 1 is"),
        ('{"certamen_trace":1,"bot":"b"}\nnonsense\n', "line 2: it is no line of a trace"),
        ('{"certamen_trace":1,"bot":"b"}\n{"kind":"sent"}\n', "line 2: it is no line of a trace"),
        ("[]\n", "line 1"),
    ],
)
def test_what_is_no_trace_is_refused(tmp_path, text, wrong):
    path = tmp_path / "trace.jsonl"
    path.write_text(text)
    with pytest.raises(TraceError, match=wrong):
        read_trace(path)


def test_a_last_line_that_breaks_off_is_left_out(tmp_path):
    path = tmp_path / "trace.jsonl"
    path.write_text('{"certamen_trace":1,"bot":"b"}\n{"kind":"recei')
    assert [run.messages for run in read_trace(path)] == [[]]


@pytest.mark.slow
def test_the_command_tells_a_trace_to_a_program_in_any_language(tmp_path):
    path = tmp_path / "trace.jsonl"
    raw = [sys.executable, "-m", "certamen_services.cli"]
    environment = os.environ | {"CERTAMEN_TRACE": str(tmp_path / "%p.jsonl")}
    match = [
        "match",
        "juwelen",
        "--bot",
        "greedy",
        "--bot",
        "random",
        "--option",
        "rounds=1",
        "--contain",
        "none",
    ]
    played = subprocess.run(
        [*raw, *match, "--records", str(tmp_path / "r")],
        env=environment,
        capture_output=True,
        timeout=50,
        check=False,
    )
    assert played.returncode == 0, played.stderr
    traces = {json.loads(each.read_text().splitlines()[0])["bot"]: each for each in tmp_path.glob("*.jsonl")}
    assert traces.keys() == {"greedy", "random"}
    path = traces["greedy"]

    def replay(*bot: str) -> subprocess.CompletedProcess[str]:
        command = [*raw, "trace", "replay", str(path), "--", *bot]
        return subprocess.run(command, capture_output=True, text=True, timeout=50, check=False)

    same = replay("greedy")
    assert same.returncode == 0, same.stderr
    assert same.stdout.endswith("decisions, 0 answered otherwise than then\n")
    other = replay("random")
    assert other.returncode == 1
    assert ": then play " in other.stdout
    broken = replay(sys.executable, "-c", "raise SystemExit(3)")
    assert broken.returncode == 1
    assert "the bot did not get through" in broken.stderr
    path.write_text("{}\n")
    assert replay("greedy").returncode == 2
