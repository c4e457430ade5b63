"""`certamen rules`."""

from __future__ import annotations

import json
from dataclasses import dataclass

import certamen_core as cc
import typer

from certamen_services.cli.game_options import check_game, load_game, parse_options, parse_seed
from certamen_services.cli.refusal import read_input, refuse
from certamen_services.records.canonical import canonical, parse

__all__ = ["RulesArguments", "ask_rules"]


@dataclass(frozen=True, slots=True)
class RulesArguments:
    """What was asked, as it was written."""

    game: str
    position: str
    seed: str
    players: int | None
    options: tuple[str, ...]
    seat: int | None
    action: str


def ask_rules(arguments: RulesArguments, *, as_json: bool) -> None:
    """Answer."""
    check_game(arguments.game)
    if bool(arguments.position) == bool(arguments.seed):
        raise refuse("--position", "is needed, or --seed for a new position; not both")
    if arguments.position and (arguments.options or arguments.players is not None):
        raise refuse("--position", "has its own seats and options: leave out --players and --option")
    state = _read(arguments) if arguments.position else _new(arguments)
    if arguments.seat is not None and not 0 <= arguments.seat < state.game.num_players:
        raise refuse("--seat", f"{arguments.seat} is not accepted; expected 0 … {state.game.num_players - 1}")
    if arguments.action:
        _apply(state, arguments)
    if arguments.action or not arguments.position:
        typer.echo(canonical(state.position()).decode())
        return
    _print_legal(state, arguments.seat, as_json=as_json)


def _new(arguments: RulesArguments) -> cc.State:
    options = parse_options(arguments.options)
    game = load_game(arguments.game, arguments.players, options, whence="--players")
    return game.new_initial_state(parse_seed(arguments.seed))


def _read(arguments: RulesArguments) -> cc.State:
    try:
        position = parse(read_input(arguments.position, "--position"))
    except (ValueError, UnicodeDecodeError) as error:
        raise refuse("--position", f"no JSON of a position: {error}") from None
    if not isinstance(position, dict):
        raise refuse("--position", "no JSON object; expected the fields of a position")
    if position.get("game") != arguments.game:
        raise refuse("--position", f"game: must be {arguments.game!r}, not {position.get('game')!r}")
    players, options = position.get("players"), position.get("options")
    if not isinstance(options, dict):
        raise refuse("--position", "options: must be an object")
    try:
        return cc.load_game(arguments.game, players=players, **options).state_from_position(position)
    except cc.InvalidPosition as error:
        raise refuse("--position", error) from None
    except (ValueError, TypeError) as error:
        raise refuse("--position", f"options: {error}") from None


def _apply(state: cc.State, arguments: RulesArguments) -> None:
    seat = arguments.seat
    if seat is None:
        acting = state.acting_players()
        if len(acting) > 1:
            raise refuse("--seat", f"is needed: seats {', '.join(map(str, acting))} are to act")
        seat = acting[0] if acting else 0
    try:
        state.apply_action(state.string_to_action(arguments.action, seat), seat)
    except cc.IllegalAction as error:
        raise refuse("--action", error) from None
    except ValueError as error:
        raise refuse("--action", error) from None


def _print_legal(state: cc.State, seat: int | None, *, as_json: bool) -> None:
    seats = state.acting_players() if seat is None else [seat]
    legal = {s: [(code, state.action_to_string(code, s)) for code in state.legal_actions(s)] for s in seats}
    if as_json:
        listed = {s: [{"code": code, "text": text} for code, text in actions] for s, actions in legal.items()}
        typer.echo(json.dumps({"to_act": state.acting_players(), "legal_actions": listed}))
        return
    if state.is_terminal():
        typer.echo(f"the game is over: scores {state.scores()}, places {state.placements()}")
    for s, actions in legal.items():
        typer.echo(f"seat {s}: " + (f"{len(actions)} legal actions" if actions else "owes no decision"))
        for _, text in actions:
            typer.echo(f"  {text}")
