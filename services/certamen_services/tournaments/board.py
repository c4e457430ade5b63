"""What is open in a tournament: built from the ledger, and kept up to date while games are played."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from certamen_services.tournaments.checked import CheckedPlan
from certamen_services.tournaments.deals import Root, block_deal, game_deal
from certamen_services.tournaments.formats import Past
from certamen_services.tournaments.plan import Deals
from certamen_services.tournaments.schedule import Block
from certamen_services.tournaments.statistics import BlockResult, GameResult
from certamen_services.tournaments.terms import Attempt, AttemptState, StoredBlock

__all__ = ["Board", "Task"]


@dataclass(frozen=True, slots=True)
class Task:
    """A game to be played.

    Attributes:
        block: its block.
        game: number in the block, from 0.
        attempt: from 1.
        deal: label of its deal.
        seed: of its deal, 32 bytes.
        bots: by seat.
        before: ids of the matches of earlier attempts, the latest first.
    """

    block: Block
    game: int
    attempt: int
    deal: str
    seed: bytes
    bots: tuple[str, ...]
    before: tuple[str, ...] = ()

    @property
    def label(self) -> str:
        """Unique name, for people."""
        return f"{self.block.label}-g{self.game + 1}"


class Board:
    """All blocks and games of a tournament.

    Args:
        checked: its plan.
        root: source of its deals.
        blocks: all blocks, in the order of the schedule.
        attempts: all attempts, ascending.
    """

    def __init__(
        self,
        checked: CheckedPlan,
        root: Root,
        blocks: Sequence[StoredBlock],
        attempts: Sequence[Attempt],
    ) -> None:
        self._checked = checked
        self._root = root
        self.blocks: list[StoredBlock] = list(blocks)
        self._attempts: dict[tuple[int, int], list[Attempt]] = {}
        self._results: dict[int, BlockResult] = {}
        self._first_open = 0
        self.finished = 0
        """Games that count."""
        for attempt in attempts:
            self.put(attempt)

    @property
    def scheduled(self) -> int:
        """Games of all blocks that were scheduled and not given up."""
        return sum(len(stored.block.seatings) for stored in self.blocks if not stored.abandoned)

    def add(self, blocks: Sequence[Block]) -> None:
        """Blocks were scheduled."""
        self.blocks += [StoredBlock(block, 0, None, abandoned=False, revealed=False) for block in blocks]

    def replace(self, stored: StoredBlock) -> None:
        """A block has changed."""
        self.blocks[stored.block.number] = stored
        self._results.pop(stored.block.number, None)

    def put(self, attempt: Attempt) -> None:
        """An attempt is new, or has changed."""
        known = self._attempts.setdefault((attempt.block, attempt.game), [])
        counted = bool(known) and known[-1].state is AttemptState.FINISHED
        if known and known[-1].number == attempt.number:
            known[-1] = attempt
        else:
            known.append(attempt)
        self.finished += (attempt.state is AttemptState.FINISHED) - counted
        self._results.pop(attempt.block, None)

    def latest(self, block: int, game: int) -> Attempt | None:
        """The latest attempt at a game."""
        known = self._attempts.get((block, game))
        return known[-1] if known else None

    def attempts(self) -> Iterator[Attempt]:
        """All attempts, by block, game and number."""
        for key in sorted(self._attempts):
            yield from self._attempts[key]

    def running(self) -> list[Attempt]:
        """Attempts that are being played, or were when the runner was killed."""
        return [known[-1] for known in self._attempts.values() if known[-1].state is AttemptState.RUNNING]

    def tasks(self) -> Iterator[Task]:
        """Games to be played, in the order of the schedule. May be read on while results come in."""
        number = self._first_open
        while number < len(self.blocks):
            stored = self.blocks[number]
            if not stored.abandoned and not self.result(number).complete:
                for game in range(len(stored.block.seatings)):
                    if self._is_open(number, game):
                        yield self._task(self.blocks[number], game)
            elif number == self._first_open:
                self._first_open += 1
            number += 1

    def rewind(self) -> None:
        """A block that was closed may be open again."""
        self._first_open = 0

    def _is_open(self, block: int, game: int) -> bool:
        latest = self.latest(block, game)
        return latest is None or (latest.state is AttemptState.VOID and not latest.held)

    def _task(self, stored: StoredBlock, game: int) -> Task:
        block = stored.block
        before = self._attempts.get((block.number, game), [])
        if self._checked.deals is Deals.DUPLICATE:
            deal = block_deal(block.label, stored.again)
        else:
            # A bot that was there may know the cards of a match that had begun.
            again = len(before) if self._checked.carries else stored.again
            deal = game_deal(block.label, game, again)
        matches = tuple(attempt.match for attempt in reversed(before) if attempt.match is not None)
        return Task(
            block, game, len(before) + 1, deal, self._key(stored).derive(deal), block.seatings[game], matches
        )

    def _key(self, stored: StoredBlock) -> Root:
        """Where the deals of a block come from."""
        root = self._root
        return root if stored.key is None else Root(stored.key, root.nonce, root.practice)

    def seed_of(self, attempt: Attempt) -> bytes:
        """Seed of the deal that an attempt had, 32 bytes."""
        return self._key(self.blocks[attempt.block]).derive(attempt.deal)

    def waiting_for_rerun(self) -> list[Attempt]:
        """Latest attempts that are void and stay so unless somebody says otherwise."""
        return [known[-1] for known in self._attempts.values() if known[-1].held]

    def result(self, number: int) -> BlockResult:
        """What came of a block so far, for the statistics."""
        known = self._results.get(number)
        if known is None:
            known = self._results[number] = self._make_result(self.blocks[number])
        return known

    def results(self) -> list[BlockResult]:
        """All blocks, in the order of the schedule."""
        return [self.result(number) for number in range(len(self.blocks))]

    def past(self) -> list[Past]:
        """All blocks as the formats want them."""
        return [
            Past(
                stored.block.round,
                stored.block.table,
                stored.block.turn,
                stored.block.bots,
                self.result(stored.block.number),
            )
            for stored in self.blocks
        ]

    def _make_result(self, stored: StoredBlock) -> BlockResult:
        block = stored.block
        games: list[GameResult] = []
        for game, bots in enumerate(block.seatings):
            latest = self.latest(block.number, game)
            if latest is None or latest.state is AttemptState.RUNNING:
                continue
            if latest.state is AttemptState.FINISHED and latest.result is not None:
                games.append(latest.result.of(bots))
            else:
                games.append(GameResult(bots, tuple(range(len(bots))), (), (), void=True))
        deal = block_deal(block.label, stored.again)
        return BlockResult(
            block.number, block.label, deal, tuple(games), len(block.seatings), stored.abandoned
        )
