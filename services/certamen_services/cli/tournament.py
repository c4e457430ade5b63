"""`certamen tournament`: run a tournament from a file, look at it, decide about it."""

# ruff: noqa: PLC0415 (a command loads only what it needs)
from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from certamen_services.cli import help_texts as texts

__all__ = ["tournament"]

tournament = typer.Typer(
    name="tournament",
    help="Run a tournament from a file, look at it, and decide about it.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

File = Annotated[Path, typer.Argument(metavar="FILE", help=texts.PLAN)]
Folder = Annotated[Path | None, typer.Option(metavar="FOLDER", help=texts.TOURNAMENT_FOLDER)]
Game = Annotated[str, typer.Argument(metavar="GAME", help=texts.TOURNAMENT_GAME)]
Reason = Annotated[str, typer.Option(metavar="TEXT", help=texts.RULING_REASON)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for scripts.")]


@tournament.command()
def run(
    file: File,
    folder: Folder = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help=texts.DRY_RUN)] = False,
    address: Annotated[str, typer.Option(metavar="HOST:PORT", help=texts.TOURNAMENT_ADDRESS)] = "127.0.0.1:0",
    certificate: Annotated[Path | None, typer.Option(metavar="FILE", help=texts.CERTIFICATE)] = None,
    certificate_key: Annotated[Path | None, typer.Option(metavar="FILE", help=texts.CERTIFICATE_KEY)] = None,
    json: Json = False,
) -> None:
    """Run a tournament, or go on with it where it was interrupted.

    Exit status 0: it is over; 3: it was paused, or waits for games to be played again.
    """
    from certamen_services.cli.tournament_run import RunArguments, dry_run_tournament, run_tournament

    arguments = RunArguments(file, folder, address, certificate, certificate_key, json)
    if dry_run:
        dry_run_tournament(arguments)
        return
    raise typer.Exit(run_tournament(arguments))


@tournament.command()
def show(
    file: File,
    folder: Folder = None,
    ratings: Annotated[bool, typer.Option(help=texts.RATINGS)] = True,
    json: Json = False,
) -> None:
    """Show how a tournament stands, also while it runs."""
    from certamen_services.cli.tournament_show import show_tournament

    show_tournament(file, folder, with_ratings=ratings, as_json=json)


@tournament.command()
def report(
    file: File,
    folder: Folder = None,
    output: Annotated[Path | None, typer.Option(metavar="FILE", help=texts.REPORT)] = None,
    ratings: Annotated[bool, typer.Option(help=texts.RATINGS)] = True,
) -> None:
    """Write how a tournament stands as an HTML page, also while it runs."""
    from certamen_services.cli.tournament_show import report_tournament

    report_tournament(file, folder, output, with_ratings=ratings)


@tournament.command()
def pause(file: File, folder: Folder = None, reason: Reason = "") -> None:
    """Let no game begin until the tournament is run again; games that are being played finish."""
    from certamen_services.cli.tournament_rule import pause_tournament

    pause_tournament(file, folder, reason)


@tournament.command()
def cancel(file: File, folder: Folder = None, reason: Reason = "") -> None:
    """End a tournament for good; games that are being played are void."""
    from certamen_services.cli.tournament_rule import cancel_tournament

    cancel_tournament(file, folder, reason)


@tournament.command()
def void(
    file: File,
    game: Game,
    reason: Annotated[str, typer.Option(metavar="TEXT", help=texts.RULING_REASON)],
    folder: Folder = None,
) -> None:
    """Let a finished game not count; `rerun` has it played again."""
    from certamen_services.cli.tournament_rule import void_game

    void_game(file, folder, game, reason)


@tournament.command()
def rerun(file: File, game: Game, folder: Folder = None, reason: Reason = "") -> None:
    """Have a void game played again, by the next run or the one that is under way."""
    from certamen_services.cli.tournament_rule import rerun_game

    rerun_game(file, folder, game, reason)
