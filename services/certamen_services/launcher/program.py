"""What is to be run, and what became of it: the helper's messages, one line of JSON each."""

from __future__ import annotations

import json
import os
import shlex
import shutil
from dataclasses import asdict, dataclass, field

from certamen_services.launcher.limits import Limits

__all__ = ["LOG_LIMIT", "Program", "Report", "parse_command"]

LOG_LIMIT = 1 << 20
"""Bytes of a program's output that are kept."""


@dataclass(frozen=True, slots=True)
class Program:
    """A program to be run.

    Attributes:
        name: tells it from the others; each name once.
        command: the program and its arguments.
        log: file for its output (standard output and error together).
        environment: variables on top of the helper's own.
        log_limit: bytes that the log may hold: the first half of them, and the last.
        grace: seconds between the request to end and the killing.
        limits: what it may use; None: it is one of ours and runs as we do.
        folder: its private folder, made and removed for it; set by the helper.
        user: number of the user that it gets; set by the helper.
    """

    name: str
    command: tuple[str, ...]
    log: str
    environment: dict[str, str] = field(default_factory=dict)
    log_limit: int = LOG_LIMIT
    grace: float = 1.0
    limits: Limits | None = None
    folder: str = ""
    user: int | None = None

    def to_line(self) -> str:
        """The program as a line for the helper."""
        return json.dumps(asdict(self)) + "\n"

    @classmethod
    def from_line(cls, line: str) -> Program:
        """The program again."""
        fields = json.loads(line)
        limits = fields["limits"]
        made = {"command": tuple(fields["command"]), "limits": None if limits is None else Limits(**limits)}
        return cls(**(fields | made))


@dataclass(frozen=True, slots=True)
class Report:
    """What became of a program: one when it has been started, or could not be; one when all of it is gone.

    Attributes:
        name: the program's.
        pid: of its first process; 0 if it could not be started.
        gone: whether it and all its descendants have ended.
        status: exit status of its first process, negative for the signal that ended it; None if unknown.
        output: bytes that it wrote, kept or not.
        error: why it could not be started.
        limit: the limit for which it was ended, in words; empty if it was not.
        containment: measure by measure whether it is in force: `yes`, or `no:` and why.
    """

    name: str
    pid: int = 0
    gone: bool = False
    status: int | None = None
    output: int = 0
    error: str = ""
    limit: str = ""
    containment: dict[str, str] = field(default_factory=dict)

    def to_line(self) -> str:
        """The report as a line; shorter than what a pipe takes at once."""
        return json.dumps(asdict(self)) + "\n"

    @classmethod
    def from_line(cls, line: str) -> Report:
        """The report again."""
        return cls(**json.loads(line))


def parse_command(text: str) -> tuple[str, ...]:
    """Split a command as a shell would, without one.

    Raises:
        ValueError: it is empty, its quotes do not match, or there is no such program.
    """
    try:
        command = tuple(shlex.split(text))
    except ValueError as error:
        raise ValueError(f"{text!r} is not a command: {error}") from None
    if not command:
        raise ValueError("a command is empty; expected a program and its arguments")
    if shutil.which(command[0]) is None:
        why = "is no executable file" if os.path.exists(command[0]) else "was not found"  # noqa: PTH110
        raise ValueError(f"the program {command[0]!r} {why}")
    return command
