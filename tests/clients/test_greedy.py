"""The greedy bot plays legally, alike each time, and better than chance."""

from __future__ import annotations

import random

import certamen_core as cc
import pytest
from certamen.v1 import game_pb2, play_pb2
from certamen_client.bots import GreedyBot
from certamen_services.wire.registry import for_game

WIRE = for_game("juwelen")


def decision(state: cc.State, seat: int) -> play_pb2.Decision:
    texts = [(code, state.action_to_string(code, seat)) for code in state.legal_actions(seat)]
    return play_pb2.Decision(
        view=WIRE.view_to_proto(state.view(seat), seat),
        legal_actions=[
            game_pb2.LegalAction(code=code, text=text, action=WIRE.action_to_proto(text))
            for code, text in texts
        ],
    )


def play(game: cc.Game, seed: int, greedy: set[int]) -> cc.State:
    state, chance = game.new_initial_state(seed), random.Random(seed)
    bots = {}
    for seat in greedy:
        bots[seat] = GreedyBot()
        bots[seat].match = play_pb2.MatchStart(seat=seat)
    while not state.is_terminal():
        seat = state.current_player()
        if seat in bots:
            action = bots[seat].choose(decision(state, seat)).code
        else:
            action = chance.choice(state.legal_actions(seat))
        state.apply_action(action, seat)
    return state


@pytest.mark.parametrize(
    "options",
    [
        {"players": 2},
        {"players": 2, "pack": "known"},
        {"players": 3},
        {"players": 4, "teams": True},
        {"players": 6, "jewels": 18},
    ],
)
def test_it_plays_every_form_of_the_game(options):
    game = cc.load_game("juwelen", **options)
    everybody = set(range(game.num_players))
    assert play(game, 5, everybody) == play(game, 5, everybody)


def test_it_is_better_than_chance():
    game = cc.load_game("juwelen", players=4, rounds=2)
    places = [play(game, seed, {seed % 4}).placements()[seed % 4] for seed in range(24)]
    assert sum(places) / len(places) < 1.9  # chance: 2.5
