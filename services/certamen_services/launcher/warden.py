"""A contained program's warden: the first process of its process table, which starts it and outlives it.

When the warden ends, the kernel ends every process of the table at once, whatever session they moved to.
Where the platform gives no such table the warden is an ordinary process, and the keeper does the killing.
"""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import traceback
from collections.abc import Callable
from dataclasses import dataclass

from certamen_services.launcher import namespaces
from certamen_services.launcher.limits import Limits
from certamen_services.launcher.processes import die_with_parent, no_new_privileges
from certamen_services.launcher.program import Program
from certamen_services.launcher.reach import needed_folders, rooted_command, unreachable

__all__ = ["Warded", "start_warded"]

IN_FORCE = "yes"
_OWN_FOLDER = ("HOME", "TMPDIR", "TMP", "TEMP")


@dataclass(frozen=True, slots=True)
class Warded:
    """A contained program that has been started.

    Attributes:
        warden: pid of its warden.
        output: what the program writes.
        news: where the warden tells the exit status, at the end.
        containment: which measure is in force: `yes`, or why not.
    """

    warden: int
    output: int
    news: int
    containment: dict[str, str]

    def status(self) -> int:
        """Exit status of the program, once the warden has ended; if it could not tell, both were killed."""
        told = os.read(self.news, 100).strip()
        os.close(self.news)
        return int(told) if told else -signal.SIGKILL


def start_warded(program: Program, limits: Limits, signals: tuple[signal.Signals, ...]) -> Warded:
    """Start a program with its limits; the calling process must have one thread.

    Args:
        program: what to run; it has its private folder already.
        limits: what it may use.
        signals: what this process ignores and the program must not.

    Raises:
        OSError: it could not be started.
    """
    containment: dict[str, str] = {}
    if limits.isolated:
        _attempt(containment, "own processes", namespaces.unshare_pids)
    else:
        containment["own processes"] = "no: not asked for"
    output, output_end = os.pipe2(os.O_CLOEXEC)
    news, news_end = os.pipe2(os.O_CLOEXEC)
    keeper = os.getpid() if containment["own processes"] != IN_FORCE else 0
    if (pid := os.fork()) == 0:
        try:
            os.close(output)
            os.close(news)
            die_with_parent(keeper)
            _Warden(program, limits, signals, containment, output_end, news_end).run()
        except BaseException:  # noqa: BLE001 (a forked process must never run its parent's code)
            traceback.print_exc()
        finally:
            os._exit(1)
    os.close(output_end)
    os.close(news_end)
    told = b""
    while not told.endswith(b"\n") and (piece := os.read(news, 1 << 16)):
        told += piece
    answer = json.loads(told or b'{"error": "its warden failed"}')
    if "error" in answer:
        os.waitpid(pid, 0)
        raise OSError(answer["error"])
    return Warded(pid, output, news, answer["containment"])


class _Warden:
    def __init__(
        self,
        program: Program,
        limits: Limits,
        signals: tuple[signal.Signals, ...],
        containment: dict[str, str],
        output: int,
        news: int,
    ) -> None:
        self._program = program
        self._limits = limits
        self._signals = signals
        self._containment = containment
        self._output = output
        self._news = news
        self._user: int | None = None

    def run(self) -> None:
        """The warden's life; returns when the program has ended."""
        os.umask(0o022)
        try:
            process = self._start()
        except (OSError, ValueError, subprocess.SubprocessError) as error:
            self._tell({"error": str(error)[:1000]})
            return
        os.close(self._output)
        self._tell({"containment": self._containment})
        while True:
            pid, status = os.wait()
            if pid == process.pid:
                os.write(self._news, b"%d\n" % os.waitstatus_to_exitcode(status))
                os._exit(0)

    def _tell(self, answer: dict[str, object]) -> None:
        os.write(self._news, json.dumps(answer).encode() + b"\n")

    def _start(self) -> subprocess.Popen[bytes]:
        program, work = self._program, self._program.folder
        command = rooted_command(program.command)
        needed = [*needed_folders(command), os.path.dirname(work)]  # noqa: PTH120 (a text is wanted)
        self._choose_user(needed)
        if self._user is not None:
            os.chown(work, self._user, self._user)
        if self._limits.isolated:
            self._isolate(work, needed)
        owner = {} if self._user is None else {"user": self._user, "group": self._user, "extra_groups": ()}
        return subprocess.Popen(  # type: ignore[call-overload, no-any-return]  # noqa: S603 (that is what we are for)
            command,
            env=os.environ | dict.fromkeys(_OWN_FOLDER, work) | program.environment,
            cwd=work,
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=self._prepare,  # noqa: PLW1509 (this process has one thread)
            **owner,
        )

    def _choose_user(self, needed: list[str]) -> None:
        wish = self._program.user
        if not self._limits.isolated:
            self._containment["own user"] = "no: not asked for"
        elif wish is None:
            self._containment["own user"] = "no: only the superuser can give one"
        elif (closed := unreachable(needed, passages=self._contained("own processes"))) is not None:
            self._containment["own user"] = f"no: {closed} is closed to other users"
        else:
            self._user = wish
            self._containment["own user"] = IN_FORCE

    def _contained(self, measure: str) -> bool:
        return self._containment.get(measure) == IN_FORCE

    def _isolate(self, work: str, needed: list[str]) -> None:
        """Own view of the file system; each step tells whether it could be done."""
        own = self._user if self._user is not None else os.geteuid()
        group = self._user if self._user is not None else os.getegid()
        self._try("own mounts", namespaces.unshare_rest)
        if not self._contained("own mounts"):
            for measure in ("read-only files", "own process list", "folder of limited size"):
                self._containment[measure] = "no: there are no own mounts"
            if self._user is not None and unreachable(needed, passages=False) is not None:
                self._user = None
                os.chown(work, os.geteuid(), os.getegid())
                self._containment["own user"] = "no: without own mounts its program is out of reach"
            return
        self._try("read-only files", lambda: namespaces.mount_read_only(but=work))
        if self._contained("own processes"):
            self._try("own process list", namespaces.mount_proc)
        else:
            self._containment["own process list"] = "no: there are no own processes"
        if self._user is not None:
            namespaces.mount_passages(needed)
        size = self._limits.files
        self._try("folder of limited size", lambda: namespaces.mount_folder(work, size, own, group))

    def _try(self, measure: str, step: Callable[[], None]) -> None:
        _attempt(self._containment, measure, step)

    def _prepare(self) -> None:
        """In the program's process, before it begins; the user is its own already."""
        for number in self._signals:
            signal.signal(number, signal.SIG_DFL)
        if not self._contained("own processes"):
            die_with_parent(os.getppid())
        no_new_privileges()
        limits = self._limits
        _lower(resource.RLIMIT_CORE, 0)
        if limits.memory:
            _lower(resource.RLIMIT_DATA, limits.data)
        if limits.cpu:
            _lower(resource.RLIMIT_CPU, max(1, round(limits.cpu)))
        if limits.files:
            _lower(resource.RLIMIT_FSIZE, limits.files)
        if limits.processes and self._user is not None:
            _lower(resource.RLIMIT_NPROC, limits.processes)


def _attempt(containment: dict[str, str], measure: str, step: Callable[[], None]) -> None:
    try:
        step()
    except OSError as error:
        containment[measure] = f"no: {error.strerror or error}"
    else:
        containment[measure] = IN_FORCE


def _lower(kind: int, value: int) -> None:
    """Set a limit, unless a lower one holds already."""
    _, hard = resource.getrlimit(kind)
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (value, value))
