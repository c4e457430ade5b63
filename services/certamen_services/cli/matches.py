"""`certamen matches`: an organiser looks at the matches of a server, and decides about them."""

# ruff: noqa: PLC0415 (a command loads only what it needs)
from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from certamen_services.cli import help_texts as texts

__all__ = ["ADDRESS", "Certificate", "Server", "Token", "matches"]

matches = typer.Typer(
    name="matches",
    help="Look at the matches of a server, and decide about them: cancel, void, play again, reveal.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


class Blame(StrEnum):
    """Whose fault a void match is."""

    HOST = "host"
    NETWORK = "network"
    REFEREE = "referee"


class WhichDeal(StrEnum):
    """With which deal a match is played again."""

    AUTO = "auto"
    SAME = "same"
    NEW = "new"


Server = Annotated[str, typer.Option(envvar="CERTAMEN_SERVER", metavar="HOST:PORT", help=texts.SERVER)]
Token = Annotated[Path | None, typer.Option("--token-file", metavar="FILE", help=texts.ORGANISER)]
Certificate = Annotated[
    Path | None, typer.Option(envvar="CERTAMEN_CERTIFICATE", metavar="FILE", help=texts.CERTIFICATE)
]
Match = Annotated[str, typer.Argument(metavar="MATCH", help=texts.MATCH)]
Limit = Annotated[int, typer.Option("--limit", "-n", min=1, max=1000, help=texts.LIMIT)]
Reason = Annotated[str, typer.Option(metavar="TEXT", help=texts.REASON)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for scripts.")]
ADDRESS = "127.0.0.1:7878"


@matches.command("list")
def list_matches(
    limit: Limit = 20,
    server: Server = ADDRESS,
    token_file: Token = None,
    certificate: Certificate = None,
    json: Json = False,
) -> None:
    """List matches, the newest first."""
    from certamen_services.cli.desk import Desk

    with Desk.open(server, token_file, certificate, as_json=json) as desk:
        desk.list(limit)


@matches.command()
def show(
    match: Match,
    server: Server = ADDRESS,
    token_file: Token = None,
    certificate: Certificate = None,
    json: Json = False,
) -> None:
    """Show a match, and what was decided about it."""
    from certamen_services.cli.desk import Desk

    with Desk.open(server, token_file, certificate, as_json=json) as desk:
        desk.show(match)


@matches.command()
def story(
    match: Match,
    server: Server = ADDRESS,
    token_file: Token = None,
    certificate: Certificate = None,
    json: Json = False,
) -> None:
    """Tell everything about a match but its cards: seats, bots, faults, stalls, clocks, rulings, attempts."""
    from certamen_services.cli.desk import Desk
    from certamen_services.cli.story import tell_story

    with Desk.open(server, token_file, certificate, as_json=json) as desk:
        tell_story(desk, match)


@matches.command()
def cancel(
    match: Match,
    reason: Reason = "",
    server: Server = ADDRESS,
    token_file: Token = None,
    certificate: Certificate = None,
    json: Json = False,
) -> None:
    """End a waiting or running match without a result."""
    from certamen_services.cli.desk import Desk

    with Desk.open(server, token_file, certificate, as_json=json) as desk:
        desk.cancel(match, reason)


@matches.command()
def void(
    match: Match,
    reason: Annotated[str, typer.Option(metavar="TEXT", help=texts.REASON)],
    culprit: Annotated[Blame, typer.Option(help=texts.CULPRIT)] = Blame.HOST,
    server: Server = ADDRESS,
    token_file: Token = None,
    certificate: Certificate = None,
    json: Json = False,
) -> None:
    """Let a match not count, also one that has finished: it was no bot's fault."""
    from certamen_services.cli.desk import Desk

    with Desk.open(server, token_file, certificate, as_json=json) as desk:
        desk.void(match, culprit.value, reason)


@matches.command()
def rerun(
    match: Match,
    deal: Annotated[WhichDeal, typer.Option(help=texts.DEAL)] = WhichDeal.AUTO,
    reason: Reason = "",
    server: Server = ADDRESS,
    token_file: Token = None,
    certificate: Certificate = None,
    json: Json = False,
) -> None:
    """Play a match again that was voided or cancelled: prints the next attempt and its tokens."""
    from certamen_services.cli.desk import Desk

    with Desk.open(server, token_file, certificate, as_json=json) as desk:
        desk.rerun(match, deal.value, reason)


@matches.command()
def reveal(
    match: Match,
    server: Server = ADDRESS,
    token_file: Token = None,
    certificate: Certificate = None,
    json: Json = False,
) -> None:
    """Reveal the seed of a match that was withheld, and those of the attempts before it."""
    from certamen_services.cli.desk import Desk

    with Desk.open(server, token_file, certificate, as_json=json) as desk:
        desk.reveal(match)


@matches.command()
def rulings(
    match: Annotated[str, typer.Argument(metavar="[MATCH]", help=texts.MATCH)] = "",
    limit: Limit = 50,
    server: Server = ADDRESS,
    token_file: Token = None,
    certificate: Certificate = None,
    json: Json = False,
) -> None:
    """List what organisers decided, about all matches or one, the newest first."""
    from certamen_services.cli.desk import Desk

    with Desk.open(server, token_file, certificate, as_json=json) as desk:
        desk.rulings(match, limit)
