"""The organiser's desk: matches are cancelled, voided, played again and revealed, and it is written down."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from datetime import UTC, datetime
from typing import Any, Protocol, TypeVar

from certamen_services.records.canonical import parse
from certamen_services.records.opening import plan_of
from certamen_services.referee.errors import (
    DealInUseError,
    FieldError,
    MatchCountsError,
    MatchEndedError,
    MatchNotEndedError,
    MatchVoidError,
    RerunExistsError,
)
from certamen_services.referee.info import CreatedMatch, MatchInfo
from certamen_services.referee.match import Match
from certamen_services.referee.plan import Attempt, MatchPlan
from certamen_services.referee.rulings import Deal, Ruling, RulingKind
from certamen_services.referee.terms import Culprit, MatchState
from certamen_services.storage.store import Store

_Result = TypeVar("_Result")


class Matches(Protocol):
    """What the desk needs of an arena."""

    async def get(self, match: str) -> MatchInfo:
        """A match. Raises MatchNotFoundError."""

    def unfinished(self) -> Sequence[Match]:
        """The matches that wait or run."""

    def at_hand(self, match: str) -> Match | None:
        """A match that is in memory."""

    def forget(self, match: str) -> None:
        """Have a match that has ended no more in memory."""

    async def repeat(self, old: MatchPlan, attempt: Attempt, same_deal: bool, ruling: Ruling) -> CreatedMatch:
        """Make the next attempt of a match, and complete the ruling with its id."""


class Desk:
    """What organisers decide about matches of an arena.

    Args:
        matches: the arena.
        store: where decisions are kept.
    """

    def __init__(self, matches: Matches, store: Store) -> None:
        self._matches = matches
        self._store = store
        self._deciding = asyncio.Lock()

    async def cancel(self, match: str, reason: str = "") -> MatchInfo:
        """End a waiting or running match without a result; returns when that is durable.

        Raises:
            MatchNotFoundError: there is none with this id.
            MatchEndedError: it has ended.
        """
        if not await self._end(Ruling(match, RulingKind.CANCEL, datetime.now(UTC), reason)):
            raise MatchEndedError(f"match {match} has ended")
        return await self._matches.get(match)

    async def void(self, match: str, culprit: Culprit, reason: str) -> MatchInfo:
        """Let a match not count, through no fault of the bots; returns when that is durable.

        Args:
            match: waiting, running or finished.
            culprit: host, network or referee.
            reason: why.

        Raises:
            MatchNotFoundError: there is none with this id.
            MatchVoidError: it does not count anyway.
        """
        if culprit not in (Culprit.HOST, Culprit.NETWORK, Culprit.REFEREE):
            raise FieldError("culprit", "one of HOST, NETWORK, REFEREE")
        ruling = Ruling(match, RulingKind.VOID, datetime.now(UTC), reason, culprit)
        if not await self._end(ruling):
            await self._alone(self._overrule(ruling))
        return await self._matches.get(match)

    async def _overrule(self, ruling: Ruling) -> None:
        """Void a match that had finished."""
        if (await self._matches.get(ruling.match)).state is not MatchState.FINISHED:
            raise MatchVoidError(f"match {ruling.match} does not count")
        await self._store.overrule(ruling)
        self._matches.forget(ruling.match)

    async def _end(self, ruling: Ruling) -> bool:
        """End a match that has not ended; False if it has."""
        info = await self._matches.get(ruling.match)
        live = self._matches.at_hand(ruling.match)
        if info.state.ended or live is None or live.state.ended:
            return False
        live.rule(ruling)
        await live.closed.wait()
        return True

    async def rerun(self, match: str, deal: Deal = Deal.AUTO, reason: str = "") -> CreatedMatch:
        """Play a match that does not count again: its next attempt waits for its seats from now on.

        Args:
            match: voided or cancelled.
            deal: whether with the same cards.
            reason: why.

        Raises:
            MatchNotFoundError: there is none with this id.
            MatchCountsError: it counts, or may still do so.
            RerunExistsError: it is played again already.
            FieldError: this deal is not possible.
            TooManyMatchesError, StoreBusyError, ArenaClosedError: as of `Arena.create`.
        """
        return await self._alone(self._rerun(match, deal, reason))

    async def _rerun(self, match: str, deal: Deal, reason: str) -> CreatedMatch:
        info = await self._matches.get(match)
        if info.state not in (MatchState.VOIDED, MatchState.CANCELLED):
            raise MatchCountsError(f"match {match} counts, or may still do so")
        if await self._store.successor(match) is not None:
            raise RerunExistsError(f"match {match} is played again already")
        old = await self._plan(match)
        attempt = Attempt(info.attempt.number + 1, match)
        ruling = Ruling(match, RulingKind.RERUN, datetime.now(UTC), reason)
        return await self._matches.repeat(old, attempt, _same_deal(info, old, deal), ruling)

    async def reveal(self, match: str) -> MatchInfo:
        """Reveal the seed of a match that has ended, and those of the attempts before it.

        Raises:
            MatchNotFoundError: there is none with this id.
            MatchNotEndedError: it is waiting or running.
            DealInUseError: a match that has not ended has the same deal.
        """
        return await self._alone(self._reveal(match))

    async def _reveal(self, match: str) -> MatchInfo:
        info = await self._matches.get(match)
        if not info.state.ended:
            raise MatchNotEndedError(f"match {match} has not ended")
        if info.revealed:
            return info
        chain = [match]
        seeds = set()
        while True:
            seeds.add((await self._plan(chain[-1])).secret.seed)
            before = (await self._matches.get(chain[-1])).attempt.predecessor
            if before is None:
                break
            chain.append(before)
        if any(live.plan.secret.seed in seeds for live in self._matches.unfinished()):
            raise DealInUseError(f"the deal of match {match} is in use")
        await self._store.reveal(Ruling(match, RulingKind.REVEAL, datetime.now(UTC)))
        self.tell_revealed(match)
        for earlier in chain[1:]:
            self.tell_revealed(earlier)
        return await self._matches.get(match)

    async def _alone(self, decision: Coroutine[Any, Any, _Result]) -> _Result:
        """Carry out a decision to its end while no other one is, also if the caller goes away meanwhile.

        What a decision found out about a match must still be so when it is written: a deal must not be
        revealed while somebody decides to deal it again.
        """

        async def carry_out() -> _Result:
            async with self._deciding:
                return await decision

        return await asyncio.shield(asyncio.ensure_future(carry_out()))

    def tell_revealed(self, match: str) -> None:
        """The seed of a match was revealed, as is stored: tell its bots that are still there."""
        known = self._matches.at_hand(match)
        if known is not None and known.state.ended:
            known.reveal()

    async def rulings(
        self, page_size: int, before: int | None = None, match: str | None = None
    ) -> tuple[list[Ruling], int | None]:
        """What was decided, the newest first, and where the next page begins; of one match, or of all."""
        return await self._store.rulings(page_size, before, match)

    async def _plan(self, match: str) -> MatchPlan:
        """A match as it was created."""
        return plan_of(match, parse((await self._store.entries(match))[0]))


def _same_deal(info: MatchInfo, old: MatchPlan, deal: Deal) -> bool:
    """Whether the next attempt has the same cards."""
    if deal is Deal.SAME and info.revealed and not info.practice:
        raise FieldError("deal", "SAME is not possible: the seed was revealed")
    if deal is Deal.NEW and old.secret.start_position is not None:
        raise FieldError("deal", "NEW is not possible: the match began from a given position")
    if deal is not Deal.AUTO:
        return deal is Deal.SAME
    return info.practice or (info.started is None and not info.revealed)
