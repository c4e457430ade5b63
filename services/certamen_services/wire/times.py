"""Instants on the wire."""

from __future__ import annotations

from datetime import datetime

from google.protobuf.timestamp_pb2 import Timestamp

__all__ = ["timestamp"]


def timestamp(at: datetime) -> Timestamp:
    """An instant as a message."""
    stamp = Timestamp()
    stamp.FromDatetime(at)
    return stamp
