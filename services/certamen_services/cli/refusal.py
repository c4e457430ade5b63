"""Bad input ends with one sentence and exit status 2."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import typer

from certamen_services.records.keys import KeyFileError
from certamen_services.referee.errors import FieldError

__all__ = ["fail", "read_input", "refusals", "refuse"]


def refuse(option: str, message: object) -> typer.BadParameter:
    """The error for a value that is not accepted.

    Args:
        option: the option or argument at fault.
        message: what is wrong, and what is accepted.
    """
    return typer.BadParameter(str(message), param_hint=option)


def fail(message: object, status: int = 1) -> typer.Exit:
    """Say what went wrong; the error to raise then."""
    typer.echo(f"error: {message}", err=True)
    return typer.Exit(status)


@contextmanager
def refusals(option: str) -> Iterator[None]:
    """Turn errors about a value into refusals of an option."""
    try:
        yield
    except FieldError as error:
        raise refuse(option, error.accepted) from None
    except (KeyFileError, ValueError) as error:
        raise refuse(option, error) from None
    except OSError as error:
        raise refuse(option, _say(error)) from None


def read_input(source: str, option: str, limit: int = 1 << 28) -> bytes:
    """The bytes of a file, or of standard input for `-`."""
    with refusals(option):
        if source == "-":
            data = sys.stdin.buffer.read(limit + 1)
        else:
            with Path(source).open("rb") as file:
                data = file.read(limit + 1)
    if len(data) > limit:
        raise refuse(option, f"{source} is longer than {limit} bytes")
    return data


def _say(error: OSError) -> str:
    """An error of the operating system without its number."""
    return f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error)
