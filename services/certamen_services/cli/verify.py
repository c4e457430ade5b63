"""`certamen verify`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import typer

from certamen_services.cli.home import HOME_VARIABLE, home, local_public_key
from certamen_services.cli.refusal import read_input, refusals, refuse
from certamen_services.records.keys import parse_public_key
from certamen_services.records.verify import verify

__all__ = ["verify_records"]


def verify_records(sources: Sequence[str], keys: Sequence[str], *, as_json: bool) -> int:
    """Check records and print what was found; returns the exit status."""
    trusted = [_key(text) for text in keys] or [_own_key()]
    findings = {source: verify(read_input(source, "RECORD"), trusted) for source in sources}
    if as_json:
        document = [
            {
                "record": source,
                "accepted": not found,
                "findings": [{"topic": f.topic.value, "entry": f.entry, "text": f.text} for f in found],
            }
            for source, found in findings.items()
        ]
        typer.echo(json.dumps(document, ensure_ascii=False, indent=2))
    else:
        for source, found in findings.items():
            typer.echo(f"{source}: {'REFUSED' if found else 'accepted'}")
            for finding in found:
                typer.echo(f"  {finding}")
    return 1 if any(findings.values()) else 0


def _key(text: str) -> bytes:
    """A public key from its digits, or from a file that holds them."""
    with refusals("--key"):
        path = Path(text)
        return parse_public_key(path.read_text() if len(text) < 4096 and path.is_file() else text)


def _own_key() -> bytes:
    key = local_public_key()
    if key is None:
        raise refuse(
            "--key",
            f"is needed: this machine has no signing key of its own ({HOME_VARIABLE} is {home()}); "
            "expected 64 hex digits, or a file that holds them",
        )
    return key
