"""Ours beside OpenSpiel and RLCard in one run, as a Markdown table of decisions per second and ratios.

``pip install -e ".[peers]"``, then ``python -m bench.peers.compare``. Uniform random play, one thread. The
games differ, so a ratio says how engines of this kind compare, not that one game is like another.
"""

from __future__ import annotations

import argparse
from statistics import median
from time import perf_counter

import certamen_core as cc

from bench.peers import open_spiel_games, rlcard_games
from bench.workload import CONFIGURATIONS, load, python_loop


def our_python_loop(identifier: str, seconds: float) -> float:
    """Decisions per second of the Python loop."""
    game = load(identifier)
    decisions = 0
    started = perf_counter()
    while perf_counter() - started < seconds:
        decisions += python_loop(game, 5)
    return decisions / (perf_counter() - started)


def our_compiled_loop(identifier: str, seconds: float) -> float:
    """Decisions per second of compiled playouts, dealing included."""
    game = load(identifier)
    decisions = seed = 0
    started = perf_counter()
    while perf_counter() - started < seconds:
        decisions += cc.playouts(game, 50, seed).decisions
        seed += 1
    return decisions / (perf_counter() - started)


def measure(rounds: int, seconds: float) -> list[tuple[str, str, float | None, float]]:
    """Measure every engine in turns; returns (engine, game, compiled, Python) with medians of the rounds."""
    rows: dict[tuple[str, str], tuple[list[float], list[float]]] = {}
    for _ in range(rounds):
        for name in CONFIGURATIONS:
            compiled, python = rows.setdefault(("Certamen", name), ([], []))
            compiled.append(our_compiled_loop(name, seconds))
            python.append(our_python_loop(name, seconds))
        for name in open_spiel_games.GAMES:
            compiled, python = rows.setdefault(("OpenSpiel", name), ([], []))
            compiled.append(open_spiel_games.compiled_loop(name, seconds))
            python.append(open_spiel_games.python_loop(name, seconds))
        for name in rlcard_games.GAMES:
            _, python = rows.setdefault(("RLCard", name), ([], []))
            python.append(rlcard_games.python_loop(name, seconds))
    return [
        (engine, name, median(compiled) if compiled else None, median(python))
        for (engine, name), (compiled, python) in rows.items()
    ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=3, help="how often each engine has its turn")
    parser.add_argument("--seconds", type=float, default=0.5, help="length of one turn")
    arguments = parser.parse_args()
    rows = measure(arguments.rounds, arguments.seconds)
    hearts = next(row for row in rows if row[:2] == ("OpenSpiel", "hearts"))
    print("| engine | game | compiled, million/s | × hearts | Python loop, thousand/s | × hearts |")
    print("|---|---|---:|---:|---:|---:|")
    for engine, name, compiled, python in rows:
        inside = "– | –" if compiled is None else f"{compiled / 1e6:.2f} | {compiled / (hearts[2] or 1):.1f}"
        print(f"| {engine} | {name} | {inside} | {python / 1e3:.1f} | {python / hearts[3]:.1f} |")


if __name__ == "__main__":
    main()
