"""What a tournament costs beyond playing: direct play of greedy bots, against a plain loop over its games.

Both play the same games with the same bots in one process, in turns, and the processor's time is compared, so
that what else the machine does matters little. The tournament schedules blocks, derives deals, and keeps
every game in its database.

    PYTHONPATH=core:services:clients/python:proto/python:. python -m bench.tournament_layer --blocks 25
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from certamen_client.bots import GreedyBot
from certamen_services.tournaments.board import Board
from certamen_services.tournaments.checked import CheckedPlan, load_plan
from certamen_services.tournaments.direct import play_game
from certamen_services.tournaments.ledger import Ledger
from certamen_services.tournaments.runner import Observer, RunEnd, Runner
from certamen_services.tournaments.venues import DirectVenue


def plan(game: str, seats: int, blocks: int) -> CheckedPlan:
    """A tournament of greedy bots at one table."""
    bots = [{"name": f"greedy {number}", "bot": "greedy"} for number in range(seats)]
    form = {"kind": "round-robin", "blocks": blocks}
    data: dict[str, Any] = {"name": "layer", "game": game, "seats": seats, "venue": "direct", "seed": 7}
    return load_plan(data | {"format": form, "bots": bots}, Path())


async def by_tournament(checked: CheckedPlan, place: Path) -> tuple[float, Board]:
    """Seconds of the processor that the tournament took, and its games."""
    ledger = Ledger.create(place, checked)
    tournament = ledger.tournament()
    venue = DirectVenue(checked, tournament.root, 1)
    began = time.process_time()
    runner = Runner(checked, ledger, venue, Observer())
    assert await runner.run() is RunEnd.FINISHED
    seconds = time.process_time() - began
    venue.close()
    ledger.close()
    return seconds, runner.board


def by_loop(checked: CheckedPlan, board: Board) -> float:
    """Seconds of the processor for a plain loop over the same games; the results are the same."""
    makers = dict.fromkeys(checked.names, GreedyBot)
    began = time.process_time()
    results = []
    for attempt in board.attempts():
        bots = board.blocks[attempt.block].block.seatings[attempt.game]
        seed = board.seed_of(attempt)
        results.append(play_game(checked.game, seed, bots, makers, lambda _: 0).result.places)
    seconds = time.process_time() - began
    assert results == [attempt.result.places for attempt in board.attempts() if attempt.result is not None]
    return seconds


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="juwelen")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--blocks", type=int, default=25, help="blocks in each turn")
    parser.add_argument("--turns", type=int, default=7)
    arguments = parser.parse_args()
    checked = plan(arguments.game, arguments.seats, arguments.blocks)
    shares, rates = [], []
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(arguments.turns):
            seconds, board = asyncio.run(by_tournament(checked, Path(folder) / f"{turn}.db"))
            shares.append(seconds / by_loop(checked, board) - 1)
            rates.append(board.finished / seconds)
    games = arguments.blocks * len(board.blocks[0].block.seatings)
    what = f"{arguments.game}, {arguments.seats} greedy bots in one process"
    print(f"{what}, {arguments.turns} turns of {games} games")
    print(f"  tournament       {median(rates):6.1f} games/s")
    print(f"  over plain loop  {median(shares):+6.1%} (median; {min(shares):+.1%} … {max(shares):+.1%})")


if __name__ == "__main__":
    main()
