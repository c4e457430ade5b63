"""How fast this machine is just now: a loop of Python's own, measured between the benchmarks.

A figure divided by this loop's says how fast our code is, whatever the machine and whoever else uses it. A
recorded baseline is scaled by it before pytest-benchmark compares, so that the same code passes anywhere.
"""

from __future__ import annotations

from time import perf_counter

__all__ = ["Calibration", "work"]

_ROUNDS = 200


def work() -> int:
    """What interpreted code around a compiled core does: calls, lists, dictionaries, small numbers.

    It takes some ten microseconds, so that on a busy machine too a round comes through undisturbed.
    """
    table: dict[int, list[int]] = {}
    total = 0
    for number in range(160):
        row = table.setdefault(number & 7, [])
        row.append((number * 2654435761) & 0xFFFF)
        total += len(row) + min(row[-1], 77)
        if len(row) > 12:
            row.sort()
            del row[6:]
    return total


class Calibration:
    """The shortest time that the loop took in this run."""

    def __init__(self) -> None:
        self.seconds = float("inf")

    def measure(self) -> None:
        """Measure some rounds more."""
        for _ in range(_ROUNDS):
            started = perf_counter()
            work()
            self.seconds = min(self.seconds, perf_counter() - started)
