"""What a program may use, and what became of the wish to contain it."""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["Limits", "parse_size", "show_size"]

_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}
_MIB = 1 << 20


@dataclass(frozen=True, slots=True)
class Limits:
    """What a program and all that it starts may use; 0 lifts a limit.

    Attributes:
        memory: bytes of resident memory, all its processes together.
        cpu: seconds of processor time, all its processes together.
        processes: processes and threads at once.
        files: bytes of one file, and of all that it keeps in its private folder.
        isolated: whether to give it a user, processes and a folder of its own as far as the platform can.
    """

    memory: int = 1 << 30
    cpu: float = 3600.0
    processes: int = 256
    files: int = 64 * _MIB
    isolated: bool = True

    @property
    def data(self) -> int:
        """Bytes of writable memory that one process may ask for; well above `memory`.

        It bounds what a process can take between two looks at its size. Asking is not using: threads'
        stacks, for instance, are asked for in full and hardly used.
        """
        return 2 * self.memory + 512 * _MIB


def parse_size(text: str) -> int:
    """Bytes from `512M` or `2G`: a number, and K, M or G for powers of 1024.

    Raises:
        ValueError: it is none.
    """
    found = re.fullmatch(r"(\d{1,15}(?:\.\d{1,6})?)\s*([kmg]?)(?:i?b)?", text.strip().lower(), re.ASCII)
    if found is None:
        raise ValueError(f"{text!r} is no size; expected a number and K, M or G: 512M")
    return round(float(found[1]) * _UNITS[found[2]])


def show_size(size: int) -> str:
    """Bytes for people."""
    for letter in "GMK":
        unit = _UNITS[letter.lower()]
        if size >= unit:
            return f"{size / unit:.4g} {letter}iB"
    return f"{size} B"
