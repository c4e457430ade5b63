"""One stream to the server, from its opening to its end."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar, cast

import grpc
import grpc.aio
from certamen.v1.arena_pb2 import DESCRIPTOR
from certamen.v1.play_pb2 import PlayRequest, PlayResponse
from google.protobuf.message import Message

from certamen_client.connection import Connection
from certamen_client.trace import TraceWriter

__all__ = ["Stream", "StreamLost"]

_PLAY = f"/{DESCRIPTOR.services_by_name['ArenaService'].full_name}/Play"
_SILENCE_LIMIT = 60.0
"""Seconds without any message until the server has told its own interval."""
_GOODBYE_LIMIT = 5.0
"""Seconds for the server to end the stream after our goodbye."""

_STATUS_LIMIT = 1.0
"""Seconds for the server's status to come, once a write has failed."""
_WRITE_FAILED = (grpc.StatusCode.INTERNAL, "Internal error from Core")

_T = TypeVar("_T")
_Call = grpc.aio.StreamStreamCall[Message, PlayResponse]


class StreamLost(Exception):  # noqa: N818 (says it by its name)
    """The stream ended without a status error."""


class Stream:
    """Reads messages in order and hands them on; writes from a queue, so that nobody waits to send.

    Args:
        connection: where to.
        handle: called with each message; must not wait.
        trace: where all that passes is noted; None: nowhere.
        number: of the stream, from 1, for the trace.
    """

    def __init__(
        self,
        connection: Connection,
        handle: Callable[[PlayResponse], None],
        trace: TraceWriter | None = None,
        number: int = 1,
    ) -> None:
        self._connection = connection
        self._trace = trace
        self._number = number
        self._handle = handle
        self._outbox: asyncio.Queue[PlayRequest | None] = asyncio.Queue()
        self._channel = connection.channel()
        self._call: _Call | None = None
        self._writer: asyncio.Task[None] | None = None
        self._silence = _SILENCE_LIMIT
        self._leaving = False
        self._status: grpc.aio.AioRpcError | None = None
        self._status_known = asyncio.Event()

    async def open(self, greeting: PlayRequest, limit: float) -> None:
        """Connect and say hello.

        Args:
            greeting: the first message.
            limit: seconds for the connection to stand.

        Raises:
            StreamLost: it did not.
        """
        try:
            async with asyncio.timeout(limit):
                await self._connected()
        except TimeoutError:
            raise StreamLost("nobody answers there") from None
        play = self._channel.stream_stream(
            _PLAY,
            request_serializer=PlayRequest.SerializeToString,
            response_deserializer=PlayResponse.FromString,
        )
        self._call = play(metadata=self._connection.metadata)
        self._call.add_done_callback(self._keep_status)
        if self._trace is not None:
            self._trace.opened(self._number)
        self._outbox.put_nowait(greeting)
        self._writer = asyncio.create_task(self._write(self._call))

    async def read(self) -> None:
        """Read until the server ends the stream well. Raises AioRpcError or StreamLost otherwise."""
        if self._call is None:
            raise StreamLost("the stream was not opened")
        try:
            async with asyncio.timeout(None) as silence:
                while True:
                    if not self._leaving:
                        silence.reschedule(asyncio.get_running_loop().time() + self._silence)
                    response = await self._call.read()
                    if not isinstance(response, PlayResponse):  # grpc.aio.EOF
                        return
                    if self._trace is not None:
                        self._trace.received(self._number, response)
                    self._handle(response)
        except grpc.aio.AioRpcError as error:
            raise await self._true_status(error) from None
        except TimeoutError:
            if not self._leaving:
                raise StreamLost(f"nothing was heard for {self._silence:g} s") from None

    def expect_signs(self, interval: float) -> None:
        """The server gives a sign of life every so many seconds."""
        self._silence = max(3 * interval, 5.0) if interval > 0 else _SILENCE_LIMIT

    def send(self, request: PlayRequest) -> None:
        """Send a message after those before it."""
        self._outbox.put_nowait(request)

    def leave(self, goodbye: PlayRequest) -> None:
        """Send a last message; the server then ends the stream, or we do."""
        self._outbox.put_nowait(goodbye)
        self._outbox.put_nowait(None)
        self._leaving = True
        asyncio.get_running_loop().call_later(_GOODBYE_LIMIT, self._cancel)

    async def close(self) -> None:
        """Let go of everything."""
        if self._writer is not None:
            self._writer.cancel()
            await asyncio.gather(self._writer, return_exceptions=True)
        self._cancel()
        await self._channel.close()

    def _keep_status(self, call: _Call) -> None:
        """Keep the server's status; called whenever gRPC sets one.

        If a write fails while the server ends the stream, gRPC puts a status of its own in the place of the
        server's, before it or after it: https://github.com/grpc/grpc/issues/36066. (Lost is the server's only
        if many messages are unread when that happens. Then the stream counts as broken.)
        """
        code, details = _at_once(call.code()), _at_once(call.details())
        if code is None or code is grpc.StatusCode.OK or (code, details) == _WRITE_FAILED:
            return
        trailing = _at_once(call.trailing_metadata()) or grpc.aio.Metadata()
        self._status = grpc.aio.AioRpcError(code, grpc.aio.Metadata(), trailing, details)
        self._status_known.set()

    async def _true_status(self, error: grpc.aio.AioRpcError) -> grpc.aio.AioRpcError:
        """What the server said, if gRPC says only that a write failed."""
        if (error.code(), error.details()) != _WRITE_FAILED:
            return error
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_STATUS_LIMIT):
                await self._status_known.wait()
        return self._status or error

    def _cancel(self) -> None:
        if self._call is not None:
            self._call.cancel()

    async def _connected(self) -> None:
        """Wait for the channel, but not beyond its first failure."""
        state = self._channel.get_state(try_to_connect=True)
        while state is not grpc.ChannelConnectivity.READY:
            if state in (grpc.ChannelConnectivity.TRANSIENT_FAILURE, grpc.ChannelConnectivity.SHUTDOWN):
                raise StreamLost("nobody answers there")
            await self._channel.wait_for_state_change(state)
            state = self._channel.get_state(try_to_connect=True)

    async def _write(self, call: _Call) -> None:
        """Write what is in the queue; errors of the call show where it is read."""
        try:
            while (request := await self._outbox.get()) is not None:
                if self._trace is not None:
                    self._trace.sent(self._number, request)
                await call.write(request)
            await call.done_writing()
        except (grpc.aio.AioRpcError, asyncio.InvalidStateError):
            pass


def _at_once(coroutine: Coroutine[Any, Any, _T]) -> _T | None:
    """The result of a coroutine that need not wait; None if it would have to."""
    try:
        coroutine.send(None)
    except StopIteration as result:
        return cast("_T", result.value)
    coroutine.close()
    return None
