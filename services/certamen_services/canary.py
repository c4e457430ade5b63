"""A stream without a player: it finds out when messages are held up between the referee and the bots.

The referee's end sends a message, the other end answers at once, over a Unix socket and through the same
library and event loop as the streams of bots. What takes too long is a stall: a bot that had answered at once
would have waited as long.

Where the platform has them the socket's address is abstract: it is no file, so nothing is left of it when the
server is killed. Everybody on the machine can see such an address; hence a watchword.
"""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import platform
import secrets
import tempfile
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import grpc
import structlog

from certamen_services.referee.vigil import StallSource, Vigil

__all__ = ["Canary", "Roundtrips"]

_SERVICE, _METHOD = "certamen.internal.Canary", "Sit"
_WATCHWORD = "watchword"
"""Key of the call's metadata."""
_PAUSE = 0.01
"""Seconds from one answer to the next message."""
LIMIT_NS = 5_000_000
"""A message and its answer that take longer are a stall."""
_AGAIN = 1.0

_log = structlog.get_logger(__name__)
_Context: TypeAlias = "grpc.aio.ServicerContext[bytes, bytes]"
_Sit: TypeAlias = "grpc.aio.StreamStreamMultiCallable[bytes, bytes]"
_Call: TypeAlias = "grpc.aio.StreamStreamCall[bytes, bytes]"


class Roundtrips:
    """Judges how long a message and its answer took.

    Args:
        vigil: is told of stalls.
    """

    def __init__(self, vigil: Vigil) -> None:
        self._vigil = vigil
        self._sent_ns: int | None = None
        self._told_ns = 0
        vigil.watch(self._look)

    def sent(self, at_ns: int) -> None:
        """A message is on its way."""
        self._sent_ns = self._told_ns = at_ns

    def answered(self, at_ns: int) -> None:
        """Its answer has come."""
        self._look(at_ns)
        self._sent_ns = None

    def _look(self, now_ns: int) -> None:
        if self._sent_ns is not None and now_ns > max(self._sent_ns + LIMIT_NS, self._told_ns):
            self._vigil.report(StallSource.DELIVERY, self._told_ns, now_ns)
            self._told_ns = now_ns


class Canary:
    """The stream, while there are clocks to watch over.

    Args:
        vigil: is told of stalls, and knows when there are clocks.
        now: reads the referee's clock, in nanoseconds.
    """

    def __init__(self, vigil: Vigil, now: Callable[[], int]) -> None:
        self._vigil = vigil
        self._now = now
        self._roundtrips = Roundtrips(vigil)
        self._watchword = secrets.token_hex(16)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Sit down."""
        self._task = asyncio.create_task(self._keep_sitting())

    async def stop(self) -> None:
        """Get up."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def _keep_sitting(self) -> None:
        while True:
            try:
                with _address() as address:
                    await self._sit(address)
            except (grpc.aio.BaseError, OSError, RuntimeError) as error:
                # Without it the referee is blind on one eye, but it can see.
                _log.warning("canary.failed", error=repr(error))
            await asyncio.sleep(_AGAIN)

    async def _sit(self, address: str) -> None:
        server = grpc.aio.server()
        handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(self._ask)
        server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(_SERVICE, {_METHOD: handler}),))
        server.add_insecure_port(address)
        await server.start()
        try:
            async with grpc.aio.insecure_channel(address) as channel:
                sit: _Sit = channel.stream_stream(f"/{_SERVICE}/{_METHOD}")
                call: _Call = sit(metadata=((_WATCHWORD, self._watchword),))
                try:
                    while _is_message(await call.read()):
                        await call.write(b"!")
                finally:
                    call.cancel()
        finally:
            await server.stop(None)

    async def _ask(self, _requests: AsyncIterator[bytes], context: _Context) -> None:
        """The referee's end. A stranger's messages would look like stalls."""
        told = dict(context.invocation_metadata() or ()).get(_WATCHWORD, "")
        if not hmac.compare_digest(str(told).encode(), self._watchword.encode()):
            return
        while True:
            await self._vigil.busy.wait()
            await asyncio.sleep(_PAUSE)
            self._roundtrips.sent(self._now())
            await context.write(b"?")
            if not _is_message(await context.read()):
                return
            self._roundtrips.answered(self._now())


@contextlib.contextmanager
def _address() -> Iterator[str]:
    """An address that nobody else uses."""
    if platform.system() == "Linux":
        yield f"unix-abstract:certamen-{secrets.token_hex(16)}"
        return
    with tempfile.TemporaryDirectory(prefix="certamen-") as folder:
        yield f"unix:{Path(folder) / 'canary'}"


def _is_message(read: object) -> bool:
    """Whether what was read is a message, not the end of the stream."""
    return isinstance(read, bytes)
