"""What a tree of processes uses, read from /proc. Only the tree is read, not the whole machine."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from certamen_services.launcher.limits import Limits, show_size
from certamen_services.launcher.processes import descendants

__all__ = ["Census"]

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class _Process:
    """Figures of one process: what it used, and what those used that it has buried."""

    begun: int
    own: int
    buried: int
    threads: int
    resident: int


class Census:
    """Compares what a program uses with what it may use, time after time.

    Args:
        warden: pid of the program's warden, which does not count.
        own_list: whether the program has a process list of its own, which makes reading cheap.
        limits: what it may use.
        folder: its private folder, if that has no limited size of its own; else empty.
    """

    def __init__(self, warden: int, limits: Limits, folder: str, *, own_list: bool) -> None:
        own = Path(f"/proc/{warden}/root/proc")
        self._proc = own if own_list and os.access(own / "1", os.R_OK) else Path("/proc")
        self._warden = warden if self._proc is not own else 1
        self._limits = limits
        self._folder = folder
        self._seen: dict[tuple[int, int], int] = {}
        self._rounds = 0

    def verdict(self) -> str:
        """Which limit is exceeded, in words; empty if none is."""
        limits = self._limits
        found = {pid: process for pid in self._pids() if (process := self._read(pid)) is not None}
        tasks = sum(process.threads for process in found.values())
        if limits.processes and tasks > limits.processes:
            return f"{tasks} processes and threads; the limit is {limits.processes}"
        resident = sum(process.resident for process in found.values())
        if limits.memory and resident > limits.memory:
            # What several processes share was counted for each; to know better takes longer.
            resident = sum(self._share(pid, process.resident) for pid, process in found.items())
            if resident > limits.memory:
                return f"{show_size(resident)} of memory; the limit is {show_size(limits.memory)}"
        spent = self._spent(found) / _TICKS
        if limits.cpu and spent > limits.cpu:
            return f"{spent:.1f} s of processor time; the limit is {limits.cpu:g} s"
        self._rounds += 1
        if self._folder and limits.files and self._rounds % 10 == 0:
            size = _folder_size(self._folder)
            if size > limits.files:
                return f"{show_size(size)} of files; the limit is {show_size(limits.files)}"
        return ""

    def _spent(self, found: dict[int, _Process]) -> int:
        """Ticks: what the living account for, or what was ever seen, whichever is more."""
        warden = self._read(self._warden)
        living = sum(process.own + process.buried for process in found.values())
        living += warden.buried if warden is not None else 0
        self._seen |= {(pid, process.begun): process.own for pid, process in found.items()}
        return max(living, sum(self._seen.values()))

    def _pids(self) -> list[int]:
        if self._warden != 1:
            return descendants(self._warden)
        try:
            return [
                int(entry.name)
                for entry in self._proc.iterdir()
                if entry.name.isdecimal() and entry.name != "1"
            ]
        except OSError:
            return []  # it ended meanwhile

    def _read(self, pid: int) -> _Process | None:
        try:
            fields = (self._proc / str(pid) / "stat").read_bytes().rpartition(b")")[2].split()
        except OSError:
            return None  # it ended meanwhile
        if len(fields) < 22 or fields[0] == b"Z":
            return None
        numbers = [int(field) for field in fields[11:22]]
        own, buried = numbers[0] + numbers[1], numbers[2] + numbers[3]
        return _Process(numbers[8], own, buried, numbers[6], numbers[10] * _PAGE)

    def _share(self, pid: int, resident: int) -> int:
        """Resident bytes of a process, where each page counts in proportion to those who share it."""
        try:
            for line in (self._proc / str(pid) / "smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    return int(line.split()[1]) << 10
        except (OSError, ValueError):
            pass
        return resident


def _folder_size(folder: str) -> int:
    size = 0
    for path, _, names in os.walk(folder):
        for name in names:
            try:
                size += (Path(path) / name).lstat().st_blocks * 512
            except OSError:
                continue
    return size
