"""The plots of a report, as SVG, made by matplotlib. The same numbers give the same bytes."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, NullFormatter

__all__ = ["pair_map", "rating_lines", "seat_effects", "standing_bars", "times"]

Document = Mapping[str, Any]

_LONGEST_NAME = 28
_MOST_NUMBERS = 12
"""Bots up to which a heat map has numbers in its cells."""
_MOST_POINTS = 400
_BLUE, _ORANGE, _GREY = "#0072b2", "#d55e00", "#777777"
"""From Okabe and Ito's palette, which colour-blind readers can tell apart."""
_LINES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#8a7a00")
_STYLES = ("-", "--", ":", "-.")
_STYLE: Any = {
    "font.size": 10,
    "font.family": "sans-serif",
    "text.parse_math": False,  # names may hold dollar signs
    "svg.fonttype": "none",
    "svg.hashsalt": "certamen",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
}


def standing_bars(rows: Sequence[Document]) -> bytes:
    """Mean outcome of each bot, with its interval; the first at the top."""
    return _bars(
        [row["bot"] for row in rows], [row["outcome"] for row in rows], "mean outcome per block, −1 … 1"
    )


def seat_effects(rows: Sequence[Document]) -> bytes:
    """What each seat adds to the outcome, with its interval."""
    shown = [row for row in rows if row["outcome"] is not None]
    names = [f"seat {row['seat']}" for row in shown]
    return _bars(names, [row["outcome"] for row in shown], "what the seat adds to the outcome")


def rating_lines(path: Sequence[Document], bots: Sequence[str]) -> bytes:
    """Ratings after each block."""
    step = max(1, len(path) // _MOST_POINTS)
    numbers = [*range(0, len(path), step)]
    if numbers[-1] != len(path) - 1:
        numbers.append(len(path) - 1)
    with mpl.rc_context(_STYLE):
        figure, axes = _figure(9.0, 3.6 + 0.09 * len(bots))
        for at, bot in enumerate(bots):
            values = [path[number]["ratings"].get(bot, np.nan) for number in numbers]
            colour, style = _LINES[at % len(_LINES)], _STYLES[at // len(_LINES) % len(_STYLES)]
            marker = "o" if len(numbers) == 1 else None
            blocks = [number + 1 for number in numbers]
            axes.plot(blocks, values, style, color=colour, label=_short(bot), marker=marker)
        axes.set_xlabel("complete blocks, in the order of the schedule")
        axes.set_ylabel("rating")
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(color="#dddddd", linewidth=0.6)
        axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False, fontsize=9)
        return _svg(figure)


def pair_map(pairs: Sequence[Document], bots: Sequence[str]) -> bytes:
    """Mean difference of outcomes of each bot against each other."""
    at = {bot: number for number, bot in enumerate(bots)}
    grid = np.full((len(bots), len(bots)), np.nan)
    for pair in pairs:
        if pair["outcome"] is not None:
            grid[at[pair["first"]], at[pair["second"]]] = pair["outcome"]["value"]
    size = 2.6 + 0.42 * len(bots)
    with mpl.rc_context(_STYLE):
        figure, axes = _figure(min(11.0, size + 1.6), min(9.5, size))
        colours = mpl.colormaps["PuOr"].with_extremes(bad="#eeeeee")
        most = max(0.1, float(np.nanmax(np.abs(grid)))) if np.isfinite(grid).any() else 1.0
        image = axes.imshow(grid, cmap=colours, vmin=-most, vmax=most)
        names = [_short(bot) for bot in bots]
        axes.set_xticks(range(len(bots)), names, rotation=90 if len(bots) > 4 else 0)
        axes.set_yticks(range(len(bots)), names)
        axes.set_xlabel("against")
        axes.set_ylabel("bot")
        axes.spines[:].set_visible(False)
        if len(bots) <= _MOST_NUMBERS:
            for (row, column), value in np.ndenumerate(grid):
                if np.isfinite(value):
                    ink = "white" if abs(value) > 0.65 * most else "black"
                    axes.text(column, row, f"{value:+.2f}", ha="center", va="center", color=ink, fontsize=8)
        figure.colorbar(image, ax=axes, shrink=0.8, label="outcome of the bot less that of the other")
        return _svg(figure)


def times(time: Mapping[str, Document], bots: Sequence[str]) -> bytes:
    """Mean and longest time of a decision, on a logarithmic scale."""
    shown = [bot for bot in bots if time[bot]["decisions"]]
    mean = [1e3 * time[bot]["seconds"] / time[bot]["decisions"] for bot in shown]
    longest = [1e3 * time[bot]["longest"] for bot in shown]
    floor = 1e-3  # a charge of 0 has no place on the scale
    with mpl.rc_context(_STYLE):
        figure, axes = _figure(9.0, 1.3 + 0.32 * len(shown))
        rows = range(len(shown))
        low, high = np.maximum(mean, floor), np.maximum(longest, floor)
        axes.hlines(rows, low, high, color="#cccccc", linewidth=2)
        axes.scatter(low, rows, color=_BLUE, marker="o", label="mean", zorder=3)
        axes.scatter(high, rows, color=_ORANGE, marker="D", label="longest", zorder=3)
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.xaxis.set_minor_formatter(NullFormatter())
        axes.set_xlabel("milliseconds charged for a decision (logarithmic)")
        _name_rows(axes, shown)
        axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)
        return _svg(figure)


def _bars(names: Sequence[str], estimates: Sequence[Document | None], label: str) -> bytes:
    """Points with intervals, one below the other; a point without an interval is hollow."""
    with mpl.rc_context(_STYLE):
        figure, axes = _figure(9.0, 1.3 + 0.32 * len(names))
        axes.axvline(0, color=_GREY, linewidth=0.8)
        for row, estimate in enumerate(estimates):
            if estimate is None:
                continue
            value, interval = estimate["value"], estimate["interval"]
            if interval is not None:
                axes.hlines(row, interval["low"], interval["high"], color=_BLUE, linewidth=2)
            axes.plot(value, row, "o", color=_BLUE, fillstyle="full" if interval is not None else "none")
        axes.set_xlabel(label)
        _name_rows(axes, names)
        return _svg(figure)


def _name_rows(axes: Axes, names: Sequence[str]) -> None:
    axes.set_yticks(range(len(names)), [_short(name) for name in names])
    axes.set_ylim(len(names) - 0.5, -0.5)
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.tick_params(axis="y", length=0)


def _figure(width: float, height: float) -> tuple[Figure, Axes]:
    figure = Figure(figsize=(width, height), layout="constrained")
    figure.patch.set_facecolor("white")
    return figure, figure.add_subplot()


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST_NAME else name[: _LONGEST_NAME - 1] + "…"


def _svg(figure: Figure) -> bytes:
    file = io.BytesIO()
    figure.savefig(file, format="svg", metadata={"Date": None})
    return file.getvalue()
