"""Metrics over HTTP, for Prometheus: `/metrics`, from a thread of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import CollectorRegistry, PlatformCollector, ProcessCollector, start_http_server

from certamen_services.observe.metrics import MetricsCollector
from certamen_services.observe.observatory import Observatory
from certamen_services.referee.errors import FieldError

__all__ = ["serve_metrics"]

_END_LIMIT = 5.0


@contextmanager
def serve_metrics(observatory: Observatory, host: str, port: int) -> Iterator[str]:
    """Serve metrics; gives their URL.

    Args:
        observatory: where to read.
        host: where to listen.
        port: 0: any that is free.

    Raises:
        FieldError: nothing can listen there.
    """
    registry = CollectorRegistry(auto_describe=False)
    registry.register(MetricsCollector(observatory))
    ProcessCollector(registry=registry)
    PlatformCollector(registry=registry)
    try:
        server, thread = start_http_server(port, host, registry)
    except OSError as error:
        raise FieldError("metrics", f"{host}:{port} cannot be listened on: {error}") from None
    try:
        shown = f"[{host}]" if ":" in host else host
        yield f"http://{shown}:{server.server_port}/metrics"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(_END_LIMIT)
