"""Resource names: `matches/{id}` and `matches/{id}/record`."""

from __future__ import annotations

import re

from .base import WireError

__all__ = ["match_id", "match_name", "record_match_id"]

_MATCH = re.compile(r"matches/([A-Za-z0-9_-]{1,64})")
_RECORD = re.compile(_MATCH.pattern + "/record")


def match_name(identifier: str) -> str:
    """Name of the match with this id."""
    return f"matches/{identifier}"


def match_id(name: str, field: str) -> str:
    """Id in a match's name. Raises WireError naming `field`."""
    found = _MATCH.fullmatch(name)
    if found is None:
        raise WireError(field, "must be the name of a match, matches/{id}")
    return found[1]


def record_match_id(name: str, field: str) -> str:
    """Id of the match in a record's name. Raises WireError naming `field`."""
    found = _RECORD.fullmatch(name)
    if found is None:
        raise WireError(field, "must be the name of a record, matches/{id}/record")
    return found[1]
