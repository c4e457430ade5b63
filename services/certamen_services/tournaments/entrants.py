"""What the `bot` of a plan may be."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from hashlib import sha256
from pathlib import Path

from certamen_client import Bot
from certamen_client.bots import BOTS, RandomBot

from certamen_services.launcher import parse_command
from certamen_services.referee.errors import FieldError
from certamen_services.tournaments.plan import Venue
from certamen_services.tournaments.viewbot import UniformBot, ViewBot

__all__ = ["COMMAND", "DIAL_IN", "PYTHON", "bot_class", "check", "command_of"]

COMMAND, PYTHON, DIAL_IN = "cmd:", "python:", "dial-in"


def check(text: str, game: str, folder: Path, field: str, venue: Venue) -> None:
    """Check what was given for a bot.

    Args:
        text: as in the plan.
        game: that it is to play.
        folder: where to look for its file.
        field: name of the field for the error.
        venue: how games are played.

    Raises:
        FieldError: it is not accepted.
    """
    if text in BOTS:
        plays = BOTS[text].games
        if plays and game not in plays:
            raise FieldError(field, f"{text} does not play {game}; it plays {', '.join(plays)}")
        return
    direct = venue is Venue.DIRECT
    if direct and text.startswith(PYTHON):
        bot_class(text, folder, field)
    elif not direct and text.startswith(COMMAND):
        if not text.isprintable():
            raise FieldError(field, f"{text!r}: a command must be printable")
        try:
            parse_command(text.removeprefix(COMMAND))
        except ValueError as error:
            raise FieldError(field, str(error)) from None
    elif direct or text != DIAL_IN:
        others = "python:FILE.py:CLASS" if direct else "cmd:COMMAND, dial-in"
        accepted = f"{', '.join(sorted(BOTS))}, {others}"
        raise FieldError(field, f"{text!r} is not accepted in {venue.value} play; expected one of {accepted}")


def command_of(text: str) -> tuple[str, ...] | None:
    """The program of a bot that was checked, and its arguments; None if it dials in."""
    if text == DIAL_IN:
        return None
    if text in BOTS:
        return (sys.executable, "-m", "certamen_client.bots", text)
    return parse_command(text.removeprefix(COMMAND))


def bot_class(text: str, folder: Path, field: str = "bot") -> type[Bot] | type[ViewBot]:
    """What makes a bot of direct play, one for each game.

    Args:
        text: `greedy`, `random`, `python:FILE.py:CLASS` or `python:MODULE:CLASS`.
        folder: where to look for the file.
        field: name of the field for the error.

    Raises:
        FieldError: there is no such thing.
    """
    if text in BOTS:
        return UniformBot if BOTS[text] is RandomBot else BOTS[text]
    where, _, name = text.removeprefix(PYTHON).rpartition(":")
    if not where or not name.isidentifier():
        raise FieldError(
            field, f"{text!r} is not accepted; expected python:FILE.py:CLASS or python:MODULE:CLASS"
        )
    try:
        module = _from_file(folder / where) if where.endswith(".py") else importlib.import_module(where)
    except Exception as error:  # noqa: BLE001 (somebody's code may raise anything when it is loaded)
        raise FieldError(field, f"{where} cannot be loaded: {type(error).__name__}: {error}") from None
    found = getattr(module, name, None)
    if not (isinstance(found, type) and issubclass(found, Bot | ViewBot)):
        raise FieldError(field, f"{where} has no class {name!r} that is a certamen_client.Bot or a ViewBot")
    return found


def _from_file(path: Path) -> object:
    """The module in a file; each file is loaded once."""
    path = path.resolve()
    name = f"certamen_bot_{sha256(str(path).encode()).hexdigest()[:16]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError("it is no Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
