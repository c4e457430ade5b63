"""A referee for timed play in this process: arena, server, bots as programs.

A process that serves gRPC must not fork, so the launcher is entered before this module is used.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from certamen_services.auth import token_hash
from certamen_services.launcher import Launcher, Limits
from certamen_services.records.keys import Signer
from certamen_services.referee.arena import Arena
from certamen_services.rules.house import RulesHouse
from certamen_services.server import Server, ServerSettings
from certamen_services.storage.store import Store
from certamen_services.tournaments.checked import CheckedPlan
from certamen_services.tournaments.deals import Root
from certamen_services.tournaments.timed import Programs, TimedVenue

__all__ = ["hosted"]


@asynccontextmanager
async def hosted(
    checked: CheckedPlan,
    root: Root,
    launcher: Launcher,
    signer: Signer,
    place: Path,
    logs: Path,
    limits: Limits | None,
    settings: ServerSettings,
) -> AsyncIterator[TimedVenue]:
    """A venue for timed play; on leaving, the server stops and unfinished matches stay as they are.

    Args:
        checked: the plan.
        root: source of deals and tokens.
        launcher: runs the bots.
        signer: signs records.
        place: the database.
        logs: folder for the bots' output.
        limits: what each bot may use; None: as much as it likes.
        settings: where the server listens.

    Raises:
        FieldError: the address is not accepted.
    """
    store = await Store.open(place, signer.public_key)
    rules = RulesHouse()
    try:
        arena = await Arena.open(store, signer)
        server = Server(arena, token_hash(secrets.token_urlsafe(32)), settings, rules=rules)
        await server.start()
        try:
            address = f"{settings.address.rpartition(':')[0]}:{server.port}"
            yield TimedVenue(checked, root, arena, store, Programs(launcher, address, logs, limits))
        finally:
            await server.stop(grace=1.0, park=True)
    finally:
        await rules.end()
        await store.close()
