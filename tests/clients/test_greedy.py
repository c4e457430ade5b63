"""The greedy bot plays legally, alike each time, quickly, and better than chance."""

from __future__ import annotations

import time
from typing import Any

import certamen_core as cc
import pytest
from certamen_client.bots import GreedyBot, RandomBot

from tests.clients.duel import decision, play, seated
from tests.core.parametrize import each_variant
from tests.core.play import load

QUICK = {"luschen": {"limit": 10}, "juwelen": {}, "lusus": {"max_rounds": 1, "target": 600}}


@each_variant
def test_it_plays_every_form_of_every_game(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant | QUICK.get(name, {}))
    everybody = set(range(game.num_players))
    assert play(game, 5, everybody) == play(game, 5, everybody)


@pytest.mark.parametrize("name", GreedyBot.games)
async def test_chance_plays_every_game(name: str) -> None:
    state = cc.load_game(name).new_initial_state(3)
    for _ in range(20):
        seat = state.current_player()
        bot = seated(RandomBot(1), seat)
        assert isinstance(bot, RandomBot)
        state.apply_action((await bot.choose(decision(state, seat))).code, seat)


@pytest.mark.parametrize(
    ("name", "options", "games", "at_least"),
    [
        ("juwelen", {"players": 4, "rounds": 2}, 24, 0.4),
        ("luschen", {"players": 3}, 24, 0.5),
        ("luschen", {"players": 6, "limit": 12}, 24, 0.3),
        ("bellica", {"players": 4, "variant": "composite"}, 40, 0.3),
        ("bellica", {"players": 4, "variant": "simple"}, 60, 0.2),
        ("bellica", {"players": 3, "variant": "bellum"}, 120, 0.1),
        ("artus", {"players": 3}, 12, 0.8),
        ("artus", {"players": 4, "mode": "advanced"}, 12, 0.8),
        ("lusus", {"players": 2, "max_rounds": 2}, 12, 0.6),
        ("lusus", {"players": 3, "max_rounds": 1}, 24, 0.4),
    ],
)
def test_it_is_better_than_chance(name: str, options: dict[str, Any], games: int, at_least: float) -> None:
    """Its mean return is above the limit; that of chance is 0, and the best possible 1 (allies: 2/3)."""
    game = cc.load_game(name, **options)
    total = 0.0
    for seed in range(games):
        seat = seed % game.num_players
        parties = game.new_initial_state(seed).parties()
        party = {other for other in range(game.num_players) if parties[other] == parties[seat]}
        total += play(game, seed, party).returns()[seat]
    assert total / games > at_least


@pytest.mark.parametrize("name", GreedyBot.games)
def test_it_answers_at_once(name: str) -> None:
    game = cc.load_game(name, **QUICK.get(name, {}))
    times = []

    def measure(state: cc.State, seat: int, _action: int) -> None:
        bot, asked = seated(GreedyBot(), seat), decision(state, seat)
        start = time.process_time()
        bot.choose(asked)
        times.append(time.process_time() - start)

    play(game, 2, {0}, measure)
    assert sum(times) / len(times) < 0.005
