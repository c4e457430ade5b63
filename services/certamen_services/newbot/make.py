"""Fills a template."""

from __future__ import annotations

import re
import shlex
import sys
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

__all__ = ["LANGUAGES", "NewBotError", "make_bot"]

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_LONGEST = 60
_TREE = Path(__file__).resolve().parents[3]


@dataclass(frozen=True, slots=True)
class _Language:
    """What a template wants.

    Attributes:
        sdk: folder of the client below `clients`; None: it is installed together with this program.
        proof: a file that a client's folder has.
        first: what to type first in a new folder.
    """

    sdk: str | None
    proof: str
    first: tuple[str, ...]


LANGUAGES: Mapping[str, _Language] = {
    "python": _Language(None, "", ("make test", "make play")),
    "go": _Language("go", "go.mod", ("make test", "make play")),
    "typescript": _Language("typescript", "package.json", ("npm install", "npm test", "npm run play")),
}
"""The languages that there are templates for."""


class NewBotError(Exception):
    """A bot cannot be made like that.

    Attributes:
        argument: what is at fault: LANGUAGE, NAME, --folder or --sdk.
    """

    def __init__(self, argument: str, message: str) -> None:
        super().__init__(message)
        self.argument = argument


def make_bot(language: str, name: str, folder: Path | None = None, sdk: Path | None = None) -> Path:
    """Make a folder with a bot: all of it, or nothing.

    Args:
        language: one of `LANGUAGES`.
        name: of the bot, and of the program; small letters, digits, hyphens.
        folder: where; must be new or empty. None: a folder of the bot's name here.
        sdk: folder of the language's client; None: that of this source tree.

    Returns:
        The folder.

    Raises:
        NewBotError: something is not accepted.
        OSError: the folder cannot be written.
    """
    if language not in LANGUAGES:
        raise NewBotError("LANGUAGE", f"{language!r} is not accepted; expected one of {', '.join(LANGUAGES)}")
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        accepted = f"a small letter, then small letters, digits and single hyphens, at most {_LONGEST} in all"
        raise NewBotError("NAME", f"{name!r} is not accepted; expected {accepted}")
    target = (folder or Path(name)).absolute()
    if target.exists() and not (target.is_dir() and not any(target.iterdir())):
        raise NewBotError("--folder", f"{target} exists and is not an empty folder")
    words = {
        "@NAME@": name,
        "@SDK@": _sdk(language, sdk),
        "@PYTHON@": sys.executable,
        "@CERTAMEN@": f"{shlex.quote(sys.executable)} -m certamen_services.cli",
    }
    template = resources.files("certamen_services.newbot") / "templates" / language
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".new-bot-") as scratch:
        whole = Path(scratch) / "bot"
        _copy(template, whole, words)
        whole.replace(target)  # an empty folder is replaced too
    return target


def _sdk(language: str, given: Path | None) -> str:
    """Where the client of a language is."""
    wanted = LANGUAGES[language]
    if wanted.sdk is None:
        if given is not None:
            raise NewBotError("--sdk", f"is not needed for {language}: its client is installed with Certamen")
        return ""
    place = (given or _TREE / "clients" / wanted.sdk).absolute()
    if not (place / wanted.proof).is_file():
        expected = f"expected the folder clients/{wanted.sdk} of Certamen's sources"
        raise NewBotError("--sdk", f"the client for {language} is not in {place}; {expected}")
    return str(place)


def _copy(template: Traversable, target: Path, words: Mapping[str, str]) -> None:
    """Copy a folder, its placeholders replaced."""
    target.mkdir()
    for entry in template.iterdir():
        # In the package no file is hidden, and no tool takes one for a module or for settings of ours.
        file = target / re.sub(r"^dot-", ".", entry.name).removesuffix(".in")
        if entry.is_dir():
            _copy(entry, file, words)
            continue
        text = entry.read_text(encoding="utf-8")
        for placeholder, word in words.items():
            text = text.replace(placeholder, word)
        file.write_text(text, encoding="utf-8")
