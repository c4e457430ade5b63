"""What duplicate blocks gain: the interval of a difference, against independent deals and as many games.

Two bots of the SDK play each other in this process: the greedy one, and one that now and then plays at random
instead. In a block each deal is played twice with all seats exchanged; independent games have a deal each and
the same seatings. Both are judged by the statistics of tournaments.

    PYTHONPATH=core:services:clients/python:proto/python:. python -m bench.tournament_blocks --games 1000
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import certamen_core as cc
import numpy as np
from certamen.v1 import game_pb2, play_pb2
from certamen_client.bots import GreedyBot
from certamen_services.tournaments.statistics import BlockResult, Estimate, GameResult, pairwise
from certamen_services.tournaments.statistics.table import differences
from certamen_services.wire.registry import for_game
from numpy.typing import NDArray

# Lengths of matches are cut so that a game takes seconds at most; all else is default.
CONFIGURATIONS: dict[str, dict[str, Any]] = {
    "artus": {"players": 4},
    "bellica": {"players": 4},
    "juwelen": {"players": 4},
    "luschen": {"players": 4},
    "lusus": {"players": 2, "max_rounds": 2},
}
STEADY, WAVERING = "steady", "wavering"


class Player:
    """The greedy bot on a state of the core; with a chance of a random action instead."""

    def __init__(self, game: cc.Game, seat: int, wavers: float, chance: Random) -> None:
        self._wire = for_game(game.name)
        self._seat, self._wavers, self._chance = seat, wavers, chance
        self._bot = GreedyBot()
        self._bot.match = play_pb2.MatchStart(seat=seat)

    def choose(self, state: cc.State) -> int:
        codes = state.legal_actions(self._seat)
        if len(codes) == 1 or self._chance.random() < self._wavers:
            return self._chance.choice(codes)
        texts = [state.action_to_string(code, self._seat) for code in codes]
        legal = [
            game_pb2.LegalAction(code=code, text=text, action=self._wire.action_to_proto(text))
            for code, text in zip(codes, texts, strict=True)
        ]
        view = self._wire.view_to_proto(state.view(self._seat), self._seat)
        choice = self._bot.choose(play_pb2.Decision(view=view, legal_actions=legal))
        return choice.code


def play(game: cc.Game, deal: int, bots: Sequence[str], wavers: float, chance: Random) -> GameResult:
    """One game of bots in seats; the deal decides the cards, `chance` the random actions."""
    state = game.new_initial_state(deal)
    players = [
        Player(game, seat, wavers if bot == WAVERING else 0.0, chance) for seat, bot in enumerate(bots)
    ]
    while not state.is_terminal():
        seat = state.current_player()
        state.apply_action(players[seat].choose(state), seat)
    return GameResult(
        tuple(bots),
        tuple(state.parties()),
        tuple(state.placements()),
        tuple(map(float, state.scores())),
    )


def seating(game: cc.Game, deal: int) -> list[str]:
    """Parties take turns; where everybody plays alone, seats do."""
    parties = game.new_initial_state(deal).parties()
    return [(STEADY, WAVERING)[parties[seat] % 2] for seat in range(game.num_players)]


def exchanged(bots: Sequence[str]) -> list[str]:
    """Every seat to the other bot."""
    return [WAVERING if bot == STEADY else STEADY for bot in bots]


def duplicate(game: cc.Game, games: int, wavers: float, chance: Random) -> Iterator[BlockResult]:
    """Each deal twice, seats exchanged."""
    for number in range(games // 2):
        bots = seating(game, number)
        seatings = (bots, exchanged(bots))
        played = tuple(play(game, number, seated, wavers, chance) for seated in seatings)
        yield BlockResult(number, f"block {number}", str(number), played)


def independent(game: cc.Game, games: int, wavers: float, chance: Random) -> Iterator[BlockResult]:
    """Each game a deal of its own, seats exchanged every second time."""
    for number in range(games):
        deal = 1_000_000 + number
        bots = seating(game, deal)
        seated = exchanged(bots) if number % 2 else bots
        yield BlockResult(number, f"game {number}", str(deal), (play(game, deal, seated, wavers, chance),))


def width(estimate: Estimate) -> float:
    """Width of an interval; 0 if all blocks were alike."""
    return 0.0 if estimate.interval is None else estimate.interval.high - estimate.interval.low


def compared(blocks: Sequence[BlockResult]) -> tuple[Estimate, Estimate]:
    """Difference of the bots in outcome and score."""
    pair = pairwise(blocks).get(STEADY, WAVERING)
    assert pair is not None
    return pair.outcome, pair.score


def ratios(first: Sequence[BlockResult], second: Sequence[BlockResult]) -> tuple[float, float]:
    """Width of the first over width of the second, of outcome and score."""
    one, other = compared(first), compared(second)
    outcome, score = (
        width(mine) / width(theirs) if width(theirs) else float("nan")
        for mine, theirs in zip(one, other, strict=True)
    )
    return outcome, score


def spread(
    first: Sequence[BlockResult], second: Sequence[BlockResult], rng: np.random.Generator
) -> tuple[float, float]:
    """95 % interval of the ratio of outcomes by a bootstrap over blocks of both."""
    one, other = repeated_errors(first, rng), repeated_errors(second, rng)
    low, high = np.quantile(one / np.where(other > 0, other, np.nan), [0.025, 0.975])
    return float(low), float(high)


def repeated_errors(blocks: Sequence[BlockResult], rng: np.random.Generator) -> NDArray[np.float64]:
    """Standard errors of the mean difference of outcomes, of 2000 times as many blocks with replacement."""
    values = np.array([differences(block)[STEADY, WAVERING][0] for block in blocks])
    drawn = values[rng.integers(len(values), size=(2000, len(values)))]
    return np.asarray(drawn.std(axis=1, ddof=1) / len(values) ** 0.5)


def main() -> None:
    """Play and print one line per game."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1000, help="games of each kind, even")
    parser.add_argument("--wavers", type=float, default=0.05, help="chance of a random action")
    parser.add_argument("--seed", type=int, default=1, help="of random actions")
    parser.add_argument("--game", action="append", choices=CONFIGURATIONS, help="default: all")
    asked = parser.parse_args()
    if asked.games < 4 or asked.games % 2:
        parser.error("--games must be even, at least 4")
    print(f"{asked.games} games of each kind; {WAVERING}: random in {asked.wavers:.0%} of its decisions")
    print(
        f"{'game':<9}{'duplicate blocks':>22}{'independent deals':>22}"
        f"{'ratio of widths':>26}{'of scores':>11}{'s/game':>8}"
    )
    for name in asked.game or CONFIGURATIONS:
        game = cc.load_game(name, **CONFIGURATIONS[name])
        begun = time.perf_counter()
        blocks = list(duplicate(game, asked.games, asked.wavers, Random(asked.seed)))
        alone = list(independent(game, asked.games, asked.wavers, Random(asked.seed + 1)))
        seconds = (time.perf_counter() - begun) / (2 * asked.games)
        cells = [f"{e.value:+.3f} ± {width(e) / 2:.3f}" for e in (compared(blocks)[0], compared(alone)[0])]
        outcome, score = ratios(blocks, alone)
        low, high = spread(blocks, alone, np.random.default_rng(asked.seed))
        print(
            f"{name:<9}{cells[0]:>22}{cells[1]:>22}{f'{outcome:.2f} ({low:.2f} … {high:.2f})':>26}"
            f"{score:>11.2f}{seconds:>8.2f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
