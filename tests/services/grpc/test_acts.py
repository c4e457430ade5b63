"""Answers that are refused, and what comes of them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from certamen.v1 import event_pb2, match_pb2, play_pb2

from tests.services.grpc.harness import Bot, Client, first, seconds, settings


async def dealer_asked(
    client: Client, players: int = 2, **fields: Any
) -> tuple[list[Bot], play_pb2.Decision]:
    """A match in which seat 0, the dealer, is asked."""
    bots = await client.seated(await client.create(settings(players, **fields)))
    return bots, await bots[0].decision()


async def rejection(bot: Bot, **act: Any) -> play_pb2.Rejected:
    await bot.send(act=play_pb2.Act(**act))
    return (await bot.receive("rejected")).rejected


@pytest.mark.parametrize("match", ["matches/unknown", "matches/", "", "x" * 5000, "matches/../y"])
async def test_an_unknown_match_is_refused(client: Client, match: str) -> None:
    bots, decision = await dealer_asked(client)
    answer = await rejection(bots[0], match=match, decision=decision.decision, code=1)
    assert answer.reason == play_pb2.REJECT_REASON_UNKNOWN_MATCH
    assert answer.decision == decision.decision
    await bots[0].act(decision, code=first(decision))
    await bots[0].receive("accepted")


async def test_a_foreign_match_is_refused_like_an_unknown_one(client: Client) -> None:
    (mine, _), decision = await dealer_asked(client)
    other = (await client.create(settings(2))).match.name
    answer = await rejection(mine, match=other, decision=1, code=first(decision))
    assert answer.reason == play_pb2.REJECT_REASON_UNKNOWN_MATCH
    await mine.send(resign=play_pb2.Resign(match=other))
    assert (await mine.receive("rejected")).rejected.reason == play_pb2.REJECT_REASON_UNKNOWN_MATCH


async def test_who_owes_nothing_is_refused(client: Client) -> None:
    bots, decision = await dealer_asked(client)
    answer = await rejection(bots[1], match=decision.match, decision=1, code=1)
    assert answer.reason == play_pb2.REJECT_REASON_NOT_YOUR_TURN


async def test_a_doubled_answer_is_harmless(client: Client) -> None:
    bots, decision = await dealer_asked(client)
    for _ in range(2):
        await bots[0].act(decision, code=first(decision))
    await bots[0].receive("accepted")
    told = [await bots[0].receive("rejected", "decision") for _ in range(2)]
    rejected = next(m.rejected for m in told if m.HasField("rejected"))
    following = next(m.decision for m in told if m.HasField("decision"))
    assert rejected.reason == play_pb2.REJECT_REASON_STALE_DECISION
    assert rejected.decision == decision.decision
    await bots[0].act(following, code=first(following))
    await bots[0].receive("accepted")


@pytest.mark.parametrize("number", [0, -1, 7, 2**62])
async def test_an_answer_to_another_decision_is_stale(client: Client, number: int) -> None:
    bots, decision = await dealer_asked(client)
    answer = await rejection(bots[0], match=decision.match, decision=number, code=first(decision))
    assert answer.reason == play_pb2.REJECT_REASON_STALE_DECISION


@pytest.mark.parametrize(
    ("action", "detail"),
    [
        ({"code": 2**32 - 1}, "MALFORMED"),
        ({"text": "announce 4"}, "MALFORMED"),
        ({"text": "play 5c"}, "NOT_LEGAL"),
        ({"text": ""}, "MALFORMED"),
        ({"text": "play 5c " * 10_000}, "MALFORMED"),
        ({"text": "pass \x00 ☃"}, "MALFORMED"),
        ({}, "MALFORMED"),
    ],
    ids=["code", "number", "phase", "empty", "long", "strange", "none"],
)
async def test_an_illegal_action_is_refused_with_the_rules_reason(
    client: Client, action: dict[str, Any], detail: str
) -> None:
    bots, decision = await dealer_asked(client, illegal_actions=2)
    await bots[0].act(decision, **action)
    answer = (await bots[0].receive("rejected")).rejected
    assert (answer.reason, answer.detail) == (play_pb2.REJECT_REASON_ILLEGAL_ACTION, detail)
    assert 0 < len(answer.explanation) < 1000
    await bots[0].act(decision, code=first(decision))
    await bots[0].receive("accepted")


async def test_the_first_illegal_action_is_a_fault_by_default(client: Client) -> None:
    bots, decision = await dealer_asked(client)
    await bots[0].act(decision, text="play 5c")
    for bot in bots:
        outcome = (await bot.receive("match_end")).match_end.outcome
        assert outcome.cause == match_pb2.END_CAUSE_FORFEITED
        assert list(outcome.placements) == [2, 1]
        assert [fault.cause for fault in outcome.faults] == [event_pb2.FAULT_CAUSE_ILLEGAL_ACTION]
        assert not outcome.HasField("game_result")


async def test_a_time_out_is_a_fault_and_the_answer_too_late(client: Client) -> None:
    bots, decision = await dealer_asked(client, time_control=seconds(base=5, lag=0, startup=0.2))
    assert 0 < decision.time_left_ns <= seconds(startup=0.2).startup_ns
    fault = await bots[0].receive("match_end")
    assert [f.cause for f in fault.match_end.outcome.faults] == [event_pb2.FAULT_CAUSE_TIME_OUT]
    answer = await rejection(bots[0], match=decision.match, decision=1, code=first(decision))
    assert answer.reason in (
        play_pb2.REJECT_REASON_TOO_LATE,
        play_pb2.REJECT_REASON_FORFEITED,
        play_pb2.REJECT_REASON_MATCH_OVER,
    )


async def test_resigning_with_more_than_two_seats_lets_the_others_play_on(client: Client) -> None:
    bots, decision = await dealer_asked(client, players=3)
    await bots[0].send(resign=play_pb2.Resign(match=decision.match))
    ends = await asyncio.gather(bots[1].play(first), bots[2].play(first))
    assert ends[0].outcome.placements[0] == 3
    assert ends[0].outcome.HasField("game_result")
    end = (await bots[0].receive("match_end")).match_end
    assert end == ends[0]
    answer = await rejection(bots[0], match=decision.match, decision=1, code=1)
    assert answer.reason in (play_pb2.REJECT_REASON_FORFEITED, play_pb2.REJECT_REASON_MATCH_OVER)


async def test_leaving_a_running_match_is_a_resignation(client: Client) -> None:
    bots, _ = await dealer_asked(client)
    await bots[0].send(leave=play_pb2.Leave())
    outcome = (await bots[1].receive("match_end")).match_end.outcome
    assert [fault.cause for fault in outcome.faults] == [event_pb2.FAULT_CAUSE_RESIGNED]
    assert list(outcome.placements) == [2, 1]


async def test_pings_are_answered_also_while_a_decision_is_owed(client: Client) -> None:
    bots, decision = await dealer_asked(client)
    await bots[0].send(ping=play_pb2.Ping(id=-5))
    assert (await bots[0].receive("pong")).pong.id == -5
    await bots[0].send(pong=play_pb2.Pong(id=99))
    await bots[0].act(decision, code=first(decision))
    await bots[0].receive("accepted")
