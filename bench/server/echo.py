"""The ceiling: a gRPC server that answers each message with one of a wanted size, and does nothing else.

``python -m bench.server.echo`` listens on a free port of the loopback interface and prints it.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import grpc

METHOD = "/certamen.bench.Echo/Play"


async def answer(requests: AsyncIterator[bytes], _context: object) -> AsyncIterator[bytes]:
    """Answer every message; its first four bytes say how large an answer is wanted."""
    async for request in requests:
        yield bytes(int.from_bytes(request[:4], "little"))


async def serve() -> None:
    """Serve until killed."""
    server = grpc.aio.server()
    handler: Any = grpc.stream_stream_rpc_method_handler(answer)
    service, method = METHOD.strip("/").split("/")
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, {method: handler}),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(port, flush=True)
    await server.wait_for_termination()


if __name__ == "__main__":
    asyncio.run(serve())
