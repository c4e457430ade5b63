"""Page tokens of lists: where the next page begins, bound to what was asked for."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Sequence

from certamen_services.wire.base import WireError

__all__ = ["DEFAULT_PAGE_SIZE", "MAX_PAGE_SIZE", "page_size", "page_token", "read_page_token"]

DEFAULT_PAGE_SIZE = 50
MAX_PAGE_SIZE = 1000
_MAX_TOKEN = 1000


def page_size(asked: int) -> int:
    """How many items a page gets. Raises WireError for a negative number."""
    if asked < 0:
        raise WireError("page_size", f"must be 0 (then {DEFAULT_PAGE_SIZE}) … {MAX_PAGE_SIZE}, not {asked}")
    return min(asked or DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)


def page_token(before: str | None, query: Sequence[object]) -> str:
    """Token of the next page; empty if there is none.

    Args:
        before: where it begins.
        query: the other fields of the request.
    """
    if before is None:
        return ""
    text = json.dumps([before, *query], separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def read_page_token(token: str, query: Sequence[object]) -> str | None:
    """Where the page begins; None for the first. Raises WireError if the token is not one of this query."""
    if not token:
        return None
    values = _unpack(token)
    if not isinstance(values, list) or not values or not isinstance(values[0], str) or values[1:] != [*query]:
        raise WireError(
            "page_token", "must be a next_page_token of this list, with the other fields unchanged"
        )
    return values[0]


def _unpack(token: str) -> object:
    padded = token[:_MAX_TOKEN] + "=" * (-len(token) % 4)
    try:
        return json.loads(base64.b64decode(padded.encode(), altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        return None
