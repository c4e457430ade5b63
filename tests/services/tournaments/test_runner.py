"""The runner: every game once, with its deal, whenever and however often it is killed."""

from __future__ import annotations

import asyncio
import shutil
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from certamen_services.tournaments import desk
from certamen_services.tournaments.board import Board, Task
from certamen_services.tournaments.checked import load_plan
from certamen_services.tournaments.direct import BotFailedError
from certamen_services.tournaments.ledger import Ledger
from certamen_services.tournaments.runner import RunEnd, Runner
from certamen_services.tournaments.terms import (
    Attempt,
    AttemptState,
    Result,
    RulingKind,
    TournamentError,
    TournamentState,
)
from certamen_services.tournaments.venues import DirectVenue, End

from tests.services.tournaments.worlds import by_number, data, plan

SEED = "7"


class Crash(BaseException):
    """The process is killed here."""


@dataclass
class Fuse:
    """Burns with every step, and kills the process when it has burnt down."""

    length: int | None = None
    writing: threading.Lock = field(default_factory=threading.Lock)
    """Held by whoever writes: a thread that does so while the process "dies" ends before, or never begins."""

    def step(self) -> None:
        if self.length is not None:
            self.length -= 1
            if self.length < 0:
                raise Crash


@dataclass
class World:
    """What outlives the process: matches that were made, their seeds, and how they ended."""

    seeds: dict[str, bytes] = field(default_factory=dict)
    ended: dict[str, End] = field(default_factory=dict)
    made: int = 0
    revealed: list[str] = field(default_factory=list)


class Watching:
    """An observer that counts."""

    def __init__(self) -> None:
        self.most = self.now = 0

    def began(self, task: Task) -> None:
        del task
        self.now += 1
        self.most = max(self.most, self.now)

    def ended(self, task: Task, attempt: Attempt) -> None:
        del task, attempt
        self.now -= 1


class FakeVenue:
    """Matches that end by a rule."""

    keeps_attempts = True

    def __init__(self, world: World, fuse: Fuse, voids: int = 0) -> None:
        self.world, self.fuse, self.voids = world, fuse, voids

    def match_id(self) -> str:
        self.world.made += 1
        return f"m{self.world.made}"

    async def settle(self, attempt, bots, *, may_go_on=True):
        del bots, may_go_on
        self.fuse.step()
        return self.world.ended.get(attempt.match, End(None, "interrupted"))

    async def play(self, task: Task, match: str | None) -> End:
        assert match is not None
        assert match not in self.world.seeds, "a match is made once"
        self.fuse.step()
        self.world.seeds[match] = task.seed
        self.fuse.step()
        await asyncio.sleep(0)
        if self.voids:
            self.voids -= 1
            return End(None, "the host failed")
        seats = tuple(range(len(task.bots)))
        result = Result(tuple(by_number(task.bots)), seats, seats, {}, seats, seats, seats)
        self.world.ended[match] = End(result)
        self.fuse.step()
        return self.world.ended[match]

    async def reveal(self, matches):
        self.fuse.step()
        self.world.revealed += matches


class Fused:
    """A ledger whose writes may kill, before or after."""

    def __init__(self, ledger: Ledger, fuse: Fuse) -> None:
        self._ledger, self._fuse = ledger, fuse

    def __getattr__(self, name):
        found = getattr(self._ledger, name)
        if name not in ("schedule", "begin", "end", "move", "abandon", "mark_revealed", "reveal_root"):
            return found

        def write(*arguments):
            with self._fuse.writing:
                self._fuse.step()
                found(*arguments)
                self._fuse.step()

        return write


_OPENED: list[Ledger] = []


@pytest.fixture(autouse=True)
def _let_go() -> Iterator[None]:
    """Close what a run that was "killed" had open."""
    yield
    while _OPENED:
        _OPENED.pop().close()


def open_ledger(place: Path | str) -> Ledger:
    ledger = Ledger.open(place)
    _OPENED.append(ledger)
    return ledger


async def run_until_killed(checked, place: Path | str, world: World, length: int | None, voids: int = 0):
    fuse = Fuse(length)
    ledger = open_ledger(place)
    assert ledger is not None
    try:
        return await Runner(checked, Fused(ledger, fuse), FakeVenue(world, fuse, voids), Watching()).run()
    except Crash:
        return None
    finally:
        with fuse.writing:
            ledger.close()


