"""The organiser's calls: what they do, who may make them, and what they refuse."""

from __future__ import annotations

import json
from typing import Any

import certamen_core as cc
import grpc
import pytest
from certamen.v1 import arena_pb2, event_pb2, juwelen_pb2, match_pb2, play_pb2

from tests.services.grpc.harness import NS, Client, all_ends, bearer, refused, seconds, settings

CALLS: dict[str, Any] = {
    "CreateMatch": arena_pb2.CreateMatchRequest(),
    "ListMatches": arena_pb2.ListMatchesRequest(),
    "GetMatch": arena_pb2.GetMatchRequest(name="matches/x"),
    "CancelMatch": arena_pb2.CancelMatchRequest(name="matches/x"),
    "VoidMatch": arena_pb2.VoidMatchRequest(name="matches/x", culprit=match_pb2.CULPRIT_HOST, reason="x"),
    "RerunMatch": arena_pb2.RerunMatchRequest(name="matches/x"),
    "RevealMatch": arena_pb2.RevealMatchRequest(name="matches/x"),
    "ListRulings": arena_pb2.ListRulingsRequest(),
    "GetRecord": arena_pb2.GetRecordRequest(name="matches/x/record"),
    "ReportGone": arena_pb2.ReportGoneRequest(name="matches/x", reason="x"),
    "Play": None,
    "WatchMatch": arena_pb2.WatchMatchRequest(name="matches/x"),
}
ORGANISERS = sorted(CALLS.keys() - {"Play", "GetMatch", "GetRecord", "WatchMatch"})
DECISIONS = ["CancelMatch", "VoidMatch", "RerunMatch", "RevealMatch", "ReportGone"]


def call(client: Client, method: str, metadata: Any) -> Any:
    request = CALLS[method]
    stub = getattr(client.stub, method)
    return stub(metadata=metadata) if request is None else stub(request, metadata=metadata)


def test_all_methods_are_tried_without_credentials() -> None:
    service = arena_pb2.DESCRIPTOR.services_by_name["ArenaService"]
    assert sorted(CALLS) == sorted(method.name for method in service.methods)


@pytest.mark.parametrize("method", sorted(CALLS))
@pytest.mark.parametrize(
    ("metadata", "reason"),
    [
        ((), "TOKEN_MISSING"),
        ((("authorization", "secret"),), "TOKEN_MISSING"),
        ((("authorization", "Basic c2VjcmV0"),), "TOKEN_MISSING"),
        ((("authorization", "Bearer "),), "TOKEN_MISSING"),
        (bearer("x") + bearer("y"), "TOKEN_MISSING"),
        (bearer("x" * 600), "TOKEN_MISSING"),
        (bearer("not-a-token-of-this-server"), "TOKEN_UNKNOWN"),
    ],
    ids=["none", "bare", "basic", "empty", "two", "long", "unknown"],
)
async def test_no_call_without_a_token(client: Client, method: str, metadata: Any, reason: str) -> None:
    error = await refused(call(client, method, metadata))
    assert (error.code, error.reason) == (grpc.StatusCode.UNAUTHENTICATED, reason)


@pytest.mark.parametrize("method", ORGANISERS)
async def test_a_seats_token_is_no_organisers(client: Client, method: str) -> None:
    seat = (await client.create(settings())).seat_tokens[0].token
    error = await refused(call(client, method, bearer(seat)))
    assert (error.code, error.reason) == (grpc.StatusCode.PERMISSION_DENIED, "ORGANISER_REQUIRED")


async def test_the_organisers_token_plays_no_match(client: Client) -> None:
    error = await refused(call(client, "Play", bearer(client.organiser)))
    assert (error.code, error.reason) == (grpc.StatusCode.PERMISSION_DENIED, "SEAT_REQUIRED")


async def test_a_seat_sees_its_own_match_only(client: Client) -> None:
    mine, other = [await client.create(settings()) for _ in range(2)]
    metadata = bearer(mine.seat_tokens[1].token)
    own = await client.stub.GetMatch(arena_pb2.GetMatchRequest(name=mine.match.name), metadata=metadata)
    assert own.match == mine.match
    for name in (other.match.name, "matches/unknown"):
        for denied in (
            client.stub.GetMatch(arena_pb2.GetMatchRequest(name=name), metadata=metadata),
            client.stub.GetRecord(arena_pb2.GetRecordRequest(name=f"{name}/record"), metadata=metadata),
        ):
            error = await refused(denied)
            assert (error.code, error.reason) == (grpc.StatusCode.PERMISSION_DENIED, "FOREIGN_MATCH")


