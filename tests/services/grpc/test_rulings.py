"""What organisers decide: cancel, void, play again, reveal; and that all of it is written down."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import grpc
import pytest
from certamen.v1 import arena_pb2, match_pb2
from certamen_services.records.verify import verify

from tests.services.grpc.conftest import Serve
from tests.services.grpc.harness import (
    Bot,
    Client,
    Failure,
    all_ends,
    bearer,
    failure,
    record_of,
    refused,
    settings,
)

HOST, REFEREE = match_pb2.CULPRIT_HOST, match_pb2.CULPRIT_REFEREE
VOIDED, FINISHED = match_pb2.MATCH_STATE_VOIDED, match_pb2.MATCH_STATE_FINISHED


class Desk:
    """An organiser who decides."""

    def __init__(self, client: Client) -> None:
        self.client = client

    def call(self, method: str, request: Any) -> Any:
        return getattr(self.client.stub, method)(request, metadata=bearer(self.client.organiser))

    def cancel(self, name: str, reason: str = "") -> Any:
        return self.call("CancelMatch", arena_pb2.CancelMatchRequest(name=name, reason=reason))

    def void(self, name: str, reason: str = "power cut", culprit: Any = HOST) -> Any:
        return self.call("VoidMatch", arena_pb2.VoidMatchRequest(name=name, culprit=culprit, reason=reason))

    def rerun(self, name: str, deal: Any = None) -> Any:
        request = arena_pb2.RerunMatchRequest(name=name, reason="again")
        if deal is not None:
            request.deal = deal
        return self.call("RerunMatch", request)

    def reveal(self, name: str) -> Any:
        return self.call("RevealMatch", arena_pb2.RevealMatchRequest(name=name))

    async def trail(self, name: str = "") -> list[arena_pb2.Ruling]:
        answer = await self.call("ListRulings", arena_pb2.ListRulingsRequest(match=name))
        return list(answer.rulings)


@pytest.fixture
def desk(client: Client) -> Desk:
    return Desk(client)


async def finished(client: Client, **fields: Any) -> tuple[arena_pb2.CreateMatchResponse, list[Bot]]:
    """A match that was played to its end; its bots are still there."""
    created = await client.create(settings(2, **fields))
    bots = await client.seated(created)
    await all_ends(bots)
    return created, bots


async def test_a_running_match_is_voided_and_everybody_is_told_why(client: Client, desk: Desk) -> None:
    created = await client.create(settings(2))
    bots = await client.seated(created)
    await bots[0].receive("event")
    match = (await desk.void(created.match.name, culprit=REFEREE)).match
    assert (match.state, match.outcome.cause) == (VOIDED, match_pb2.END_CAUSE_VOIDED)
    assert (match.outcome.culprit, match.outcome.explanation) == (REFEREE, "power cut")
    assert list(match.outcome.placements) == []
    end = (await bots[1].receive("match_end")).match_end
    assert end.outcome == match.outcome
    assert bots[1].events()[-1].voided.explanation == "power cut"
    assert not match.revealed
    error = await refused(desk.void(match.name))
    assert (error.code, error.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "MATCH_VOID")


async def test_a_match_is_cancelled_with_a_reason(client: Client, desk: Desk) -> None:
    created = await client.create(settings(2))
    match = (await desk.cancel(created.match.name, "nobody came")).match
    assert match.outcome.explanation == "nobody came"
    assert match.state == match_pb2.MATCH_STATE_CANCELLED
    error = await refused(desk.cancel(match.name))
    assert error.reason == "MATCH_ENDED"


async def test_a_finished_match_counts_no_more_but_its_record_stays(client: Client, desk: Desk) -> None:
    created, _ = await finished(client)
    before = await record_of(client, created.match.name)
    match = (await desk.void(created.match.name, "the wrong bot sat there")).match
    assert (match.state, match.outcome.cause) == (VOIDED, match_pb2.END_CAUSE_VOIDED)
    assert match.outcome.explanation == "the wrong bot sat there"
    assert list(match.outcome.placements) == []
    assert list(match.outcome.game_result.placements) != []
    assert await client.get(match.name) == match
    assert await record_of(client, match.name) == before


@pytest.mark.parametrize("culprit", [match_pb2.CULPRIT_UNSPECIFIED, match_pb2.CULPRIT_BOT, 99])
async def test_who_is_to_blame_for_a_void(client: Client, desk: Desk, culprit: int) -> None:
    created = await client.create(settings(2))
    error = await refused(desk.void(created.match.name, culprit=culprit))
    assert (error.code, error.field) == (grpc.StatusCode.INVALID_ARGUMENT, "culprit")


@pytest.mark.parametrize("reason", ["", " ", "x" * 501, "a\nb"])
async def test_a_void_needs_a_reason(client: Client, desk: Desk, reason: str) -> None:
    created = await client.create(settings(2))
    error = await refused(desk.void(created.match.name, reason))
    assert (error.code, error.field) == (grpc.StatusCode.INVALID_ARGUMENT, "reason")
    assert (await client.get(created.match.name)).state == match_pb2.MATCH_STATE_WAITING


async def test_a_void_match_is_played_again_with_a_new_deal(client: Client, desk: Desk) -> None:
    created = await client.create(settings(2), aliases=["anna", "bert"])
    bots = await client.seated(created)
    await bots[0].decision()
    await desk.void(created.match.name)
    again = await desk.rerun(created.match.name)
    assert (again.match.predecessor, again.match.attempt) == (created.match.name, 2)
    assert again.match.settings == created.match.settings
    assert [seat.alias for seat in again.match.seats] == ["anna", "bert"]
    old = {seat.token for seat in created.seat_tokens}
    assert old.isdisjoint(seat.token for seat in again.seat_tokens)
    await all_ends(await client.seated(again))
    first, second = await record_of(client, created.match.name), await record_of(client, again.match.name)
    seeds = [json.loads(record)["entries"][0]["seed"] for record in (first, second)]
    assert seeds[0] != seeds[1], "its bots had seen the cards"
    assert json.loads(second)["entries"][0]["predecessor"] == created.match.name.removeprefix("matches/")
    key = bytes.fromhex(json.loads(second)["public_key"])
    assert verify(first, [key]) == verify(second, [key]) == []
    error = await refused(desk.rerun(created.match.name))
    assert error.reason == "RERUN_EXISTS"
    error = await refused(desk.rerun(again.match.name))
    assert error.reason == "MATCH_COUNTS"


async def test_a_deal_that_nobody_saw_is_dealt_again_and_sealed_until_then(
    client: Client, desk: Desk
) -> None:
    created = await client.create(settings(2))
    await desk.void(created.match.name)
    refusal = await refused(record_call(client, created.match.name))
    assert refusal.reason == "RECORD_WITHHELD"
    again = await desk.rerun(created.match.name)
    assert (await refused(desk.reveal(created.match.name))).reason == "DEAL_IN_USE"
    await all_ends(await client.seated(again))
    seeds = [
        json.loads(await record_of(client, name))["entries"][0]["seed"]
        for name in (created.match.name, again.match.name)
    ]
    assert seeds[0] == seeds[1]
    nonces = [
        json.loads(await record_of(client, name))["entries"][0]["nonce"]
        for name in (created.match.name, again.match.name)
    ]
    assert nonces[0] != nonces[1]
    assert (await client.get(created.match.name)).revealed


async def test_the_organiser_may_answer_for_the_same_deal_or_ask_for_a_new_one(
    client: Client, desk: Desk
) -> None:
    created = await client.create(settings(2, reveal=match_pb2.REVEAL_BLOCK))
    await client.seated(created)
    await desk.void(created.match.name)
    same = await desk.rerun(created.match.name, arena_pb2.DEAL_SAME)
    await desk.cancel(same.match.name)
    new = await desk.rerun(same.match.name, arena_pb2.DEAL_NEW)
    await desk.cancel(new.match.name)
    await desk.reveal(new.match.name)
    seeds = [
        json.loads(await record_of(client, match.name))["entries"][0]["seed"]
        for match in (created.match, same.match, new.match)
    ]
    assert seeds[0] == seeds[1] != seeds[2]


async def test_a_revealed_deal_is_not_dealt_again(client: Client, desk: Desk) -> None:
    created, _ = await finished(client)
    await desk.void(created.match.name)
    error = await refused(desk.rerun(created.match.name, arena_pb2.DEAL_SAME))
    assert (error.code, error.field) == (grpc.StatusCode.INVALID_ARGUMENT, "deal")
    assert (await desk.rerun(created.match.name)).match.attempt == 2


async def test_a_match_that_began_from_a_position_begins_from_it_again(client: Client, desk: Desk) -> None:
    created = await client.create(settings(2), seed=bytes([3] * 32))
    assert created.match.practice
    await desk.void(created.match.name)
    again = await desk.rerun(created.match.name)
    assert again.match.practice
    await desk.void(again.match.name)
    fresh = await desk.rerun(again.match.name, arena_pb2.DEAL_NEW)
    assert not fresh.match.practice, "a secret seed of the server's own"


@pytest.mark.parametrize("reveal", [match_pb2.REVEAL_BLOCK, match_pb2.REVEAL_TOURNAMENT])
async def test_a_seed_is_withheld_until_the_organiser_reveals_it(
    client: Client, desk: Desk, reveal: Any
) -> None:
    created, bots = await finished(client, reveal=reveal)
    name = created.match.name
    assert not (await client.get(name)).revealed
    for token in (client.organiser, created.seat_tokens[0].token):
        refusal = await refused(record_call(client, name, token))
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "RECORD_WITHHELD")
    assert "seed_revealed" not in bots[0].kinds()
    assert (await desk.reveal(name)).match.revealed
    revealed = (await bots[0].receive("seed_revealed")).seed_revealed
    entry = json.loads(await record_of(client, name))["entries"][0]
    assert (revealed.seed.hex(), revealed.nonce.hex()) == (entry["seed"], entry["nonce"])
    assert (await desk.reveal(name)).match.revealed, "once more has no effect"
    assert [ruling.kind for ruling in await desk.trail(name)] == [arena_pb2.RULING_KIND_REVEAL]


async def test_what_has_not_ended_is_not_revealed(client: Client, desk: Desk) -> None:
    created = await client.create(settings(2, reveal=match_pb2.REVEAL_BLOCK))
    assert (await refused(desk.reveal(created.match.name))).reason == "MATCH_NOT_ENDED"


async def test_the_audit_trail_tells_what_when_and_why(client: Client, desk: Desk) -> None:
    created = await client.create(settings(2))
    name = created.match.name
    await desk.void(name, "power cut", REFEREE)
    again = (await desk.rerun(name)).match
    await desk.cancel(again.name, "too late")
    trail = await desk.trail()
    assert [(each.match, each.kind, each.reason) for each in trail] == [
        (again.name, arena_pb2.RULING_KIND_CANCEL, "too late"),
        (name, arena_pb2.RULING_KIND_RERUN, "again"),
        (name, arena_pb2.RULING_KIND_VOID, "power cut"),
    ]
    assert (trail[1].successor, trail[2].culprit) == (again.name, REFEREE)
    assert trail[2].create_time.ToDatetime() <= trail[1].create_time.ToDatetime()
    assert len(await desk.trail(name)) == 2
    page = await desk.call("ListRulings", arena_pb2.ListRulingsRequest(page_size=2))
    rest = await desk.call(
        "ListRulings", arena_pb2.ListRulingsRequest(page_size=2, page_token=page.next_page_token)
    )
    assert [*page.rulings, *rest.rulings] == trail
    assert rest.next_page_token == ""


async def test_a_bot_that_comes_back_is_told_that_its_finished_match_is_void(
    client: Client, desk: Desk
) -> None:
    created, _ = await finished(client)
    match = (await desk.void(created.match.name)).match
    bots = await client.seated(created)
    assert (await bots[0].receive("match_end")).match_end.outcome == match.outcome


async def outcomes(*calls: Any) -> list[Any]:
    """What comes of calls that are made at once: answers and failures."""
    answers = await asyncio.gather(*calls, return_exceptions=True)
    return [failure(each) if isinstance(each, grpc.aio.AioRpcError) else each for each in answers]


async def test_of_two_voids_at_once_one_is_refused(client: Client, desk: Desk) -> None:
    created, _ = await finished(client)
    name = created.match.name
    answers = await outcomes(desk.void(name, "one"), desk.void(name, "two"))
    assert [each.reason for each in answers if isinstance(each, Failure)] == ["MATCH_VOID"]
    kept = "one" if isinstance(answers[1], Failure) else "two"
    assert [ruling.reason for ruling in await desk.trail(name)] == [kept]
    assert (await client.get(name)).outcome.explanation == kept


async def test_a_deal_is_revealed_or_dealt_again_but_not_both(client: Client, desk: Desk) -> None:
    for _ in range(5):
        created = await client.create(settings(2, reveal=match_pb2.REVEAL_BLOCK))
        name = created.match.name
        await desk.void(name)
        again, shown = await outcomes(desk.rerun(name, arena_pb2.DEAL_SAME), desk.reveal(name))
        if isinstance(again, Failure):
            assert (again.code, again.field) == (grpc.StatusCode.INVALID_ARGUMENT, "deal")
            assert (await client.get(name)).revealed
        else:
            assert isinstance(shown, Failure)
            assert shown.reason == "DEAL_IN_USE"
            assert not (await client.get(name)).revealed


async def test_a_deal_that_is_still_played_is_not_revealed(client: Client, desk: Desk) -> None:
    seed = bytes([7] * 32)
    block = settings(2, reveal=match_pb2.REVEAL_BLOCK)
    first, second = await client.create(block, seed=seed), await client.create(block, seed=seed)
    await desk.cancel(first.match.name)
    assert not (await client.get(first.match.name)).revealed
    assert (await refused(desk.reveal(first.match.name))).reason == "DEAL_IN_USE"
    await desk.cancel(second.match.name)
    assert (await desk.reveal(first.match.name)).match.revealed


async def test_it_is_all_there_after_a_restart(serve: Serve) -> None:
    server, client = await serve()
    desk = Desk(client)
    created, _ = await finished(client, reveal=match_pb2.REVEAL_BLOCK)
    await desk.void(created.match.name)
    again = (await desk.rerun(created.match.name)).match
    trail, match = await desk.trail(), await client.get(created.match.name)
    await server.stop(0.2, park=True)
    _, client = await serve()
    desk = Desk(client)
    assert await desk.trail() == trail
    assert await client.get(match.name) == match
    assert await client.get(again.name) == again


def record_call(client: Client, name: str, token: str = "") -> Any:
    request = arena_pb2.GetRecordRequest(name=f"{name}/record")
    return client.stub.GetRecord(request, metadata=bearer(token or client.organiser))
