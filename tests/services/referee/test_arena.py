"""The registry of matches, with a real store and real time."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from certamen_services.records.keys import Signer
from certamen_services.records.verify import verify
from certamen_services.referee.arena import Arena
from certamen_services.referee.errors import (
    ArenaClosedError,
    FieldError,
    MatchEndedError,
    MatchNotFoundError,
    RecordWithheldError,
    TooManyMatchesError,
)
from certamen_services.referee.info import CreatedMatch, SeatRef
from certamen_services.referee.messages import Decision, MatchEnd, SeatPort, ToSeat
from certamen_services.referee.settings import MatchSettings
from certamen_services.referee.terms import EndCause, MatchState
from certamen_services.storage.store import Store

SIGNER = Signer.generate()
SETTINGS = MatchSettings("juwelen", 2, {"rounds": 1})


class Bot:
    """Answers each decision with its first legal action, from the event loop."""

    port: SeatPort

    def __init__(self) -> None:
        self.messages: list[ToSeat] = []
        self.ended = asyncio.Event()

    def send(self, message: ToSeat) -> None:
        self.messages.append(message)
        if isinstance(message, Decision):
            asyncio.get_running_loop().call_soon(self._answer, message)
        elif isinstance(message, MatchEnd):
            self.ended.set()

    def superseded(self, match: str) -> None:
        pass

    def _answer(self, decision: Decision) -> None:
        now = time.monotonic_ns()
        self.port.handed_over(decision.decision, now)
        self.port.act(decision.decision, decision.legal[0], time.monotonic_ns())


@pytest.fixture
async def store(place: Path | str) -> AsyncIterator[Store]:
    opened = await Store.open(place, SIGNER.public_key)
    yield opened
    await opened.close()


@pytest.fixture
async def arena(store: Store) -> AsyncIterator[Arena]:
    opened = await Arena.open(store, SIGNER, max_matches=3)
    yield opened
    await opened.close()


def sit(arena: Arena, created: CreatedMatch, seat: int, last_event: int | None = None) -> Bot:
    bot = Bot()
    bot.port = arena.attach(created.match.id, seat, bot, last_event, "bot", "1")
    return bot


async def test_matches_are_played_at_once_and_recorded(arena: Arena, store: Store) -> None:
    created = [await arena.create(SETTINGS, ["anna", "bert"]) for _ in range(3)]
    bots = [sit(arena, match, seat) for match in created for seat in (0, 1)]
    await asyncio.gather(*(bot.ended.wait() for bot in bots))
    for match in created:
        info = await arena.get(match.match.id)
        assert info.state is MatchState.FINISHED
        assert info.outcome is not None
        assert (info.outcome.cause, info.outcome.faults) == (EndCause.COMPLETED, ())
        assert info.started is not None
        assert info.ended is not None
        assert info.created <= info.started <= info.ended
        assert await store.match(info.id) == info, "the same from the database"
        assert verify(await arena.record(info.id), [SIGNER.public_key]) == []
        assert sum(ledger.charged_ns for ledger in info.outcome.clocks) < 100_000_000


async def test_create_tells_everything_about_the_match(arena: Arena) -> None:
    created = await arena.create(SETTINGS)
    info = created.match
    assert (info.state, info.practice, info.outcome) == (MatchState.WAITING, False, None)
    assert info.settings.options == {"pack": "standard", "teams": False, "rounds": 1, "jewels": 100}
    assert len(set(created.tokens)) == 2
    assert created.tokens[0] not in repr(created)
    practice = await arena.create(SETTINGS, seed=bytes(32))
    assert practice.match.practice
    with pytest.raises(FieldError, match=r"^seed: exactly 32 bytes"):
        await arena.create(SETTINGS, seed=b"x")
    with pytest.raises(FieldError, match=r"^game: "):
        await arena.create(MatchSettings("poker", 2))


async def test_tokens_are_good_for_their_own_seats(arena: Arena) -> None:
    created = await arena.create(SETTINGS)
    assert list(await arena.seats_of(created.tokens[1])) == [SeatRef(created.match.id, 1)]
    for bad in ("", "x", created.tokens[0] + "x", "\ud800"):
        assert list(await arena.seats_of(bad)) == []


async def test_there_are_not_more_matches_than_allowed(arena: Arena) -> None:
    created = [await arena.create(SETTINGS) for _ in range(3)]
    with pytest.raises(TooManyMatchesError, match="3 matches"):
        await arena.create(SETTINGS)
    await arena.desk.cancel(created[0].match.id)
    await arena.create(SETTINGS)


async def test_cancelling(arena: Arena) -> None:
    created = await arena.create(SETTINGS)
    bot = sit(arena, created, 0)
    with pytest.raises(RecordWithheldError):
        await arena.record(created.match.id)
    info = await arena.desk.cancel(created.match.id)
    assert info.state is MatchState.CANCELLED
    assert bot.ended.is_set()
    assert (await arena.get(info.id)).state is MatchState.CANCELLED
    assert verify(await arena.record(info.id), [SIGNER.public_key]) == []
    with pytest.raises(MatchEndedError):
        await arena.desk.cancel(info.id)


async def test_unknown_matches(arena: Arena) -> None:
    for call in (arena.get, arena.desk.cancel, arena.record):
        with pytest.raises(MatchNotFoundError, match="'nowhere'"):
            await call("nowhere")
    with pytest.raises(MatchEndedError):
        arena.attach("nowhere", 0, Bot())


async def test_lists(arena: Arena) -> None:
    ids = [(await arena.create(SETTINGS)).match.id for _ in range(3)]
    page, following = await arena.list(2)
    assert [info.id for info in page] == ids[:0:-1]
    assert following is not None
    page, following = await arena.list(2, following)
    assert ([info.id for info in page], following) == (ids[:1], None)
    assert (await arena.list(5, game="lusus"))[0] == []
    assert len((await arena.list(5, state=MatchState.WAITING))[0]) == 3
    for bad in (0, 1001):
        with pytest.raises(FieldError, match=r"^page_size"):
            await arena.list(bad)
    for token in ("x", "-1", "٣", "9" * 30):
        with pytest.raises(FieldError, match=r"^page_token"):
            await arena.list(5, token)


async def test_a_bot_that_was_away_is_told_the_end(arena: Arena) -> None:
    created = await arena.create(SETTINGS)
    one, other = sit(arena, created, 0), sit(arena, created, 1)
    await asyncio.gather(one.ended.wait(), other.ended.wait())
    again = sit(arena, created, 1)
    assert [m for m in again.messages if not isinstance(m, Decision)][-2:] == other.messages[-2:]


async def test_closing_ends_everything_and_says_so(store: Store) -> None:
    arena = await Arena.open(store, SIGNER)
    waiting, running = await arena.create(SETTINGS), await arena.create(SETTINGS)

    class Silent(Bot):
        def _answer(self, decision: Decision) -> None:
            pass

    bots = []
    for seat in (0, 1):
        bot = Silent()
        bot.port = arena.attach(running.match.id, seat, bot)
        bots.append(bot)
    await asyncio.sleep(0.05)
    await arena.close()
    assert all(bot.ended.is_set() for bot in bots)
    for created in (waiting, running):
        info = await store.match(created.match.id)
        assert info is not None
        assert info.state is MatchState.VOIDED
        assert info.outcome is not None
        assert info.outcome.cause is EndCause.SHUTDOWN
    with pytest.raises(ArenaClosedError):
        await arena.create(SETTINGS)
    with pytest.raises(ArenaClosedError):
        arena.attach(running.match.id, 0, Bot())
    with pytest.raises(RecordWithheldError):
        await arena.record(running.match.id)


async def test_a_caller_that_goes_away_leaves_no_orphan(arena: Arena) -> None:
    task = asyncio.ensure_future(arena.create(SETTINGS))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    for _ in range(100):
        matches, _ = await arena.list(5)
        if matches and (await arena.get(matches[0].id)).state is MatchState.WAITING:
            break
        await asyncio.sleep(0.01)
    assert len(matches) == 1
    await arena.desk.cancel(matches[0].id)
