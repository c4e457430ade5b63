"""Whole matches over the wire."""

from __future__ import annotations

import asyncio
import hashlib
from itertools import pairwise

import grpc
import pytest
from certamen.v1 import arena_pb2, match_pb2, play_pb2

from tests.services.grpc.harness import (
    Client,
    all_ends,
    at_random,
    bearer,
    seconds,
    settings,
)


@pytest.mark.parametrize("players", [2, 4])
async def test_a_match_is_played_to_its_end(client: Client, players: int) -> None:
    created = await client.create(settings(players))
    bots = await client.seated(created)
    ends = await all_ends(bots)
    assert all(end == ends[0] for end in ends)
    outcome = ends[0].outcome
    assert outcome.cause == match_pb2.END_CAUSE_COMPLETED
    assert outcome.culprit == match_pb2.CULPRIT_UNSPECIFIED
    assert list(outcome.placements) == list(outcome.game_result.placements)
    assert len(outcome.record_head) == 32
    assert not outcome.faults
    match = await client.get(created.match.name)
    assert (match.state, match.outcome) == (match_pb2.MATCH_STATE_FINISHED, outcome)


async def test_every_seat_is_told_a_whole_story(client: Client) -> None:
    created = await client.create(settings(3))
    bots = await client.seated(created)
    await all_ends(bots)
    for seat, bot in enumerate(bots):
        kinds = bot.kinds()
        assert kinds[:3] == ["welcome", "match_start", "event"]
        assert kinds[-1] == "match_end"
        start = bot.told[1].match_start
        assert start.seat == seat
        assert [other.seat for other in start.seats] == [0, 1, 2]
        assert start.settings == created.match.settings
        assert start.commitment == created.match.commitment
        events = bot.events()
        assert [event.number for event in events] == list(range(1, len(events) + 1))
        assert events[0].WhichOneof("body") == "deal"
        assert events[-1].WhichOneof("body") == "over"
    assert len({len(bot.events()) for bot in bots}) == 1


async def test_events_come_before_the_decision_that_they_lead_to(client: Client) -> None:
    bots = await client.seated(await client.create(settings(3)))
    await all_ends(bots)
    for bot in bots:
        last, decisions = 0, []
        for message in bot.told:
            match message.WhichOneof("message"):
                case "event":
                    last = message.event.number
                case "decision":
                    assert message.decision.last_event == last
                    decisions.append(message.decision)
        assert [decision.decision for decision in decisions] == list(range(1, len(decisions) + 1))
        for decision in decisions:
            codes = [action.code for action in decision.legal_actions]
            assert codes == sorted(codes)
            assert [clock.seat for clock in decision.clocks] == [0, 1, 2]
            assert decision.HasField("last_charged_ns") == (decision.decision > 1)


async def test_the_commitment_is_kept(client: Client) -> None:
    created = await client.create(settings(2))
    bots = await client.seated(created)
    await all_ends(bots)
    revealed = (await bots[0].receive("seed_revealed")).seed_revealed
    start = hashlib.sha256(revealed.start_position.encode()).digest()
    assert hashlib.sha256(revealed.nonce + revealed.seed + start).digest() == created.match.commitment


@pytest.mark.parametrize("form", [play_pb2.ACTION_FORM_TEXT, play_pb2.ACTION_FORM_CODE])
async def test_a_bot_may_do_without_typed_actions(client: Client, form: play_pb2.ActionForm) -> None:
    bots = await client.seated(await client.create(settings(2)), action_form=form)
    await all_ends(bots)
    for message in bots[0].told:
        for action in message.decision.legal_actions:
            assert bool(action.text) == (form == play_pb2.ACTION_FORM_TEXT)
            assert not action.HasField("action")
        assert not message.event.action.HasField("action")


async def test_actions_may_be_given_as_texts(client: Client) -> None:
    bots = await client.seated(await client.create(settings(2)))

    async def play(seat: int) -> list[str]:
        bot, texts = bots[seat], list[str]()
        choose = at_random(seat)
        while True:
            message = await bot.receive("decision", "match_end")
            if message.WhichOneof("message") == "match_end":
                return texts
            decision = message.decision
            code = choose(decision)
            text = next(action.text for action in decision.legal_actions if action.code == code)
            texts.append(text)
            await bot.act(decision, text=text)

    played = await asyncio.gather(play(0), play(1))
    told = [(e.action.seat, e.action.text) for e in bots[0].events() if e.WhichOneof("body") == "action"]
    for text in played[0]:
        assert (0, text) in told


async def test_the_clock_accounts_add_up(client: Client) -> None:
    control = seconds(base=20, increment=0.5, lag=0)
    bots = await client.seated(await client.create(settings(2, time_control=control)))
    (end, _) = await all_ends(bots)
    for bot, ledger in zip(bots, end.outcome.clocks, strict=True):
        accepted = [m.accepted for m in bot.told if m.WhichOneof("message") == "accepted"]
        assert ledger.decisions == len(accepted)
        assert ledger.charged_ns == sum(answer.charged_ns for answer in accepted)
        assert accepted[0].charged_ns == 0
        assert accepted[-1].remaining_ns == ledger.remaining_ns
        assert control.base_ns + ledger.increments_ns - ledger.charged_ns == ledger.remaining_ns
        decisions = [m.decision for m in bot.told if m.WhichOneof("message") == "decision"]
        for answer, following in pairwise(zip(accepted, decisions, strict=True)):
            assert following[1].last_charged_ns == answer[0].charged_ns


async def test_a_record_can_be_fetched_when_the_match_is_over(client: Client) -> None:
    created = await client.create(settings(2))
    request = arena_pb2.GetRecordRequest(name=f"{created.match.name}/record")
    bots = await client.seated(created)
    await all_ends(bots)
    await bots[0].receive("seed_revealed")
    pieces = [
        piece.data
        async for piece in client.stub.GetRecord(request, metadata=bearer(created.seat_tokens[0].token))
    ]
    assert created.match.name.removeprefix("matches/").encode() in b"".join(pieces)


async def test_leave_ends_the_stream_well(client: Client) -> None:
    bots = await client.seated(await client.create(settings(2)))
    await all_ends(bots)
    for bot in bots:
        await bot.receive("seed_revealed")
        await bot.send(leave=play_pb2.Leave())
        assert await bot.end() == grpc.StatusCode.OK


async def test_one_server_plays_many_matches_at_once(client: Client) -> None:
    async def one(number: int) -> None:
        bots = await client.seated(await client.create(settings(2)))
        ends = await all_ends(bots, seed=number)
        assert ends[0].outcome.cause == match_pb2.END_CAUSE_COMPLETED

    await asyncio.gather(*(one(number) for number in range(5)))
