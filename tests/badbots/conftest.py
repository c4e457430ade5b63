"""A real server for bad bots; see the folder of the tests of the services."""

from __future__ import annotations

from tests.services.grpc.conftest import client, serve

__all__ = ["client", "serve"]
