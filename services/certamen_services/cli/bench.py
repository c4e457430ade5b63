"""`certamen bench`: the main figures of speed on this machine."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

import certamen_core as cc
import typer
from rich.console import Console
from rich.table import Table

__all__ = ["show_speed"]

# Default options unless named; the rows say which.
GAMES: tuple[dict[str, Any], ...] = (
    {"game": "artus", "players": 4, "mode": "advanced"},
    {"game": "bellica", "players": 4, "variant": "bellum"},
    {"game": "bellica", "players": 4, "variant": "composite"},
    {"game": "juwelen", "players": 4},
    {"game": "luschen", "players": 4},
    {"game": "lusus", "players": 3},
)
STATES = 4096


def _rate(work: Callable[[], int], seconds: float) -> float:
    """Units per second: the median of five stretches of time."""
    rates = []
    for _ in range(5):
        done = 0
        started = perf_counter()
        while perf_counter() - started < seconds / 5:
            done += work()
        rates.append(done / (perf_counter() - started))
    return median(rates)


def _playouts(game: cc.Game, threads: int) -> Callable[[], int]:
    """Compiled playouts, about a thousand decisions a thread."""
    length = cc.playouts(game, 20, 1).decisions / 20
    games = max(1, round(20_000 / length)) * threads
    return lambda: cc.playouts(game, games, 1, threads=threads).decisions


def _loop(game: cc.Game) -> Callable[[], int]:
    """One game played from Python."""
    random = Random(1)  # noqa: S311 - play, not secrets

    def play() -> int:
        state = game.new_initial_state(random.getrandbits(64))
        decisions = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(random.random() * len(actions))])
            decisions += 1
        return decisions

    return play


def _batch(game: cc.Game) -> Callable[[], int]:
    """One step of a batch that chooses for itself."""
    batch = cc.Batch(game, STATES, seed=1)

    def step() -> int:
        batch.apply_actions(batch.choose())
        return STATES

    return step


def show_speed(seconds: float, *, as_json: bool) -> None:
    """Measure every game and print the rates.

    Args:
        seconds: how long each figure is measured.
        as_json: print JSON instead of a table.
    """
    rows = []
    for configuration in GAMES:
        game = cc.load_game(**configuration)
        name = " ".join(str(value) for value in configuration.values())
        rows.append(
            {
                "game": name,
                "playouts": _rate(_playouts(game, 1), seconds),
                "playouts, 2 threads": _rate(_playouts(game, 2), seconds),
                "Python loop": _rate(_loop(game), seconds),
                "batch": _rate(_batch(game), seconds),
            }
        )
    if as_json:
        typer.echo(json.dumps(rows))
        return
    table = Table(title="decisions per second, random play, dealing included")
    table.add_column("game, seats, options")
    figures = [figure for figure in rows[0] if figure != "game"]
    for figure in figures:
        table.add_column(figure, justify="right")
    for row in rows:
        table.add_row(str(row["game"]), *(f"{row[figure]:,.0f}" for figure in figures))
    Console().print(table)
