"""A server of our own, as a program beside the bots."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import dataclass
from pathlib import Path

from certamen_services.launcher import Launched, Launcher, LaunchError, Program

__all__ = ["LocalServer", "start_server"]

_START_LIMIT = 60.0
_STOP_GRACE = 10.0
_POLL = 0.02


@dataclass(frozen=True, slots=True)
class LocalServer:
    """A server that listens.

    Attributes:
        program: its process.
        log: its log.
        address: where it listens.
        token: the organiser's.
        public_key: with which its records are signed.
    """

    program: Launched
    log: Path
    address: str
    token: str
    public_key: bytes


async def start_server(launcher: Launcher, folder: Path, log: Path) -> LocalServer:
    """Start a server on a free port of the loopback interface.

    Args:
        launcher: runs it.
        folder: for its database and tokens.
        log: for its output.

    Raises:
        LaunchError: it did not start.
    """
    announce, token_file = folder / "announce.json", folder / "organiser-token"
    command = (
        *(sys.executable, "-m", "certamen_services.cli", "serve", "--address", "127.0.0.1:0"),
        *("--store", str(folder / "matches.db"), "--token-file", str(token_file)),
        *("--announce", str(announce), "--unfinished", "void"),
    )
    program = await launcher.start(Program("server", command, str(log), grace=_STOP_GRACE))
    try:
        async with asyncio.timeout(_START_LIMIT):
            while not announce.exists():
                if program.is_gone:
                    raise LaunchError(f"the server ended before it listened; its log: {log}")
                await asyncio.sleep(_POLL)
    except TimeoutError:
        raise LaunchError(f"the server did not listen within {_START_LIMIT:g} s; its log: {log}") from None
    told = json.loads(announce.read_text())
    return LocalServer(
        program, log, told["address"], token_file.read_text().strip(), bytes.fromhex(told["public_key"])
    )
