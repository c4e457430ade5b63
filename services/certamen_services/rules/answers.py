"""Answers about positions: new ones, legal actions, actions taken, views."""

from __future__ import annotations

import secrets
from collections.abc import Iterable

import certamen_core as cc
import grpc
from certamen.v1 import event_pb2, play_pb2, rules_pb2

from certamen_services.errors import StatusError
from certamen_services.rules.positions import check_form, position_to_proto, read_position, status_to_proto
from certamen_services.rules.setups import read_setup
from certamen_services.wire.base import Json, WireError
from certamen_services.wire.events import event_to_proto
from certamen_services.wire.play import legal_action_writer
from certamen_services.wire.registry import for_game

__all__ = ["MAX_ACTIONS", "apply_actions", "get_view", "list_legal_actions", "new_position"]

MAX_ACTIONS = 1000
"""Most actions of one request."""
_MAX_TEXT = 1000
_SEED_BYTES = 32


def new_position(request: rules_pb2.NewPositionRequest) -> rules_pb2.NewPositionResponse:
    """A position at the start of a game. Raises WireError."""
    game = read_setup(request.setup, "setup")
    form = check_form(request.form, "form")
    viewer = _viewer(request.viewer, game) if request.HasField("viewer") else None
    if len(request.seed) not in (0, _SEED_BYTES):
        raise WireError("seed", f"must have exactly {_SEED_BYTES} bytes, or none; not {len(request.seed)}")
    state = game.new_initial_state(request.seed or secrets.token_bytes(_SEED_BYTES))
    events = [] if viewer is None else state.events(viewer)
    return rules_pb2.NewPositionResponse(
        position=position_to_proto(state, form),
        status=status_to_proto(state),
        events=_events_to_proto(game, events),
    )


def list_legal_actions(request: rules_pb2.ListLegalActionsRequest) -> rules_pb2.ListLegalActionsResponse:
    """What a seat may do. Raises WireError."""
    state = read_position(request.position, "position")
    form = request.action_form
    if form not in play_pb2.ActionForm.values():
        raise WireError("action_form", "must be one of FULL, TEXT, CODE")
    seat: int | None = None
    if request.HasField("seat"):
        seat = _check_seat(request.seat, state.game, "seat")
    elif not state.is_terminal():
        seat = state.current_player()
    write = legal_action_writer(for_game(state.game.name).action_to_proto, state.game, form)
    return rules_pb2.ListLegalActionsResponse(
        seat=seat,
        legal_actions=[] if seat is None else [write(code) for code in state.legal_actions(seat)],
        status=status_to_proto(state),
    )


def apply_actions(request: rules_pb2.ApplyActionsRequest) -> rules_pb2.ApplyActionsResponse:
    """Take actions. Raises WireError, or StatusError ILLEGAL_ACTION."""
    state = read_position(request.position, "position")
    form = check_form(request.form, "form")
    viewer = _viewer(request.viewer, state.game) if request.HasField("viewer") else None
    if not 1 <= len(request.actions) <= MAX_ACTIONS:
        raise WireError("actions", f"must be 1 … {MAX_ACTIONS}, not {len(request.actions)}")
    events: list[Json] = []
    for index, action in enumerate(request.actions):
        try:
            _apply(state, action, f"actions[{index}]")
        except cc.IllegalAction as error:
            raise _illegal(index, error) from None
        if viewer is not None:
            events += state.events(viewer)
    return rules_pb2.ApplyActionsResponse(
        position=position_to_proto(state, form),
        status=status_to_proto(state),
        events=_events_to_proto(state.game, events),
    )


def get_view(request: rules_pb2.GetViewRequest) -> rules_pb2.GetViewResponse:
    """What a seat, or a spectator, sees. Raises WireError."""
    state = read_position(request.position, "position")
    player = _viewer(request.viewer, state.game)
    wire = for_game(state.game.name)
    view = wire.view_to_proto(state.view(player), None if player == cc.SPECTATOR else player)
    return rules_pb2.GetViewResponse(view=view)


def _apply(state: cc.State, action: rules_pb2.SeatAction, field: str) -> None:
    seat: int | None = None  # the core takes the lowest that is to act, and refuses if there is none
    if action.HasField("seat"):
        seat = _check_seat(action.seat, state.game, f"{field}.seat")
    match action.WhichOneof("action"):
        case "code":
            code = action.code
        case "text":
            if len(action.text) > _MAX_TEXT:
                raise WireError(f"{field}.text", f"must have at most {_MAX_TEXT} characters")
            code = state.game.string_to_action(action.text)
        case _:
            raise WireError(field, "must have one of code and text set")
    state.apply_action(code, seat)


def _illegal(index: int, error: cc.IllegalAction) -> StatusError:
    return StatusError(
        grpc.StatusCode.INVALID_ARGUMENT,
        "ILLEGAL_ACTION",
        f"actions[{index}]: {error}"[:_MAX_TEXT],
        metadata={"index": str(index), "detail": error.reason},
        field=f"actions[{index}]",
    )


def _viewer(viewer: rules_pb2.Viewer, game: cc.Game) -> int:
    """The core's number for who sees it."""
    if not viewer.HasField("seat"):
        return cc.SPECTATOR
    return _check_seat(viewer.seat, game, "viewer.seat")


def _check_seat(seat: int, game: cc.Game, field: str) -> int:
    if seat >= game.num_players:
        raise WireError(field, f"must be 0 … {game.num_players - 1}, not {seat}")
    return seat


def _events_to_proto(game: cc.Game, events: Iterable[Json]) -> list[event_pb2.Event]:
    wire = for_game(game.name)
    return [
        event_to_proto(wire, event, match="", number=number, code_of=game.string_to_action)
        for number, event in enumerate(events, 1)
    ]
