"""Keeps one program: starts it, drains its output, ends all of it. Runs in a process of its own."""

from __future__ import annotations

import contextlib
import os
import selectors
import shutil
import signal
import subprocess
import time
from pathlib import Path

from certamen_services.launcher.boundedlog import BoundedLog
from certamen_services.launcher.census import Census
from certamen_services.launcher.limits import Limits
from certamen_services.launcher.processes import (
    become_subreaper,
    descendants,
    die_with_parent,
    kill_all_children,
    reap,
    signal_all,
)
from certamen_services.launcher.program import Program, Report
from certamen_services.launcher.warden import IN_FORCE, Warded, start_warded

__all__ = ["IGNORED", "keep"]

IGNORED = (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)
"""Signals that helper and keepers ignore: only the end of a pipe ends them."""

_CHUNK = 1 << 16
_POLL = 0.02
_LOOK = 0.1
"""Seconds between two looks at what a contained program uses."""
_LIMIT_SIGNALS = {
    -signal.SIGXCPU: "the limit of processor time for one process",
    -signal.SIGXFSZ: "the limit of bytes in one file",
}


def keep(program: Program, leash: int, reports: int) -> None:
    """Run a program until it ends, or until the leash is let go; then end what is left of it.

    Args:
        program: what to run; with a private folder if it has limits.
        leash: a pipe's end; when its other end is closed, the program is to end.
        reports: a file descriptor for reports.
    """
    os.setsid()
    become_subreaper()
    try:
        log = BoundedLog(Path(program.log).open("wb"), program.log_limit)  # noqa: SIM115 (closed by the log)
        watch = _start(program, log, leash)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        _remove(program)
        _report(reports, Report(program.name, gone=True, error=str(error)[:1000]))
        return
    _report(reports, Report(program.name, pid=watch.pid, containment=watch.containment))
    status = watch.until_gone()
    log.close()
    _remove(program)
    report = Report(program.name, watch.pid, gone=True, status=status, output=log.total, limit=watch.limit)
    _report(reports, report)


def _start(program: Program, log: BoundedLog, leash: int) -> _Watch:
    if program.limits is not None:
        warded = start_warded(program, program.limits, IGNORED)
        return _WardedWatch(warded, program.limits, program, log, leash)
    return _PlainWatch(_start_plainly(program), program, log, leash)


def _remove(program: Program) -> None:
    if program.folder:
        shutil.rmtree(program.folder, ignore_errors=True)


def _start_plainly(program: Program) -> subprocess.Popen[bytes]:
    keeper = os.getpid()

    def prepare() -> None:
        for number in IGNORED:  # which a program would inherit
            signal.signal(number, signal.SIG_DFL)
        die_with_parent(keeper)

    return subprocess.Popen(  # noqa: S603 (running programs is what we are for)
        program.command,
        env=os.environ | program.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        bufsize=0,
        start_new_session=True,
        preexec_fn=prepare,  # noqa: PLW1509 (this process has one thread)
    )


class _Watch:
    """Waits for the program's end or the leash's, draining the output all the while."""

    containment: dict[str, str] = {}  # noqa: RUF012 (never changed)
    limit = ""

    def __init__(self, pid: int, output: int, log: BoundedLog, leash: int, grace: float) -> None:
        self.pid = pid
        self._child = pid
        self._output = output
        self._log = log
        self._leash = leash
        self._grace = grace
        self._status: int | None = None
        os.set_blocking(self._output, False)

    def until_gone(self) -> int | None:
        """Return the exit status when nothing of the program is left."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._output, selectors.EVENT_READ)
            selector.register(self._leash, selectors.EVENT_READ)
            selector.register(child := os.pidfd_open(self._child), selectors.EVENT_READ)
            deadline: float | None = None
            while self._status is None and (deadline is None or time.monotonic() < deadline):
                ready = {key.fd for key, _ in selector.select(self._pause(deadline))}
                if self._output in ready and not self._drain():
                    selector.unregister(self._output)
                if self._leash in ready:
                    selector.unregister(self._leash)
                    deadline = time.monotonic() + self._grace
                    signal_all(descendants(os.getpid()), signal.SIGTERM)
                if child in ready or deadline is not None:
                    self._note(reap() or {})
                if self._has_enough():
                    break
            os.close(child)
        self._note(kill_all_children())
        while self._drain():
            pass
        return self._status

    def _pause(self, deadline: float | None) -> float | None:
        return None if deadline is None else _POLL

    def _has_enough(self) -> bool:
        """Whether the program took more than it may."""
        return False

    def _note(self, ended: dict[int, int]) -> None:
        self._status = ended.get(self._child, self._status)

    def _drain(self) -> bool:
        """Take a piece of output, if there is any; whether there was."""
        try:
            data = os.read(self._output, _CHUNK)
        except BlockingIOError:
            return False
        self._log.write(data)
        return bool(data)


class _PlainWatch(_Watch):
    """The same for a program that runs as we do."""

    def __init__(
        self, process: subprocess.Popen[bytes], program: Program, log: BoundedLog, leash: int
    ) -> None:
        if process.stdout is None:
            raise ValueError("the program's output must be a pipe")
        super().__init__(process.pid, process.stdout.fileno(), log, leash, program.grace)
        # If it were let go of, it would close the output, and take the status of a program that has ended.
        self._process = process


class _WardedWatch(_Watch):
    """The same for a contained program, whose child is its warden; takes its measure now and then."""

    def __init__(self, warded: Warded, limits: Limits, program: Program, log: BoundedLog, leash: int) -> None:
        super().__init__(warded.warden, warded.output, log, leash, program.grace)
        self.containment = warded.containment
        self.pid = next(iter(descendants(warded.warden)), warded.warden)
        sized, own_list = (
            warded.containment.get(measure) == IN_FORCE
            for measure in ("folder of limited size", "own process list")
        )
        self._warded = warded
        self._census = Census(warded.warden, limits, "" if sized else program.folder, own_list=own_list)
        self._due = time.monotonic()

    def until_gone(self) -> int | None:
        super().until_gone()
        status = self._warded.status()
        self.limit = self.limit or _LIMIT_SIGNALS.get(status, "")
        return status

    def _pause(self, deadline: float | None) -> float | None:
        return max(0.0, self._due - time.monotonic()) if deadline is None else _POLL

    def _has_enough(self) -> bool:
        if time.monotonic() >= self._due:
            self.limit = self._census.verdict()
            self._due = time.monotonic() + _LOOK
        return bool(self.limit)


def _report(descriptor: int, report: Report) -> None:
    with contextlib.suppress(BrokenPipeError):
        os.write(descriptor, report.to_line().encode())
