"""Where metrics are to be served."""

from __future__ import annotations

from certamen_services.referee.errors import FieldError

__all__ = ["metrics_place"]

_MAX_PORT = 65_535


def metrics_place(text: str) -> tuple[str, int]:
    """Host and port of `HOST:PORT`; `:PORT` is loopback, port 0 any that is free.

    Raises:
        FieldError: it is neither.
    """
    host, colon, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not colon or not (port.isascii() and port.isdigit()) or int(port) > _MAX_PORT:
        raise FieldError("metrics", f"{text!r} is not accepted; expected HOST:PORT")
    return host or "127.0.0.1", int(port)
