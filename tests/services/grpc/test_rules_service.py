"""RulesService over the wire."""

from __future__ import annotations

import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import certamen_core as cc
import grpc
import pytest
from certamen.v1 import play_pb2, rules_pb2, rules_pb2_grpc
from certamen_services.auth import Authenticator
from certamen_services.rules.house import RulesHouse
from certamen_services.rules_relay import RulesRelay
from certamen_services.server import SERVER_OPTIONS
from certamen_services.wire.events import event_from_proto
from certamen_services.wire.registry import for_game

from tests.services.grpc.conftest import Serve
from tests.services.grpc.harness import Client, refused

SEED = bytes([5] * 32)
STATE, JSON = rules_pb2.POSITION_FORM_STATE, rules_pb2.POSITION_FORM_JSON


@pytest.fixture(scope="module")
async def house() -> AsyncIterator[RulesHouse]:
    house = RulesHouse()
    yield house
    await house.end()


@asynccontextmanager
async def served(house: RulesHouse, authenticator: Authenticator | None = None) -> AsyncIterator[Any]:
    """A stub of RulesService on a server that has nothing else."""
    server = grpc.aio.server(options=SERVER_OPTIONS)
    RulesRelay(house, authenticator).add_to(server)
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            yield rules_pb2_grpc.RulesServiceStub(channel)  # type: ignore[no-untyped-call]
    finally:
        await server.stop(None)


@pytest.fixture
async def rules(house: RulesHouse) -> AsyncIterator[Any]:
    async with served(house) as stub:
        yield stub


def setup(name: str, players: int = 4) -> rules_pb2.GameSetup:
    return rules_pb2.GameSetup(game=name, players=players)


async def begin(
    rules: Any, name: str, form: rules_pb2.PositionForm = STATE, players: int = 4
) -> rules_pb2.NewPositionResponse:
    request = rules_pb2.NewPositionRequest(
        setup=setup(name, players), seed=SEED, form=form, viewer=rules_pb2.Viewer(seat=1)
    )
    response: rules_pb2.NewPositionResponse = await rules.NewPosition(request)
    return response


async def test_games_are_listed(rules: Any) -> None:
    listed = await rules.ListGames(rules_pb2.ListGamesRequest())
    assert [game.id for game in listed.games] == cc.registered_games()
    assert all(game.title and game.seats for game in listed.games)


@pytest.mark.parametrize("form", [STATE, JSON])
@pytest.mark.parametrize("name", cc.registered_games())
async def test_a_game_is_played_through_the_service_as_by_the_core(
    rules: Any, name: str, form: rules_pb2.PositionForm
) -> None:
    """A bounded number of actions; positions, events and views are the core's."""
    wire, choose = for_game(name), random.Random(3)
    core = cc.load_game(name, players=4).new_initial_state(SEED)
    made = await begin(rules, name, form)
    position, status = made.position, made.status
    assert [event_from_proto(wire, event) for event in made.events] == core.events(1)
    for _ in range(40):
        assert list(status.to_act) == core.acting_players()
        if core.is_terminal():
            break
        seat = choose.choice(core.acting_players())
        legal = await rules.ListLegalActions(rules_pb2.ListLegalActionsRequest(position=position, seat=seat))
        assert [action.code for action in legal.legal_actions] == core.legal_actions(seat)
        action = choose.choice(legal.legal_actions)
        assert wire.action_from_proto(action.action) == action.text
        core.apply_action(action.code, seat)
        applied = await rules.ApplyActions(
            rules_pb2.ApplyActionsRequest(
                position=position,
                actions=[rules_pb2.SeatAction(seat=seat, text=action.text)],
                form=form,
                viewer=rules_pb2.Viewer(seat=1),
            )
        )
        position, status = applied.position, applied.status
        assert [event_from_proto(wire, event) for event in applied.events] == core.events(1)
        view = await rules.GetView(rules_pb2.GetViewRequest(position=position))
        assert wire.view_from_proto(view.view) == core.view(cc.SPECTATOR)
    if form == STATE:
        assert position.state == core.serialize()
    else:
        assert json.loads(position.json) == core.position()


