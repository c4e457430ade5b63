"""The session: what the SDK does so that a bot need not."""

from __future__ import annotations

import asyncio
import threading
import time

import grpc
import pytest
from certamen.v1 import event_pb2, play_pb2
from certamen_client import (
    Bot,
    BotError,
    Connection,
    ConnectionFailed,
    Decision,
    LegalAction,
    MatchEnd,
    Refused,
    Session,
    TokenRefused,
    VersionRefused,
)

pytestmark = pytest.mark.timeout(30)


class First(Bot):
    name = "first"
    version = "3"
    games = ("juwelen",)

    def choose(self, decision: Decision) -> LegalAction:
        return decision.legal_actions[0]


async def test_one_match_from_hello_to_leave(stub):
    heard = []

    async def script(talk):
        heard.append(await talk.welcome("matches/m"))
        await talk.start()
        for number in (1, 2):
            await talk.ask(number)
            heard.append((await talk.hear()).act)
        await talk.end()
        await talk.goodbye()

    stub.scripts = [script]
    results = await Session(First, stub.connection).run()
    hello, *acts = heard
    assert (hello.protocol_version, hello.bot_name, hello.bot_version, list(hello.games)) == (
        1, "first", "3", ["juwelen"]
    )  # fmt: skip
    assert [(act.match, act.decision, act.code) for act in acts] == [("matches/m", 1, 7), ("matches/m", 2, 7)]
    assert [(r.match, r.seat, list(r.outcome.placements)) for r in results] == [("matches/m", 1, [2, 1])]
    assert stub.authorizations == ["Bearer a-token"]


@pytest.mark.parametrize("answer", [9, "nine", LegalAction(code=9)])
async def test_an_answer_may_be_code_text_or_action(stub, answer):
    class Nine(First):
        async def choose(self, _decision):
            return answer

    acts = []

    async def script(talk):
        await talk.welcome("matches/m")
        await talk.start()
        await talk.ask(1)
        acts.append((await talk.hear()).act)
        await talk.end()
        await talk.goodbye()

    stub.scripts = [script]
    await Session(Nine, stub.connection).run()
    assert (acts[0].text == "nine") if isinstance(answer, str) else (acts[0].code == 9)


async def test_a_thinking_bot_answers_pings(stub):
    thinking = threading.Event()

    class Slow(First):
        def choose(self, decision):
            assert thinking.wait(10)
            return super().choose(decision)

    async def script(talk):
        await talk.welcome("matches/m")
        await talk.start()
        await talk.ask(1)
        await talk.say(ping=play_pb2.Ping(id=5))
        assert (await talk.hear()).pong.id == 5
        thinking.set()
        assert (await talk.hear()).act.decision == 1
        await talk.end()
        await talk.goodbye()

    stub.scripts = [script]
    await Session(Slow, stub.connection).run()
    assert stub.done == 1


async def test_matches_on_one_stream_do_not_wait_for_each_other(stub):
    released = threading.Event()

    class OneSlow(First):
        def choose(self, decision):
            if decision.match == "matches/a":
                assert released.wait(10)
            return super().choose(decision)

    async def script(talk):
        await talk.welcome("matches/a", "matches/b")
        for match in ("matches/a", "matches/b"):
            await talk.start(match)
            await talk.ask(1, match)
        assert (await talk.hear()).act.match == "matches/b"
        released.set()
        assert (await talk.hear()).act.match == "matches/a"
        await talk.end("matches/b")
        await talk.end("matches/a")
        await talk.goodbye()

    stub.scripts = [script]
    results = await Session(OneSlow, stub.connection).run()
    assert {result.match for result in results} == {"matches/a", "matches/b"}


