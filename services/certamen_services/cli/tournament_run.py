"""`certamen tournament run`."""

from __future__ import annotations

import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import typer
from rich.console import Console

from certamen_services.cli.contain import Contain
from certamen_services.cli.containment import LimitArguments, missing, told
from certamen_services.cli.home import local_signer
from certamen_services.cli.interrupt import run_interruptibly
from certamen_services.cli.refusal import fail, refusals, refuse
from certamen_services.cli.tournament_live import LiveView
from certamen_services.cli.tournament_place import database, folder_of, planned
from certamen_services.cli.tournament_show import print_result
from certamen_services.launcher import Launcher, LaunchError
from certamen_services.referee.errors import FieldError
from certamen_services.storage.lock import StoreInUseError, sole_user
from certamen_services.tournaments.checked import CheckedPlan
from certamen_services.tournaments.direct import BotFailedError
from certamen_services.tournaments.entrants import DIAL_IN
from certamen_services.tournaments.estimate import estimate
from certamen_services.tournaments.ledger import Ledger
from certamen_services.tournaments.plan import Venue as VenueKind
from certamen_services.tournaments.results import Snapshot, as_text, snapshot_of, write_results
from certamen_services.tournaments.runner import RunEnd, Runner
from certamen_services.tournaments.terms import Tournament
from certamen_services.tournaments.venues import DirectVenue, Venue

__all__ = ["RunArguments", "dry_run_tournament", "run_tournament"]

_LATER = 3
"""Exit status of a run that has to be taken up again."""


@dataclass(frozen=True, slots=True)
class RunArguments:
    """What was asked, as it was written."""

    file: Path
    folder: Path | None
    address: str
    certificate: Path | None
    certificate_key: Path | None
    as_json: bool


def dry_run_tournament(arguments: RunArguments) -> None:
    """Say what a tournament would be."""
    found = estimate(planned(arguments.file))
    if arguments.as_json:
        typer.echo(json.dumps(found.as_json(), ensure_ascii=False, indent=1))
        return
    for line in found.lines():
        typer.echo(line)


def run_tournament(arguments: RunArguments) -> int:
    """Run, or go on; returns the exit status."""
    checked = planned(arguments.file)
    folder = folder_of(arguments.file, arguments.folder)
    with refusals("--folder"):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # the root of all deals is in there
        (folder / "logs").mkdir(mode=0o700, exist_ok=True)
    try:
        with sole_user(database(folder)):
            ledger = _ledger(checked, folder)
            try:
                work = _play(arguments, checked, ledger, folder)
                return run_interruptibly(work, "the same command goes on where it was")
            finally:
                ledger.close()
    except StoreInUseError:
        raise fail(f"the tournament in {folder} is being run already") from None


def _ledger(checked: CheckedPlan, folder: Path) -> Ledger:
    """The tournament's ledger: a new one, or that of the same plan."""
    place = database(folder)
    ledger = Ledger.open(place) if place.exists() else None
    if ledger is None:
        return Ledger.create(place, checked)
    tournament = ledger.tournament()
    if tournament.fingerprint != checked.plan.fingerprint():
        changed = _changes(tournament.plan, checked.plan.fixed())
        raise refuse(
            "FILE",
            f"the tournament in {folder} has begun with another plan; changed: {', '.join(changed)}. "
            "Only `run` may change. Give another --folder to begin anew",
        )
    return ledger


def _changes(old: Any, new: Any) -> list[str]:
    """Top-level fields that differ."""
    return sorted(name for name in {*old, *new} if old.get(name) != new.get(name)) or ["its form"]


async def _play(arguments: RunArguments, checked: CheckedPlan, ledger: Ledger, folder: Path) -> int:
    tournament = ledger.tournament()
    console = Console(stderr=True)
    if not arguments.as_json:
        said = (
            "practice, its root was given" if tournament.root.practice else tournament.root.commitment.hex()
        )
        console.print(f"tournament {tournament.id}, commitment {said}", highlight=False, soft_wrap=True)
    containment: list[str] = []
    try:
        async with _venue(arguments, checked, tournament, folder, containment) as venue:
            end = await _watched(checked, ledger, venue, None if arguments.as_json else console)
    except BotFailedError as error:
        raise fail(f"{error}. What was played before is stored; run it again once that is mended") from error
    except (LaunchError, FieldError) as error:
        raise fail(error) from None
    _report(arguments, checked, ledger, folder, containment, end)
    return 0 if end in (RunEnd.FINISHED, RunEnd.CANCELLED) else _LATER


