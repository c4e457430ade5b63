"""The helper process: forks a keeper for each program that it is told to run.

Requests come on standard input, one line each: a program to run, or `{"stop": NAME}`. Reports go to standard
output. The end of standard input means that the parent is gone: everything is ended.
"""

from __future__ import annotations

import json
import os
import selectors
import shutil
import signal
import tempfile
import traceback
from dataclasses import replace

from certamen_services.launcher.keeper import IGNORED, keep
from certamen_services.launcher.processes import (
    become_subreaper,
    kill_all_children,
    kill_other_children,
    reap,
)
from certamen_services.launcher.program import Program, Report
from certamen_services.launcher.users import Users

__all__ = ["main"]

_CHUNK = 1 << 16


class _Helper:
    def __init__(self) -> None:
        self._leashes: dict[str, int] = {}
        self._keepers: dict[int, str] = {}
        self._folders: dict[str, str] = {}
        self._users = Users()

    def serve(self) -> None:
        """Serve until the parent is gone."""
        wake, wake_end = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(wake_end)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        rest = b""
        with selectors.DefaultSelector() as selector:
            selector.register(0, selectors.EVENT_READ)
            selector.register(wake, selectors.EVENT_READ)
            while True:
                ready = {key.fd for key, _ in selector.select()}
                if wake in ready:
                    os.read(wake, _CHUNK)
                    self._reap()
                if 0 in ready:
                    data = os.read(0, _CHUNK)
                    if not data:
                        return
                    *lines, rest = (rest + data).split(b"\n")
                    for line in lines:
                        self._request(line.decode())

    def end(self) -> None:
        """Let go of all leashes, and wait until nothing is left."""
        for leash in self._leashes.values():
            os.close(leash)
        while self._keepers:
            pid, _ = os.waitpid(-1, 0)
            self._forget(self._keepers.pop(pid, ""))
        kill_all_children()  # orphans of a keeper that was killed

    def _request(self, line: str) -> None:
        request = json.loads(line)
        if "stop" in request:
            leash = self._leashes.pop(request["stop"], None)
            if leash is not None:
                os.close(leash)
            return
        self._start(Program.from_line(line))

    def _start(self, program: Program) -> None:
        if program.limits is not None:
            try:
                folder = self._folders[program.name] = tempfile.mkdtemp(prefix="certamen-bot-")
            except OSError as error:
                report = Report(program.name, gone=True, error=f"it can have no folder: {error}"[:1000])
                os.write(1, report.to_line().encode())
                return
            user = self._users.take(program.name) if program.limits.isolated else None
            program = replace(program, folder=folder, user=user)
        leash, own_end = os.pipe2(os.O_CLOEXEC)
        pid = os.fork()
        if pid:
            os.close(leash)
            self._leashes[program.name] = own_end
            self._keepers[pid] = program.name
            return
        status = 1
        try:
            # The other programs' leashes must not be held by this process too.
            for other in (own_end, *self._leashes.values()):
                os.close(other)
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            keep(program, leash, reports=1)
            status = 0
        except BaseException:  # noqa: BLE001 (a forked process must never run its parent's code)
            traceback.print_exc()
        finally:
            os._exit(status)

    def _reap(self) -> None:
        for pid, status in (reap() or {}).items():
            name = self._keepers.pop(pid, None)
            if name is None:
                continue
            if (leash := self._leashes.pop(name, None)) is not None:
                os.close(leash)
            if status != 0:  # somebody killed the keeper: the program's orphans are ours now
                kill_other_children(spared=self._keepers)
                os.write(1, Report(name, gone=True, error="its keeper was killed").to_line().encode())
            self._forget(name)

    def _forget(self, name: str) -> None:
        """Nothing of the program is left."""
        self._users.give_back(name)
        if (folder := self._folders.pop(name, None)) is not None:
            shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    """The process's main program."""
    become_subreaper()
    for number in IGNORED:
        signal.signal(number, signal.SIG_IGN)  # the parent decides, by closing the pipe
    helper = _Helper()
    try:
        helper.serve()
    finally:
        helper.end()


if __name__ == "__main__":
    main()
