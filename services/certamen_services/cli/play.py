"""Plays what was ordered, checks the records, and reports."""

from __future__ import annotations

import json
from pathlib import Path

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from certamen_services.cli.containment import told
from certamen_services.cli.contest import Contest, Played
from certamen_services.cli.local_server import start_server
from certamen_services.cli.order import Order
from certamen_services.cli.standings import result_document, standings, standings_table
from certamen_services.launcher import Launcher
from certamen_services.records.verify import verify

__all__ = ["play_and_report"]


async def play_and_report(order: Order, launcher: Launcher, scratch: Path) -> int:
    """Play, and print the result; returns the exit status: 1 if a record was refused.

    Args:
        order: what is to be played.
        launcher: runs server and bots.
        scratch: folder for what is not kept.

    Raises:
        ContestError, LaunchError: the matches could not be played.
    """
    server = await start_server(launcher, scratch, order.folder / "logs" / "server.log")
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), disable=order.as_json) as progress:
        bar = progress.add_task(order.settings.game, total=order.games)
        contest = Contest(order, launcher, server, lambda _: progress.advance(bar))
        played = await contest.play()
    refused = [
        f"{result.record or result.match.name}: {finding}"
        for result in played
        for finding in _check(result.record, server.public_key)
    ]
    _report(order, played, refused, contest.containment)
    return 1 if refused else 0


def _check(record: Path | None, public_key: bytes) -> list[str]:
    if record is None:
        return ["the match left no record"]
    return [str(finding) for finding in verify(record.read_bytes(), {public_key})]


def _report(
    order: Order, played: list[Played], refused: list[str], containment: dict[str, dict[str, str]]
) -> None:
    table = standings(order.players, played)
    document = result_document(table, played) | {
        "refused": refused,
        "notes": [note for result in played for note in result.notes],
        "containment": told(order.limits, containment),
    }
    text = json.dumps(document, ensure_ascii=False, indent=2)
    (order.folder / "result.json").write_text(text + "\n")
    if order.as_json:
        typer.echo(text)
        return
    matches = f"{order.games} {'match' if order.games == 1 else 'matches'}"
    Console().print(standings_table(table, f"{order.settings.game}: {matches}"))
    verdict = f"{len(refused)} findings" if refused else "all verified"
    typer.echo(f"records in {order.folder}: {verdict}")
    for line in document["containment"]:
        typer.echo(f"containment: {line}")
    for line in (*document["notes"], *refused):
        typer.echo(line, err=True)
