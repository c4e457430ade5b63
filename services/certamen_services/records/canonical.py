"""The one way in which a value is written as JSON, so that its bytes can be hashed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

_encode: Callable[[object], str] = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
).encode


def canonical(value: object) -> bytes:
    """Compact JSON, keys in ascending order, UTF-8.

    Raises:
        ValueError: the value has a NaN, an infinity or a lone surrogate in it.
        TypeError: the value is no JSON.
    """
    return _encode(value).encode()


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, refused if one of its keys comes twice."""
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("an object has the same key twice")
    return result


def _refuse(text: str) -> Any:
    """Refuse a number that records never hold."""
    raise ValueError(f"{text} is no number of a record: all of them are integers")


def parse(text: str | bytes) -> Any:
    """Read JSON as records hold it: no key twice, no fractions, no NaN, no absurdly long numbers.

    Raises:
        ValueError: the text is something else.
    """
    try:
        decoded = text.decode() if isinstance(text, bytes) else text
        return json.loads(
            decoded, object_pairs_hook=_no_duplicates, parse_float=_refuse, parse_constant=_refuse
        )
    except RecursionError:
        raise ValueError("nested too deeply") from None
