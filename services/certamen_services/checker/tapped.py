"""A Play call as the referee's server sees it, with a check in between."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import grpc.aio
from certamen.v1 import play_pb2
from google.rpc import error_details_pb2, status_pb2  # type: ignore[import-untyped]

from certamen_services.checker.conduct import Conduct
from certamen_services.checker.script import Script
from certamen_services.errors import StatusError
from certamen_services.session import PlayContext

__all__ = ["TappedContext"]


class TappedContext:
    """Stands for the context of a Play call.

    Args:
        context: the call.
        token: the seat's token, whatever the bot's was.
        script: what to do to the messages.
        conduct: takes note of them.
    """

    def __init__(self, context: PlayContext, token: str, script: Script, conduct: Conduct) -> None:
        self._context = context
        self._token = token
        self._script = script
        self._conduct = conduct
        self._line = conduct.opened()
        self._writing = asyncio.Lock()

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        """The seat's credentials."""
        return (("authorization", f"Bearer {self._token}"),)

    async def read(self) -> object:
        """What the check lets the referee read."""
        while True:
            message: object = await self._context.read()
            if not isinstance(message, play_pb2.PlayRequest):
                self._line.silent = not self._line.over
                return grpc.aio.EOF
            greets = self._line.hello is None and message.WhichOneof("message") == "hello"
            self._conduct.heard(self._line, message)
            with self._dropping():
                if greets:
                    self._script.greeted(message.hello)
                passed = self._script.heard(message)
            if passed is not None:
                return passed

    async def write(self, message: play_pb2.PlayResponse) -> None:
        """Send what the check lets the bot read."""
        async with self._writing:
            said = list(message.batch.messages) if message.WhichOneof("message") == "batch" else [message]
            with self._dropping():
                sent = [part for one in said for part in self._script.told(one)]
            # Noted before the write: the answer may be read before the write returns.
            for part in sent:
                self._conduct.told(part)
            if len(sent) > 1 and self._line.hello is not None and self._line.hello.batches:
                await self._context.write(play_pb2.PlayResponse(batch=play_pb2.Batch(messages=sent)))
            else:
                for part in sent:
                    await self._context.write(part)
            with self._dropping():
                for part in sent:
                    self._script.delivered(part)

    async def abort_with_status(self, status: Any) -> None:
        """End the call; if it is the referee who does, that is noted."""
        self._line.over = True
        if not self._line.dropped:
            self._line.refused = _reason(status)
        await self._context.abort_with_status(status)

    def ended(self) -> None:
        """The call is over."""
        self._line.over = True

    @contextmanager
    def _dropping(self) -> Iterator[None]:
        try:
            yield
        except StatusError:
            self._line.dropped = True
            raise

    def __getattr__(self, name: str) -> Any:
        """All else is the call's own."""
        return getattr(self._context, name)


def _reason(status: Any) -> str:
    """A status in words."""
    for key, value in status.trailing_metadata or ():
        if key == "grpc-status-details-bin":
            for detail in status_pb2.Status.FromString(value).details:
                info = error_details_pb2.ErrorInfo()
                if detail.Unpack(info):
                    return f"{info.reason}, {status.details}"
    return str(status.details)
