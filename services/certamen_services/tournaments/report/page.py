"""Puts a tournament's results, as in `results.json`, onto one page."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from certamen_services.tournaments.report import plots

__all__ = ["render_report"]

_PAGES = Environment(
    loader=PackageLoader("certamen_services.tournaments.report", "."),
    autoescape=True,  # names of bots are anybody's
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)


def render_report(found: Mapping[str, Any]) -> str:
    """The report as HTML. It loads nothing, and runs no script.

    Args:
        found: what is in `results.json`; see `results.document`.
    """
    rows = found["standings"]
    bots = [*(found["order"] or ()), *(row["bot"] for row in rows)]
    bots = list(dict.fromkeys(bots))
    rows = sorted(rows, key=lambda row: bots.index(row["bot"]))
    played = [row["bot"] for row in rows]
    pictures: dict[str, str] = {}
    if rows:
        pictures["standings"] = _embed(plots.standing_bars(rows))
    if len(played) > 1 and found["pairs"]:
        pictures["pairs"] = _embed(plots.pair_map(found["pairs"], played))
    if found["rating_path"]:
        pictures["ratings"] = _embed(plots.rating_lines(found["rating_path"], played))
    if any(row["outcome"] for row in found["seats"]):
        pictures["seats"] = _embed(plots.seat_effects(found["seats"]))
    if any(found["time"][bot]["seconds"] for bot in played):
        pictures["times"] = _embed(plots.times(found["time"], played))
    page = _PAGES.get_template("page.html")
    return page.render(
        found=found,
        head=found["tournament"],
        rows=rows,
        places={bot: place for place, bot in enumerate(found["order"] or (), 1)},
        pictures=pictures,
        incidents=found["incidents"],
        estimate=_estimate,
        number=_number,
    )


def _embed(svg: bytes) -> str:
    """A picture in an address of its own: nothing in it can reach the page."""
    return "data:image/svg+xml;base64," + b64encode(svg).decode()


def _number(value: float | None, digits: int = 2, *, signed: bool = False) -> str:
    """A number for people; −0 is 0."""
    if value is None:
        return "–"
    rounded = round(value, digits) + 0.0
    return f"{rounded:+.{digits}f}".replace("-", "−") if signed else f"{rounded:.{digits}f}".replace("-", "−")


def _estimate(estimate: Mapping[str, Any] | None, digits: int = 2, *, signed: bool = False) -> str:
    """A value and its interval."""
    if estimate is None:
        return "–"
    value, interval = _number(estimate["value"], digits, signed=signed), estimate["interval"]
    if interval is None:
        return value
    low, high = (_number(interval[end], digits, signed=signed) for end in ("low", "high"))
    return f"{value} ({low} … {high})"
