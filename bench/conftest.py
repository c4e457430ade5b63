"""Prints a table of rates after the benchmarks: one line per figure, with game, seats, options and unit.

Before a recorded baseline is compared, its times are scaled to how fast the machine is in this run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bench.calibration import Calibration

FIGURES = pytest.StashKey[list[tuple[str, str, float, str]]]()
CALIBRATION = pytest.StashKey[Calibration]()
BASELINES = pytest.StashKey[list[dict[str, Any]]]()
Record = Callable[[str, str, float, str], None]


def pytest_configure(config: pytest.Config) -> None:
    config.stash[FIGURES] = []
    config.stash[CALIBRATION] = Calibration()


@pytest.fixture(autouse=True)
def calibrated(request: pytest.FixtureRequest) -> None:
    """Measure the machine before each benchmark, so that what disturbs one disturbs the other."""
    request.config.stash[CALIBRATION].measure()


def pytest_benchmark_update_json(
    config: pytest.Config, benchmarks: object, output_json: dict[str, Any]
) -> None:
    """Keep with the figures how fast the machine was, and of each figure only what is compared."""
    del benchmarks
    output_json["calibration"] = config.stash[CALIBRATION].seconds
    for figure in output_json["benchmarks"]:
        figure["stats"].pop("data", None)


@pytest.hookimpl(tryfirst=True)
def pytest_benchmark_compare_machine_info(
    config: pytest.Config, benchmarksession: object, machine_info: object, compared_benchmark: dict[str, Any]
) -> None:
    """A baseline is about to be compared; that it comes from another machine does not matter."""
    del benchmarksession
    compared_benchmark["machine_info"] = machine_info
    config.stash.setdefault(BASELINES, []).append(compared_benchmark)


# Outside of the wrapper in which pytest-benchmark compares.
@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Iterator[None]:
    """Scale the baselines, before they are compared, to how fast the machine is in this run."""
    for baseline in session.config.stash.get(BASELINES, []):
        scale = session.config.stash[CALIBRATION].seconds / baseline["calibration"]
        for figure in baseline["benchmarks"]:
            figure["stats"] = {
                name: value * scale if isinstance(value, float) else value
                for name, value in figure["stats"].items()
            }
    yield


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
