"""Where a tournament is kept, and how to open it."""

from __future__ import annotations

from pathlib import Path

from certamen_services.cli.refusal import fail, refuse
from certamen_services.referee.errors import FieldError
from certamen_services.tournaments.checked import CheckedPlan, load_plan, read_plan
from certamen_services.tournaments.ledger import Ledger

__all__ = ["database", "folder_of", "open_ledger", "planned"]

_DATABASE = "tournament.db"


def folder_of(file: Path, folder: Path | None) -> Path:
    """The folder of a tournament: `cup.toml` has `cup.tournament` beside it."""
    return folder if folder is not None else file.with_suffix(".tournament")


def database(folder: Path) -> Path:
    """The database in a tournament's folder."""
    return folder / _DATABASE


def planned(file: Path) -> CheckedPlan:
    """The plan in a file; ends the command if it is not accepted."""
    try:
        return read_plan(file)
    except FieldError as error:
        raise refuse("FILE", f"{file}: {error}") from None
    except OSError as error:
        raise refuse("FILE", f"{file}: {error.strerror or error}") from None


def open_ledger(file: Path, folder: Path | None) -> tuple[CheckedPlan, Ledger]:
    """A tournament that has begun, and its plan as it was then."""
    place = database(folder_of(file, folder))
    ledger = Ledger.open(place) if place.exists() else None
    if ledger is None:
        raise fail(f"no tournament has begun in {place.parent}", 2)
    try:
        checked = load_plan(ledger.tournament().plan, file.parent, with_bots=False)
    except FieldError as error:
        raise fail(f"the plan in {place} is not accepted: {error}", 2) from None
    return checked, ledger
