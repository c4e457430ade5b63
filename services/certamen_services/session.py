"""One Play stream: a bot's messages to the referee, and the referee's to the bot.

One task reads and hands every message to the referee at once, with the instant at which it was read.
The call's own task writes what waits in a bounded queue. Nothing here knows the rules or keeps time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TypeAlias

import grpc
import structlog
from certamen.v1 import play_pb2

from certamen_services.errors import StatusError
from certamen_services.handshake import Greeting
from certamen_services.pressure import Allowance
from certamen_services.referee.messages import (
    Accepted,
    Decision,
    EventMessage,
    MatchStart,
    Rejected,
    SeatPort,
    ToSeat,
)
from certamen_services.referee.terms import RejectReason
from certamen_services.sendqueue import SendQueue
from certamen_services.timelimit import TimeLimit
from certamen_services.wire.base import WireError
from certamen_services.wire.names import match_id
from certamen_services.wire.play import SeatWire, rejected_to_proto

__all__ = ["Limits", "PlayContext", "Session", "read_message"]

PlayContext: TypeAlias = "grpc.aio.ServicerContext[play_pb2.PlayRequest, play_pb2.PlayResponse]"

_log = structlog.get_logger(__name__)
_MAX_ACTION_TEXT = 1000
_MAX_BATCH = 64


@dataclass(frozen=True, slots=True)
class Limits:
    """How patient the server is with a stream.

    Attributes:
        hello: seconds until Hello must have come.
        write: seconds that the transport may take for one message.
        queue: most messages that may wait to be written. A reconnect may have a whole match to tell.
        ping: seconds of silence after which the server sends a Ping.
        messages: most messages of a token, beyond answers that are accepted, before it counts as a flood.
        messages_per_second: how fast that number grows again.
        openings: most streams that a token may open in quick succession.
        openings_per_second: how fast that number grows again.
        streams: most streams at once, of all tokens.
        calls: most calls of an account, or with a seat's token, in quick succession.
        calls_per_second: how fast that number grows again.
    """

    hello: float = 10.0
    write: float = 10.0
    queue: int = 65_536
    ping: float = 15.0
    messages: int = 1000
    messages_per_second: float = 20.0
    openings: int = 30
    openings_per_second: float = 1.0
    streams: int = 4096
    calls: int = 200
    calls_per_second: float = 50.0


@dataclass(frozen=True, slots=True)
class _Close:
    """Ends the stream: with the error, or well."""

    error: StatusError | None = None


_Item: TypeAlias = ToSeat | play_pb2.PlayResponse | _Close


async def read_message(context: PlayContext) -> play_pb2.PlayRequest | None:
    """The bot's next message; None at the end of the stream."""
    message: object = await context.read()
    return message if isinstance(message, play_pb2.PlayRequest) else None


