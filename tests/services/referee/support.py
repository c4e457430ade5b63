"""A match on a fake clock, with a journal in memory and links that only listen."""

from __future__ import annotations

import heapq
import json
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Any, TypeVar

from certamen_services.records.canonical import canonical
from certamen_services.records.chain import chain, chain_start
from certamen_services.records.document import render
from certamen_services.records.findings import Finding
from certamen_services.records.keys import Signer
from certamen_services.records.verify import verify
from certamen_services.referee.clock import TimeControl
from certamen_services.referee.info import MatchInfo
from certamen_services.referee.journal import Done, MatchUpdate
from certamen_services.referee.match import Match
from certamen_services.referee.messages import (
    Accepted,
    Decision,
    EventMessage,
    MatchEnd,
    Outcome,
    Rejected,
    SeatPort,
    ToSeat,
)
from certamen_services.referee.plan import MatchPlan, make_plan
from certamen_services.referee.rulings import Ruling, RulingKind
from certamen_services.referee.settings import MatchSettings
from certamen_services.referee.terms import MatchState
from certamen_services.referee.vigil import StallSource, Vigil

MS = 1_000_000
S = 1_000 * MS
SIGNER = Signer.generate()
CREATED = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)

_SHORT = {"juwelen": {"rounds": 1}, "luschen": {"limit": 5}, "lusus": {"max_rounds": 1}}

M = TypeVar("M")


class _FakeTimer:
    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        self.callback = None