async def test_hooks_come_in_order_and_events_once(stub):
    calls = []

    class Curious(First):
        def on_start(self, _start):
            calls.append(("start", self.seat))

        def on_event(self, event):
            calls.append(("event", event.number))

        def choose(self, decision):
            calls.append(("choose", decision.decision))
            return super().choose(decision)

        async def on_end(self, end: MatchEnd):
            calls.append(("end", list(end.outcome.placements)))

    async def script(talk):
        await talk.welcome("matches/m")
        await talk.start()
        for number in (1, 2, 2):
            await talk.say(event=event_pb2.Event(match="matches/m", number=number))
        await talk.ask(1)
        await talk.hear()
        await talk.end()
        await talk.goodbye()

    stub.scripts = [script]
    await Session(Curious, stub.connection).run()
    assert calls == [("start", 1), ("event", 1), ("event", 2), ("choose", 1), ("end", [2, 1])]


async def test_a_broken_stream_is_opened_again_where_it_was(stub):
    """The answer is sent again if its decision is asked again, and the bot is not asked twice."""
    asked, seen = [], []

    class Counting(First):
        def choose(self, decision):
            asked.append(decision.decision)
            return super().choose(decision)

    async def breaks(talk):
        await talk.welcome("matches/m")
        await talk.start()
        await talk.say(event=event_pb2.Event(match="matches/m", number=1))
        await talk.ask(1)
        assert (await talk.hear()).act.decision == 1
        await talk.fail(grpc.StatusCode.UNAVAILABLE, "gone")

    async def goes_on(talk):
        hello = await talk.welcome("matches/m")
        seen.extend((cursor.match, cursor.last_event) for cursor in hello.cursors)
        await talk.ask(1)
        assert (await talk.hear()).act.code == 7
        await talk.ask(2)
        assert (await talk.hear()).act.decision == 2
        await talk.end()
        await talk.goodbye()

    stub.scripts = [breaks, goes_on]
    results = await Session(Counting, stub.connection).run()
    assert seen == [("matches/m", 1)]
    assert asked == [1, 2]
    assert len(results) == 1


async def test_the_end_of_the_stream_is_not_the_end_of_the_match(stub):
    async def ends(talk):
        await talk.welcome("matches/m")
        await talk.start()

    async def goes_on(talk):
        await talk.welcome("matches/m")
        await talk.end()
        await talk.goodbye()

    stub.scripts = [ends, goes_on]
    assert len(await Session(First, stub.connection).run()) == 1


async def test_an_answer_thought_out_while_away_is_not_lost(stub):
    away = threading.Event()

    class Slow(First):
        def choose(self, decision):
            assert away.wait(10)
            return super().choose(decision)

    async def breaks(talk):
        await talk.welcome("matches/m")
        await talk.start()
        await talk.ask(1)

    async def goes_on(talk):
        await talk.welcome("matches/m")
        await talk.ask(1)
        away.set()
        assert (await talk.hear()).act.decision == 1
        await talk.end()
        await talk.goodbye()

    stub.scripts = [breaks, goes_on]
    await Session(Slow, stub.connection).run()
    assert stub.done == 2


async def test_the_end_does_not_wait_for_a_thinking_bot(stub):
    class Lost(First):
        def choose(self, decision):
            time.sleep(3)
            return super().choose(decision)

    async def script(talk):
        await talk.welcome("matches/m")
        await talk.start()
        await talk.ask(1)
        await asyncio.sleep(0.2)
        await talk.end()
        await talk.goodbye()

    stub.scripts = [script]
    begun = time.monotonic()
    assert len(await Session(Lost, stub.connection).run()) == 1
    assert time.monotonic() - begun < 2


async def test_an_illegal_answer_is_asked_again_where_that_is_allowed(stub):
    answers = iter(["five", "nine"])

    class Learning(First):
        def choose(self, _decision):
            return next(answers)

    heard = []

    async def script(talk):
        await talk.welcome("matches/m")
        await talk.start(illegal_actions=3)
        await talk.ask(1)
        heard.append((await talk.hear()).act.text)
        await talk.say(
            rejected=play_pb2.Rejected(
                match="matches/m",
                decision=1,
                reason=play_pb2.REJECT_REASON_ILLEGAL_ACTION,
                detail="MALFORMED",
            )
        )
        heard.append((await talk.hear()).act.text)
        await talk.end()
        await talk.goodbye()

    stub.scripts = [script]
    await Session(Learning, stub.connection).run()
    assert heard == ["five", "nine"]


