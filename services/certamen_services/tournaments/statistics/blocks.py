"""What the statistics are given: games, in blocks that share a deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import isfinite

__all__ = ["BlockResult", "GameResult", "outcomes", "seats_of", "usable"]


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game as it was adjudicated.

    Attributes:
        bots: id of the bot in each seat. A bot may hold several seats.
        parties: party of each seat; one party wins and loses together. `range(n)` where there are none.
        places: place of each seat, 1 for the best; equal places are ties. Empty if void.
        scores: the game's own points of each seat; which direction is good is the game's affair, only places
            decide. Empty if void.
        faulted: for each seat whether it forfeited by a fault; empty: nobody did. A fault is a result like
            any other: the places already say what followed from it.
        void: the game does not count (a fault of the host or the referee) and was not played again.

    Raises:
        ValueError: the fields do not fit together; the sentence names the field.
    """

    bots: tuple[str, ...]
    parties: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[float, ...]
    faulted: tuple[bool, ...] = ()
    void: bool = False

    def __post_init__(self) -> None:
        seats = len(self.bots)
        if seats < 2:
            raise ValueError(f"bots: a game needs at least 2 seats, not {seats}")
        if len(self.parties) != seats:
            raise ValueError(f"parties: {len(self.parties)} of them for {seats} seats")
        if self.faulted and len(self.faulted) != seats:
            raise ValueError(f"faulted: {len(self.faulted)} of them for {seats} seats")
        if self.void:
            return
        for name, values in (("places", self.places), ("scores", self.scores)):
            if len(values) != seats:
                raise ValueError(f"{name}: {len(values)} of them for {seats} seats")
        if not all(1 <= place <= seats for place in self.places):
            raise ValueError(f"places: {self.places} are not all in 1 … {seats}")
        if not all(map(isfinite, self.scores)):
            raise ValueError(f"scores: {self.scores} are not all finite numbers")


@dataclass(frozen=True, slots=True)
class BlockResult:
    """All games of one block: the seatings of one deal, or a single game where deals are not shared.

    Games of one block share their cards and so depend on each other; blocks have deals of their own. That
    makes the block the unit of everything that is inferred.

    Attributes:
        number: place in the tournament's schedule, from 0. It is fixed before the block is played. The
            stopping rules read blocks in this order.
        label: unique name, for reports.
        deal: what identifies the deal.
        games: the games played so far, void ones included.
        planned: how many games the block consists of; default: as many as `games` has.
        abandoned: it will not be completed, for a reason that has nothing to do with its results (the host
            failed, the organiser withdrew it). Stopping rules pass over it; they wait for all others.

    Raises:
        ValueError: the fields do not fit together; the sentence names the field.
    """

    number: int
    label: str
    deal: str
    games: tuple[GameResult, ...]
    planned: int | None = None
    abandoned: bool = False

    def __post_init__(self) -> None:
        if self.number < 0:
            raise ValueError(f"number: {self.number} is negative")
        if self.planned is not None and self.planned < max(1, len(self.games)):
            raise ValueError(
                f"planned: {self.planned}; at least 1, and the {len(self.games)} games there are"
            )
        if self.planned is None and not self.games:
            raise ValueError("games: there are none, and `planned` does not say how many are to come")
        if len({len(game.bots) for game in self.games}) > 1:
            raise ValueError("games: those of one block have the same number of seats")

    @property
    def complete(self) -> bool:
        """Whether every planned game was played and counts.

        Only such blocks are used: others are out of balance, and which game of a block ends first may depend
        on its result.
        """
        counting = sum(not game.void for game in self.games)
        return not self.abandoned and counting == (len(self.games) if self.planned is None else self.planned)


def outcomes(game: GameResult) -> tuple[float, ...]:
    """The outcome of each seat, in [−1, 1].

    It is the mean over the other seats of +1 / 0 / −1 for a worse / equal / better placed one: what
    `State.returns()` of the core gives, here of the adjudicated places. It is bounded, which the
    stopping rules need, and has the same meaning in all games; scores have neither.

    Args:
        game: a game that is not void.
    """
    if game.void:
        raise ValueError("a void game has no outcome")
    others = len(game.places) - 1
    return tuple(
        sum(int(other > place) - int(other < place) for other in game.places) / others
        for place in game.places
    )


def seats_of(game: GameResult, bot: str) -> tuple[int, ...]:
    """The seats that a bot holds in a game, ascending; empty if it is not in it."""
    return tuple(seat for seat, other in enumerate(game.bots) if other == bot)


def usable(blocks: Iterable[BlockResult]) -> Sequence[BlockResult]:
    """The complete blocks in the order of the schedule.

    Raises:
        ValueError: two blocks have the same number or label, or games differ in their number of seats.
    """
    every = sorted(blocks, key=lambda block: block.number)
    for what in ("number", "label"):
        seen: set[object] = set()
        for block in every:
            value: object = getattr(block, what)
            if value in seen:
                raise ValueError(f"{what}: two blocks have {value!r}")
            seen.add(value)
    sizes = {len(game.bots) for block in every for game in block.games}
    if len(sizes) > 1:
        raise ValueError(f"games: all of a tournament have the same number of seats, not {sorted(sizes)}")
    return [block for block in every if block.complete]
