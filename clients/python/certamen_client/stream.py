"""One stream to the server, from its opening to its end."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar, cast

import grpc.aio
from certamen.v1.arena_pb2 import DESCRIPTOR
from certamen.v1.play_pb2 import PlayRequest, PlayResponse
from google.protobuf.message import Message

from certamen_client.connection import Connection

__all__ = ["Stream", "StreamLost"]

_PLAY = f"/{DESCRIPTOR.services_by_name['ArenaService'].full_name}/Play"
_SILENCE_LIMIT = 60.0
"""Seconds without any message until the server has told its own interval."""
_GOODBYE_LIMIT = 5.0
"""Seconds for the server to end the stream after our goodbye."""

_T = TypeVar("_T")
_Call = grpc.aio.StreamStreamCall[Message, PlayResponse]


class StreamLost(Exception):  # noqa: N818 (says it by its name)
    """The stream ended without a status error."""


class Stream:
    """Reads messages in order and hands them on; writes from a queue, so that nobody waits to send.

    Args:
        connection: where to.
        handle: called with each message; must not wait.
    """

    def __init__(self, connection: Connection, handle: Callable[[PlayResponse], None]) -> None:
        self._connection = connection
        self._handle = handle
        self._outbox: asyncio.Queue[PlayRequest | None] = asyncio.Queue()
        self._channel = connection.channel()
        self._call: _Call | None = None
        self._writer: asyncio.Task[None] | None = None
        self._silence = _SILENCE_LIMIT
        self._leaving = False
        self._status: grpc.aio.AioRpcError | None = None

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
                    self._handle(response)
        except grpc.aio.AioRpcError:
            if self._status is not None:
                raise self._status from None
            raise
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
        """Keep the server's status: gRPC replaces it by INTERNAL if a write fails after it has come.

        See https://github.com/grpc/grpc/issues/36066. That may happen before anybody could await it.
        """
        code = _at_once(call.code())
        if code is None or code is grpc.StatusCode.OK:
            return
        trailing = _at_once(call.trailing_metadata()) or grpc.aio.Metadata()
        details = _at_once(call.details())
        self._status = grpc.aio.AioRpcError(code, grpc.aio.Metadata(), trailing, details)

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
