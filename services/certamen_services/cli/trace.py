"""`certamen trace`."""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import typer
from certamen_client.bots import BOTS
from certamen_client.rerun import Compared
from certamen_client.trace import TraceRun, read_trace

from certamen_services.checker.from_record import run_of_record
from certamen_services.checker.retrace import Retrace, serve
from certamen_services.cli.interrupt import run_interruptibly
from certamen_services.cli.refusal import fail, read_input, refusals, refuse
from certamen_services.launcher import Launcher, LaunchError, Program
from certamen_services.records.document import read_record
from certamen_services.referee.table import RefusedAction

__all__ = ["replay"]

_LINES = 12


@dataclass(frozen=True, slots=True)
class _Replayed:
    """A run that was replayed."""

    compared: list[Compared]
    expected: int
    bad: str
    log: tuple[str, ...]


def replay(file: Path, command: Sequence[str], seat: int | None, *, everything: bool) -> int:
    """Replay a trace to a bot and tell where it decides otherwise; returns the exit status: 1 if it does.

    Args:
        file: the trace, or the record of a match.
        command: the bot's program and its arguments, or the name of a bot that comes with Certamen.
        seat: whose decisions are told, with a record.
        everything: tell all decisions, not only those that differ.
    """
    runs = _runs(file, seat)
    if not command:
        raise refuse("-- BOT", "is needed: a program and its arguments, or greedy or random")
    if len(command) == 1 and command[0] in BOTS:
        command = (sys.executable, "-m", "certamen_client.bots", command[0])
    try:
        replayed = run_interruptibly(_replay(runs, tuple(command)), "the bot was ended")
    except LaunchError as error:
        raise fail(error) from None
    return _tell(replayed, everything=everything)


def _runs(file: Path, seat: int | None) -> Sequence[TraceRun]:
    """What a trace tells of; with a seat the file is a record."""
    if seat is None:
        with refusals("FILE"):
            return read_trace(file)
    data = read_input(str(file), "FILE")
    with refusals("FILE"):
        record = read_record(data)
    with refusals("--seat"):
        try:
            return [run_of_record(record, seat)]
        except (KeyError, TypeError, RefusedAction) as error:
            raise ValueError(f"{file}: its entries are not those of a match ({error})") from None


async def _replay(runs: Sequence[TraceRun], command: tuple[str, ...]) -> list[_Replayed]:
    with tempfile.TemporaryDirectory(prefix="certamen-") as scratch:
        async with Launcher() as launcher:
            return [
                await _one(launcher, run, command, Path(scratch) / f"run-{number}.log")
                for number, run in enumerate(runs, 1)
            ]


async def _one(launcher: Launcher, run: TraceRun, command: tuple[str, ...], log: Path) -> _Replayed:
    retrace = Retrace(run)
    async with serve(retrace) as address:
        # A trace of the replay into the file that is replayed would never end.
        environment = {"CERTAMEN_SERVER": address, "CERTAMEN_TOKEN": "replay", "CERTAMEN_TRACE": ""}
        program = await launcher.start(Program(log.stem, command, str(log), environment))
        ends = {asyncio.ensure_future(retrace.over.wait()), asyncio.ensure_future(program.wait())}
        try:
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for end in ends:
                end.cancel()
        await program.stop()
    expected = sum(1 for _ in run.decisions)
    bad = retrace.bad or ("" if retrace.over.is_set() else "it ended before it had heard everything")
    return _Replayed(retrace.compared, expected, bad, _end_of(log) if bad else ())


def _end_of(log: Path) -> tuple[str, ...]:
    """The last lines of a log."""
    return tuple(log.read_text(errors="replace").splitlines()[-_LINES:]) if log.exists() else ()


def _tell(replayed: Sequence[_Replayed], *, everything: bool) -> int:
    status = differing = asked = 0
    for run in replayed:
        for compared in run.compared:
            asked += 1
            differing += compared.differs
            if compared.differs or everything:
                typer.echo(_line(compared))
        if run.bad or len(run.compared) < run.expected:
            status = 1
            left = run.expected - len(run.compared)
            why = run.bad or "not everything was asked"
            typer.echo(f"the bot did not get through: {why}; {left} decisions are left", err=True)
            for words in run.log:
                typer.echo(f"  {words}", err=True)
    typer.echo(f"{asked} decisions, {differing} answered otherwise than then")
    return 1 if differing else status


def _line(compared: Compared) -> str:
    decision = compared.decision
    where = f"{decision.match} decision {decision.decision} (after event {decision.last_event})"
    if not compared.differs:
        return f"{where}: {compared.now}"
    then, now = (text if text is not None else "no answer" for text in (compared.then, compared.now))
    return f"{where}: then {then}, now {now}"