async def test_a_bot_that_raises_resigns_its_match_only(stub):
    class Faulty(First):
        def choose(self, decision):
            if decision.match == "matches/a":
                raise ZeroDivisionError("a bug")
            return super().choose(decision)

    async def script(talk):
        await talk.welcome("matches/a", "matches/b")
        await talk.start("matches/a")
        await talk.ask(1, "matches/a")
        assert (await talk.hear()).resign.match == "matches/a"
        await talk.start("matches/b")
        await talk.ask(1, "matches/b")
        assert (await talk.hear()).act.match == "matches/b"
        await talk.end("matches/a")
        await talk.end("matches/b")
        await talk.goodbye()

    stub.scripts = [script]
    with pytest.raises(BotError, match=r"matches/a: ZeroDivisionError\('a bug'\)"):
        await Session(Faulty, stub.connection).run()
    assert stub.done == 1


async def test_a_refused_token_is_final(stub):
    async def script(talk):
        await talk.fail(grpc.StatusCode.UNAUTHENTICATED, "the token is not known here", "TOKEN_UNKNOWN")

    stub.scripts = [script]
    with pytest.raises(TokenRefused, match=r"not known here \(TOKEN_UNKNOWN\)") as caught:
        await Session(First, stub.connection).run()
    assert caught.value.reason == "TOKEN_UNKNOWN"


async def test_a_refused_version_says_what_is_spoken(stub):
    async def script(talk):
        await talk.fail(
            grpc.StatusCode.FAILED_PRECONDITION,
            "version 1 is not spoken",
            "PROTOCOL_VERSION",
            min="2",
            max="3",
        )

    stub.scripts = [script]
    with pytest.raises(VersionRefused, match=r"it speaks 2 … 3, this bot 1") as caught:
        await Session(First, stub.connection).run()
    assert (caught.value.lowest, caught.value.highest) == ("2", "3")


async def test_a_newer_stream_of_the_same_token_wins(stub):
    async def script(talk):
        await talk.welcome("matches/m")
        await talk.fail(grpc.StatusCode.ABORTED, "a newer stream", "SUPERSEDED")

    stub.scripts = [script]
    with pytest.raises(Refused, match="SUPERSEDED"):
        await Session(First, stub.connection).run()


async def test_nobody_there_is_said_soon():
    session = Session(First, Connection("127.0.0.1:1", "a-token"), connect_limit=0.5)
    with pytest.raises(ConnectionFailed, match=r"no connection to 127\.0\.0\.1:1"):
        await session.run()


@pytest.mark.parametrize("reason", [0, 99])
async def test_a_refusal_for_an_unknown_reason_leaves_the_decision_open(stub, reason):
    acts = []

    async def script(talk):
        await talk.welcome("matches/m")
        await talk.start(illegal_actions=3)
        await talk.ask(1)
        acts.append((await talk.hear()).act)
        await talk.say(rejected=play_pb2.Rejected(match="matches/m", decision=1, reason=reason))
        acts.append((await talk.hear()).act)
        await talk.end()
        await talk.goodbye()

    stub.scripts = [script]
    results = await Session(First, stub.connection).run()
    assert [(act.decision, act.code) for act in acts] == [(1, 7), (1, 7)]
    assert len(results) == 1


async def test_the_servers_status_is_not_lost_when_a_message_crosses_it(stub):
    """The bot sends while the server ends the stream; what counts is why it ended."""

    async def script(talk):
        await talk.welcome("matches/m")
        await talk.start()
        await talk.ask(1)
        await talk.hear()
        await talk.ask(2)
        await asyncio.sleep(0.002)
        await talk.fail(grpc.StatusCode.ABORTED, "a newer stream", "SUPERSEDED")

    for _ in range(6):
        stub.scripts, stub.done = [script], 0
        with pytest.raises(Refused, match="SUPERSEDED"):
            await Session(First, stub.connection, reconnect_limit=0.1).run()
