"""A bot's session: one stream, many matches, reconnects."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import grpc.aio
from certamen.v1.match_pb2 import Outcome
from certamen.v1.play_pb2 import (
    ActionForm,
    Hello,
    Leave,
    MatchCursor,
    PlayRequest,
    PlayResponse,
    Pong,
    Welcome,
)

from certamen_client.bot import Bot
from certamen_client.connection import Connection
from certamen_client.errors import PROTOCOL_VERSION, BotError, ConnectionFailed, refusal
from certamen_client.log import LOGGER
from certamen_client.seatplay import Message, SeatPlay
from certamen_client.stream import Stream, StreamLost
from certamen_client.trace import TraceWriter

__all__ = ["MatchResult", "Session"]

_LINGER_NS = 20_000_000
"""How long the server may hold back what wants no answer, so that it comes together with what follows."""
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 2.0
"""Seconds between attempts to connect: short, since time away is limited."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """How a match ended for a bot.

    Attributes:
        match: its name.
        seat: the bot's seat; None if the match ended before it began.
        outcome: places, faults, clocks.
    """

    match: str
    seat: int | None
    outcome: Outcome


class Session:
    """Plays all matches of a token.

    Args:
        make_bot: the bot's class, or whatever makes one bot for one match.
        connection: server and token; default: from the environment.
        name: how the bot introduces itself; default: the class's.
        version: of the bot; default: the class's.
        games: ids of the games that it plays; default: the class's.
        max_matches: how many matches it plays at once; 0: any number.
        action_form: how actions are to be written.
        connect_limit: seconds until the first connection must stand.
        reconnect_limit: seconds until a broken connection must stand again.
        trace: file for all that is received and sent (SettingsError if it cannot be written); None: none.
    """

    def __init__(  # noqa: PLR0913 (all but the first have defaults)
        self,
        make_bot: Callable[[], Bot],
        connection: Connection | None = None,
        *,
        name: str = "",
        version: str | None = None,
        games: tuple[str, ...] | None = None,
        max_matches: int = 0,
        action_form: ActionForm = ActionForm.ACTION_FORM_FULL,
        connect_limit: float = 10.0,
        reconnect_limit: float = 60.0,
        trace: Path | None = None,
    ) -> None:
        self._make_bot = make_bot
        self._connection = connection or Connection.of()
        self._hello = Hello(
            protocol_version=PROTOCOL_VERSION,
            bot_name=name or getattr(make_bot, "name", "") or getattr(make_bot, "__name__", "bot"),
            bot_version=version if version is not None else getattr(make_bot, "version", ""),
            games=games if games is not None else getattr(make_bot, "games", ()),
            max_matches=max_matches,
            action_form=action_form,
            batches=True,
            linger_ns=_LINGER_NS,
        )
        self._connect_limit = connect_limit
        self._reconnect_limit = reconnect_limit
        self._welcomes = 0
        self._plays: dict[str, SeatPlay] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._finished: set[str] = set()
        self._stream: Stream | None = None
        self._progress = asyncio.Event()
        self._streams = 0
        self._trace = (
            None if trace is None else TraceWriter(trace, self._hello.bot_name, self._connection.server)
        )

    async def run(self) -> list[MatchResult]:
        """Play until all matches of the token have ended, then take leave.

        Cancelling leaves the matches as they are: the same token can take them up again in time.

        Returns:
            The matches in the order in which they ended.

        Raises:
            TokenRefused, VersionRefused, Refused: the server does not want this bot.
            ConnectionFailed: the server cannot be reached.
            BotError: the bot's code raised; the matches at fault were resigned, the others played on.
        """
        try:
            await self._stay_connected()
        finally:
            for task in self._tasks.values():
                task.cancel()
            await asyncio.gather(*self._tasks.values(), return_exceptions=True)
            if self._trace is not None:
                self._trace.close()
        failed = [play for play in self._plays.values() if play.error is not None]
        if failed:
            names = ", ".join(play.match for play in failed)
            raise BotError(f"the bot failed in {names}: {failed[0].error!r}") from failed[0].error
        return [
            MatchResult(play.match, play.start.seat if play.start else None, play.end.outcome)
            for play in self._plays.values()
            if play.end is not None
        ]

    async def _stay_connected(self) -> None:
        clock = asyncio.get_running_loop().time
        pause, since = _FIRST_PAUSE, clock()
        while True:
            self._streams += 1
            stream = Stream(self._connection, self._handle, self._trace, self._streams)
            welcomes, why = self._welcomes, ""
            try:
                await stream.open(self._greeting(), self._connect_limit)
                self._stream = stream
                await self._converse(stream)
            except grpc.aio.AioRpcError as error:
                why = f"{error.code().name}: {error.details()}"
                if (final := refusal(error)) is not None:
                    raise final from error
            except StreamLost as error:
                why = str(error)
            else:
                return
            finally:
                self._stream = None
                if self._trace is not None:
                    self._trace.closed(self._streams, why)
                await stream.close()
            if self._welcomes > welcomes:
                pause, since = _FIRST_PAUSE, clock()
            limit = self._reconnect_limit if self._welcomes else self._connect_limit
            if clock() - since >= limit:
                raise ConnectionFailed(f"no connection to {self._connection.server} for {limit:g} s: {why}")
            LOGGER.log(30 if self._welcomes else 10, "no connection: %s; trying again", why)
            await asyncio.sleep(pause * random.uniform(0.5, 1))  # noqa: S311 (spreads the attempts)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _greeting(self) -> PlayRequest:
        """Hello, with the matches whose state we still have."""
        hello = Hello()
        hello.CopyFrom(self._hello)
        hello.cursors.extend(
            MatchCursor(match=play.match, last_event=play.last_event)
            for play in self._plays.values()
            if play.start is not None and play.end is None
        )
        return PlayRequest(hello=hello)

    async def _converse(self, stream: Stream) -> None:
        """Read until the stream ends; return after our own goodbye, else raise."""
        leaving = asyncio.create_task(self._leave_when_done(stream))
        try:
            await stream.read()
        finally:
            done = leaving.done() and not leaving.cancelled()
            leaving.cancel()
        if not done:
            raise StreamLost("the server ended the stream")

    async def _leave_when_done(self, stream: Stream) -> None:
        while not self._welcomes or self._finished < self._plays.keys():
            self._progress.clear()
            await self._progress.wait()
        stream.leave(PlayRequest(leave=Leave()))

    def _handle(self, response: PlayResponse) -> None:
        """Deal with one message; never waits."""
        kind = response.WhichOneof("message")
        match kind:
            case "batch":
                for message in response.batch.messages:
                    self._handle(message)
            case "welcome":
                self._welcome(response.welcome)
            case "ping":
                self._send(PlayRequest(pong=Pong(id=response.ping.id)))
            case "match_start" | "event" | "decision" | "match_end" | "rejected" | "seed_revealed":
                about: Message = getattr(response, kind)
                if play := self._play(about.match, makes=kind in ("match_start", "match_end")):
                    play.take(about)
            case "accepted" | "pong" | None:
                pass  # None: a message that we are too old to know

    def _welcome(self, welcome: Welcome) -> None:
        LOGGER.info("welcomed by %s at %s", welcome.server, self._connection.server)
        self._welcomes += 1
        if self._stream is not None:
            self._stream.expect_signs(welcome.ping_interval_ns / 1e9)
        for match in welcome.matches:
            self._play(match, makes=True)
        if not self._plays:
            LOGGER.warning("the token has no match that waits or runs: nothing to play")
        for play in self._plays.values():
            play.reconnected()
        self._progress.set()

    def _play(self, match: str, *, makes: bool) -> SeatPlay | None:
        if match not in self._plays and makes:
            play = self._plays[match] = SeatPlay(match, self._make_bot, self._send)
            task = self._tasks[match] = asyncio.create_task(play.run())
            task.add_done_callback(lambda _: self._over(match))
        return self._plays.get(match)

    def _over(self, match: str) -> None:
        self._finished.add(match)
        self._progress.set()

    def _send(self, request: PlayRequest) -> None:
        if self._stream is not None:
            self._stream.send(request)
