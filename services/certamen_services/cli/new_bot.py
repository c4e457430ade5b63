"""`certamen new-bot`."""

from __future__ import annotations

import shlex
from pathlib import Path

import typer

from certamen_services.cli.refusal import refusals, refuse
from certamen_services.newbot import LANGUAGES, NewBotError, make_bot

__all__ = ["new_bot"]


def new_bot(language: str, name: str, folder: Path | None, sdk: Path | None) -> None:
    """Make a bot's folder, and say what to do in it."""
    try:
        with refusals("--folder"):
            made = make_bot(language, name, folder, sdk)
    except NewBotError as error:
        raise refuse(error.argument, error) from None
    here = Path.cwd()
    where = made.relative_to(here) if made.is_relative_to(here) else made
    typer.echo(f"{where} is a bot that plays; its README.md tells the rest. For a start:\n")
    for command in (f"cd {shlex.quote(str(where))}", *LANGUAGES[language].first):
        typer.echo(f"  {command}")
