"""Games of bots in this process, without server and clocks."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection
from typing import Any

import certamen_core as cc
from certamen.v1 import game_pb2, play_pb2
from certamen_client import Bot
from certamen_client.bots import GreedyBot
from certamen_services.wire.registry import for_game


def decision(state: cc.State, seat: int) -> play_pb2.Decision:
    """What the server would ask a seat."""
    wire = for_game(state.game.name)
    texts = [(code, state.action_to_string(code, seat)) for code in state.legal_actions(seat)]
    return play_pb2.Decision(
        view=wire.view_to_proto(state.view(seat), seat),
        legal_actions=[
            game_pb2.LegalAction(code=code, text=text, action=wire.action_to_proto(text))
            for code, text in texts
        ],
    )


def seated(bot: Bot, seat: int) -> Bot:
    """A bot that knows its seat."""
    bot.match = play_pb2.MatchStart(seat=seat)
    return bot


def chosen(state: cc.State, seat: int | None = None) -> str:
    """Text of what the greedy bot chooses."""
    actor = state.current_player() if seat is None else seat
    choice = seated(GreedyBot(), actor).choose(decision(state, actor))
    assert isinstance(choice, game_pb2.LegalAction)
    return choice.text


def play(
    game: cc.Game,
    seed: int,
    greedy: Collection[int],
    watch: Callable[[cc.State, int, int], object] = lambda *_: None,
) -> cc.State:
    """One game: greedy bots in some seats, chance in the others.

    Args:
        game: what is played.
        seed: of the deals, and of chance.
        greedy: seats of the greedy bots.
        watch: called with state, seat and action before every choice of a greedy bot is carried out.
    """
    state, chance = game.new_initial_state(seed), random.Random(seed)
    bots = {seat: seated(GreedyBot(), seat) for seat in greedy}
    while not state.is_terminal():
        seat = state.current_player()
        if seat in bots:
            choice = bots[seat].choose(decision(state, seat))
            assert isinstance(choice, game_pb2.LegalAction)
            action = choice.code
            watch(state, seat, action)
        else:
            action = chance.choice(state.legal_actions(seat))
        state.apply_action(action, seat)
    return state


def changed(game: str, options: dict[str, Any], **fields: Any) -> cc.State:
    """A first position with some fields changed."""
    loaded = cc.load_game(game, **options)
    return loaded.state_from_position(loaded.new_initial_state(1).position() | fields)
