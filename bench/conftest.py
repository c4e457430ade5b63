"""Prints a table of rates after the benchmarks: one line per figure, with game, seats, options and unit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

FIGURES = pytest.StashKey[list[tuple[str, str, float, str]]]()
Record = Callable[[str, str, float, str], None]


def pytest_configure(config: pytest.Config) -> None:
    config.stash[FIGURES] = []


@pytest.fixture
def record(request: pytest.FixtureRequest) -> Record:
    """Note a figure: configuration, what, value, unit."""

    def note(configuration: str, what: str, value: float, unit: str) -> None:
        request.config.stash[FIGURES].append((configuration, what, value, unit))

    return note


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    figures = config.stash[FIGURES]
    if not figures:
        return
    terminalreporter.section("figures (median of the rounds; one thread)")
    for configuration, what, value, unit in sorted(figures):
        terminalreporter.write_line(f"{configuration:<28}{what:<24}{value:> 14,.2f} {unit}")
