"""A bot as a program."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

from certamen_client.bot import Bot
from certamen_client.connection import Connection
from certamen_client.errors import BotError, CertamenError
from certamen_client.log import LOGGER, BoundedHandler
from certamen_client.session import Session
from certamen_client.trace import TRACE_VARIABLE

__all__ = ["run"]


def run(
    make_bot: Callable[[], Bot],
    *,
    server: str | None = None,
    token: str | None = None,
    name: str = "",
    log_level: int = logging.INFO,
    trace: Path | None = None,
) -> None:
    """Play all matches of the token, then return. The whole main program of a bot.

    SIGINT and SIGTERM end it without goodbye: started again in time, it goes on where it was.

    Args:
        make_bot: the bot's class, or whatever makes one bot for one match.
        server: the server's address; default: CERTAMEN_SERVER.
        token: default: CERTAMEN_TOKEN.
        name: how the bot introduces itself; default: the class's.
        log_level: of the log on standard error, which is bounded.
        trace: file for all that is received and sent; default: CERTAMEN_TRACE, or none.

    Raises:
        SystemExit: with a sentence on standard error. Status 2: address or token are missing or malformed;
            1: the server refused the bot, or could not be reached, or the bot's own code failed;
            130, 143: it was interrupted.
    """
    handler = BoundedHandler()
    LOGGER.addHandler(handler)
    LOGGER.setLevel(log_level)
    try:
        connection = Connection.of(server, token)
        if trace is None and (named := os.environ.get(TRACE_VARIABLE)):
            trace = Path(named)
    except CertamenError as error:
        _exit(str(error), 2)
    try:
        stopped_by = asyncio.run(_play(lambda: Session(make_bot, connection, name=name, trace=trace)))
    except BotError as error:
        _exit(str(error), 1)  # the traceback is in the log
    except CertamenError as error:
        _exit(str(error), 1)
    finally:
        LOGGER.removeHandler(handler)
    if stopped_by is not None:
        sys.exit(128 + stopped_by)


async def _play(make_session: Callable[[], Session]) -> signal.Signals | None:
    """Run a session until its end, or until a signal, which is returned."""
    loop = asyncio.get_running_loop()
    session = asyncio.create_task(make_session().run())
    caught: list[signal.Signals] = []

    def stop(number: signal.Signals) -> None:
        caught.append(number)
        session.cancel()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop, number)
    with contextlib.suppress(asyncio.CancelledError):
        await session
    return caught[0] if caught else None


def _exit(sentence: str, status: int) -> None:
    print(f"error: {sentence}", file=sys.stderr)
    sys.exit(status)
