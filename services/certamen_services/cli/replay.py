"""`certamen replay`."""

from __future__ import annotations

import typer

from certamen_services.cli.refusal import fail, read_input, refuse
from certamen_services.records.document import RecordError, read_record
from certamen_services.replay import tell

__all__ = ["tell_record"]


def tell_record(source: str) -> None:
    """Tell a record; exit status 1 if it breaks off, 2 if it is none."""
    try:
        record = read_record(read_input(source, "RECORD"))
    except RecordError as error:
        raise refuse("RECORD", f"{source}: {error}") from None
    try:
        for line in tell(record):
            typer.echo(line)
    except RecordError as error:
        raise fail(f"{source}: {error}") from None