def board_of(checked, place: Path | str) -> tuple[Ledger, Board]:
    ledger = open_ledger(place)
    assert ledger is not None
    return ledger, Board(checked, ledger.tournament().root, ledger.blocks(), ledger.attempts())


def create(checked, place: Path | str) -> None:
    Ledger.create(place, checked).close()


def check_whole(checked, place: Path | str, world: World, games: int) -> Board:
    """Nothing lost, doubled or dealt anew."""
    ledger, board = board_of(checked, place)
    attempts = list(board.attempts())
    counted = Counter((a.block, a.game) for a in attempts if a.state is AttemptState.FINISHED)
    assert len(counted) == games
    assert set(counted.values()) == {1}
    assert {a.state for a in attempts} <= {AttemptState.FINISHED, AttemptState.VOID}
    finished = {a.match for a in attempts if a.state is AttemptState.FINISHED}
    assert finished == set(world.ended)  # whatever was played to its end counts
    deals: dict[int, set[bytes]] = {}
    for attempt in attempts:
        if attempt.match in world.seeds:
            deals.setdefault(attempt.block, set()).add(world.seeds[attempt.match])
    assert all(len(seeds) == 1 for seeds in deals.values())
    assert len({seed for seeds in deals.values() for seed in seeds}) == len(deals)
    assert set(world.revealed) >= finished
    assert ledger.tournament().revealed
    ledger.close()
    return board


@pytest.mark.parametrize(
    "kind", [{"kind": "round-robin", "blocks": 1}, {"kind": "swiss", "rounds": 2, "blocks": 1}]
)
@pytest.mark.parametrize("concurrency", [1, 3])
@pytest.mark.timeout(300)
async def test_it_may_be_killed_at_every_kind_of_step(tmp_path, kind, concurrency):
    checked = plan(4, 2, **kind, run={"concurrency": concurrency})
    games = 12 if kind["kind"] == "round-robin" else 8
    create(checked, tmp_path / "new.db")
    step, killed = 0, 0
    while True:
        place, world = tmp_path / f"{step}.db", World()
        shutil.copy(tmp_path / "new.db", place)
        first = await run_until_killed(checked, place, world, step)
        killed += first is None
        if first is None:
            assert await run_until_killed(checked, place, world, None) is RunEnd.FINISHED
        check_whole(checked, place, world, games)
        place.unlink()
        if first is not None:
            break
        step += 5  # prime to the steps of a game, so that all kinds of them have their turn
    assert killed > 5


async def test_it_may_be_killed_again_and_again(place: Path | str):
    checked, world = plan(4, 4, "round-robin", blocks=4), World()
    create(checked, place)
    runs = 0
    while await run_until_killed(checked, place, world, 17) is None:
        runs += 1
        assert runs < 60
    assert runs > 3
    check_whole(checked, place, world, 16)


async def test_void_games_are_played_again_with_the_same_deal(place: Path | str):
    checked, world = plan(2, 2, "round-robin", blocks=2), World()
    create(checked, place)
    assert await run_until_killed(checked, place, world, None, voids=3) is RunEnd.FINISHED
    board = check_whole(checked, place, world, 4)
    void = [attempt for attempt in board.attempts() if attempt.state is AttemptState.VOID]
    assert [attempt.explanation for attempt in void] == ["the host failed"] * 3


async def test_a_block_is_given_up_when_a_game_was_void_too_often(place: Path | str):
    checked = plan(2, 2, "round-robin", blocks=2, run={"attempts": 3})
    world = World()
    create(checked, place)
    assert await run_until_killed(checked, place, world, None, voids=3) is RunEnd.FINISHED
    ledger, board = board_of(checked, place)
    assert [stored.abandoned for stored in board.blocks] == [True, False]
    assert [result.complete for result in board.results()] == [False, True]
    (given_up,) = [ruling for ruling in ledger.rulings() if ruling.kind is RulingKind.ABANDON]
    assert given_up.reason == "game 1 was void 3 times, at last: the host failed"
    ledger.close()


