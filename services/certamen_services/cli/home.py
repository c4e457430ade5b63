"""Certamen's folder on this machine: signing key, organiser's token, database."""

from __future__ import annotations

import os
from pathlib import Path

from certamen_services.cli.refusal import refusals
from certamen_services.records.keys import Signer

__all__ = ["home", "local_public_key", "local_signer"]

HOME_VARIABLE = "CERTAMEN_HOME"
KEY_FILE = "signing-key.pem"


def home() -> Path:
    """CERTAMEN_HOME, or `certamen` where the user's programs keep their data."""
    named = os.environ.get(HOME_VARIABLE)
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "certamen"


def local_signer(path: Path | None = None) -> Signer:
    """This machine's signing key, or that in a file; made when missing."""
    with refusals(f"--signing-key ({HOME_VARIABLE})" if path is None else "--signing-key"):
        return Signer.load_or_create(path or home() / KEY_FILE)


def local_public_key() -> bytes | None:
    """Public half of this machine's signing key, if there is one."""
    path = home() / KEY_FILE
    return local_signer(path).public_key if path.exists() else None
