"""`certamen serve`."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import typer
from sqlalchemy.exc import SQLAlchemyError

from certamen_services.auth import organiser_token, token_hash
from certamen_services.cli.home import home, local_signer
from certamen_services.cli.refusal import fail, refusals, refuse
from certamen_services.cli.unfinished import Unfinished
from certamen_services.launcher import Launcher
from certamen_services.observe.log import LogFormat, LogLevel, configure_log
from certamen_services.observe.place import metrics_place
from certamen_services.records.keys import Signer
from certamen_services.referee.arena import Arena
from certamen_services.referee.clock import parse_seconds
from certamen_services.rules.house import RulesHouse
from certamen_services.rules.limits import RulesLimits
from certamen_services.server import Server, ServerSettings
from certamen_services.session import Limits
from certamen_services.storage.database import cause_of, database_name, database_url, open_database
from certamen_services.storage.lock import StoreInUseError, sole_user
from certamen_services.storage.store import Store
from certamen_services.watch import WatchLimits

if TYPE_CHECKING:
    from certamen_services.tournaments.bureau import Bureau

__all__ = ["LOST", "ServeArguments", "run_server", "store_place"]

LOST = 75
"""Exit status when the database is lost: EX_TEMPFAIL of sysexits.h, "try again"."""


@dataclass(frozen=True, slots=True)
class ServeArguments:
    """What was asked, as it was written."""

    address: str
    store: str
    signing_key: Path | None
    token_file: Path | None
    certificate: Path | None
    certificate_key: Path | None
    client_ca: Path | None
    calls_per_second: float
    watch_delay: str
    announce: Path | None
    finish: str
    unfinished: Unfinished
    tournaments: Path | None
    rules_processes: int
    log_format: LogFormat = LogFormat.TEXT
    log_level: LogLevel = LogLevel.INFO
    metrics: str = ""


@dataclass(frozen=True, slots=True)
class _Plan:
    """What is needed to serve."""

    settings: ServerSettings
    store: Path | str
    signer: Signer
    organiser_hash: bytes
    token_file: Path
    announce: Path | None
    finish: float
    park: bool
    tournaments: Path | None
    rules_processes: int
    metrics: tuple[str, int] | None


def run_server(arguments: ServeArguments) -> None:
    """Serve until SIGINT or SIGTERM."""
    configure_log(form=arguments.log_format, level=arguments.log_level)
    plan = _plan(arguments)
    with ExitStack() as stack:
        try:
            stack.enter_context(sole_user(plan.store))
        except StoreInUseError as error:
            raise refuse("--store", error) from None
        except SQLAlchemyError as error:
            name = database_name(plan.store)
            raise refuse("--store", f"{name} cannot be opened: {cause_of(error)}") from None
        asyncio.run(_serve(plan))


def _plan(arguments: ServeArguments) -> _Plan:
    if (arguments.certificate is None) != (arguments.certificate_key is None):
        raise refuse("--certificate", "and --certificate-key are only accepted together")
    if arguments.client_ca is not None and arguments.certificate is None:
        raise refuse("--client-ca", "is only accepted together with --certificate")
    signer = local_signer(arguments.signing_key)
    token_file = arguments.token_file or home() / "organiser-token"
    with refusals("--token-file"):
        token_file.parent.mkdir(parents=True, exist_ok=True)
        organiser_hash = token_hash(organiser_token(token_file))
    return _Plan(
        ServerSettings(
            arguments.address,
            _read(arguments.certificate, "--certificate"),
            _read(arguments.certificate_key, "--certificate-key"),
            _read(arguments.client_ca, "--client-ca"),
            Limits(calls=round(4 * arguments.calls_per_second), calls_per_second=arguments.calls_per_second),
            WatchLimits(delay=_seconds(arguments.watch_delay, "--watch-delay")),
        ),
        store_place(arguments.store),
        signer,
        organiser_hash,
        token_file,
        arguments.announce,
        _seconds(arguments.finish, "--finish"),
        arguments.unfinished is Unfinished.PARK,
        _folder(arguments.tournaments),
        arguments.rules_processes,
        _metrics(arguments.metrics),
    )


def _folder(path: Path | None) -> Path | None:
    """A folder for the output of programs, made if need be."""
    if path is not None:
        with refusals("--tournaments"):
            path.mkdir(mode=0o700, parents=True, exist_ok=True)
    return path


def _metrics(text: str) -> tuple[str, int] | None:
    with refusals("--metrics"):
        return metrics_place(text) if text else None


def _seconds(text: str, option: str) -> float:
    with refusals(option):
        return parse_seconds(text, option) / 1_000_000_000


def store_place(text: str) -> Path | str:
    """The place of a database: a file, by default in Certamen's folder, or a URL."""
    if "://" in text:
        with refusals("--store"):
            database_url(text)
        return text
    path = Path(text) if text else home() / "certamen.db"
    with refusals("--store"):
        path.parent.mkdir(parents=True, exist_ok=True)
    return path


