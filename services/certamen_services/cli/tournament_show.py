"""`certamen tournament show` and `report`, and the tables that it shares with `run`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from certamen_services.cli.refusal import refusals
from certamen_services.cli.tournament_place import folder_of, open_ledger
from certamen_services.tournaments.results import as_text, document, snapshot_of, write_report

__all__ = ["print_result", "report_tournament", "show_tournament"]

_SHOWN = 10


def show_tournament(file: Path, folder: Path | None, *, with_ratings: bool, as_json: bool) -> None:
    """Print how a tournament stands."""
    checked, ledger = open_ledger(file, folder)
    found = document(snapshot_of(checked, ledger), ledger, with_ratings=with_ratings)
    if as_json:
        typer.echo(as_text(found))
    else:
        print_result(found)


def report_tournament(file: Path, folder: Path | None, output: Path | None, *, with_ratings: bool) -> None:
    """Write the report of a tournament."""
    checked, ledger = open_ledger(file, folder)
    found = document(snapshot_of(checked, ledger), ledger, with_ratings=with_ratings)
    path = output or folder_of(file, folder) / "report.html"
    with refusals("--output"):
        write_report(found, path)
    typer.echo(path)


def print_result(found: Mapping[str, Any]) -> None:
    """The result for people."""
    console, head = Console(), found["tournament"]
    title = f"{head['name']}: {head['game']}, {head['format']['kind']}, {head['state']}"
    console.print(_standings(found, f"{title}, {head['games']} of {head['scheduled']} games"))
    if found["order"]:
        console.print("order: " + ", ".join(found["order"][:_SHOWN]), highlight=False)
    lines = [
        f"deals: {head['deals']} ({head['deals_reason']}); {head['design']}; a bot holds a {head['unit']}",
        "practice: the root of the deals was given"
        if head["practice"]
        else f"commitment {head['commitment']}",
    ]
    if found["stopping"]:
        lines.append(f"stopping rule: {found['stopping']['status']}: {found['stopping']['reason']}")
    lines += _troubles(found)
    for line in lines:
        console.print(line, highlight=False, soft_wrap=True)


def _standings(found: Mapping[str, Any], title: str) -> Table:
    rated = any(row["rating"] for row in found["standings"])
    table = Table(
        title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False, collapse_padding=True
    )
    table.add_column("bot", overflow="fold")
    for name in ("games", "outcome", "ahead", "place", "score", *(["rating"] if rated else []), "faults"):
        table.add_column(name, justify="right", no_wrap=True)
    for row in found["standings"]:
        rating = row["rating"]
        table.add_row(
            row["bot"],
            str(row["games"]),
            _estimate(row["outcome"], 3),
            _estimate(row["ahead"], 3),
            f"{row['place']['value']:.2f}",
            f"{row['score']['value']:.1f}",
            *([_rating(rating)] if rated else []),
            str(row["faults"]),
        )
    return table


def _rating(rating: Mapping[str, Any] | None) -> str:
    """A rating with its interval."""
    return "" if rating is None else _estimate(rating["value"], 1).lstrip("+")


def _estimate(estimate: Mapping[str, Any] | None, digits: int) -> str:
    if estimate is None:
        return ""
    interval = estimate["interval"]
    half = "" if interval is None else f" ± {(interval['high'] - interval['low']) / 2:.{digits}f}"
    return f"{estimate['value']:+.{digits}f}{half}"


def _troubles(found: Mapping[str, Any]) -> list[str]:
    """What should be looked at."""
    incidents = found["incidents"]
    lines = [
        f"faults of {bot}: " + ", ".join(f"{times} {cause}" for cause, times in sorted(causes.items()))
        for bot, causes in sorted(incidents["fault_counts"].items())
    ]
    lines += [f"void: {row['game']}, attempt {row['attempt']}: {row['what']}" for row in incidents["voids"]][
        -_SHOWN:
    ]
    if incidents["stalls"]:
        lines.append(f"the referee was held up in {len(incidents['stalls'])} games; the time was given back")
    lines += [f"one owner: {one} and {other} met in {n} blocks" for one, other, n in incidents["same_owner"]][
        :_SHOWN
    ]
    lines += [
        f"look at {row['giver']} and {row['taker']}: {row['value']:+.3f} given beyond the field"
        for row in found["transfers"]["rows"]
        if row["suspicious"]
    ]
    return lines