class FakeTime:
    """Time that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now = 1_000 * S
        self._order = count()
        self._timers: list[tuple[int, int, _FakeTimer]] = []

    def now_ns(self) -> int:
        return self.now

    def call_at(self, at_ns: int, callback: Callable[[], None]) -> _FakeTimer:
        timer = _FakeTimer(callback)
        heapq.heappush(self._timers, (at_ns, next(self._order), timer))
        return timer

    def kill(self) -> None:
        """No timer rings any more."""
        self._timers.clear()

    def advance(self, length_ns: int) -> None:
        """Let time pass; timers ring on the way."""
        self.until(self.now + length_ns)

    def until(self, instant: int) -> None:
        while self._timers and self._timers[0][0] <= instant:
            at, _, timer = heapq.heappop(self._timers)
            self.now = max(self.now, at)
            if timer.callback is not None:
                timer.callback()
        self.now = max(self.now, instant)


class MemoryJournal:
    """Keeps entries in memory. While it is held, nothing is durable."""

    def __init__(self) -> None:
        self.entries: list[bytes] = []
        self.updates: list[MatchUpdate] = []
        self.held = False
        self._durable = 0
        self._changes = 0
        self.error: Exception | None = None
        self._waiting: list[Done] = []

    def append(
        self, match: str, first: int, entries: Sequence[bytes], change: MatchUpdate | None, done: Done
    ) -> None:
        assert match == "m1"
        assert first == len(self.entries) + 1  # the first entry was there before
        self.entries += entries
        if change is not None:
            self.updates.append(change)
        if self.held:
            self._waiting.append(done)
        else:
            self._durable, self._changes = len(self.entries), len(self.updates)
            done(self.error)

    def release(self, error: Exception | None = None) -> None:
        """What was held is durable now, or has failed."""
        waiting, self._waiting = self._waiting, []
        self._durable, self._changes = len(self.entries), len(self.updates)
        for done in waiting:
            done(error)

    def survive(self) -> MemoryJournal:
        """What is left when the server is killed now."""
        left = MemoryJournal()
        left.entries, left.updates = self.entries[: self._durable], self.updates[: self._changes]
        left._durable, left._changes = self._durable, self._changes
        return left


class FakeLink:
    """A bot that listens, and answers when it is told to."""

    def __init__(self, scene: Scene, seat: int) -> None:
        self.scene = scene
        self.seat = seat
        self.port: SeatPort
        self.messages: list[ToSeat] = []
        self.superseded_in: list[str] = []
        self.takes_decisions = True

    def send(self, message: ToSeat) -> None:
        self.messages.append(message)

    def superseded(self, match: str) -> None:
        self.superseded_in.append(match)

    def all(self, kind: type[M]) -> list[M]:
        return [message for message in self.messages if isinstance(message, kind)]

    def last(self, kind: type[M]) -> M:
        return self.all(kind)[-1]

    @property
    def events(self) -> list[Mapping[str, Any]]:
        return [message.event for message in self.all(EventMessage)]

    @property
    def decision(self) -> Decision:
        return self.last(Decision)

    @property
    def rejections(self) -> list[tuple[str, str]]:
        return [(message.reason.value, message.detail) for message in self.all(Rejected)]

    @property
    def outcome(self) -> Outcome:
        return self.last(MatchEnd).outcome

    def take(self) -> None:
        """The transport takes the newest decision now."""
        self.port.handed_over(self.decision.decision, self.scene.time.now)

    def answer(self, action: int | str | None = None, decision: int | None = None) -> None:
        """Answer the newest decision, with its first legal action if none is given."""
        newest = self.decision
        chosen = newest.legal[0] if action is None else action
        self.port.act(newest.decision if decision is None else decision, chosen, self.scene.time.now)


class Scene:
    """One match, of Juwelentresor if no other game is named."""

    def __init__(
        self,
        players: int = 2,
        time: TimeControl | None = None,
        options: Mapping[str, Any] | None = None,
        seed: int = 7,
        start: Mapping[str, Any] | None = None,
        game: str = "juwelen",
        **settings: Any,
    ) -> None:
        self.time = FakeTime()
        self.journal = MemoryJournal()
        self.ended: list[Match] = []
        self.plan: MatchPlan = make_plan(
            "m1",
            CREATED,
            MatchSettings(game, players, options or _SHORT.get(game, {}), time or TimeControl(), **settings),
            [],
            None if start is not None else seed.to_bytes(32, "little"),
            start,
        )
        self.first = canonical(self.plan.first_entry())
        self.vigil = Vigil()
        self.match = self._lay(1, chain(chain_start(self.plan.id), (self.first,)))
        self.match.wait_for_seats()
        self.links: list[FakeLink] = [FakeLink(self, seat) for seat in range(players)]

    def _lay(self, written: int, head: bytes) -> Match:
        """A match whose first entries are durable."""
        return Match(
            self.plan, self.journal, (written, head), SIGNER, self.time, self.vigil, self.ended.append
        )

    def cancel(self) -> None:
        """The organiser cancels the match."""
        self.match.rule(Ruling("m1", RulingKind.CANCEL, CREATED))

    def restart(self, down_ns: int = S) -> Scene:
        """The server is killed now, and started again later. Nobody is connected any more."""
        self.journal = self.journal.survive()
        self.time.kill()
        self.time.now += down_ns
        entries = [self.first, *self.journal.entries]
        self.match = self._lay(len(entries), chain(chain_start(self.plan.id), entries))
        self.match.recall(self.told, self._known())
        if not self.match.state.ended:
            self.match.go_on()
        return self

    def _known(self) -> MatchInfo:
        """The match as it is stored."""
        updates, plan = self.journal.updates, self.plan
        last = updates[-1] if updates else None
        ended = last is not None and last.state.ended
        return MatchInfo(
            plan.id,
            plan.settings,
            plan.seats,
            MatchState.WAITING if last is None else last.state,
            plan.secret.practice,
            plan.secret.commitment,
            plan.created,
            updates[0].at if updates else None,
            last.at if last is not None and ended else None,
            last.outcome if last is not None else None,
        )

    def sit(self, seat: int, last_event: int | None = None) -> FakeLink:
        """Attach a seat to a new link."""
        link = FakeLink(self, seat)
        self.links[seat] = link
        link.port = self.match.attach(seat, link, last_event, (f"bot {seat}", "1"), self.time.now)
        return link

    def stall(self, length_ns: int, source: StallSource = StallSource.LOOP) -> None:
        """The referee is held up: time passes, no timer rings."""
        begin = self.time.now
        self.time.now += length_ns
        self.vigil.report(source, begin, self.time.now)

    def start(self) -> Scene:
        """Everybody joins; the transport takes the decisions at once."""
        for seat in range(len(self.links)):
            self.sit(seat)
        return self

    def state(self) -> MatchState:
        return self.match.state

    def owing(self) -> list[FakeLink]:
        """Links of the seats that owe a decision, by the messages that they got."""
        result = []
        for link in self.links:
            decisions = link.all(Decision)
            answered = [message.decision for message in link.all(Accepted)]
            if decisions and decisions[-1].decision not in answered:
                result.append(link)
        return result

    def play(self, steps: int | None = None, pause_ns: int = 0) -> None:
        """Let everybody who owes a decision answer it with the first legal action."""
        taken = 0
        while not self.match.state.ended and (steps is None or taken < steps):
            links = [link for link in self.owing() if not self.has_fault(link.seat)]
            if not links:
                return
            for link in links:
                link.take()
            self.time.advance(pause_ns)
            for link in links[: None if steps is None else steps - taken]:
                link.answer()
                taken += 1

    def has_fault(self, seat: int) -> bool:
        return any(entry["type"] == "fault" and entry["seat"] == seat for entry in self.told)

    @property
    def told(self) -> list[dict[str, Any]]:
        """All entries but the first."""
        return [json.loads(entry) for entry in self.journal.entries]

    def kinds(self, *kinds: str) -> list[dict[str, Any]]:
        return [entry for entry in self.told if entry["type"] in kinds]

    @property
    def outcome(self) -> Outcome:
        assert self.match.outcome is not None
        return self.match.outcome

    def record(self) -> bytes:
        outcome = self.outcome
        return render(
            self.plan.id,
            [self.first, *self.journal.entries],
            outcome.record_head,
            SIGNER.public_key,
            outcome.signature,
        )

    def verify(self) -> list[Finding]:
        return verify(self.record(), [SIGNER.public_key])


def faults_of(outcome: Outcome) -> list[tuple[int, str, int]]:
    """Seat, cause and due instant of the faults."""
    return [(fault.seat, fault.cause.value, fault.due_ns) for fault in outcome.faults]
