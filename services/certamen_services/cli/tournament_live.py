"""The live view of a run: standings, progress, time left."""

from __future__ import annotations

import time
from collections.abc import Callable

from rich import box
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from certamen_services.tournaments.board import Task
from certamen_services.tournaments.formats.base import mean_outcomes
from certamen_services.tournaments.results import Snapshot
from certamen_services.tournaments.runner import Observer
from certamen_services.tournaments.terms import Attempt, AttemptState

__all__ = ["LiveView", "told_time"]

_REFRESHES = 2
"""A second."""
_ROWS = 30


def told_time(seconds: float) -> str:
    """A length of time for people."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return (
        f"{hours} h {minutes:02d} min" if hours else f"{minutes} min {rest:02d} s" if minutes else f"{rest} s"
    )


class LiveView(Observer):
    """Shows a run on the terminal; an observer of the runner, and a context manager.

    Args:
        console: where to.
        total: games in all, as far as is known.
        snapshot: gives the tournament as it stands.
    """

    def __init__(self, console: Console, total: int, snapshot: Callable[[], Snapshot]) -> None:
        self._total = total
        self._snapshot = snapshot
        self._begun = time.monotonic()
        self._done = self._void = 0
        self._faults: dict[str, int] = {}
        self._playing = 0
        self._console = console
        self._live: Live | None = None

    def __enter__(self) -> LiveView:
        self._live = Live(
            console=self._console,
            refresh_per_second=_REFRESHES,
            get_renderable=self._render,
            transient=True,
        )
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            self._live.stop()

    def began(self, task: Task) -> None:
        """A game begins."""
        del task
        self._playing += 1

    def ended(self, task: Task, attempt: Attempt) -> None:
        """An attempt ended."""
        self._playing = max(0, self._playing - 1)
        self._done += attempt.state is AttemptState.FINISHED
        self._void += attempt.state is AttemptState.VOID
        if attempt.result is not None:
            for seat in attempt.result.faults:
                self._faults[task.bots[seat]] = self._faults.get(task.bots[seat], 0) + 1

    def _render(self) -> RenderableType:
        snapshot = self._snapshot()
        finished, total = snapshot.board.finished, max(self._total, snapshot.board.scheduled)
        passed = time.monotonic() - self._begun
        left = "" if not self._done else f", {told_time(passed / self._done * (total - finished))} left"
        line = f"{finished} of {total} games, {self._playing} being played, {told_time(passed)}{left}"
        if self._void:
            line += f", {self._void} void"
        if snapshot.stopping is not None:
            line += f"; {snapshot.stopping.reason}"
        return Group(self._table(snapshot), Text(line))

    def _table(self, snapshot: Snapshot) -> Table:
        table = Table(
            title=snapshot.checked.plan.name, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False
        )
        for name in ("bot", "outcome", "faults"):
            table.add_column(name, justify="left" if name == "bot" else "right")
        means = mean_outcomes(snapshot.board.results())
        ranked = sorted(snapshot.checked.names, key=lambda bot: -means.get(bot, -2.0))
        for bot in ranked[:_ROWS]:
            outcome = f"{means[bot]:+.3f}" if bot in means else ""
            table.add_row(bot, outcome, str(self._faults.get(bot, 0)))
        return table