@asynccontextmanager
async def _venue(
    arguments: RunArguments,
    checked: CheckedPlan,
    tournament: Tournament,
    folder: Path,
    containment: list[str],
) -> AsyncIterator[Venue]:
    """Where the games are played. Sentences on how bots are contained are added to a list in the end."""
    run = checked.plan.run
    if checked.plan.venue is VenueKind.DIRECT:
        direct = DirectVenue(checked, tournament.root, run.concurrency)
        try:
            yield direct
        finally:
            direct.close()
        return
    limits = LimitArguments(Contain(run.contain), run.memory, run.cpu, run.processes, run.files).limits()
    signer = local_signer()
    settings = _read_pair(arguments)
    _write_tokens(checked, tournament, folder)
    async with Launcher() as launcher:
        # gRPC serves only now that the launcher is there: a process that uses it must not fork.
        from certamen_services.observe.log import configure_log  # noqa: PLC0415
        from certamen_services.server import ServerSettings  # noqa: PLC0415
        from certamen_services.tournaments.host import hosted  # noqa: PLC0415

        place, logs = database(folder), folder / "logs"
        listening = ServerSettings(arguments.address, *settings)
        log = (logs / "server.log").open("a", buffering=1)
        configure_log(log)
        async with hosted(
            checked, tournament.root, launcher, signer, place, logs, limits, listening
        ) as venue:
            if Contain(run.contain) is Contain.STRICT:
                venue.programs.lacking = missing
            yield venue
            containment += told(limits, venue.programs.containment) if venue.programs.containment else []


def _read_pair(arguments: RunArguments) -> tuple[bytes | None, bytes | None]:
    if (arguments.certificate is None) != (arguments.certificate_key is None):
        raise refuse("--certificate", "and --certificate-key are only accepted together")
    if arguments.certificate is None or arguments.certificate_key is None:
        return None, None
    with refusals("--certificate"):
        return arguments.certificate.read_bytes(), arguments.certificate_key.read_bytes()


def _write_tokens(checked: CheckedPlan, tournament: Tournament, folder: Path) -> None:
    """The credential of each bot that dials in, in a file of its own."""
    dialling = [bot.name for bot in checked.plan.bots if bot.bot == DIAL_IN]
    if not dialling:
        return
    tokens = folder / "tokens"
    tokens.mkdir(mode=0o700, exist_ok=True)
    for number, name in enumerate(checked.names):
        if name in dialling:
            path = tokens / f"{number + 1:03d}.token"
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w") as file:
                file.write(tournament.root.token(name) + "\n")
            typer.echo(f"token of {name}: {path}", err=True)


async def _watched(checked: CheckedPlan, ledger: Ledger, venue: Venue, console: Console | None) -> RunEnd:
    """Run, with a live view if there is a terminal."""
    tournament = ledger.tournament()

    def snapshot() -> Snapshot:
        return Snapshot(checked, tournament, runner.board, None)

    view = LiveView(console or Console(quiet=True), estimate(checked, rehearse=False).games, snapshot)
    runner = Runner(checked, ledger, venue, view)
    if console is None or not console.is_terminal:
        return await runner.run()
    with view:
        return await runner.run()


def _report(
    arguments: RunArguments,
    checked: CheckedPlan,
    ledger: Ledger,
    folder: Path,
    containment: list[str],
    end: RunEnd,
) -> None:
    from certamen_services.tournaments.stored import record_reader  # noqa: PLC0415

    found = write_results(snapshot_of(checked, ledger), ledger, folder, record_reader(ledger))
    if arguments.as_json:
        typer.echo(as_text(found))
    else:
        print_result(found)
        for line in containment:
            typer.echo(f"containment: {line}")
        typer.echo(f"results in {folder}: report.html, results.json, results.csv, records.jsonl.gz")
    if end is RunEnd.PAUSED:
        typer.echo("paused: run it again to go on", err=True)
    elif end is RunEnd.HELD:
        typer.echo("void games have to be played again before the next round: see `rerun`", err=True)