async def test_many_actions_are_taken_at_once_or_none(rules: Any) -> None:
    game = cc.load_game("luschen", players=4)
    core = game.new_initial_state(SEED)
    texts = []
    for _ in range(20):
        code = core.legal_actions()[0]
        texts.append(core.action_to_string(code))
        core.apply_action(code)
    start = (await begin(rules, "luschen")).position
    actions = [rules_pb2.SeatAction(text=text) for text in texts]
    applied = await rules.ApplyActions(rules_pb2.ApplyActionsRequest(position=start, actions=actions))
    assert applied.position.state == core.serialize()
    assert not applied.events
    wrong = rules_pb2.ApplyActionsRequest(position=start, actions=[*actions, actions[0]])
    error = await refused(rules.ApplyActions(wrong))
    assert (error.code, error.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "ILLEGAL_ACTION")
    assert error.field == "actions[20]"
    assert error.metadata == {"index": "20", "detail": "NOT_LEGAL"}


async def test_the_end_has_a_result_and_no_legal_actions(rules: Any) -> None:
    core = cc.load_game("bellica", players=4).new_initial_state(SEED)
    while not core.is_terminal():
        core.apply_action(core.legal_actions()[0])
    position = rules_pb2.Position(setup=setup("bellica"), state=core.serialize())
    legal = await rules.ListLegalActions(rules_pb2.ListLegalActionsRequest(position=position))
    assert not legal.HasField("seat")
    assert not legal.legal_actions
    assert list(legal.status.result.scores) == core.scores()
    action = rules_pb2.SeatAction(text="support Kh")
    error = await refused(
        rules.ApplyActions(rules_pb2.ApplyActionsRequest(position=position, actions=[action]))
    )
    assert error.metadata["detail"] == "GAME_OVER"


async def test_legal_actions_come_in_the_form_asked_for(rules: Any) -> None:
    position = (await begin(rules, "juwelen")).position
    for form, text, taken_apart in [
        (play_pb2.ACTION_FORM_CODE, False, False),
        (play_pb2.ACTION_FORM_TEXT, True, False),
        (play_pb2.ACTION_FORM_UNSPECIFIED, True, True),
    ]:
        request = rules_pb2.ListLegalActionsRequest(position=position, action_form=form)
        for action in (await rules.ListLegalActions(request)).legal_actions:
            assert (bool(action.text), action.HasField("action")) == (text, taken_apart)


async def test_playouts_are_the_cores(rules: Any) -> None:
    request = rules_pb2.RunPlayoutsRequest(setup=setup("artus"), playouts=100, seed=9)
    got = await rules.RunPlayouts(request)
    want = cc.playouts(cc.load_game("artus", players=4), 100, 9)
    assert (got.playouts, got.decisions, got.longest) == (100, want.decisions, want.longest)
    assert tuple(got.total_scores) == want.total_scores
    assert tuple(got.mean_returns) == want.mean_returns
    position = (await begin(rules, "artus")).position
    again = await rules.RunPlayouts(rules_pb2.RunPlayoutsRequest(position=position, playouts=10, seed=9))
    state = cc.load_game("artus", players=4).new_initial_state(SEED)
    assert tuple(again.total_scores) == cc.playouts(state, 10, 9).total_scores


@pytest.mark.parametrize(("name", "depth"), [("luschen", 5), ("bellica", 4), ("juwelen", 2), ("artus", 2)])
async def test_leaves_are_those_of_perft(rules: Any, name: str, depth: int) -> None:
    position = (await begin(rules, name)).position
    request = rules_pb2.CountLeavesRequest(position=position, depth=depth)
    state = cc.load_game(name, players=4).new_initial_state(SEED)
    assert (await rules.CountLeaves(request)).leaves == cc.perft(state, depth)


