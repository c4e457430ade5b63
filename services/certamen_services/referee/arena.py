"""All matches of a server: made, listed and ended by organisers, joined by bots."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import structlog

from certamen_services.records.canonical import canonical, parse
from certamen_services.records.chain import chain, chain_start
from certamen_services.records.keys import Signer
from certamen_services.records.opening import plan_of
from certamen_services.referee.audience import Audience, WatchLink
from certamen_services.referee.desk import Desk
from certamen_services.referee.errors import (
    ArenaClosedError,
    FieldError,
    MatchEndedError,
    MatchNotFoundError,
    RecordWithheldError,
    TooManyMatchesError,
)
from certamen_services.referee.info import CreatedMatch, MatchInfo, SeatRef
from certamen_services.referee.latevoids import LateVoids
from certamen_services.referee.match import Match
from certamen_services.referee.messages import SeatLink, SeatPort, ToSpectator
from certamen_services.referee.plan import Attempt, MatchPlan, make_plan
from certamen_services.referee.retell import retell
from certamen_services.referee.rulings import Ruling
from certamen_services.referee.settings import MatchSettings
from certamen_services.referee.table import RefusedAction
from certamen_services.referee.tally import Histogram, Tally
from certamen_services.referee.terms import MatchState
from certamen_services.referee.timebase import MonotonicTime, Timebase
from certamen_services.referee.tokens import new_token, token_hash
from certamen_services.referee.vigil import Heartbeat, Vigil
from certamen_services.storage.accounts import Holder
from certamen_services.storage.store import NewMatch, Store

_ID_BYTES = 10
_KEPT = 64
_LAST_PATIENCE = 2.0
"""Seconds for the store to take at last, when the arena is closed, what it did not take before."""
MAX_PAGE = 1000

_log = structlog.get_logger()


class Arena:
    """The registry of waiting, running and ended matches."""

    def __init__(
        self,
        store: Store,
        signer: Signer,
        timebase: Timebase | None = None,
        max_matches: int = 10_000,
    ) -> None:
        """An arena; use `open`.

        Args:
            store: where matches are kept.
            signer: signs records.
            timebase: source of time; None: the machine's monotonic clock.
            max_matches: how many may wait or run at once.
        """
        self._store = store
        self._signer = signer
        self._time = timebase if timebase is not None else MonotonicTime()
        self._max_matches = max_matches
        self._live: dict[str, Match] = {}
        self._ended: OrderedDict[str, Match] = OrderedDict()
        self._creating = 0
        self._closed = self._parked = False
        self.vigil = Vigil()
        """Knows when the referee was held up; whoever delivers messages reports what held them up."""
        self.tally = Tally()
        """What was counted since the arena was opened."""
        self._heartbeat = Heartbeat(self.vigil, self._time)
        self._late_voids = LateVoids(store.void)
        self.desk = Desk(self, store)
        """Where organisers decide about matches."""
        self._idle = asyncio.Event()
        self._idle.set()
        self.on_created: Callable[[MatchInfo, Sequence[int | None]], None] = lambda _match, _accounts: None
        """Called with each new match and the accounts of its seats."""

    @classmethod
    async def open(
        cls,
        store: Store,
        signer: Signer,
        timebase: Timebase | None = None,
        max_matches: int = 10_000,
    ) -> Arena:
        """An arena over a store. Matches that a killed server left behind go on where they were."""
        arena = cls(store, signer, timebase, max_matches)
        for match in await store.unfinished():
            try:
                await arena._revive(match)
            except Exception:  # noqa: BLE001 - whatever is wrong with it must not harm the others
                _log.exception("arena.cannot_resume", match=match)
                await store.void(match)
        return arena

    async def _revive(self, match: str) -> None:
        """Build a match from its entries: it goes on, or has ended as it had."""
        known, written = await self._store.match(match), await self._store.entries(match)
        if known is None:
            raise MatchNotFoundError(f"there is no match {match!r}")
        if known.state.ended and known.outcome is None:
            raise ValueError("it was left behind without an end")
        past = [parse(entry) for entry in written]
        plan = plan_of(match, past[0])
        revived = self._lay(plan, len(written), chain(chain_start(match), written))
        revived.recall(past[1:], known)
        if known.state.ended:
            self._remember(revived)
        else:
            self._live[match] = revived
            self._heartbeat.start()
            self._idle.clear()
            revived.go_on()

    def _lay(self, plan: MatchPlan, written: int, head: bytes) -> Match:
        """A match whose entries are durable so far."""
        return Match(
            plan, self._store, (written, head), self._signer, self._time, self.vigil, self._on_end, self.tally
        )

    def park(self) -> int:
        """Leave all matches as they are, for the next arena over the store; tells how many.

        Nothing happens in them any more, and nothing can be made or joined. What was recorded is durable when
        the store has been closed.
        """
        self._closed = self._parked = True
        self._heartbeat.stop()
        parked = list(self._live.values())
        for match in parked:
            match.park()
        return len(parked)

    async def close(self) -> None:
        """End all matches that are not parked, tell everybody, and wait until that is durable.

        Nothing can be made or joined any more. The store is left open.
        """
        self._closed = True
        if not self._parked:
            for match in list(self._live.values()):
                match.shut_down()
            await self._idle.wait()
        await self._late_voids.close(_LAST_PATIENCE)

    def now_ns(self) -> int:
        """The present instant of the arena's time, as ports and links report it."""
        return self._time.now_ns()

    # ------------------------------------------------------------------------------------------- organisers

    async def create(
        self,
        settings: MatchSettings,
        aliases: Sequence[str] = (),
        seed: bytes | None = None,
        start_position: Mapping[str, Any] | None = None,
        accounts: Sequence[int | None] = (),
    ) -> CreatedMatch:
        """Make a match that waits for its seats from now on.

        Args:
            settings: what is to be played and how.
            aliases: names of the players by seat; none, or an empty one: "seat 0", "seat 1", ….
            seed: 32 bytes, or None for one that nobody knows.
            start_position: position to start from, in the form of the rules' pages, or None.
            accounts: whose the seats are, by seat; None: whoever has the seat's token. Empty: all are.

        Raises:
            FieldError: something is not accepted; the error names the field.
            TooManyMatchesError: as many matches are waiting or running as may.
            StoreBusyError: the database does not keep up.
            ArenaClosedError: the arena was closed.
        """
        match, created = secrets.token_hex(_ID_BYTES), _present()
        plan = make_plan(match, created, settings, aliases, seed, start_position)
        return await self.put(plan, accounts=accounts)

    async def repeat(self, old: MatchPlan, attempt: Attempt, same_deal: bool, ruling: Ruling) -> CreatedMatch:
        """Make the next attempt of a match, with what it was created with; see `Desk.rerun`."""
        secret, aliases = old.secret, [seat.alias for seat in old.seats]
        seed = secret.seed if same_deal and secret.start_position is None else None
        match, created = secrets.token_hex(_ID_BYTES), _present()
        plan = make_plan(match, created, old.settings, aliases, seed, secret.start_position)
        fresh = replace(plan.secret, practice=secret.practice and same_deal)
        plan = replace(plan, secret=fresh, attempt=attempt)
        accounts = await self._store.accounts_of(old.id)
        return await self.put(plan, replace(ruling, successor=match), accounts=accounts)

    async def put(
        self,
        plan: MatchPlan,
        ruling: Ruling | None = None,
        tokens: Sequence[str] = (),
        accounts: Sequence[int | None] = (),
    ) -> CreatedMatch:
        """Make a match of a plan, if there is room for it: for those who keep the plan themselves.

        Args:
            plan: with an id that no match has yet.
            ruling: the decision that led to it.
            tokens: one for each seat; none: fresh ones. A token may be good for seats of many matches.
            accounts: as for `create`.

        Raises:
            TooManyMatchesError, StoreBusyError, ArenaClosedError: as for `create`.
        """
        if self._closed:
            raise ArenaClosedError("no matches are made any more")
        if len(self._live) + self._creating >= self._max_matches:
            raise TooManyMatchesError(f"{self._max_matches} matches are waiting or running")
        self._creating += 1
        self._idle.clear()
        # A caller that goes away must not leave a match in the store that nobody runs.
        return await asyncio.shield(
            asyncio.ensure_future(self._create(plan, ruling, tuple(tokens), tuple(accounts)))
        )

    async def _create(
        self, plan: MatchPlan, ruling: Ruling | None, given: tuple[str, ...], accounts: tuple[int | None, ...]
    ) -> CreatedMatch:
        """Store a match and let it wait."""
        try:
            tokens = given or tuple(new_token() for _ in plan.seats)
            first = canonical(plan.first_entry())
            hashes = tuple(token_hash(token) for token in tokens)
            game, practice = plan.settings.game, plan.secret.practice
            predecessor = plan.attempt.predecessor
            new = NewMatch(
                plan.id, game, practice, plan.created, hashes, first, predecessor, ruling, accounts
            )
            await self._store.create(new)
            match = self._lay(plan, 1, chain(chain_start(plan.id), (first,)))
            self._live[plan.id] = match
            self._heartbeat.start()
            match.wait_for_seats()
        finally:
            self._creating -= 1
            self._check_idle()
        _log.info("match.created", match=plan.id, game=game, players=len(plan.seats))
        if self._closed and not self._parked:
            match.shut_down()
        else:
            self.on_created(_info(match), accounts)
        return CreatedMatch(_info(match), _told(tokens, accounts))

    async def get(self, match: str) -> MatchInfo:
        """A match.

        Raises:
            MatchNotFoundError: there is none with this id.
        """
        known = self._live.get(match) or self._ended.get(match)
        if known is not None:
            return _info(known)
        stored = await self._store.match(match)
        if stored is None:
            raise MatchNotFoundError(f"there is no match {match!r}")
        return stored

    async def list(
        self,
        page_size: int,
        before: str | None = None,
        game: str | None = None,
        state: MatchState | None = None,
        account: int | None = None,
    ) -> tuple[list[MatchInfo], str | None]:
        """Matches, the newest first.

        Args:
            page_size: at most so many, 1 … 1000.
            before: what the call for the page before returned; None: the first page.
            game: only matches of this game.
            state: only matches in this state.
            account: only matches in which this account has a seat.

        Returns:
            The matches, and what to give as `before` for the next page; None if this is the last.

        Raises:
            FieldError: the page size or `before` is not accepted.
        """
        if not 1 <= page_size <= MAX_PAGE:
            raise FieldError("page_size", f"1 … {MAX_PAGE}")
        if before is not None and not (before.isascii() and before.isdigit() and len(before) < 19):
            raise FieldError("page_token", "the next_page_token of the page before")
        number = None if before is None else int(before)
        page, last = await self._store.matches(page_size, number, game, state, account)
        return page, None if last is None else str(last)

    def unfinished(self) -> Sequence[Match]:
        """The matches that wait or run."""
        return tuple(self._live.values())

    def at_hand(self, match: str) -> Match | None:
        """A match that is in memory."""
        return self._live.get(match) or self._ended.get(match)

    @property
    def backlog(self) -> int:
        """How many changes wait for the database's thread."""
        return self._store.backlog

    @property
    def commits(self) -> Mapping[str, Histogram]:
        """How long transactions took, by who wrote: "thread" or "loop"."""
        return self._store.commits

    async def entries(self, match: str) -> Sequence[Mapping[str, Any]]:
        """All entries of a match that are durable, secrets included; none if there is no such match."""
        return [parse(entry) for entry in await self._store.entries(match)]

    async def successor(self, match: str) -> str | None:
        """Id of the match's next attempt, if there is one."""
        return await self._store.successor(match)

    def forget(self, match: str) -> None:
        """Have a match that has ended no more in memory; it can be recalled."""
        self._ended.pop(match, None)

    async def report_gone(self, match: str, seat: int, explanation: str) -> MatchInfo:
        """A seat's player will not come back: from now on it may not be away any more.

        Args:
            match: id of a match that waits or runs.
            seat: which one; without effect if it is at fault, or this is known.
            explanation: how that is known, for the record.

        Raises:
            MatchNotFoundError: there is no match with this id.
            MatchEndedError: it has ended.
            FieldError: there is no such seat.
        """
        live = self._live.get(match)
        if live is None:
            await self.get(match)
            raise MatchEndedError(f"match {match} has ended")
        live.report_gone(seat, explanation)
        return _info(live)

    async def record(self, match: str) -> bytes:
        """The record of a match, a JSON document.

        Raises:
            MatchNotFoundError: there is none with this id.
            RecordWithheldError: its seed is still secret, or it was left behind without an end.
        """
        record = await self._store.record(match)
        if record is None:
            await self.get(match)
            raise RecordWithheldError(f"the record of match {match} is withheld, its seed being secret")
        return record

    # ------------------------------------------------------------------------------------------------- bots

    async def seats_of(self, token: str) -> Sequence[SeatRef]:
        """Seats for which a token is good, those of ended matches too; none for a token that is not known."""
        return await self._store.seats_of(token_hash(token))

    async def holder_of(self, token: str) -> Holder | None:
        """Whose an account's token is, also one that is not good any more; None if it is none."""
        return await self._store.holder_of(token_hash(token))

    async def revoked(self, tokens: Iterable[str]) -> set[str]:
        """Those of some tokens of accounts, by id, that were revoked."""
        return await self._store.revoked(tokens)

    async def accounts_named(self, names: Iterable[str]) -> Mapping[str, int]:
        """Numbers of the bots' accounts that there are of some names."""
        return await self._store.accounts_named(names)

    async def seats_of_account(self, account: int, matches: Iterable[str] = ()) -> Sequence[SeatRef]:
        """Seats of an account in matches that wait or run, and in some others."""
        return await self._store.seats_of_account(account, matches)

    async def sits(self, account: int, match: str) -> bool:
        """Whether an account has a seat in a match."""
        return await self._store.sits(account, match)

    async def recall(self, match: str) -> None:
        """See to it that the story of a match that ended a good while ago is at hand.

        Raises:
            MatchEndedError: it cannot be told any more.
            MatchNotFoundError: there is none with this id.
        """
        if match in self._live or match in self._ended:
            return
        try:
            await self._revive(match)
        except (KeyError, ValueError, RefusedAction) as error:
            raise MatchEndedError(f"match {match} ended and cannot be told any more") from error

    def attach(
        self,
        match: str,
        seat: int,
        link: SeatLink,
        last_event: int | None = None,
        bot: str = "",
        version: str = "",
        at_ns: int | None = None,
    ) -> SeatPort:
        """Connect a seat of a match; the newest link replaces the one before.

        Args:
            match: id of the match.
            seat: a seat for which the bot's token is good.
            link: where its messages go.
            last_event: number of the last event that the bot has; None: it is told the match from its start.
            bot: name of the bot, for the record.
            version: version of the bot, for the record.
            at_ns: instant; None: now.

        Raises:
            MatchEndedError: it ended a good while ago and was not recalled; or there is none.
            FieldError: no event with the number `last_event` was sent yet.
            ArenaClosedError: the arena was closed.
        """
        if self._closed:
            raise ArenaClosedError("no matches can be joined any more")
        known = self._live.get(match) or self._ended.get(match)
        if known is None:
            raise MatchEndedError(f"match {match} ended a good while ago, or there is none")
        return known.attach(
            seat, link, last_event, (bot, version), self._time.now_ns() if at_ns is None else at_ns
        )

    # ------------------------------------------------------------------------------------------- spectators

    async def watch(
        self, match: str, link: WatchLink, last_event: int = 0
    ) -> tuple[Audience, Sequence[ToSpectator]]:
        """Watch a match from outside; `Audience.leave` ends it.

        Args:
            match: id of the match, which may have ended.
            link: where to send what is told from now on.
            last_event: number of the last event that the spectator has; 0: tell the match from its start.

        Returns:
            The match's audience, and what was told so far.

        Raises:
            MatchNotFoundError: there is none with this id.
            FieldError: no event with the number `last_event` was told yet.
            ArenaClosedError: the arena was closed.
        """
        if self._closed:
            raise ArenaClosedError("no matches can be watched any more")
        known = self._live.get(match) or self._ended.get(match)
        if known is not None:
            return known.audience, known.audience.join(link, last_event)
        entries = await self._store.entries(match)
        if not entries:
            raise MatchNotFoundError(f"there is no match {match!r}")
        known_as = await self.get(match)
        audience = await asyncio.to_thread(retell, match, entries, known_as.revealed)
        return audience, audience.join(link, last_event)

    # ----------------------------------------------------------------------------------------------- endings

    def _on_end(self, match: Match) -> None:
        """A match has ended. The latest ones are kept for bots that were away."""
        self._live.pop(match.id, None)
        if match.is_unwritten:
            self._late_voids.add(match.id)
        self._remember(match)
        before = match.plan.attempt.predecessor
        while match.revealed and before is not None:
            self.desk.tell_revealed(before)
            known = self.at_hand(before)
            before = None if known is None else known.plan.attempt.predecessor
        self._check_idle()

    def _remember(self, match: Match) -> None:
        """Keep a match that has ended, for a while."""
        self._ended[match.id] = match
        while len(self._ended) > _KEPT:
            self._ended.popitem(last=False)

    def _check_idle(self) -> None:
        """Whether nothing waits or runs any more."""
        if not self._live:
            self._heartbeat.stop()
            if not self._creating:
                self._idle.set()


def _told(tokens: Sequence[str], accounts: Sequence[int | None]) -> tuple[str, ...]:
    """The tokens that somebody gets: a seat of an account is joined with the account's own."""
    if not accounts:
        return tuple(tokens)
    return tuple(
        "" if account is not None else token for token, account in zip(tokens, accounts, strict=True)
    )


def _present() -> datetime:
    """The present date as records keep it, in whole milliseconds, so that a restart changes nothing."""
    now = datetime.now(UTC)
    return now.replace(microsecond=now.microsecond // 1000 * 1000)


def _info(match: Match) -> MatchInfo:
    """What organisers are told of a match."""
    plan = match.plan
    return MatchInfo(
        id=match.id,
        settings=plan.settings,
        seats=plan.seats,
        state=match.state,
        practice=plan.secret.practice,
        commitment=plan.secret.commitment,
        created=plan.created,
        started=match.started,
        ended=match.finished,
        outcome=match.outcome,
        attempt=plan.attempt,
        revealed=match.revealed,
    )
