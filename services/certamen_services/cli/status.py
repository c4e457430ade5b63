"""`certamen status`: how a running server fares, as a table that is drawn anew every second."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from pathlib import Path

from certamen.v1 import operations_pb2
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table

from certamen_services.cli.desk import Desk, match_line

__all__ = ["show_status"]

_EACH = 1.0


def show_status(
    server: str, token_file: Path | None, certificate: Path | None, *, once: bool, as_json: bool
) -> None:
    """Show how a server fares.

    Args:
        server: its address.
        token_file: of the organiser.
        certificate: to trust.
        once: print it once, instead of anew until it is interrupted.
        as_json: print the message as JSON, once.
    """
    with Desk.open(server, token_file, certificate, as_json=as_json) as desk:
        status = desk.status()
        if as_json:
            desk.say(status, [])
            return
        console = Console(soft_wrap=True)
        if once:
            console.print(_tables(status, None))
            return
        with contextlib.suppress(KeyboardInterrupt), Live(console=console, auto_refresh=False) as live:
            before = None
            while True:
                live.update(_tables(status, before), refresh=True)
                before = status
                time.sleep(_EACH)
                status = desk.status()


def _tables(
    status: operations_pb2.GetServerStatusResponse, before: operations_pb2.GetServerStatusResponse | None
) -> Group:
    earlier = {} if before is None else {each.pid: each for each in before.servers}
    parts: list[Table | str] = []
    for server in status.servers:
        table = Table("what", "now", title=f"certamen {server.version}, process {server.pid}")
        for what, now in _rows(server, earlier.get(server.pid)):
            table.add_row(what, now)
        parts.append(table)
    newest = Table("newest matches")
    for match in status.newest:
        newest.add_row(match_line(match))
    return Group(*parts, newest)


def _rows(
    now: operations_pb2.ServerStatus, before: operations_pb2.ServerStatus | None
) -> Iterator[tuple[str, str]]:
    yield "uptime", f"{now.uptime_ns / 1e9:.0f} s"
    for game in now.games:
        yield f"matches of {game.game}", f"{game.running} running, {game.waiting} waiting"
    if not now.games:
        yield "matches", "none waits or runs"
    yield "decisions", f"{now.decisions}, {_rate(now, before):.1f}/s"
    median, late = now.referee_median_ns / 1e6, now.referee_p99_ns / 1e6
    yield "referee's own time", f"median ≤ {median:g} ms, 99th percentile ≤ {late:g} ms"
    refused = ", ".join(f"{count} {reason}" for reason, count in sorted(now.rejected.items()))
    yield "acts rejected", refused or "none"
    yield "stalls", f"{now.stalls}, {now.stalled_ns / 1e9:.3f} s"
    yield "streams", f"{now.play_streams} open, {now.queued_messages} messages queued"
    yield "database backlog", str(now.database_backlog)


def _rate(now: operations_pb2.ServerStatus, before: operations_pb2.ServerStatus | None) -> float:
    """Decisions in a second: since the last look, or since the server started."""
    count, span = now.decisions, now.uptime_ns
    if before is not None:
        count, span = count - before.decisions, span - before.uptime_ns
    return count / max(span / 1e9, 0.001)
