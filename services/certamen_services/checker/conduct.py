"""What a bot did in a match, and what of that is against the protocol."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

from certamen.v1 import match_pb2, play_pb2

from certamen_services.checker import advice
from certamen_services.checker.findings import Finding

__all__ = ["Asked", "Conduct", "Line"]

_HARMLESS = frozenset(
    {
        play_pb2.REJECT_REASON_NOT_YOUR_TURN,
        play_pb2.REJECT_REASON_STALE_DECISION,
        play_pb2.REJECT_REASON_TOO_LATE,
        play_pb2.REJECT_REASON_UNKNOWN_MATCH,
        play_pb2.REJECT_REASON_FORFEITED,
        play_pb2.REJECT_REASON_MATCH_OVER,
    }
)
"""Refusals after which nothing is to be answered; all others leave the decision open."""

_PONG_TIME = 0.5
_PONG_MESSAGES = 4
"""A Pong may come so many seconds, or so many other messages, after its Ping."""


@dataclass(slots=True)
class Line:
    """One stream.

    Attributes:
        opened: when it was opened, in seconds of the loop's clock.
        hello: the bot's first message.
        answered: decisions that were answered on it.
        dropped: whether the check ended it.
        refused: the referee's reason for ending it; empty if it did not.
        silent: whether the bot, or the connection, ended it.
        over: whether it has ended.
    """

    opened: float
    hello: play_pb2.Hello | None = None
    answered: set[int] = field(default_factory=set)
    dropped: bool = False
    refused: str = ""
    silent: bool = False
    over: bool = False


@dataclass(slots=True)
class Asked:
    """A decision that the bot was asked.

    Attributes:
        codes, texts: of the legal actions; texts are empty if the bot wanted codes only.
        at: when it was sent.
        time_left: seconds that it had.
        answers: how often it was answered.
    """

    codes: frozenset[int]
    texts: frozenset[str]
    at: float
    time_left: float
    answers: int = 0


class Conduct:
    """Takes note of all messages of one visit.

    Args:
        match: name of the match.
        clock: seconds.
    """

    def __init__(self, match: str, clock: Callable[[], float] | None = None) -> None:
        self.match = match
        self.clock = clock or asyncio.get_running_loop().time
        self.lines: list[Line] = []
        self.asked: dict[int, Asked] = {}
        self.reopened: set[int] = set()
        self.rejected_unanswered: set[int] = set()
        self.pings: dict[int, tuple[float, int]] = {}
        self.heard_in_all = 0
        self.last_event = 0
        self.seat: int | None = None
        self.started = False
        self.outcome: match_pb2.Outcome | None = None
        self.ended_at: float | None = None
        self.left_at: float | None = None
        self.answers = 0
        self.resigned = False
        self.latencies: list[float] = []
        self.findings: list[Finding] = []

    # ---------------------------------------------------------------------------------------------- streams

    def opened(self) -> Line:
        """The bot opened a stream."""
        line = Line(self.clock())
        self.lines.append(line)
        return line

    @property
    def hello(self) -> play_pb2.Hello | None:
        """The bot's first Hello."""
        return next((line.hello for line in self.lines if line.hello is not None), None)

    @property
    def is_connected(self) -> bool:
        """Whether a stream stands."""
        return any(not line.over for line in self.lines)

    @property
    def missed_pings(self) -> int:
        """How many Pings are unanswered that had half a second, or that the bot has sent much after."""
        until = (self.left_at or self.clock()) - _PONG_TIME
        return sum(
            at < until or heard + _PONG_MESSAGES < self.heard_in_all for at, heard in self.pings.values()
        )

    def find(self, finding: Finding) -> None:
        """Note a finding; the first of those that are mended in the same way."""
        if all(known.mend != finding.mend for known in self.findings):
            self.findings.append(finding)

    # ------------------------------------------------------------------------------------- what the bot says

    def heard(self, line: Line, request: play_pb2.PlayRequest) -> None:
        """The bot sent a message."""
        kind = request.WhichOneof("message")
        self.heard_in_all += 1
        if line.hello is None and kind != "hello":
            self.find(advice.no_hello(kind))
        match kind:
            case "hello":
                self._greet(line, request.hello)
            case "act":
                self._act(line, request.act)
            case "resign":
                self.resigned = True
                self.find(advice.resigned())
            case "leave":
                self.left_at = self.clock()
                if self.outcome is None:
                    self.find(advice.left_early())
            case "pong" if self.pings.pop(request.pong.id, None) is None:
                self.find(advice.foreign_pong(request.pong.id))
            case None:
                self.find(advice.empty_message())
            case _:
                pass

    def _greet(self, line: Line, hello: play_pb2.Hello) -> None:
        if line.hello is not None:
            self.find(advice.second_hello())
            return
        line.hello = hello
        for cursor in hello.cursors:
            if cursor.match != self.match:
                self.find(advice.foreign_cursor(cursor.match))
            elif cursor.last_event > self.last_event:
                self.find(advice.cursor_ahead(cursor.last_event, self.last_event))

    def _act(self, line: Line, act: play_pb2.Act) -> None:
        if act.match != self.match:
            self.find(advice.foreign_match(act.match, self.match))
            return
        asked = self.asked.get(act.decision)
        if asked is None:
            self.find(advice.never_asked(act.decision))
            return
        if act.decision in line.answered and act.decision not in self.reopened:
            self.find(advice.answered_twice(act.decision))
            return
        line.answered.add(act.decision)
        self.reopened.discard(act.decision)
        self.rejected_unanswered.discard(act.decision)
        if not asked.answers:
            self.answers += 1
            self.latencies.append(self.clock() - asked.at)
        asked.answers += 1
        match act.WhichOneof("action"):
            case "code" if act.code not in asked.codes:
                self.find(advice.illegal(act.decision, f"code {act.code}"))
            case "text" if asked.texts and act.text not in asked.texts:
                self.find(advice.illegal(act.decision, f"text {act.text[:80]!r}"))
            case None:
                self.find(advice.no_action(act.decision))
            case _:
                pass

    # ------------------------------------------------------------------------------------ what the bot hears

    def told(self, response: play_pb2.PlayResponse) -> None:
        """The bot is sent a message."""
        match response.WhichOneof("message"):
            case "match_start":
                self.started, self.seat = True, response.match_start.seat
            case "event":
                self.last_event = max(self.last_event, response.event.number)
            case "decision":
                self._ask(response.decision)
            case "rejected" if response.rejected.reason not in _HARMLESS:
                self.reopened.add(response.rejected.decision)
                self.rejected_unanswered.add(response.rejected.decision)
            case "match_end":
                self.outcome, self.ended_at = response.match_end.outcome, self.clock()
            case "ping":
                self.pings[response.ping.id] = self.clock(), self.heard_in_all
            case _:
                pass

    def _ask(self, decision: play_pb2.Decision) -> None:
        known = self.asked.get(decision.decision)
        texts = frozenset(legal.text for legal in decision.legal_actions if legal.text)
        codes = frozenset(legal.code for legal in decision.legal_actions)
        answers = known.answers if known is not None else 0
        self.asked[decision.decision] = Asked(
            codes, texts, self.clock(), decision.time_left_ns / 1e9, answers
        )
