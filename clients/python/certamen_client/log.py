"""Logging that cannot fill a disk."""

from __future__ import annotations

import logging
import sys
from typing import TextIO

__all__ = ["LOGGER", "BoundedHandler"]

LOGGER = logging.getLogger("certamen_client")
"""The package's logger; silent unless the program wants it."""


class BoundedHandler(logging.StreamHandler[TextIO]):
    """Writes to a stream until a number of characters is reached, then says so once and stops.

    Args:
        stream: default: standard error.
        limit: characters in all.
        line_limit: characters of one message; the rest is cut off.
    """

    def __init__(
        self, stream: TextIO | None = None, *, limit: int = 1_000_000, line_limit: int = 4_000
    ) -> None:
        super().__init__(stream if stream is not None else sys.stderr)
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        self._left = limit
        self._line_limit = line_limit

    def format(self, record: logging.LogRecord) -> str:
        """The message, cut to its limit."""
        text = super().format(record)
        return text if len(text) <= self._line_limit else text[: self._line_limit] + " …"

    def emit(self, record: logging.LogRecord) -> None:
        """Write a message if there is room."""
        if self._left <= 0:
            return
        self._left -= len(self.format(record)) + 1
        super().emit(record)
        if self._left <= 0:
            self.stream.write("the log is full; nothing more is written\n")
            self.flush()
