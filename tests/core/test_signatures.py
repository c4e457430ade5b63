"""Behaviour has not changed unnoticed."""

from __future__ import annotations

import json

from tests.core.parametrize import each_game
from tests.core.signatures import FILE, signature


@each_game
def test_signature_is_as_recorded(name: str) -> None:
    recorded = json.loads(FILE.read_text())
    assert signature(name) == recorded[name], f"{name} behaves differently: see tests/core/signatures.py"
