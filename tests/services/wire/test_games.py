"""Every registered game goes over the wire and comes back exactly, seen from every seat and from outside."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import certamen_core as cc
import pytest
from certamen.v1 import event_pb2, game_pb2
from certamen_services.wire.base import GameWire, WireError
from certamen_services.wire.events import event_from_proto, event_to_proto
from certamen_services.wire.registry import GAMES, for_game

MATCH = "matches/m1"

VARIANTS: dict[str, list[dict[str, Any]]] = {
    "juwelen": [
        {"players": 2, "pack": "known", "rounds": 1},
        {"players": 3, "rounds": 2, "jewels": 30},
        {"players": 4, "teams": True, "rounds": 2},
        {"players": 5, "rounds": 1},
        {"players": 6, "teams": True, "rounds": 2, "jewels": 18},
    ],
    "luschen": [{"players": players, "limit": 12} for players in range(2, 9)],
    "bellica": [
        {"players": 4, "variant": "simple", "alliance": "1"},
        {"players": 4, "variant": "simple", "alliance": "3"},
        {"players": 4, "variant": "composite", "alliance": "2"},
        {"players": 4, "variant": "composite"},
        {"players": 2, "rider": 3},
        {"players": 3},
        {"players": 4, "variant": "bellum", "rider": 10},
    ],
    "artus": [{"players": players, "mode": mode} for players in (2, 3, 4) for mode in ("basic", "advanced")],
    "lusus": [{"players": players, "max_rounds": 3} for players in (2, 3, 4)],
}

Walk = Callable[[cc.State], None]


def variants() -> list[Any]:
    return [
        pytest.param(name, options, id=f"{name}-{options['players']}-{index}")
        for name, several in VARIANTS.items()
        if name in cc.registered_games()
        for index, options in enumerate(several)
    ]


def walk(name: str, options: dict[str, Any], seed: int) -> Iterator[cc.State]:
    """The states of a random game, the first and the last included."""
    choose = random.Random(seed)
    state = cc.load_game(name, **options).new_initial_state(seed=seed)
    yield state
    while not state.is_terminal():
        player = choose.choice(state.acting_players())
        state.apply_action(choose.choice(state.legal_actions(player)), player)
        yield state


def viewers(state: cc.State) -> list[int | None]:
    return [*range(len(state.parties())), None]


def core_player(viewer: int | None) -> int:
    return cc.SPECTATOR if viewer is None else viewer


def test_every_registered_game_has_converter_and_variants() -> None:
    assert sorted(GAMES) == sorted(VARIANTS)
    assert set(cc.registered_games()) <= set(GAMES)


def test_unknown_game_is_named() -> None:
    with pytest.raises(WireError, match=r"chess.*juwelen") as caught:
        for_game("chess")
    assert caught.value.field == "game"


@pytest.mark.parametrize(("name", "options"), variants())
def test_views_come_back_exactly(name: str, options: dict[str, Any]) -> None:
    wire = GAMES[name]
    for state in walk(name, options, seed=11):
        for viewer in viewers(state):
            view = state.view(core_player(viewer))
            sent = wire.view_to_proto(view, viewer).SerializeToString()
            assert wire.view_from_proto(game_pb2.GameView.FromString(sent)) == view


@pytest.mark.parametrize(("name", "options"), variants())
def test_events_come_back_exactly(name: str, options: dict[str, Any]) -> None:
    wire = GAMES[name]
    game = cc.load_game(name, **options)
    number = 0
    for state in walk(name, options, seed=12):
        for viewer in viewers(state):
            for event in state.events(core_player(viewer)):
                number += 1
                message = event_to_proto(
                    wire, event, match=MATCH, number=number, code_of=game.string_to_action
                )
                received = event_pb2.Event.FromString(message.SerializeToString())
                assert event_from_proto(wire, received) == event
                assert (received.match, received.number) == (MATCH, number)


@pytest.mark.parametrize(("name", "options"), variants())
def test_legal_actions_come_back_exactly(name: str, options: dict[str, Any]) -> None:
    wire = GAMES[name]
    for state in walk(name, options, seed=13):
        for player in state.acting_players():
            for code in state.legal_actions(player):
                text = state.action_to_string(code, player)
                sent = wire.action_to_proto(text).SerializeToString()
                assert wire.action_from_proto(game_pb2.GameAction.FromString(sent)) == text


@pytest.mark.parametrize(("name", "options"), variants())
def test_options_come_back_exactly(name: str, options: dict[str, Any]) -> None:
    wire = GAMES[name]
    in_force = cc.load_game(name, **options).options
    assert wire.options_from_proto(wire.options_to_proto(in_force)) == in_force


@pytest.mark.parametrize("name", sorted(GAMES))
def test_options_not_set_are_left_to_the_game(name: str) -> None:
    wire = GAMES[name]
    assert wire.options_from_proto(game_pb2.GameOptions()) == {}


def test_actions_in_events_have_a_code_unless_a_part_is_hidden() -> None:
    wire = GAMES["juwelen"]
    game = cc.load_game("juwelen", players=3)
    shown = action_event(wire, {"type": "action", "seat": 0, "action": "pass 3d 7h"}, game)
    hidden = action_event(wire, {"type": "action", "seat": 0, "action": "pass ? ?"}, game)
    assert shown.code == game.string_to_action("pass 3d 7h")
    assert not hidden.HasField("code")
    assert list(hidden.action.juwelen.pass_cards.cards) == ["?", "?"]


def action_event(wire: GameWire, event: dict[str, Any], game: cc.Game) -> event_pb2.ActionEvent:
    return event_to_proto(wire, event, match=MATCH, number=1, code_of=game.string_to_action).action


@pytest.mark.parametrize(
    "event",
    [
        {"type": "fault", "seat": 1, "cause": "time_out", "played_on": True},
        {"type": "fault", "seat": 0, "cause": "not_joined", "played_on": False},
        {"type": "voided", "explanation": "the server was stopped"},
    ],
    ids=lambda event: event["type"],
)
def test_the_referees_own_events_come_back_exactly(event: dict[str, Any]) -> None:
    wire = GAMES["juwelen"]
    game = cc.load_game("juwelen", players=3)
    message = event_to_proto(wire, event, match=MATCH, number=1, code_of=game.string_to_action)
    assert event_from_proto(wire, message) == event


@pytest.mark.parametrize("text", ["", "pass", "play", "play 5c 6c", "steal x", "announce", "Play 5c"])
def test_texts_that_are_no_action_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"action|invalid literal"):
        GAMES["juwelen"].action_to_proto(text)


def test_messages_without_content_are_refused_with_their_field() -> None:
    wire = GAMES["juwelen"]
    with pytest.raises(WireError, match="juwelen"):
        wire.view_from_proto(game_pb2.GameView())
    with pytest.raises(WireError, match="juwelen"):
        wire.action_from_proto(game_pb2.GameAction())
    with pytest.raises(WireError, match="body"):
        event_from_proto(wire, event_pb2.Event())


def test_unknown_enum_values_are_named() -> None:
    options = game_pb2.GameOptions()
    options.juwelen.pack = 99  # type: ignore[assignment]
    with pytest.raises(WireError, match=r"KNOWN, STANDARD.*99") as caught:
        GAMES["juwelen"].options_from_proto(options)
    assert caught.value.field == "juwelen.pack"