class Session:
    """The transport's end of one stream; a `SeatLink` for the referee.

    Args:
        context: the call.
        greeting: what the bot said in Hello.
        limits: how patient to be.
        messages: how many messages the bot may send that nobody waits for.
        now: reads the referee's clock, in nanoseconds.
    """

    def __init__(
        self,
        context: PlayContext,
        greeting: Greeting,
        limits: Limits,
        messages: Allowance,
        now: Callable[[], int],
    ) -> None:
        self._context = context
        self._greeting = greeting
        self._limits = limits
        self._messages = messages
        self._now = now
        self._queue: SendQueue[_Item] = SendQueue(limits.queue, greeting.linger_ns / 1e9)
        self._ports: dict[str, SeatPort] = {}
        self._wires: dict[str, SeatWire] = {}
        self._writing: dict[tuple[str, int], int] = {}
        """Decisions that are being written, and when that began."""
        self._closing = False
        self._pings = 0
        # When time is up the bot loses its stream, but the write itself is left to end: gRPC does not get
        # the status through to a bot whose pending message was given up, and leaks the operation.
        self._write_limit = TimeLimit(limits.write, lambda: self._cut(_too_slow()))
        self._silence = TimeLimit(limits.ping, self._ping)
        self._log = _log.bind(bot=greeting.bot_name, peer=context.peer())

    # ------------------------------------------------------------------------------------ for the referee

    def send(self, message: ToSeat) -> None:
        """Queue a message for the bot. Never blocks; a bot that does not keep up loses its stream."""
        match message:
            case EventMessage():
                self._put_by(message)
            case Accepted():
                self._messages.give_back()
                self._put_by(message)
            case _:
                self._put(message)

    @property
    def waiting(self) -> int:
        """How many messages wait to be written."""
        return len(self._queue)

    def superseded(self, match: str) -> None:
        """The seat was attached to a newer stream; this one says nothing more of the match."""
        self._ports.pop(match, None)
        self._wires.pop(match, None)
        if not self._ports:
            self._cut(
                StatusError(grpc.StatusCode.ABORTED, "SUPERSEDED", "the same token has opened a newer stream")
            )

    # ------------------------------------------------------------------------------------- for the service

    def welcome(self, message: play_pb2.Welcome) -> None:
        """Queue the answer to Hello; before any match is added."""
        self._put(play_pb2.PlayResponse(welcome=message))

    def add(self, match: str, wire: SeatWire, attach: Callable[[], SeatPort]) -> None:
        """Serve a seat on this stream.

        Args:
            match: id of the match.
            wire: writes its messages.
            attach: connects the seat to this session; may send at once.
        """
        port = attach()
        self._wires[match], self._ports[match] = wire, port

    @property
    def matches(self) -> Collection[str]:
        """Ids of the matches that are served on this stream."""
        return self._ports.keys()

    @property
    def is_closing(self) -> bool:
        """Whether nothing more is said on this stream."""
        return self._closing

    async def run(self) -> None:
        """Read and write until the stream ends. Raises StatusError if it is to end with one."""
        reader = asyncio.create_task(self._read_all())
        try:
            await self._write_all()
        finally:
            self.detach()
            for limit in (self._write_limit, self._silence, self._queue):
                limit.close()
            # gRPC ends the pending read together with the call; to cancel it would leak the operation.
            reader.add_done_callback(_forget)

    def close(self, error: StatusError | None = None) -> None:
        """End the stream, with the error or well, after all that waits has been written."""
        self._closing = True
        if not self._queue.put(_Close(error)):
            self._queue.replace(_Close(error))

    def detach(self) -> None:
        """The connection is gone: tell the referee, for all seats."""
        self._closing = True
        at_ns = self._now()
        ports, self._ports = self._ports, {}
        for port in ports.values():
            port.detach(at_ns)

    # -------------------------------------------------------------------------------------------- reading

    async def _read_all(self) -> None:
        try:
            while True:
                message = await read_message(self._context)
                read_ns = self._now()
                if message is None:
                    # The end of the stream, or of the connection: nobody can tell, so it is no goodbye.
                    self.detach()
                    self._cut(None)
                    return
                # A bot that is stuck in writing would never come to read why its stream ends.
                if not self._closing:
                    self._take(message, read_ns)
                    if not self._messages.take():
                        self._end_flood()
        except StatusError as error:
            self._cut(error)
        except grpc.aio.BaseError:
            self._cut(None)  # the call has ended meanwhile
        except Exception:  # noqa: BLE001 - whatever it is, the stream must end and the bot must know
            self._log.exception("play.reader_failed")
            self._cut(StatusError(grpc.StatusCode.INTERNAL, "INTERNAL", "the server failed; reconnect"))

    def _take(self, message: play_pb2.PlayRequest, read_ns: int) -> None:
        match message.WhichOneof("message"):
            case "act":
                self._act(message.act, read_ns)
            case "resign":
                port = self._port(message.resign.match, decision=0)
                if port is not None:
                    port.resign(read_ns)
            case "leave":
                ports, self._ports = self._ports, {}
                for port in ports.values():
                    port.leave(read_ns)
                self.close()
            case "ping":
                self._put(play_pb2.PlayResponse(pong=play_pb2.Pong(id=message.ping.id)))
            case "pong":
                pass
            case "hello":
                raise StatusError(
                    grpc.StatusCode.INVALID_ARGUMENT, "HELLO_REPEATED", "Hello is the first message only"
                )
            case _:
                raise StatusError(
                    grpc.StatusCode.INVALID_ARGUMENT,
                    "EMPTY_MESSAGE",
                    "a message must be one of hello, act, resign, leave, ping, pong",
                )

    def _end_flood(self) -> None:
        """Too much came. What came was answered; the bot has a while to read the answers."""
        error = StatusError(
            grpc.StatusCode.RESOURCE_EXHAUSTED,
            "FLOOD",
            "too many messages that nobody asked for; reconnect later, and answer decisions once",
        )
        self._log.warning("play.flood")
        self.close(error)
        asyncio.get_running_loop().call_later(self._limits.write, self._cut, error)

    def _act(self, act: play_pb2.Act, read_ns: int) -> None:
        port = self._port(act.match, act.decision)
        if port is None:
            return
        began_ns = self._writing.pop((port.match, act.decision), None)
        if began_ns is not None:
            # The answer overtook the news that its question was written.
            port.handed_over(act.decision, began_ns)
        action: int | str | None = None
        match act.WhichOneof("action"):
            case "code":
                action = act.code
            case "text" if len(act.text) <= _MAX_ACTION_TEXT:
                action = act.text
        port.act(act.decision, action, read_ns)

    def _port(self, name: str, decision: int) -> SeatPort | None:
        """The port for a match's name; None, and the bot is told, if it has no seat there."""
        try:
            port = self._ports.get(match_id(name, "match"))
        except WireError:
            port = None
        if port is None:
            refusal = Rejected(
                match="",
                decision=decision,
                reason=RejectReason.UNKNOWN_MATCH,
                explanation="the token has no seat in a match of this name",
            )
            self._put(play_pb2.PlayResponse(rejected=rejected_to_proto(name[:_MAX_ACTION_TEXT], refusal)))
        return port

    # -------------------------------------------------------------------------------------------- writing

    def _put(self, item: _Item) -> None:
        if not self._closing and not self._queue.put(item):
            self._cut(_too_slow())

    def _put_by(self, item: _Item) -> None:
        if not self._closing and not self._queue.put_by(item):
            self._cut(_too_slow())

    def _ping(self) -> None:
        """Nothing was written for long, unless a write has just begun."""
        self._pings += 1
        self._put(play_pb2.PlayResponse(ping=play_pb2.Ping(id=self._pings)))

    def _cut(self, error: StatusError | None) -> None:
        """End the stream at once; what waits is not written."""
        self._closing = True
        self._queue.replace(_Close(error))
        # The writer may be stuck. Not at once: the referee may be in the middle of sending.
        asyncio.get_running_loop().call_soon(self.detach)

    async def _write_all(self) -> None:
        most = _MAX_BATCH if self._greeting.batches else 1
        while True:
            self._silence.set()
            items = await self._queue.take(most, _ends_batch)
            self._silence.lift()
            closing = items.pop() if isinstance(items[-1], _Close) else None
            messages = [message for item in items if (message := self._message(item)) is not None]
            if messages:
                await self._write(messages)
            if isinstance(closing, _Close):
                if closing.error is not None:
                    raise closing.error
                return

    def _message(self, item: _Item) -> play_pb2.PlayResponse | None:
        """What is to be written; None if it does not concern this stream any more."""
        match item:
            case play_pb2.PlayResponse():
                return item
            case _Close():
                return None
        wire = self._wires.get(item.match)
        if wire is None:
            return None
        if isinstance(item, Decision):
            self._writing[item.match, item.decision] = 0
        return wire.write(item)

    async def _write(self, messages: list[play_pb2.PlayResponse]) -> None:
        """Write together, and report which decisions were handed over."""
        message = messages[0]
        if len(messages) > 1:
            message = play_pb2.PlayResponse(batch=play_pb2.Batch(messages=messages))
        if self._writing:
            began_ns = self._now()
            self._writing = dict.fromkeys(self._writing, began_ns)
        self._write_limit.set()
        try:
            await self._context.write(message)
        finally:
            self._write_limit.lift()
        # Not those whose answer came first: for them it was reported then.
        writing, self._writing = self._writing, {}
        if writing:
            written_ns = self._now()
            for match, decision in writing:
                port = self._ports.get(match)
                if port is not None:
                    port.handed_over(decision, written_ns)


def _ends_batch(item: _Item) -> bool:
    """Whether a message may be large, or the last."""
    return isinstance(item, Decision | MatchStart | _Close)


def _too_slow() -> StatusError:
    return StatusError(
        grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_SLOW", "the bot does not read what is sent to it; reconnect"
    )


def _forget(task: asyncio.Task[None]) -> None:
    """Take note of how a task ended, so that asyncio does not complain."""
    if not task.cancelled():
        task.exception()
