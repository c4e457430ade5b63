"""`certamen bot`."""

from __future__ import annotations

from certamen_client import run
from certamen_client.bots import BOTS

from certamen_services.cli.refusal import refuse

__all__ = ["run_bot"]


def run_bot(name: str, server: str | None, token: str | None, alias: str) -> None:
    """Run a bot until all matches of its token have ended."""
    if name not in BOTS:
        raise refuse("BOT", f"unknown bot {name!r}; there are: {', '.join(sorted(BOTS))}")
    run(BOTS[name], server=server, token=token, name=alias or name)
