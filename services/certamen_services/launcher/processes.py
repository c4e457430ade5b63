"""What Linux offers for keeping hold of processes, without leaving the standard library."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import time
from collections.abc import Collection
from pathlib import Path

__all__ = [
    "become_subreaper",
    "descendants",
    "die_with_parent",
    "kill_all_children",
    "kill_other_children",
    "no_new_privileges",
    "reap",
    "signal_all",
]

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_PR_SET_NO_NEW_PRIVS = 38
_LIBC = ctypes.CDLL(None, use_errno=True)
_POLL = 0.005


def _prctl(option: int, value: int) -> None:
    if _LIBC.prctl(option, value, 0, 0, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def become_subreaper() -> None:
    """Inherit all descendants whose own parents end."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent(parent: int, number: int = signal.SIGKILL) -> None:
    """Have a signal sent to this process when its parent ends.

    Args:
        parent: pid of the parent, lest it has ended already; 0 if it is out of sight, in another namespace.
        number: the signal.
    """
    _prctl(_PR_SET_PDEATHSIG, number)
    if os.getppid() != parent:
        os.kill(os.getpid(), number)


def no_new_privileges() -> None:
    """Nothing that this process runs from now on gets more rights than it has."""
    if _LIBC.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def descendants(root: int, but: Collection[int] = ()) -> list[int]:
    """All processes below one, by their parents.

    Args:
        root: pid of the one.
        but: pids of some below it that are left out, with all below these.
    """
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                # The name in parentheses may hold anything; the parent is the second field after it.
                parent = int((entry / "stat").read_bytes().rpartition(b")")[2].split()[1])
            except (OSError, IndexError, ValueError):
                continue  # it ended meanwhile
            children.setdefault(parent, []).append(int(entry.name))
    found: list[int] = []
    queue = [root]
    while queue:
        below = [pid for pid in children.get(queue.pop(), []) if pid not in but]
        found += below
        queue += below
    return found


def reap() -> dict[int, int] | None:
    """Take note of children that have ended: their exit statuses by pid. None: there is no child at all."""
    ended: dict[int, int] = {}
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended or None
        if pid == 0:
            return ended
        ended[pid] = os.waitstatus_to_exitcode(status)


def signal_all(pids: list[int], number: int) -> None:
    """Send a signal to processes that may have ended."""
    for pid in pids:
        try:
            os.kill(pid, number)
        except (ProcessLookupError, PermissionError):
            continue


def kill_all_children() -> dict[int, int]:
    """Kill until no descendant is left; the caller must be a subreaper.

    A process that forks faster than it is killed loses in the end: its children are ours, and are killed in
    the next round.

    Returns:
        The exit statuses of those that ended, by pid.
    """
    ended: dict[int, int] = {}
    while True:
        signal_all(descendants(os.getpid()), signal.SIGKILL)
        fresh = reap()
        if fresh is None:
            return ended
        ended |= fresh
        time.sleep(_POLL)


def kill_other_children(spared: Collection[int]) -> None:
    """Kill all descendants but some children and what is below these."""
    while left := descendants(os.getpid(), but=spared):
        signal_all(left, signal.SIGKILL)
        for pid in left:
            with contextlib.suppress(ChildProcessError):  # a grandchild; it becomes a child soon
                os.waitpid(pid, os.WNOHANG)
        time.sleep(_POLL)