async def test_too_many_leaves_are_refused(rules: Any) -> None:
    position = (await begin(rules, "luschen")).position
    error = await refused(rules.CountLeaves(rules_pb2.CountLeavesRequest(position=position, depth=20)))
    assert (error.code, error.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MUCH_WORK")


def with_json(text: str) -> rules_pb2.Position:
    return rules_pb2.Position(json=text)


def broken(**fields: Any) -> rules_pb2.Position:
    position = cc.load_game("luschen", players=3).new_initial_state(SEED).position()
    return with_json(json.dumps(position | fields))


@pytest.mark.parametrize(
    ("position", "field"),
    [
        (rules_pb2.Position(), "position"),
        (rules_pb2.Position(state=b"x"), "position.setup.game"),
        (rules_pb2.Position(setup=setup("luschen", 3), state=b"x"), "position.state"),
        (rules_pb2.Position(setup=setup("luschen", 9), state=b"x"), "position.setup.players"),
        (with_json("{"), "position.json"),
        (with_json("[" * 100_000), "position.json"),
        (with_json("[]"), "position.json"),
        (with_json("{}"), "position.json.game"),
        (broken(game="\ud800"), "position.json.game"),
        (broken(options=3), "position.json.options"),
        (broken(options={"limit": 0}), "position.json.options.limit"),
        (broken(options={"players": 3}), "position.json.options"),
        (broken(players="3"), "position.json.players"),
        (broken(hands=[]), "position.json.hands"),
        (broken(more=1), "position.json.more"),
    ],
)
async def test_bad_positions_are_refused_with_their_field(
    rules: Any, position: rules_pb2.Position, field: str
) -> None:
    error = await refused(rules.GetView(rules_pb2.GetViewRequest(position=position)))
    assert (error.code, error.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD")
    assert error.field == field


async def test_json_and_setup_must_agree(rules: Any) -> None:
    position = (await begin(rules, "luschen", JSON)).position
    position.setup.players = 3
    error = await refused(rules.GetView(rules_pb2.GetViewRequest(position=position)))
    assert (error.reason, error.field) == ("INVALID_FIELD", "position.json.players")


async def test_other_bad_fields_are_named(rules: Any) -> None:
    position = (await begin(rules, "luschen")).position
    bad_option = setup("luschen")
    bad_option.options.luschen.limit = 2000
    other_game = setup("luschen")
    other_game.options.artus.mode = 1  # type: ignore[assignment]
    action = rules_pb2.SeatAction(code=1)
    calls = [
        (rules.NewPosition(rules_pb2.NewPositionRequest(setup=bad_option)), "setup.options.luschen.limit"),
        (rules.NewPosition(rules_pb2.NewPositionRequest(setup=other_game)), "setup.options"),
        (rules.NewPosition(rules_pb2.NewPositionRequest(setup=setup("luschen"), seed=b"x")), "seed"),
        (rules.ListLegalActions(rules_pb2.ListLegalActionsRequest(position=position, seat=4)), "seat"),
        (
            rules.GetView(
                rules_pb2.GetViewRequest(position=position, viewer=rules_pb2.Viewer(seat=2**32 - 1))
            ),
            "viewer.seat",
        ),
        (rules.ApplyActions(rules_pb2.ApplyActionsRequest(position=position)), "actions"),
        (
            rules.ApplyActions(rules_pb2.ApplyActionsRequest(position=position, actions=[action] * 1001)),
            "actions",
        ),
        (
            rules.ApplyActions(
                rules_pb2.ApplyActionsRequest(position=position, actions=[rules_pb2.SeatAction(seat=0)])
            ),
            "actions[0]",
        ),
        (rules.RunPlayouts(rules_pb2.RunPlayoutsRequest(position=position)), "playouts"),
        (
            rules.RunPlayouts(rules_pb2.RunPlayoutsRequest(setup=setup("luschen"), playouts=100_000)),
            "playouts",
        ),
        (rules.RunPlayouts(rules_pb2.RunPlayoutsRequest(playouts=1)), "start"),
        (rules.CountLeaves(rules_pb2.CountLeavesRequest(position=position, depth=21)), "depth"),
    ]
    for call, field in calls:
        error = await refused(call)
        assert (error.reason, error.field) == ("INVALID_FIELD", field)


async def test_elsewhere_than_on_loopback_a_token_is_needed(house: RulesHouse) -> None:
    class Nobody:
        async def seats_of(self, _token: str) -> list[Any]:
            return []

        async def holder_of(self, _token: str) -> None:
            return None

        async def sits(self, _account: int, _match: str) -> bool:
            return False

    async with served(house, Authenticator(bytes(32), Nobody())) as rules:
        error = await refused(rules.ListGames(rules_pb2.ListGamesRequest()))
    assert (error.code, error.reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_MISSING")


async def test_the_server_offers_it(serve: Serve) -> None:
    house = RulesHouse()
    server, client = await serve(rules=house)
    stub = rules_pb2_grpc.RulesServiceStub(client.channel)  # type: ignore[no-untyped-call]
    assert (await stub.ListGames(rules_pb2.ListGamesRequest())).games
    await server.stop(0.2)
    await house.end()


async def test_a_server_without_the_processes_does_not(client: Client) -> None:
    stub = rules_pb2_grpc.RulesServiceStub(client.channel)  # type: ignore[no-untyped-call]
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await stub.ListGames(rules_pb2.ListGamesRequest())
    assert caught.value.code() == grpc.StatusCode.UNIMPLEMENTED
