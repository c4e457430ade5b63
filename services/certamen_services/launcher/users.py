"""Numbers of users that nobody has: one for each contained program."""

from __future__ import annotations

import os
import pwd
from itertools import chain
from pathlib import Path

__all__ = ["Users"]

_FIRST, _LAST = 61_184, 65_519
"""A range that systemd, too, keeps for users that come and go."""


class Users:
    """Lends numbers, each to one program at a time. Only the superuser has any to lend."""

    def __init__(self) -> None:
        self._lent: dict[str, int] = {}
        # Another launcher on this machine begins elsewhere, as a rule.
        self._next = _FIRST + os.getpid() * 97 % (_LAST - _FIRST)

    def take(self, name: str) -> int | None:
        """A number for a program; None if there is none."""
        if os.geteuid() != 0:
            return None
        used = set(self._lent.values()) | _at_work() | {entry.pw_uid for entry in pwd.getpwall()}
        for number in chain(range(self._next, _LAST + 1), range(_FIRST, self._next)):
            if number not in used:
                self._lent[name] = number
                self._next = number + 1
                return number
        return None

    def give_back(self, name: str) -> None:
        """Nothing of the program is left."""
        self._lent.pop(name, None)


def _at_work() -> set[int]:
    """Users that have processes."""
    found = set()
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                found.add(entry.stat().st_uid)
            except OSError:
                continue  # it ended meanwhile
    return found
