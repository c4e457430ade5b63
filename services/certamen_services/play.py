"""Opens the Play streams of bots, and knows those that are open."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial

import grpc
import structlog
from certamen.v1 import play_pb2

from certamen_services.auth import Caller
from certamen_services.errors import StatusError, field_error, shutting_down
from certamen_services.guests import Guests
from certamen_services.handshake import Greeting, read_hello
from certamen_services.pressure import Account, Accounts, Allowance
from certamen_services.referee.arena import Arena
from certamen_services.referee.errors import FieldError, MatchEndedError
from certamen_services.referee.info import MatchInfo
from certamen_services.session import Limits, PlayContext, Session, read_message
from certamen_services.version import version
from certamen_services.wire.names import match_name
from certamen_services.wire.play import SeatWire

__all__ = ["PlayStreams"]

_log = structlog.get_logger(__name__)


class PlayStreams:
    """All Play streams of a server.

    Args:
        arena: where the matches are.
        limits: how patient to be with a stream.
        now: reads the referee's clock, in nanoseconds.
        guests: sees to it that nobody stays longer than his token.
    """

    def __init__(self, arena: Arena, limits: Limits, now: Callable[[], int], guests: Guests) -> None:
        self._arena = arena
        self._limits = limits
        self._now = now
        self._open: set[Session] = set()
        self._count = 0
        self._accounts = Accounts(self._new_account)
        self._guests = guests
        self._by_account: dict[int, list[_Newcomers]] = {}
        arena.on_created = self._created

    @property
    def count(self) -> int:
        """How many streams are open."""
        return self._count

    @property
    def waiting(self) -> int:
        """How many messages wait to be written, over all streams."""
        return sum(session.waiting for session in tuple(self._open))

    async def serve(self, context: PlayContext, caller: Caller) -> None:
        """Serve one stream to its end. Raises StatusError if it is to end with one."""
        account = self._accounts.of(caller.key)
        if not account.streams.take():
            raise _too_many("the token opens streams too often")
        if self._count >= self._limits.streams:
            raise _too_many("too many streams are open")
        self._count += 1
        try:
            await self._serve(context, caller, account)
        finally:
            self._count -= 1

    async def _serve(self, context: PlayContext, caller: Caller, account: Account) -> None:
        greeting = read_hello(await self._first(context))
        session = Session(context, greeting, self._limits, account.messages, self._now)
        self._open.add(session)
        try:
            with (
                self._guests.inside(caller, session.close),
                self._expecting(session, greeting, caller) as late,
            ):
                await self._add_seats(session, greeting, caller)
                late.come()
                await session.run()
        finally:
            session.detach()
            self._open.discard(session)
            _log.info("play.closed", bot=greeting.bot_name, peer=context.peer())

    def close(self) -> None:
        """End all streams after what waits has been written: the server is being stopped."""
        for session in self._open:
            session.close(shutting_down())

    def _new_account(self) -> Account:
        limits = self._limits
        return Account(
            Allowance(limits.messages, limits.messages_per_second, self._now),
            Allowance(limits.openings, limits.openings_per_second, self._now),
        )

    async def _first(self, context: PlayContext) -> play_pb2.PlayRequest:
        # To cancel the read on a time-out would leak the operation; the call's end ends it.
        first = asyncio.create_task(read_message(context))
        first.add_done_callback(lambda task: None if task.cancelled() else task.exception())
        done, _ = await asyncio.wait({first}, timeout=self._limits.hello)
        if not done:
            raise StatusError(
                grpc.StatusCode.DEADLINE_EXCEEDED,
                "HELLO_TIME_OUT",
                f"no Hello came within {self._limits.hello:g} s",
            )
        return first.result() or play_pb2.PlayRequest()

    async def _add_seats(self, session: Session, greeting: Greeting, caller: Caller) -> None:
        seats = await self._seats(greeting, caller)
        for match in greeting.cursors:
            if match not in seats:
                raise field_error("hello.cursors", f"the token has no seat in {match_name(match)}")
        matches = [await self._arena.get(match) for match in sorted(seats)]
        if caller.account is None:
            for info in matches:
                greeting.check_game(info.settings.game)
        else:
            matches = [info for info in matches if greeting.plays(info.settings.game)]
        session.welcome(
            play_pb2.Welcome(
                protocol_version=greeting.version,
                server=f"certamen {version()}",
                matches=[match_name(info.id) for info in matches if not info.state.ended],
                ping_interval_ns=round(self._limits.ping * 1_000_000_000),
            )
        )
        for info in matches:
            if info.state.ended and (len(matches) == 1 or info.id in greeting.cursors):
                await self._arena.recall(info.id)
            try:
                self._add(session, greeting, info, seats[info.id])
            except FieldError as error:
                raise field_error("hello.cursors", f"{match_name(info.id)}: {error.accepted}") from None
            except MatchEndedError:
                # So long ago that its story is not at hand any more. It must not harm the others.
                if len(matches) == 1:
                    raise
        _log.info(
            "play.opened",
            bot=greeting.bot_name,
            version=greeting.bot_version,
            seats=len(matches),
            resumed=bool(greeting.cursors),
        )

    async def _seats(self, greeting: Greeting, caller: Caller) -> Mapping[str, int]:
        """The seats for which a token is good, by match; an account's as far as they are of interest."""
        if caller.account is None:
            return caller.seats
        found = await self._arena.seats_of_account(caller.account, greeting.cursors)
        return {seat.match: seat.seat for seat in found}

    def _add(self, session: Session, greeting: Greeting, info: MatchInfo, seat: int) -> None:
        """Serve a seat on a stream."""
        attach = partial(
            self._arena.attach,
            info.id,
            seat,
            session,
            last_event=greeting.cursors.get(info.id),
            bot=greeting.bot_name,
            version=greeting.bot_version,
            at_ns=self._now(),
        )
        session.add(info.id, SeatWire(info.id, seat, info.settings, greeting.form), attach)
        _log.info(
            "seat.attached", match=info.id, seat=seat, bot=greeting.bot_name, version=greeting.bot_version
        )

    @contextmanager
    def _expecting(self, session: Session, greeting: Greeting, caller: Caller) -> Iterator[_Newcomers]:
        """While a stream of an account stands, the account's new matches come to it."""
        newcomers = _Newcomers(greeting, session, partial(self._add, session, greeting))
        if caller.account is None:
            yield newcomers
            return
        streams = self._by_account.setdefault(caller.account, [])
        streams.append(newcomers)
        try:
            yield newcomers
        finally:
            streams.remove(newcomers)
            if not streams:
                self._by_account.pop(caller.account, None)

    def _created(self, info: MatchInfo, accounts: Sequence[int | None]) -> None:
        """A match was made: bots with seats in it may be here. The newest of their streams has it."""
        for seat, account in enumerate(accounts):
            streams = self._by_account.get(account, []) if account is not None else []
            for newcomers in reversed(streams):
                if newcomers.take(info, seat):
                    break


class _Newcomers:
    """Matches that are made while their bot's stream stands.

    Args:
        greeting: what the bot said.
        session: its stream.
        add: serves a seat on it.
    """

    def __init__(self, greeting: Greeting, session: Session, add: Callable[[MatchInfo, int], None]) -> None:
        self._greeting = greeting
        self._session = session
        self._add = add
        self._early: list[tuple[MatchInfo, int]] | None = []
        """Those that came before the bot was told what there was; None: it was."""

    def take(self, info: MatchInfo, seat: int) -> bool:
        """Serve a seat of a new match; False if the bot does not play it."""
        if not self._greeting.plays(info.settings.game) or self._session.is_closing:
            return False
        if self._early is None:
            self._add(info, seat)
        else:
            self._early.append((info, seat))
        return True

    def come(self) -> None:
        """The bot was told what there was: from now on new matches come at once."""
        early, self._early = self._early or [], None
        for info, seat in early:
            if info.id not in self._session.matches:
                self._add(info, seat)


def _too_many(why: str) -> StatusError:
    return StatusError(grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_STREAMS", f"{why}; try later")
