"""`certamen check-bot`."""

from __future__ import annotations

import ipaddress
import secrets
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import structlog
import typer

from certamen_services.checker.catalogue import GAMES, Pace, all_checks, first_check
from certamen_services.checker.findings import Result
from certamen_services.checker.gate import Gate
from certamen_services.checker.guest import AwaitedGuest, Guest, LaunchedGuest
from certamen_services.checker.host import Host
from certamen_services.checker.report import junit, line, summary
from certamen_services.checker.runner import Order, Run, Runner, chosen
from certamen_services.cli.interrupt import run_interruptibly
from certamen_services.cli.players import parse_player
from certamen_services.cli.refusal import fail, refusals, refuse
from certamen_services.launcher import Launcher, LaunchError
from certamen_services.referee.clock import parse_time_control

__all__ = ["CheckArguments", "check_bot"]


@dataclass(frozen=True, slots=True)
class CheckArguments:
    """What was asked, as it was written."""

    bot: str
    games: tuple[str, ...]
    only: tuple[str, ...]
    time: str
    listen: str
    junit: Path | None
    logs: Path | None
    show: bool
    jobs: int


def check_bot(arguments: CheckArguments) -> int:
    """Check a bot and print the report; returns the exit status: 0 if nothing was found, else 1."""
    order = _order(arguments)
    if arguments.show:
        for check in (first_check("", order.pace), *all_checks(order.games or GAMES, order.pace)):
            if chosen(check.name, order.only):
                typer.echo(f"{check.name:<34} {check.title}")
        return 0
    _look_at_first(arguments)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(50))
    try:
        run = run_interruptibly(_check(arguments, order), "the bot was ended")
    except LaunchError as error:
        raise fail(error) from None
    for words in summary(run):
        typer.echo(words)
    if arguments.junit is not None:
        arguments.junit.write_bytes(junit(run))
    if not run.results:
        raise fail("nothing was checked: no check has such a name, or the bot plays none of these games")
    return 1 if run.failed else 0


def _look_at_first(arguments: CheckArguments) -> None:
    """Refuse now what would go wrong later: where the bot comes from, and where the report goes."""
    if bool(arguments.bot) == bool(arguments.listen):
        raise refuse("BOT", "or --listen is needed: a bot to start, or an address where one will come")
    if arguments.jobs > 1 and arguments.listen:
        raise refuse("--jobs", "several checks at once are for bots that are started here, not for --listen")
    if arguments.junit is not None:
        with refusals("--junit"):
            arguments.junit.write_bytes(b"")


def _order(arguments: CheckArguments) -> Order:
    for game in arguments.games:
        if game not in GAMES:
            raise refuse("--game", f"{game!r} is not accepted; expected one of {', '.join(GAMES)}")
    with refusals("--time"):
        base, increment = parse_time_control(arguments.time, "--time")
    games = tuple(game for game in GAMES if game in arguments.games)
    order = Order(games, arguments.only, Pace(base, increment))
    names = [first_check("", order.pace).name, *(check.name for check in all_checks(GAMES, order.pace))]
    for pattern in arguments.only:
        if not any(chosen(name, (pattern,)) for name in names):
            raise refuse("--only", f"no check is named {pattern!r}; --list shows them all")
    return order


async def _check(arguments: CheckArguments, order: Order) -> Run:
    with tempfile.TemporaryDirectory(prefix="certamen-") as scratch:
        logs = arguments.logs or Path(scratch)
        with refusals("--logs"):
            logs.mkdir(parents=True, exist_ok=True)
        async with _guest(arguments, logs) as guest, Host(Path(scratch)) as host, AsyncExitStack() as stack:
            gate = None
            if arguments.listen:
                gate = _gate(arguments.listen, host.port)
                with refusals("--listen"):
                    await gate.open()
                stack.push_async_callback(gate.close)
                typer.echo(
                    f"waiting for a bot; start it again and again, for each check once, with\n"
                    f"  CERTAMEN_SERVER={gate.address} CERTAMEN_TOKEN={guest.token}"
                )
            return await Runner(host, guest, _show, gate, arguments.jobs).run(order)


@asynccontextmanager
async def _guest(arguments: CheckArguments, logs: Path) -> AsyncIterator[Guest]:
    """The bot under test."""
    if arguments.listen:
        yield AwaitedGuest(secrets.token_urlsafe(24))
        return
    player = parse_player(arguments.bot, "BOT")
    async with Launcher() as launcher:
        yield LaunchedGuest(launcher, player.command, logs)


def _gate(address: str, target: int) -> Gate:
    host, colon, port = address.rpartition(":")
    try:
        local = host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        local = False
    if not (colon and local and port.isascii() and port.isdecimal() and int(port) < 65536):
        raise refuse("--listen", f"{address!r} is not accepted; expected a loopback address: 127.0.0.1:7878")
    return Gate(host, int(port), target)


def _show(result: Result) -> None:
    for words in line(result):
        typer.echo(words)
    sys.stdout.flush()
