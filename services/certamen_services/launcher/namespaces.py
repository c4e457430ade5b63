"""Linux namespaces, without leaving the standard library: own processes, own view of the file system."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Sequence
from pathlib import Path

__all__ = [
    "closed_to_others",
    "mount_folder",
    "mount_passages",
    "mount_proc",
    "mount_read_only",
    "unshare_pids",
    "unshare_rest",
]

_LIBC = ctypes.CDLL(None, use_errno=True)
_NEW_MOUNTS, _NEW_IPC, _NEW_USERS, _NEW_PIDS = 0x00020000, 0x08000000, 0x10000000, 0x20000000
_NO_SUID, _NO_DEVICES, _NO_EXEC, _READ_ONLY = 2, 4, 8, 1
_REMOUNT, _BIND, _RECURSIVE, _PRIVATE = 32, 4096, 1 << 14, 1 << 18
_MOUNT_SETATTR, _AT_FDCWD, _AT_RECURSIVE = 442, -100, 0x8000


def _check(result: int) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


def _mount(source: str, target: str, kind: str, flags: int, data: str = "") -> None:
    _check(_LIBC.mount(source.encode(), os.fsencode(target), kind.encode(), flags, data.encode()))


def unshare_pids() -> None:
    """Give the children that are forked from now on a process table of their own. Raises OSError.

    Without privileges a user namespace comes along, in which the user and the group keep their numbers.
    """
    user, group = os.geteuid(), os.getegid()
    if user == 0:
        _check(_LIBC.unshare(_NEW_PIDS))
        return
    _check(_LIBC.unshare(_NEW_USERS | _NEW_PIDS))
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1")


def unshare_rest() -> None:
    """Give this process mounts and System V memory of its own. Raises OSError."""
    _check(_LIBC.unshare(_NEW_MOUNTS | _NEW_IPC))
    _mount("none", "/", "", _RECURSIVE | _PRIVATE)


def mount_read_only(but: str) -> None:
    """Take away the right to write anywhere but in one folder, and what set-user-id programs could do.

    Raises:
        OSError: it cannot be done.
    """
    attributes = struct.pack("=QQQQ", _READ_ONLY | _NO_SUID, 0, 0, 0)
    _check(
        _LIBC.syscall(
            _MOUNT_SETATTR, _AT_FDCWD, b"/", _AT_RECURSIVE, attributes, ctypes.c_size_t(len(attributes))
        )
    )
    _mount(but, but, "", _BIND)
    _mount("none", but, "", _REMOUNT | _BIND | _NO_SUID | _NO_DEVICES)


def mount_proc() -> None:
    """Show the own processes only. Raises OSError."""
    _mount("proc", "/proc", "proc", _NO_SUID | _NO_DEVICES | _NO_EXEC)


def mount_folder(path: str, size: int, user: int, group: int) -> None:
    """Put a file system of limited size at a folder, and use it for shared memory too. Raises OSError.

    Args:
        path: the folder.
        size: bytes; 0: whatever the system gives.
        user: who owns it.
        group: the owner's group.
    """
    data = f"mode=700,uid={user},gid={group},nr_inodes=10k" + (f",size={size}" if size else "")
    _mount("tmpfs", path, "tmpfs", _NO_SUID | _NO_DEVICES, data)
    if not Path("/dev/shm").is_dir():  # noqa: S108 (that is where it is)
        return
    shared = Path(path) / ".shm"
    shared.mkdir()
    shared.chmod(0o1777)
    _mount(str(shared), "/dev/shm", "", _BIND)  # noqa: S108


def closed_to_others(path: str) -> str | None:
    """The first folder on the way to a path that other users may not pass; None: they may pass all."""
    walked = Path("/")
    for part in Path(path).parts[1:]:
        walked /= part
        if walked.is_dir() and not walked.stat().st_mode & 0o001:
            return str(walked)
    return None


def mount_passages(paths: Sequence[str]) -> None:
    """Let other users reach folders that lie in closed ones, and see nothing else of the closed ones.

    Args:
        paths: folders, absolute; those that all can reach are left alone.

    Raises:
        OSError: it cannot be done.
    """
    closed: dict[str, list[str]] = {}
    for path in sorted(set(paths)):
        if (gate := closed_to_others(path)) is not None and gate != path:
            closed.setdefault(gate, []).append(path)
    for gate, inner in closed.items():
        handles = [os.open(path, os.O_PATH | os.O_DIRECTORY) for path in inner]
        _mount("tmpfs", gate, "tmpfs", _NO_SUID | _NO_DEVICES, "mode=755,size=1m")
        for path, handle in zip(inner, handles, strict=True):
            if not Path(path).exists():  # it may lie in one that was mounted just now
                Path(path).mkdir(parents=True)
            _mount(f"/proc/self/fd/{handle}", path, "", _BIND | _RECURSIVE)
            os.close(handle)
        _mount("none", gate, "", _REMOUNT | _BIND | _READ_ONLY | _NO_SUID | _NO_DEVICES)
