"""`certamen tournament pause`, `cancel`, `void` and `rerun`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from certamen_services.cli.refusal import fail, refuse
from certamen_services.cli.tournament_place import open_ledger
from certamen_services.tournaments import desk
from certamen_services.tournaments.terms import TournamentError

__all__ = ["cancel_tournament", "pause_tournament", "rerun_game", "void_game"]

_MAX_REASON = 500


def pause_tournament(file: Path, folder: Path | None, reason: str) -> None:
    """Pause."""
    with _deciding(reason):
        _, ledger = open_ledger(file, folder)
        desk.pause(ledger, reason)
    typer.echo("paused: games that are being played finish; run it again to go on")


def cancel_tournament(file: Path, folder: Path | None, reason: str) -> None:
    """Cancel."""
    with _deciding(reason):
        _, ledger = open_ledger(file, folder)
        desk.cancel(ledger, reason)
    typer.echo("cancelled")


def void_game(file: Path, folder: Path | None, game: str, reason: str) -> None:
    """Void a game."""
    if not reason.strip():
        raise refuse("--reason", "must not be empty")
    with _deciding(reason):
        checked, ledger = open_ledger(file, folder)
        desk.void(checked, ledger, game, reason)
    typer.echo(f"game {game} does not count any more; `rerun` has it played again")


def rerun_game(file: Path, folder: Path | None, game: str, reason: str) -> None:
    """Have a game played again."""
    with _deciding(reason):
        checked, ledger = open_ledger(file, folder)
        said = desk.rerun(checked, ledger, game, reason)
    typer.echo(f"{said} will be played again; run the tournament if it is not running")


@contextmanager
def _deciding(reason: str) -> Iterator[None]:
    if len(reason) > _MAX_REASON or not (reason == "" or reason.isprintable()):
        raise refuse("--reason", f"at most {_MAX_REASON} printable characters")
    try:
        yield
    except TournamentError as error:
        raise fail(error) from None