async def test_create_fills_in_all_defaults(client: Client) -> None:
    created = await client.create(match_pb2.MatchSettings(game="juwelen", players=3))
    match = created.match
    assert match.state == match_pb2.MATCH_STATE_WAITING
    assert not match.practice
    assert len(match.commitment) == 32
    assert match.HasField("create_time")
    assert not match.HasField("start_time")
    assert not match.HasField("outcome")
    assert [seat.alias for seat in match.seats] == ["seat 0", "seat 1", "seat 2"]
    assert [seat.seat for seat in created.seat_tokens] == [0, 1, 2]
    assert len({seat.token for seat in created.seat_tokens}) == 3
    in_force = match.settings
    assert in_force.options.juwelen == juwelen_pb2.JuwelenOptions(
        pack=juwelen_pb2.JUWELEN_PACK_STANDARD, teams=False, rounds=6, jewels=100
    )
    time = in_force.time_control
    assert (time.base_ns, time.increment_ns, time.lag_ns) == (60 * NS, 0, NS // 100)
    assert (time.startup_ns, time.join_ns, time.disconnect_ns) == (30 * NS, 60 * NS, 30 * NS)
    assert not time.HasField("per_move_ns")
    assert (in_force.fault_policy, in_force.reveal) == (
        match_pb2.FAULT_POLICY_FORFEIT,
        match_pb2.REVEAL_MATCH,
    )
    assert (in_force.illegal_actions, in_force.play_forced) == (1, True)


async def test_a_given_seed_fixes_the_deal_and_makes_it_practice(client: Client) -> None:
    seed = bytes(range(32))
    created = await client.create(settings(2), seed=seed, aliases=["Anna", ""])
    assert created.match.practice
    assert [seat.alias for seat in created.match.seats] == ["Anna", "seat 1"]
    bots = await client.seated(created)
    start = (await bots[0].receive("match_start")).match_start
    state = cc.load_game("juwelen", players=2, rounds=1).new_initial_state(seed=seed)
    assert list(start.view.juwelen.hands[0].cards) == state.view(0)["hands"][0]
    assert start.practice


async def test_a_match_may_begin_in_the_middle(client: Client) -> None:
    state = cc.load_game("juwelen", players=2, rounds=1).new_initial_state(seed=5)
    state.apply_action(state.string_to_action("announce 2"))
    created = await client.create(settings(2), start_position=json.dumps(state.position()))
    assert created.match.practice
    bots = await client.seated(created)
    decision = await bots[1].decision()
    assert decision.view.juwelen.phase == juwelen_pb2.JUWELEN_PHASE_PASS
    ends = await all_ends_from(bots, decision)
    assert ends.outcome.cause == match_pb2.END_CAUSE_COMPLETED
    revealed = (await bots[1].receive("seed_revealed")).seed_revealed
    assert json.loads(revealed.start_position) == state.position()


async def all_ends_from(bots: Any, decision: play_pb2.Decision) -> play_pb2.MatchEnd:
    await bots[1].act(decision, code=decision.legal_actions[0].code)
    return (await all_ends(bots))[0]


def with_options(**options: Any) -> match_pb2.MatchSettings:
    message = match_pb2.MatchSettings(game="juwelen", players=2)
    for name, value in options.items():
        setattr(message.options.juwelen, name, value)
    return message


GOOD = settings()
OVER = json.dumps({"game": "juwelen"})


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({}, "settings.game"),
        ({"settings": match_pb2.MatchSettings(game="chess")}, "settings.game"),
        ({"settings": match_pb2.MatchSettings(game="juwelen")}, "settings.players"),
        ({"settings": settings(7)}, "settings.players"),
        ({"settings": settings(2**32 - 1)}, "settings.players"),
        ({"settings": with_options(rounds=0)}, "settings.options.juwelen.rounds"),
        ({"settings": with_options(rounds=101)}, "settings.options.juwelen.rounds"),
        ({"settings": with_options(jewels=5)}, "settings.options.juwelen.jewels"),
        ({"settings": with_options(teams=True)}, "settings.options.juwelen.teams"),
        ({"settings": with_options(pack=9)}, "settings.options.juwelen.pack"),
        ({"settings": settings(fault_policy=9)}, "settings.fault_policy"),
        ({"settings": settings(reveal=9)}, "settings.reveal"),
        ({"settings": settings(illegal_actions=0)}, "settings.illegal_actions"),
        ({"settings": settings(illegal_actions=1001)}, "settings.illegal_actions"),
        ({"settings": settings(time_control=seconds(base=0))}, "settings.time_control.base_ns"),
        ({"settings": settings(time_control=seconds(base=-1))}, "settings.time_control.base_ns"),
        ({"settings": settings(time_control=seconds(increment=-1))}, "settings.time_control.increment_ns"),
        ({"settings": settings(time_control=seconds(per_move=0))}, "settings.time_control.per_move_ns"),
        ({"settings": settings(time_control=seconds(lag=61))}, "settings.time_control.lag_ns"),
        ({"settings": settings(time_control=seconds(startup=0))}, "settings.time_control.startup_ns"),
        ({"settings": settings(time_control=seconds(join=86401))}, "settings.time_control.join_ns"),
        ({"settings": settings(time_control=seconds(disconnect=-1))}, "settings.time_control.disconnect_ns"),
        ({"settings": GOOD, "aliases": ["a", "b", "c"]}, "aliases"),
        ({"settings": GOOD, "aliases": ["a", "b\n"]}, "aliases[1]"),
        ({"settings": GOOD, "aliases": ["x" * 101]}, "aliases[0]"),
        ({"settings": GOOD, "seed": b"short"}, "seed"),
        ({"settings": GOOD, "seed": bytes(33)}, "seed"),
        ({"settings": GOOD, "seed": bytes(32), "start_position": OVER}, "seed"),
        ({"settings": GOOD, "start_position": "{"}, "start_position"),
        ({"settings": GOOD, "start_position": "[]"}, "start_position"),
        ({"settings": GOOD, "start_position": "[" * 100_000}, "start_position"),
        ({"settings": GOOD, "start_position": '{"a":' + "9" * 5000 + "}"}, "start_position"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_bad_fields_of_create_are_named(client: Client, request_: dict[str, Any], field: str) -> None:
    request = arena_pb2.CreateMatchRequest(**request_)
    error = await refused(client.stub.CreateMatch(request, metadata=bearer(client.organiser)))
    assert (error.code, error.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD")
    assert error.field == field
    assert len(error.message) > len(field) + 5


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"players": 3}, "start_position.players"),
        ({"seed": None}, "start_position.seed"),
        ({"hands": []}, "start_position.hands"),
        ({"surplus": 1}, "start_position.surplus"),
        ({"options": {}}, "start_position.options"),
        ({"game": "lusus"}, "start_position.game"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_bad_positions_are_named(client: Client, change: dict[str, Any], field: str) -> None:
    position = cc.load_game("juwelen", players=2, rounds=1).new_initial_state(seed=5).position() | change
    request = arena_pb2.CreateMatchRequest(settings=settings(), start_position=json.dumps(position))
    error = await refused(client.stub.CreateMatch(request, metadata=bearer(client.organiser)))
    assert (error.reason, error.field) == ("INVALID_FIELD", field)


async def test_matches_are_listed_page_by_page_newest_first(client: Client) -> None:
    names = [(await client.create(settings())).match.name for _ in range(5)]
    metadata = bearer(client.organiser)
    listed, token, pages = [], "", 0
    while pages == 0 or token:
        request = arena_pb2.ListMatchesRequest(page_size=2, page_token=token)
        page = await client.stub.ListMatches(request, metadata=metadata)
        listed += [match.name for match in page.matches]
        token, pages = page.next_page_token, pages + 1
    assert listed == names[::-1]
    assert pages == 3


async def test_lists_can_be_narrowed(client: Client) -> None:
    kept, cancelled = [(await client.create(settings())).match.name for _ in range(2)]
    metadata = bearer(client.organiser)
    answer = await client.stub.CancelMatch(arena_pb2.CancelMatchRequest(name=cancelled), metadata=metadata)
    assert answer.match.state == match_pb2.MATCH_STATE_CANCELLED
    assert answer.match.outcome.cause == match_pb2.END_CAUSE_CANCELLED
    for state, name in (
        (match_pb2.MATCH_STATE_WAITING, kept),
        (match_pb2.MATCH_STATE_CANCELLED, cancelled),
    ):
        request = arena_pb2.ListMatchesRequest(state=state, game="juwelen")
        page = await client.stub.ListMatches(request, metadata=metadata)
        assert [match.name for match in page.matches] == [name]


@pytest.mark.parametrize(
    ("request_", "field"),
    [
        ({"page_size": -1}, "page_size"),
        ({"page_token": "nonsense"}, "page_token"),
        ({"page_token": "bnVsbA"}, "page_token"),
        ({"page_token": "x" * 100_000}, "page_token"),
        ({"game": "chess"}, "game"),
        ({"state": 99}, "state"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
async def test_bad_fields_of_list_are_named(client: Client, request_: dict[str, Any], field: str) -> None:
    request = arena_pb2.ListMatchesRequest(**request_)
    error = await refused(client.stub.ListMatches(request, metadata=bearer(client.organiser)))
    assert (error.code, error.field) == (grpc.StatusCode.INVALID_ARGUMENT, field)


async def test_a_page_token_belongs_to_its_list(client: Client) -> None:
    for _ in range(2):
        await client.create(settings())
    metadata = bearer(client.organiser)
    page = await client.stub.ListMatches(arena_pb2.ListMatchesRequest(page_size=1), metadata=metadata)
    other = arena_pb2.ListMatchesRequest(page_token=page.next_page_token, game="juwelen")
    assert (await refused(client.stub.ListMatches(other, metadata=metadata))).field == "page_token"


@pytest.mark.parametrize("method", ["GetMatch", "CancelMatch", "GetRecord", "ReportGone"])
@pytest.mark.parametrize("name", ["", "x", "matches/", "matches/a b", "matches/x/y", "matches/" + "x" * 65])
async def test_bad_names_are_refused(client: Client, method: str, name: str) -> None:
    suffix = "/record" if method == "GetRecord" else ""
    request = type(CALLS[method])()
    request.CopyFrom(CALLS[method])
    request.name = name + suffix
    error = await refused(getattr(client.stub, method)(request, metadata=bearer(client.organiser)))
    assert (error.code, error.field) == (grpc.StatusCode.INVALID_ARGUMENT, "name")


@pytest.mark.parametrize("method", ["GetMatch", "GetRecord", *DECISIONS])
async def test_unknown_matches_are_not_found(client: Client, method: str) -> None:
    error = await refused(call(client, method, bearer(client.organiser)))
    assert (error.code, error.reason) == (grpc.StatusCode.NOT_FOUND, "MATCH_NOT_FOUND")


@pytest.mark.parametrize(
    ("seat", "reason", "field"),
    [(2, "x", "seat"), (0, "", "reason"), (0, "x" * 501, "reason"), (0, "\n", "reason")],
)
async def test_who_is_gone_and_why_is_checked(client: Client, seat: int, reason: str, field: str) -> None:
    created = await client.create(settings(2))
    request = arena_pb2.ReportGoneRequest(name=created.match.name, seat=seat, reason=reason)
    error = await refused(client.stub.ReportGone(request, metadata=bearer(client.organiser)))
    assert (error.code, error.field) == (grpc.StatusCode.INVALID_ARGUMENT, field)


async def test_a_bot_that_is_gone_forfeits_when_its_stream_ends(client: Client) -> None:
    created = await client.create(settings(2))
    bots = await client.seated(created)
    metadata = bearer(client.organiser)
    request = arena_pb2.ReportGoneRequest(name=created.match.name, seat=1, reason="its machine burnt down")
    told = await client.stub.ReportGone(request, metadata=metadata)
    assert told.match.state == match_pb2.MATCH_STATE_RUNNING
    bots[1].call.cancel()
    end = (await bots[0].receive("match_end")).match_end
    assert [(fault.seat, fault.cause) for fault in end.outcome.faults] == [
        (1, event_pb2.FAULT_CAUSE_DISCONNECTED)
    ]
    error = await refused(client.stub.ReportGone(request, metadata=metadata))
    assert (error.code, error.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "MATCH_ENDED")


async def test_a_match_is_cancelled_once_and_its_bots_are_told(client: Client) -> None:
    created = await client.create(settings())
    bots = await client.seated(created)
    await bots[0].decision()
    request = arena_pb2.CancelMatchRequest(name=created.match.name)
    metadata = bearer(client.organiser)
    await client.stub.CancelMatch(request, metadata=metadata)
    for bot in bots:
        end = (await bot.receive("match_end")).match_end
        assert end.outcome.cause == match_pb2.END_CAUSE_CANCELLED
        assert not end.outcome.placements
    error = await refused(client.stub.CancelMatch(request, metadata=metadata))
    assert (error.code, error.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "MATCH_ENDED")


async def test_the_record_of_a_running_match_is_withheld(client: Client) -> None:
    created = await client.create(settings())
    for token in (client.organiser, created.seat_tokens[0].token):
        request = arena_pb2.GetRecordRequest(name=f"{created.match.name}/record")
        error = await refused(client.stub.GetRecord(request, metadata=bearer(token)))
        assert (error.code, error.reason) == (grpc.StatusCode.FAILED_PRECONDITION, "RECORD_WITHHELD")


async def test_not_joining_in_time_ends_the_match(client: Client) -> None:
    created = await client.create(settings(2, time_control=seconds(join=0.2)))
    bot = client.bot(created.seat_tokens[0].token)
    await bot.hello()
    outcome = (await bot.receive("match_end")).match_end.outcome
    assert outcome.cause == match_pb2.END_CAUSE_NOT_JOINED
    assert [fault.seat for fault in outcome.faults] == [1]
