"""`certamen token`: accounts and their tokens, straight in a server's database."""

# ruff: noqa: PLC0415 (a command loads only what it needs)
from __future__ import annotations

import json as to_json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from certamen_services.cli import help_texts as texts
from certamen_services.cli.refusal import refusals, refuse
from certamen_services.referee.errors import FieldError

if TYPE_CHECKING:
    from certamen_services.storage.accounts import Accounts, TokenInfo

__all__ = ["tokens"]

tokens = typer.Typer(
    name="token",
    help="Accounts of a server and their tokens: make, list, revoke. A server that runs knows at once.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


class AccountRole(StrEnum):
    """What an account is good for."""

    ORGANISER = "organiser"
    BOT = "bot"
    SPECTATOR = "spectator"


Store = Annotated[str, typer.Option(metavar="PLACE", help=texts.STORE)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for scripts.")]


@tokens.command()
def create(
    account: Annotated[str, typer.Argument(metavar="ACCOUNT", help=texts.ACCOUNT)],
    role: Annotated[AccountRole, typer.Option(help=texts.ROLE)] = AccountRole.BOT,
    expires: Annotated[str, typer.Option(metavar="DURATION", help=texts.EXPIRES)] = "90d",
    store: Store = "",
    json: Json = False,
) -> None:
    """Make a token of an account, and the account if need be. The token is printed now and never again."""
    from certamen_services.access import Role

    with refusals("--expires"):
        lifetime = _duration(expires)
    with _opened(store) as accounts:
        try:
            info, token = accounts.create_token(account, Role(role.value), lifetime)
        except FieldError as error:
            where = {"name": "ACCOUNT", "role": "--role"}.get(error.field, f"--{error.field}")
            raise refuse(where, error.accepted) from None
    if json:
        typer.echo(to_json.dumps({**_shown(info), "token": token}))
        return
    until = info.holder.expires
    typer.echo(token)
    typer.echo(
        f"token {info.holder.token} of {account}, {role.value}, "
        + ("until it is revoked" if until is None else f"until {until:%Y-%m-%d %H:%M} UTC")
        + "; it is kept nowhere, so note it now",
        err=True,
    )


@tokens.command("list")
def list_tokens(
    account: Annotated[str, typer.Argument(metavar="[ACCOUNT]", help=texts.OF_ACCOUNT)] = "",
    store: Store = "",
    json: Json = False,
) -> None:
    """List tokens, the oldest first: whose they are and until when (UTC), never the tokens themselves."""
    with _opened(store) as accounts:
        found = accounts.tokens(account or None)
    if json:
        typer.echo(to_json.dumps([_shown(info) for info in found]))
        return
    from rich import box
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table("token", "account", "role", "created", "expires", "state", box=box.SIMPLE_HEAD)
    for info in found:
        expires = info.holder.expires
        table.add_row(
            info.holder.token,
            escape(info.holder.name),
            info.holder.role.value,
            f"{info.created:%Y-%m-%d %H:%M}",
            "never" if expires is None else f"{expires:%Y-%m-%d %H:%M}",
            info.state(datetime.now(UTC)),
        )
    Console().print(table)


@tokens.command()
def revoke(
    token: Annotated[str, typer.Argument(metavar="TOKEN", help=texts.TOKEN_ID)],
    store: Store = "",
    json: Json = False,
) -> None:
    """Let a token be good for nothing any more. Its streams end within seconds."""
    with _opened(store) as accounts, refusals("TOKEN"):
        info = accounts.revoke(token)
    if json:
        typer.echo(to_json.dumps(_shown(info)))
    else:
        typer.echo(f"token {info.holder.token} of {info.holder.name} is revoked")


@contextmanager
def _opened(place: str) -> Iterator[Accounts]:
    """The accounts of a database, which is made when missing."""
    from certamen_services.cli.serve import store_place
    from certamen_services.storage.accounts import Accounts
    from certamen_services.storage.database import cause_of, database_name, open_database

    where = store_place(place)
    try:
        engine = open_database(where)
    except Exception as error:  # noqa: BLE001 (drivers raise what they like)
        raise refuse("--store", f"{database_name(where)} cannot be opened: {cause_of(error)}") from None
    try:
        yield Accounts(engine)
    finally:
        engine.dispose()


def _duration(text: str) -> timedelta | None:
    """A lifetime; None: without end."""
    if text == "never":
        return None
    found = re.fullmatch(r"(\d{1,6})([mhdw])", text)
    if found is None:
        raise FieldError("expires", f"{text!r} is not accepted; expected 30m, 12h, 90d, 4w or never")
    return timedelta(**{_UNITS[found[2]]: int(found[1])})


def _shown(info: TokenInfo) -> dict[str, str]:
    """What may be told of a token."""
    expires = info.holder.expires
    return {
        "id": info.holder.token,
        "account": info.holder.name,
        "role": info.holder.role.value,
        "created": info.created.isoformat(timespec="seconds"),
        "expires": "" if expires is None else expires.isoformat(timespec="seconds"),
        "state": info.state(datetime.now(UTC)),
    }
