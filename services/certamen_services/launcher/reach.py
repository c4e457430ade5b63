"""Which folders a command needs, and whether another user may reach them."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from certamen_services.launcher.namespaces import closed_to_others

__all__ = ["needed_folders", "rooted_command", "unreachable"]


def rooted_command(command: Sequence[str]) -> list[str]:
    """The command for a program that starts in another folder: files of this one get their full paths."""
    program = shutil.which(command[0]) or command[0]
    return [os.path.abspath(program), *(_rooted(argument) for argument in command[1:])]  # noqa: PTH100


def _rooted(argument: str) -> str:
    is_path = (
        argument and not argument.startswith(("/", "-")) and len(argument) < os.pathconf("/", "PC_PATH_MAX")
    )
    if is_path and "\n" not in argument and Path(argument).exists():
        return str(Path.cwd() / argument)
    return argument


def needed_folders(command: Sequence[str]) -> list[str]:
    """Folders in which a command's program and files lie, with their links resolved and without.

    Args:
        command: as from `rooted_command`.
    """
    needed = set()
    for argument in command:
        if argument.startswith("/") and "\n" not in argument and Path(argument).exists():
            for path in (Path(argument), Path(argument).resolve()):
                folder = path if path.is_dir() else path.parent
                # A program in .../bin has its libraries beside it.
                needed.add(str(folder.parent if folder.name in ("bin", "Scripts") else folder))
                needed |= _node_packages(path)
    if Path(command[0]) == Path(sys.executable):
        needed |= {str(Path(entry).resolve()) for entry in sys.path if entry and Path(entry).is_dir()}
        needed |= _own_packages()
    return sorted(needed)


def _own_packages() -> set[str]:
    """Folders of our packages, which an editable installation does not name in `sys.path`."""
    specs = (find_spec(name) for name in ("certamen", "certamen_client", "certamen_core"))
    places = (place for spec in specs if spec for place in spec.submodule_search_locations or ())
    return {str(Path(place).resolve().parent) for place in places if Path(place).is_dir()}


def _node_packages(file: Path) -> set[str]:
    """Folders in which Node looks for the packages that a file imports, those that are only linked too."""
    found = set()
    for folder in file.parents:
        packages = folder / "node_modules"
        if packages.is_dir():
            found.add(str(folder))
            found |= {str(entry.resolve()) for entry in packages.iterdir() if entry.is_symlink()}
    return {path for path in found if Path(path).is_dir()}


def unreachable(needed: Sequence[str], *, passages: bool) -> str | None:
    """A folder that keeps other users from what a command needs; None if nothing does.

    Args:
        needed: folders that must be reached.
        passages: whether closed folders on the way to them can be passed.
    """
    for path in needed:
        gate = closed_to_others(path)
        if gate is not None and (not passages or not Path(path).stat().st_mode & 0o001):
            return gate if not passages else path
    return None
