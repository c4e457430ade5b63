"""A log file that keeps the first and the last of what is written, and never more than its limit."""

from __future__ import annotations

from typing import BinaryIO

__all__ = ["BoundedLog"]


class BoundedLog:
    """Writes the first half of the limit at once, keeps the last half in memory until `close`.

    Args:
        file: where to; owned and closed by the log.
        limit: bytes; a line about what is missing comes on top.

    Attributes:
        total: bytes that were written.
        dropped: bytes of them that are not kept.
    """

    def __init__(self, file: BinaryIO, limit: int) -> None:
        self._file = file
        self._head_left = limit - limit // 2
        self._tail_size = limit // 2
        self._tail = bytearray()
        self.total = 0
        self.dropped = 0

    def write(self, data: bytes) -> None:
        """Take output."""
        self.total += len(data)
        head, rest = data[: self._head_left], data[self._head_left :]
        if head:
            self._file.write(head)
            self._file.flush()
            self._head_left -= len(head)
        if rest:
            self._tail += rest
            too_many = max(0, len(self._tail) - self._tail_size)
            del self._tail[:too_many]
            self.dropped += too_many

    def close(self) -> None:
        """Write what was kept of the end."""
        if self.dropped:
            self._file.write(b"\n[... %d bytes left out ...]\n" % self.dropped)
        self._file.write(self._tail)
        self._file.close()
