"""One match as the bot's side plays it."""

from __future__ import annotations

import asyncio
import traceback
from collections.abc import Awaitable, Callable

from certamen.v1.event_pb2 import Event
from certamen.v1.game_pb2 import LegalAction
from certamen.v1.match_pb2 import REVEAL_MATCH
from certamen.v1.play_pb2 import (
    REJECT_REASON_ILLEGAL_ACTION,
    REJECT_REASON_UNSPECIFIED,
    Act,
    Decision,
    MatchEnd,
    MatchStart,
    PlayRequest,
    Rejected,
    RejectReason,
    Resign,
    SeedRevealed,
)

from certamen_client.bot import Bot, Choice
from certamen_client.commitment import seed_matches
from certamen_client.log import LOGGER
from certamen_client.worker import Worker

__all__ = ["SeatPlay"]

Message = MatchStart | Event | Decision | Rejected | MatchEnd | SeedRevealed

_GOODBYE_LIMIT = 10.0
"""Seconds for a bot's last hooks."""
_SEED_LIMIT = 2.0
"""Seconds to wait for the seed after the end."""


class SeatPlay:
    """Feeds a bot with what concerns its match, and sends its answers.

    `take` is called by the reader of the stream and never waits; `run`, a task of its own, calls the bot.

    Args:
        match: name of the match.
        make_bot: makes the bot that plays it.
        send: sends a message on the current stream, or drops it if there is none: what is still wanted after
            a reconnect is asked again.
    """

    def __init__(self, match: str, make_bot: Callable[[], Bot], send: Callable[[PlayRequest], None]) -> None:
        self.match = match
        self.start: MatchStart | None = None
        self.end: MatchEnd | None = None
        self.last_event = 0
        self.error: BaseException | None = None
        self._make_bot = make_bot
        self._send = send
        self._bot: Bot | None = None
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()
        self._worker = Worker(match)
        self._asked = 0
        self._answer: Act | None = None
        self._answered_here = False
        self._thinking: asyncio.Task[Choice] | None = None
        self._resigned = False

    def take(self, message: Message) -> None:
        """Take a message from the server."""
        match message:
            case Event():
                if message.number <= self.last_event:
                    return
                self.last_event = message.number
            case Decision():
                if self._known(message):
                    return
                self._asked = message.decision
            case MatchStart() if self.start is not None:
                return
            case MatchStart():
                self.start = message
            case MatchEnd():
                self.end = message
                if self._thinking is not None:
                    self._thinking.cancel()
            case _:
                pass
        self._inbox.put_nowait(message)

    async def run(self) -> None:
        """Play until the match has ended. Errors of the bot's code are kept in `error`."""
        try:
            decision: Decision | None = None
            while True:
                message = await self._inbox.get()
                match message:
                    case MatchStart():
                        await self._begin(message)
                    case Event():
                        await self._hook("on_event", message)
                    case Decision():
                        decision = message
                        await self._decide(decision)
                    case Rejected():
                        self._report(message)
                        if self._may_try_again(message, decision) and decision is not None:
                            await self._decide(decision)
                    case MatchEnd():
                        await self._finish(message)
                        return
                    case SeedRevealed():
                        pass
        finally:
            self._worker.close()

    def _known(self, decision: Decision) -> bool:
        """Whether a decision was asked before; an answer that went out on a broken stream is sent again."""
        if self._answer is not None and self._answer.decision == decision.decision:
            self._send_answer(self._answer)
        return decision.decision <= self._asked

    async def _begin(self, start: MatchStart) -> None:
        try:
            self._bot = self._make_bot()
        except Exception as error:  # noqa: BLE001 (a bot's code may raise anything)
            self._fail(error)
            return
        self._bot.match = start
        LOGGER.info("%s begins: %s, seat %d", self.match, start.settings.game, start.seat)
        await self._hook("on_start", start)

    async def _decide(self, decision: Decision) -> None:
        bot = self._bot
        if bot is None or self._resigned or self.end is not None:
            return
        thinking = self._thinking = asyncio.ensure_future(self._worker.call(bot.choose, decision))
        try:
            await asyncio.wait([thinking])
        finally:
            thinking.cancel()
            self._thinking = None
        if thinking.cancelled():
            LOGGER.warning("%s ended while the bot was thinking about decision %d", self.match, self._asked)
            return
        try:
            self._answer = _act(decision, thinking.result())
        except Exception as error:  # noqa: BLE001 (as above)
            self._fail(error)
        else:
            self._answered_here = False
            self._send_answer(self._answer)

    def _send_answer(self, answer: Act) -> None:
        if not self._answered_here:
            self._answered_here = True
            self._send(PlayRequest(act=answer))

    def _may_try_again(self, rejected: Rejected, decision: Decision | None) -> bool:
        """Whether a rejected answer may be replaced by another."""
        if not _leaves_open(rejected) or decision is None:
            return False
        if decision.decision != rejected.decision or self.start is None:
            return False
        self._answer = None
        return self.start.settings.illegal_actions > 1

    def _report(self, rejected: Rejected) -> None:
        known = rejected.reason in RejectReason.values()
        reason = RejectReason.Name(rejected.reason) if known else f"REASON_{rejected.reason}"
        LOGGER.log(
            30 if _leaves_open(rejected) else 20,
            "%s: answer to decision %d rejected: %s",
            self.match,
            rejected.decision,
            " ".join(
                filter(None, (reason.removeprefix("REJECT_REASON_"), rejected.detail, rejected.explanation))
            ),
        )

    async def _finish(self, end: MatchEnd) -> None:
        places = list(end.outcome.placements)
        LOGGER.info("%s has ended: places %s", self.match, places or "none, it does not count")
        try:
            async with asyncio.timeout(_GOODBYE_LIMIT):
                await self._hook("on_end", end)
        except TimeoutError:
            LOGGER.warning("%s: the bot is still busy; its on_end was skipped", self.match)
        await self._check_seed()

    async def _check_seed(self) -> None:
        if self.start is None or self.start.settings.reveal != REVEAL_MATCH:
            return
        try:
            async with asyncio.timeout(_SEED_LIMIT):
                while not isinstance(message := await self._inbox.get(), SeedRevealed):
                    pass
        except TimeoutError:
            return
        if not seed_matches(self.start.commitment, message):
            LOGGER.warning("%s: the revealed seed is NOT the one that was committed to", self.match)

    async def _hook(self, name: str, argument: Message) -> None:
        bot = self._bot
        if bot is None or getattr(type(bot), name) is getattr(Bot, name):
            return  # not wanted: spare the way to the thread
        hook: Callable[[Message], Awaitable[None] | None] = getattr(bot, name)
        try:
            await self._worker.call(hook, argument)
        except Exception as error:  # noqa: BLE001 (as above)
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        """The bot's code raised: resign, and say where."""
        self.error = self.error or error
        LOGGER.error("%s: the bot failed\n%s", self.match, "".join(traceback.format_exception(error)))
        if not self._resigned and self.end is None:
            self._resigned = True
            self._send(PlayRequest(resign=Resign(match=self.match)))

    def reconnected(self) -> None:
        """A new stream stands: what was sent on the one before may have been lost."""
        self._answered_here = False
        if self._resigned and self.end is None:
            self._send(PlayRequest(resign=Resign(match=self.match)))


def _leaves_open(rejected: Rejected) -> bool:
    """Whether the decision is still to be answered; so it is for reasons that we are too old to know."""
    return rejected.reason not in RejectReason.values() or rejected.reason in (
        REJECT_REASON_ILLEGAL_ACTION,
        REJECT_REASON_UNSPECIFIED,
    )


def _act(decision: Decision, choice: Choice) -> Act:
    act = Act(match=decision.match, decision=decision.decision)
    match choice:
        case LegalAction():
            act.code = choice.code
        case bool():
            raise TypeError("choose returned a truth value, not an action")
        case int():
            act.code = choice
        case str():
            act.text = choice
        case _:
            raise TypeError(
                "choose must return one of decision.legal_actions, or its code or text, "
                f"not {type(choice).__name__}"
            )
    return act
