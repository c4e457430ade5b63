"""WatchMatch streams: what spectators are told, and how long the server waits for slow ones."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NoReturn, TypeAlias

import grpc
from certamen.v1 import arena_pb2, play_pb2

from certamen_services.access import Role
from certamen_services.auth import Caller
from certamen_services.errors import StatusError
from certamen_services.guests import Guests
from certamen_services.referee.arena import Arena
from certamen_services.referee.errors import FieldError
from certamen_services.referee.info import MatchInfo
from certamen_services.referee.messages import PublicEnd, PublicStart, ToSpectator
from certamen_services.sendqueue import SendQueue
from certamen_services.wire.base import WireError
from certamen_services.wire.names import match_id
from certamen_services.wire.watch import WatchWire

__all__ = ["WatchContext", "WatchLimits", "WatchStreams"]

WatchContext: TypeAlias = (
    "grpc.aio.ServicerContext[arena_pb2.WatchMatchRequest, arena_pb2.WatchMatchResponse]"
)

_MANY = 65_536


@dataclass(frozen=True, slots=True)
class WatchLimits:
    """How patient the server is with spectators.

    Attributes:
        write: seconds that the transport may take for one message.
        queue: most messages that may wait to be written to one spectator, the story so far apart.
        streams: most streams at once.
        delay: seconds by which spectators' accounts are told later what happens in a match that goes on.
    """

    write: float = 10.0
    queue: int = 1024
    streams: int = 1000
    delay: float = 0.0


class WatchStreams:
    """All WatchMatch streams of a server.

    Args:
        arena: where the matches are.
        limits: how patient to be.
        guests: sees to it that nobody stays longer than his token.
    """

    def __init__(self, arena: Arena, limits: WatchLimits, guests: Guests) -> None:
        self._arena = arena
        self._limits = limits
        self._guests = guests
        self._open = 0

    async def serve(
        self, request: arena_pb2.WatchMatchRequest, context: WatchContext, caller: Caller
    ) -> None:
        """Serve one stream to its end. Raises StatusError if it is to end with one."""
        match = match_id(request.name, "name")
        if request.action_form not in play_pb2.ActionForm.values():
            raise WireError("action_form", "must be one of FULL, TEXT, CODE")
        if self._open >= self._limits.streams:
            raise StatusError(
                grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_WATCHERS", "too many spectators; try later"
            )
        self._open += 1
        try:
            await self._watch(match, request, context, caller)
        finally:
            self._open -= 1

    async def _watch(
        self, match: str, request: arena_pb2.WatchMatchRequest, context: WatchContext, caller: Caller
    ) -> None:
        known = await self._arena.get(match)
        delay = self._delay(known, caller)
        watcher = Watcher(
            context, WatchWire(known, request.action_form), self._arena.get, self._limits, delay
        )
        try:
            audience, story = await self._arena.watch(match, watcher, request.last_event)
        except FieldError:
            await asyncio.sleep(delay)  # how much has happened is told late, too
            raise
        try:
            with self._guests.inside(caller, watcher.end):
                await watcher.run(story)
        finally:
            audience.leave(watcher)

    def _delay(self, match: MatchInfo, caller: Caller) -> float:
        """By how many seconds a match is to be told later."""
        if caller.role is not Role.SPECTATOR:
            return 0.0
        long_ago = datetime.now(UTC) - timedelta(seconds=self._limits.delay)
        return 0.0 if match.ended is not None and match.ended < long_ago else self._limits.delay


class Watcher:
    """The transport's end of one stream; a `WatchLink` for the referee.

    Args:
        context: the call.
        wire: writes its messages.
        info: gives a match, by its id, as it is now.
        limits: how patient to be.
        delay: seconds between what happens and its being told.
    """

    def __init__(
        self,
        context: WatchContext,
        wire: WatchWire,
        info: Callable[[str], Awaitable[MatchInfo]],
        limits: WatchLimits,
        delay: float = 0.0,
    ) -> None:
        self._context = context
        self._wire = wire
        self._info = info
        self._limits = limits
        self._delay = delay
        # With a delay messages wait because they must, not because the spectator is slow.
        most = _MANY if delay else limits.queue
        self._queue: SendQueue[tuple[float, ToSpectator]] = SendQueue(most)
        self._slow = False
        self._end: asyncio.Future[NoReturn] = asyncio.get_running_loop().create_future()

    def send(self, message: ToSpectator) -> None:
        """Queue a message. Never blocks; a spectator that does not keep up loses its stream."""
        if not self._slow and not self._queue.put((self._due(), message)):
            self._slow = True

    def end(self, error: StatusError) -> None:
        """End the stream with an error; what waits is not written."""
        if not self._end.done():
            self._end.set_exception(error)

    async def run(self, story: Sequence[ToSpectator] = ()) -> None:
        """Write what was told so far, then what is told until the match has ended.

        Raises:
            StatusError: TOO_SLOW, or as `end` says.
        """
        telling = asyncio.ensure_future(self._tell(story, self._due()))
        try:
            await asyncio.wait((telling, self._end), return_when=asyncio.FIRST_COMPLETED)
            if not telling.done():
                self._slow = True  # should it be stuck in writing, it ends with the call
                self._end.result()
            await telling
        finally:
            telling.cancel()
            if not self._end.cancel():
                self._end.exception()

    async def _tell(self, story: Sequence[ToSpectator], due: float) -> None:
        for message in story:
            if await self._write_at(due, message):
                return
        while True:
            ((due, message),) = await self._queue.take(1, lambda _: True)
            if await self._write_at(due, message):
                return

    async def _write_at(self, due: float, message: ToSpectator) -> bool:
        wait = due - asyncio.get_running_loop().time() if self._delay else 0.0
        if wait > 0:
            await asyncio.sleep(wait)
        return await self.write(message)

    def _due(self) -> float:
        return asyncio.get_running_loop().time() + self._delay

    async def write(self, message: ToSpectator) -> bool:
        """Write one message; whether it is the last one. Raises StatusError TOO_SLOW."""
        if self._slow:
            raise _too_slow()
        about = await self._info(message.match) if isinstance(message, PublicStart | PublicEnd) else None
        response = self._wire.write(message, about)
        # When time is up the write is left to end all the same: gRPC does not get the status through to
        # a reader whose pending message was given up.
        watch = asyncio.get_running_loop().call_later(self._limits.write, self._give_up)
        try:
            await self._context.write(response)
        finally:
            watch.cancel()
        return isinstance(message, PublicEnd)

    def _give_up(self) -> None:
        self._slow = True


def _too_slow() -> StatusError:
    return StatusError(
        grpc.StatusCode.RESOURCE_EXHAUSTED,
        "TOO_SLOW",
        "the spectator does not read what is sent to it; watch again from the last event that came",
    )
