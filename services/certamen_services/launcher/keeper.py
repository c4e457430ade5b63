"""Keeps one program: starts it, drains its output, ends all of it. Runs in a process of its own."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
from pathlib import Path

from certamen_services.launcher.boundedlog import BoundedLog
from certamen_services.launcher.processes import (
    become_subreaper,
    descendants,
    die_with_parent,
    kill_all_children,
    reap,
    signal_all,
)
from certamen_services.launcher.program import Program, Report

__all__ = ["IGNORED", "keep"]

IGNORED = (signal.SIGINT, signal.SIGHUP, signal.SIGTERM)
"""Signals that helper and keepers ignore: only the end of a pipe ends them."""

_CHUNK = 1 << 16
_POLL = 0.02


def keep(program: Program, leash: int, reports: int) -> None:
    """Run a program until it ends, or until the leash is let go; then end what is left of it.

    Args:
        program: what to run.
        leash: a pipe's end; when its other end is closed, the program is to end.
        reports: a file descriptor for reports.
    """
    os.setsid()
    become_subreaper()
    try:
        log = BoundedLog(Path(program.log).open("wb"), program.log_limit)  # noqa: SIM115 (closed by the log)
        process = _start(program)
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        _report(reports, Report(program.name, gone=True, error=str(error)[:1000]))
        return
    _report(reports, Report(program.name, pid=process.pid))
    status = _Watch(process, log, leash, program.grace).until_gone()
    log.close()
    _report(reports, Report(program.name, process.pid, gone=True, status=status, output=log.total))


def _start(program: Program) -> subprocess.Popen[bytes]:
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

    def __init__(self, process: subprocess.Popen[bytes], log: BoundedLog, leash: int, grace: float) -> None:
        if process.stdout is None:
            raise ValueError("the program's output must be a pipe")
        self._pid = process.pid
        self._output = process.stdout.fileno()
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
            selector.register(child := os.pidfd_open(self._pid), selectors.EVENT_READ)
            deadline: float | None = None
            while self._status is None and (deadline is None or time.monotonic() < deadline):
                ready = {key.fd for key, _ in selector.select(None if deadline is None else _POLL)}
                if self._output in ready and not self._drain():
                    selector.unregister(self._output)
                if self._leash in ready:
                    selector.unregister(self._leash)
                    deadline = time.monotonic() + self._grace
                    signal_all(descendants(os.getpid()), signal.SIGTERM)
                if child in ready or deadline is not None:
                    self._note(reap() or {})
            os.close(child)
        self._note(kill_all_children())
        while self._drain():
            pass
        return self._status

    def _note(self, ended: dict[int, int]) -> None:
        self._status = ended.get(self._pid, self._status)

    def _drain(self) -> bool:
        """Take a piece of output, if there is any; whether there was."""
        try:
            data = os.read(self._output, _CHUNK)
        except BlockingIOError:
            return False
        self._log.write(data)
        return bool(data)


def _report(descriptor: int, report: Report) -> None:
    with contextlib.suppress(BrokenPipeError):
        os.write(descriptor, report.to_line().encode())
