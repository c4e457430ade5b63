"""Events with nothing hidden, put together from what each seat saw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

HIDDEN = "?"


def open_events(by_seat: Sequence[Sequence[dict[str, Any]]]) -> list[dict[str, Any]]:
    """The events of one action; a value that a seat may not see is taken from another one that may.

    Args:
        by_seat: the events as each seat saw them. All have the same number of events.
    """
    return [_merge(versions) for versions in zip(*by_seat, strict=True)]


def _merge(versions: Sequence[Any]) -> Any:
    """One value from what different seats saw of it."""
    first = versions[0]
    if isinstance(first, dict):
        return {key: _merge([version[key] for version in versions]) for key in first}
    if isinstance(first, list):
        return [_merge(items) for items in zip(*versions, strict=True)]
    if isinstance(first, str):
        return next((version for version in versions if HIDDEN not in version.split()), first)
    return first
