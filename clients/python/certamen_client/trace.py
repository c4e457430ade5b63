"""Traces: all that a bot received and sent, as JSON lines. The format is told in docs/traces.md."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TextIO

from certamen.v1.play_pb2 import Act, Decision, PlayRequest, PlayResponse
from google.protobuf.json_format import MessageToDict, ParseDict, ParseError

from certamen_client.errors import SettingsError

__all__ = ["TRACE_VARIABLE", "TraceError", "TraceRun", "TraceWriter", "action_text", "read_trace"]

TRACE_VARIABLE = "CERTAMEN_TRACE"
_FORMAT = 1
_LIMIT = 1 << 30
"""Bytes after which nothing more is written."""


class TraceError(ValueError):
    """A file is no trace."""


class TraceWriter:
    """Writes a trace; whoever reads the file sees all that was written.

    Args:
        path: of the file, which is continued if there is one; `%p` stands for the number of the process.
        bot: how the bot introduces itself.
        server: the server's address. (The token is in no message, and is not written.)
        limit: bytes after which nothing more is written.

    Raises:
        SettingsError: the file cannot be written.
    """

    def __init__(self, path: Path, bot: str, server: str, limit: int = _LIMIT) -> None:
        place = Path(str(path).replace("%p", str(os.getpid())))
        try:
            # Hands are secrets of their match: nobody else need read them.
            descriptor = os.open(place, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        except OSError as error:
            raise SettingsError(f"the trace cannot be written: {error}") from None
        self._file: TextIO | None = os.fdopen(descriptor, "w", encoding="utf-8", buffering=1)
        self._left = limit
        self._began = time.monotonic_ns()
        now = datetime.now(UTC).isoformat(timespec="milliseconds")
        self._write({"certamen_trace": _FORMAT, "started": now, "bot": bot, "server": server})

    def received(self, stream: int, message: PlayResponse) -> None:
        """A message was read from a stream, by its number from 1."""
        self._note("received", stream, {"message": MessageToDict(message)})

    def sent(self, stream: int, message: PlayRequest) -> None:
        """A message is written to a stream."""
        self._note("sent", stream, {"message": MessageToDict(message)})

    def opened(self, stream: int) -> None:
        """A stream was opened."""
        self._note("opened", stream, {})

    def closed(self, stream: int, why: str) -> None:
        """A stream has ended; `why` is empty if it ended well."""
        self._note("closed", stream, {"why": why} if why else {})

    def close(self) -> None:
        """Nothing more is to be written."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _note(self, kind: str, stream: int, more: Mapping[str, Any]) -> None:
        self._write({"at_ns": time.monotonic_ns() - self._began, "kind": kind, "stream": stream} | dict(more))

    def _write(self, line: Mapping[str, Any]) -> None:
        if self._file is None:
            return
        text = json.dumps(line, separators=(",", ":"), ensure_ascii=False) + "\n"
        try:
            if len(text) > self._left:
                self._file.write('{"kind":"full"}\n')
                self.close()
                return
            self._left -= len(text)
            self._file.write(text)
        except OSError:
            # A full disk must not cost the match.
            self._file = None


@dataclass(slots=True)
class TraceRun:
    """One run of a bot's program.

    Attributes:
        bot: how it introduced itself.
        messages: what it received, each thing once, in order: no batches, no pings, no refusals, nothing that
        was told again after a reconnect.
        answers: its first answer to each decision, by match and number of the decision.
    """

    bot: str
    messages: list[PlayResponse] = field(default_factory=list)
    answers: dict[tuple[str, int], Act] = field(default_factory=dict)

    @property
    def decisions(self) -> Iterator[Decision]:
        """The decisions that it was asked."""
        return (message.decision for message in self.messages if message.HasField("decision"))


def read_trace(path: Path) -> list[TraceRun]:
    """All runs that a file tells of.

    Raises:
        TraceError: it is no trace; the message names the line.
        OSError: it cannot be read.
    """
    reader = _Reader()
    with path.open(encoding="utf-8") as file:
        for number, text in enumerate(file, 1):
            try:
                reader.take(json.loads(text))
            except (ValueError, KeyError, TypeError, AttributeError, ParseError) as error:
                if not text.endswith("\n"):
                    break  # the program was killed in the middle of a line
                why = error if isinstance(error, TraceError) else f"it is no line of a trace ({error!r})"
                raise TraceError(f"{path}, line {number}: {why}") from None
    if not reader.runs:
        raise TraceError(f"{path}: it is empty")
    return reader.runs


def action_text(decision: Decision, act: Act) -> str:
    """What an answer says: the text of the legal action that it names, or what it says itself.

    Args:
        decision: what was asked.
        act: the answer.
    """
    for legal in decision.legal_actions:
        if (act.code == legal.code) if act.HasField("code") else (act.text == legal.text):
            return legal.text or f"code {legal.code}"
    said = f"code {act.code}" if act.HasField("code") else repr(act.text)
    return f"{said} (not legal)"


class _Reader:
    """Puts runs together."""

    def __init__(self) -> None:
        self.runs: list[TraceRun] = []
        self._once = _Once()

    def take(self, line: Mapping[str, Any]) -> None:
        """A line of a file."""
        if "certamen_trace" in line:
            if line["certamen_trace"] != _FORMAT:
                raise TraceError(f"version {line['certamen_trace']!r} is not known; {_FORMAT} is")
            self.runs.append(TraceRun(str(line["bot"])))
            self._once = _Once()
        elif not self.runs:
            raise TraceError("it does not begin with the head of a trace")
        elif line["kind"] == "received":
            message = ParseDict(line["message"], PlayResponse(), ignore_unknown_fields=True)
            self.runs[-1].messages += self._once.new(message)
        elif line["kind"] == "sent":
            request = ParseDict(line["message"], PlayRequest(), ignore_unknown_fields=True)
            if request.HasField("act"):
                self.runs[-1].answers.setdefault((request.act.match, request.act.decision), request.act)


class _Once:
    """Lets pass what is new."""

    def __init__(self) -> None:
        self._welcomed = False
        self._started: set[str] = set()
        self._ended: set[tuple[str, str]] = set()
        self._events: dict[str, int] = {}
        self._asked: dict[str, int] = {}

    def new(self, message: PlayResponse) -> list[PlayResponse]:
        """The message, if it is new; of a batch those that are."""
        match message.WhichOneof("message"):
            case "batch":
                return [one for part in message.batch.messages for one in self.new(part)]
            case "welcome":
                is_new, self._welcomed = not self._welcomed, True
            case "match_start":
                is_new = message.match_start.match not in self._started
                self._started.add(message.match_start.match)
            case "event":
                is_new = self._counts(self._events, message.event.match, message.event.number)
            case "decision":
                is_new = self._counts(self._asked, message.decision.match, message.decision.decision)
            case "match_end" | "seed_revealed" as kind:
                about = (kind, getattr(message, kind).match)
                is_new = about not in self._ended
                self._ended.add(about)
            case "accepted":
                is_new = True
            case _:
                is_new = False
        return [message] if is_new else []

    @staticmethod
    def _counts(known: dict[str, int], match: str, number: int) -> bool:
        is_new = number > known.get(match, 0)
        known[match] = max(number, known.get(match, 0))
        return is_new