async def test_as_many_games_at_once_as_asked_and_never_more(place: Path | str):
    checked = plan(4, 2, "round-robin", blocks=2, run={"concurrency": 3})
    create(checked, place)
    ledger = open_ledger(place)
    watching, all_play = Watching(), asyncio.Event()

    class Together(FakeVenue):
        async def play(self, task, match):
            if watching.now == 3:
                all_play.set()
            await asyncio.wait_for(all_play.wait(), 30)
            return await super().play(task, match)

    await Runner(checked, ledger, Together(World(), Fuse()), watching).run()
    assert (watching.most, watching.now) == (3, 0)
    ledger.close()


async def test_pause_lets_running_games_finish_and_the_next_run_goes_on(place: Path | str):
    checked, world = plan(2, 2, "round-robin", blocks=40), World()
    create(checked, place)
    ledger = open_ledger(place)

    class Slow(FakeVenue):
        async def play(self, task, match):
            await asyncio.sleep(0.03)
            return await super().play(task, match)

    running = asyncio.ensure_future(Runner(checked, ledger, Slow(world, Fuse()), Watching()).run())
    await asyncio.sleep(0.3)
    desk.pause(ledger, "lunch")
    assert await asyncio.wait_for(running, 20) is RunEnd.PAUSED
    played = len(world.ended)
    assert 0 < played < 80
    with pytest.raises(TournamentError, match="the tournament is paused"):
        desk.pause(ledger, "again")
    ledger.close()
    assert await run_until_killed(checked, place, world, None) is RunEnd.FINISHED
    board = check_whole(checked, place, world, 80)
    assert all(attempt.number == 1 for attempt in board.attempts())
    kinds = [ruling.kind for ruling in open_ledger(place).rulings()]
    assert kinds == [RulingKind.CREATE, RulingKind.PAUSE, RulingKind.RESUME, RulingKind.FINISH]


async def test_cancel_ends_it_for_good_and_running_games_are_void(place: Path | str):
    checked, world = plan(2, 2, "round-robin", blocks=40), World()
    create(checked, place)
    ledger = open_ledger(place)

    class Hanging(FakeVenue):
        async def play(self, task, match):
            if len(self.world.ended) == 2:
                await asyncio.sleep(60)
            return await super().play(task, match)

    running = asyncio.ensure_future(Runner(checked, ledger, Hanging(world, Fuse()), Watching()).run())
    await asyncio.sleep(0.2)
    desk.cancel(ledger, "rain")
    assert await asyncio.wait_for(running, 20) is RunEnd.CANCELLED
    states = [attempt.state for attempt in ledger.attempts()]
    assert states == [AttemptState.FINISHED, AttemptState.FINISHED, AttemptState.VOID]
    assert ledger.tournament().revealed
    with pytest.raises(TournamentError, match="cancelled"):
        desk.cancel(ledger, "again")
    ledger.close()
    assert await run_until_killed(checked, place, world, None) is RunEnd.CANCELLED
    assert len(world.ended) == 2


async def test_a_voided_game_does_not_count_until_it_was_played_again(place: Path | str):
    checked, world = plan(2, 2, "round-robin", blocks=2), World()
    create(checked, place)
    assert await run_until_killed(checked, place, world, None) is RunEnd.FINISHED
    ledger, _ = board_of(checked, place)
    label = "r1-t1-b1-g1"
    ledger.void(next(a for a in ledger.attempts() if (a.block, a.game) == (0, 0)), "the cable")
    _, board = board_of(checked, place)
    assert [result.complete for result in board.results()] == [False, True]
    assert await run_until_killed(checked, place, world, None) is RunEnd.FINISHED  # nothing to do
    # Its root was revealed, but bots of direct play cannot use that: the cards stay the same.
    assert desk.rerun(checked, ledger, label, "mended") == f"game {label}"
    assert ledger.tournament().state is TournamentState.READY
    ledger.close()
    assert await run_until_killed(checked, place, world, None) is RunEnd.FINISHED
    ledger, board = board_of(checked, place)
    assert [result.complete for result in board.results()] == [True, True]
    first = [a for a in ledger.attempts() if (a.block, a.game) == (0, 0)]
    assert [(a.number, a.state, a.explanation) for a in first] == [
        (1, AttemptState.VOID, "the cable"),
        (2, AttemptState.FINISHED, ""),
    ]
    assert world.seeds[first[0].match] == world.seeds[first[1].match]
    ledger.close()


