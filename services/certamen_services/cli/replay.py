"""`certamen replay`."""

from __future__ import annotations

import re

import typer

from certamen_services.cli.refusal import fail, read_input, refuse
from certamen_services.records.document import RecordError, read_record
from certamen_services.replay import EVERYTHING, SPECTATOR, Viewpoint, tell

__all__ = ["tell_record"]


def tell_record(source: str, seat: str) -> None:
    """Tell a record; exit status 1 if it breaks off, 2 if it is none.

    Args:
        source: where the record is.
        seat: whose story is told: a number, `spectator`, or empty for all hands open.
    """
    viewpoint = _viewpoint(seat)
    try:
        record = read_record(read_input(source, "RECORD"))
    except RecordError as error:
        raise refuse("RECORD", f"{source}: {error}") from None
    try:
        for line in tell(record, viewpoint):
            typer.echo(line)
    except RecordError as error:
        raise fail(f"{source}: {error}") from None
    except ValueError as error:
        raise refuse("--seat", error) from None


def _viewpoint(seat: str) -> Viewpoint:
    """Whose story is told."""
    if not seat:
        return EVERYTHING
    if seat == "spectator":
        return SPECTATOR
    if re.fullmatch(r"[0-9]{1,4}", seat) is None:
        raise refuse("--seat", f"{seat!r} is not accepted; expected a number from 0 or spectator")
    return Viewpoint(int(seat))