def _read(path: Path | None, option: str) -> bytes | None:
    if path is None:
        return None
    with refusals(option):
        return path.read_bytes()


async def _serve(plan: _Plan) -> None:
    async with AsyncExitStack() as stack:
        # A process that serves gRPC must not fork, so what starts programs comes first.
        rules = None
        if plan.rules_processes:
            rules = RulesHouse(RulesLimits(processes=plan.rules_processes))
            stack.push_async_callback(rules.end)
        launcher = None if plan.tournaments is None else await stack.enter_async_context(Launcher())
        try:
            store = await Store.open(plan.store, plan.signer.public_key, lost=_lost)
        except Exception as error:  # noqa: BLE001 (drivers raise what they like)
            name = database_name(plan.store)
            raise refuse("--store", f"{name} cannot be opened: {cause_of(error)}") from None
        stack.push_async_callback(store.close)
        arena = await Arena.open(store, plan.signer)
        bureau = None if launcher is None else _bureau(plan, arena, store, stack)
        with refusals("--address"):
            server = Server(arena, plan.organiser_hash, plan.settings, bureau, rules)
        if plan.metrics is not None:
            # Not sooner than it is wanted: its library takes a while to load.
            from certamen_services.observe.endpoint import serve_metrics  # noqa: PLC0415

            with refusals("--metrics"):
                url = stack.enter_context(serve_metrics(server.observatory, *plan.metrics))
            typer.echo(f"metrics on {url}")
        if bureau is not None and launcher is not None and plan.tournaments is not None:
            await bureau.open(launcher, server.house_address, plan.tournaments)
        await server.start()
        stop = asyncio.Event()
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, stop.set)
        _say_so(plan, server.port)
        await stop.wait()
        for number in (signal.SIGINT, signal.SIGTERM):  # asked once more, it waits for no match
            loop.add_signal_handler(number, server.hurry)
        if bureau is not None:
            await bureau.close()
        await server.stop(finish=plan.finish, park=plan.park)


def _lost(error: BaseException) -> None:
    """End at once, as if killed. Whoever starts this program again lets it go on from what is durable."""
    typer.echo(f"error: the database is lost: {cause_of(error)}", err=True)
    os._exit(LOST)


def _bureau(plan: _Plan, arena: Arena, store: Store, stack: AsyncExitStack) -> Bureau:
    """Where the tournaments are; loaded only if it is wanted."""
    from certamen_services.tournaments.bureau import Bureau  # noqa: PLC0415

    engine = open_database(plan.store, _lost)
    stack.callback(engine.dispose)
    return Bureau(engine, arena, store)


def _address(plan: _Plan, port: int) -> str:
    """Where the server can be reached."""
    address = plan.settings.address
    return address if address.startswith("unix:") else f"{address.rpartition(':')[0]}:{port}"


def _say_so(plan: _Plan, port: int) -> None:
    address = _address(plan, port)
    public_key = plan.signer.public_key.hex()
    typer.echo(f"listening on {address}\npublic key {public_key}\norganiser's token in {plan.token_file}")
    if plan.announce is not None:
        draft = plan.announce.with_name(plan.announce.name + ".new")
        try:
            draft.write_text(json.dumps({"address": address, "public_key": public_key}) + "\n")
            draft.rename(plan.announce)
        except OSError as error:
            raise fail(f"--announce: {error}") from None