async def test_swiss_waits_for_games_to_be_played_again(place: Path | str):
    checked, world = plan(4, 2, "swiss", rounds=2, blocks=1), World()
    create(checked, place)

    class Voiding(FakeVenue):
        async def play(self, task, match):
            end = await super().play(task, match)
            if len(self.world.ended) == 4:
                stored = next(a for a in ledger.attempts() if a.state is AttemptState.FINISHED)
                ledger.void(stored, "by decision")
                await asyncio.sleep(1.2)  # until that is noticed
            return end

    ledger = open_ledger(place)
    runner = Runner(checked, ledger, Voiding(world, Fuse()), Watching())
    assert await asyncio.wait_for(runner.run(), 20) is RunEnd.HELD
    assert {stored.block.round for stored in ledger.blocks()} == {1}
    with pytest.raises(TournamentError, match="no game r9-t1-b1-g1"):
        desk.rerun(checked, ledger, "r9-t1-b1-g1", "")
    with pytest.raises(TournamentError, match="expected for instance"):
        desk.rerun(checked, ledger, "the first", "")
    held = next(a for a in ledger.attempts() if a.held)
    label = f"{ledger.blocks()[held.block].block.label}-g{held.game + 1}"
    desk.rerun(checked, ledger, label, "")
    ledger.close()
    assert await run_until_killed(checked, place, world, None) is RunEnd.FINISHED


async def test_a_stopping_rule_ends_it_and_blocks_that_were_begun_are_completed(place: Path | str):
    checked = plan(2, 2, "round-robin", blocks=1000, stop={"rule": "sequence", "error": 0.05})
    world = World()
    create(checked, place)
    assert await run_until_killed(checked, place, world, None) is RunEnd.FINISHED
    ledger, board = board_of(checked, place)
    begun = [result for result in board.results() if result.games]
    assert len(begun) < 50
    assert all(result.complete for result in begun)
    (end,) = [ruling for ruling in ledger.rulings() if ruling.kind is RulingKind.FINISH]
    assert "b1" in end.reason
    ledger.close()


async def direct(checked, place: Path | str, fuse: Fuse):
    """A run in direct play that may be killed."""
    ledger = open_ledger(place)

    class Killed(Watching):
        def ended(self, task, attempt):
            super().ended(task, attempt)
            fuse.step()

    root = ledger.tournament().root
    venue = DirectVenue(checked, root, 1)
    try:
        return await Runner(checked, ledger, venue, Killed()).run()
    except Crash:
        return None
    finally:
        venue.close()
        ledger.close()


async def test_direct_play_goes_the_same_way_however_often_it_is_killed(tmp_path):
    checked = plan(3, 3, "round-robin", blocks=3, seed=SEED, options={"limit": 5})
    runs = []
    for name, length in (("whole", None), ("killed", 4)):
        place = tmp_path / f"{name}.db"
        create(checked, place)
        while await direct(checked, place, Fuse(length)) is None:
            pass
        ledger, board = board_of(checked, place)
        runs.append(
            [
                (
                    *(a.block, a.game, a.number, a.deal, a.result.places, a.result.scores),
                    tuple(ledger.actions(a.block, a.game, a.number)),
                )
                for a in board.attempts()
            ]
        )
        ledger.close()
    assert len(runs[0]) == 18
    assert runs[0] == runs[1]


async def test_a_bot_that_fails_stops_direct_play_and_nothing_is_lost(tmp_path):
    (tmp_path / "mine.py").write_text(
        "from certamen_services.tournaments.viewbot import ViewBot\n"
        "games = []\n"
        "class Mine(ViewBot):\n"
        "    def choose(self, view, legal):\n"
        "        games.append(self)\n"
        "        if len(set(games)) > 3:\n"
        "            raise RuntimeError('no idea')\n"
        "        return legal[0]\n"
    )
    entered = [{"name": "b0", "bot": "random"}, {"name": "b1", "bot": "python:mine.py:Mine"}]
    checked = load_plan(data(2, 2, "round-robin", blocks=5) | {"bots": entered}, tmp_path)
    place = tmp_path / "t.db"
    create(checked, place)
    with pytest.raises(BotFailedError, match="b1 failed: RuntimeError\\('no idea'\\)"):
        await direct(checked, place, Fuse())
    ledger, board = board_of(checked, place)
    assert board.finished == 3
    assert ledger.tournament().state is TournamentState.READY
    ledger.close()
