"""Whole positions, from and to messages."""

from __future__ import annotations

import certamen_core as cc
from certamen.v1 import common_pb2, rules_pb2

from certamen_services.records.canonical import canonical, parse
from certamen_services.rules.setups import check_game, load_named, read_setup, setup_to_proto
from certamen_services.wire.base import WireError

__all__ = ["check_form", "position_to_proto", "read_position", "status_to_proto"]


def read_position(message: rules_pb2.Position, field: str) -> cc.State:
    """The position. Raises WireError with the path below `field`."""
    match message.WhichOneof("form"):
        case "state":
            game = read_setup(message.setup, f"{field}.setup")
            try:
                return game.deserialize(message.state)
            except cc.InvalidState as error:
                raise WireError(f"{field}.state", str(error)) from None
        case "json":
            game_of_setup = read_setup(message.setup, f"{field}.setup") if message.HasField("setup") else None
            return _read_json(message.json, game_of_setup, f"{field}.json")
        case _:
            raise WireError(field, "must have one of state and json set")


def position_to_proto(state: cc.State, form: int) -> rules_pb2.Position:
    """The position as a message in the form asked for."""
    setup = setup_to_proto(state.game)
    if form == rules_pb2.POSITION_FORM_JSON:
        return rules_pb2.Position(setup=setup, json=canonical(state.position()).decode())
    return rules_pb2.Position(setup=setup, state=state.serialize())


def status_to_proto(state: cc.State) -> rules_pb2.PositionStatus:
    """Whose turn it is, and how the game ended."""
    result = None
    if state.is_terminal():
        result = common_pb2.Result(scores=state.scores(), placements=state.placements())
    return rules_pb2.PositionStatus(to_act=state.acting_players(), result=result)


def check_form(form: int, field: str) -> int:
    """The form of positions, if there is one of this number. Raises WireError naming `field`."""
    if form not in rules_pb2.PositionForm.values():
        raise WireError(field, "must be one of STATE, JSON")
    return form


def _read_json(text: str, game: cc.Game | None, field: str) -> cc.State:
    try:
        position = parse(text)
    except ValueError as error:
        raise WireError(field, f"must be the JSON of a position: {error}") from None
    if not isinstance(position, dict):
        raise WireError(field, "must be a JSON object with the fields of the game's positions")
    if game is None:
        name, options = position.get("game"), position.get("options")
        check_game(name, f"{field}.game")
        if not isinstance(options, dict):
            raise WireError(f"{field}.options", "must be an object")
        game = load_named(str(name), position.get("players"), options, field, f"{field}.options")
    try:
        return game.state_from_position(position)
    except cc.InvalidPosition as error:
        raise WireError(f"{field}.{error.field}" if error.field else field, error.message) from None
