"""Parametrisation over the games and their variants."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.profiles import PROFILES


def _identifier(name: str, variant: dict[str, Any]) -> str:
    return "-".join([name, *(str(value) for value in variant.values())])


each_game = pytest.mark.parametrize("name", sorted(PROFILES))
each_variant = pytest.mark.parametrize(
    ("name", "variant"),
    [
        pytest.param(profile.name, variant, id=_identifier(profile.name, variant))
        for profile in PROFILES.values()
        for variant in profile.variants
    ],
)
