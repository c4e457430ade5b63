"""Everything in a tournament that did not go as it should, as lists for its report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

from certamen_services.tournaments.board import Board
from certamen_services.tournaments.checked import CheckedPlan
from certamen_services.tournaments.terms import Attempt, AttemptState

__all__ = ["Incident", "Incidents", "incidents"]


@dataclass(frozen=True, slots=True)
class Incident:
    """Something that happened in a game.

    Attributes:
        game: label of the block and number of the game.
        attempt: from 1.
        match: id of the match; None in direct play.
        bot: whom it concerns; empty: nobody.
        what: the fault's cause, or why it is void, or how long the referee was held up.
    """

    game: str
    attempt: int
    match: str | None
    bot: str
    what: str


@dataclass(frozen=True, slots=True)
class Incidents:
    """All incidents.

    Attributes:
        faults: by seats, in games that count; time losses among them.
        stalls: games that count in which the referee was held up; that time was given back.
        voids: attempts that do not count, and whether the game was played again.
        unplayed: games without a result that counts.
        same_owner: tables at which bots of one owner met, with how many blocks.
        fault_counts: faults by bot and cause.
    """

    faults: tuple[Incident, ...]
    stalls: tuple[Incident, ...]
    voids: tuple[Incident, ...]
    unplayed: tuple[str, ...]
    same_owner: tuple[tuple[str, str, int], ...]
    fault_counts: Mapping[str, Mapping[str, int]]


def incidents(checked: CheckedPlan, board: Board) -> Incidents:
    """Collect the incidents of a tournament."""
    faults, stalls, voids = [], [], []
    counts: dict[str, Counter[str]] = {}
    for attempt in board.attempts():
        label = _label(board, attempt)
        if attempt.state is AttemptState.VOID:
            latest = board.latest(attempt.block, attempt.game)
            counts_now = latest is not None and latest.state is AttemptState.FINISHED
            again = "played again" if counts_now else "not played again so far"
            what = f"{attempt.explanation}; {again}"
            voids.append(Incident(label, attempt.number, attempt.match, "", what))
        if attempt.state is not AttemptState.FINISHED or attempt.result is None:
            continue
        bots = board.blocks[attempt.block].block.seatings[attempt.game]
        for seat, cause in sorted(attempt.result.faults.items()):
            faults.append(Incident(label, attempt.number, attempt.match, bots[seat], cause))
            counts.setdefault(bots[seat], Counter())[cause] += 1
        if attempt.result.stalled_ns:
            what = f"{attempt.result.stalled_ns / 1e9:.3f} s"
            stalls.append(Incident(label, attempt.number, attempt.match, "", what))
    unplayed = tuple(
        f"{stored.block.label}-g{game + 1}"
        for stored in board.blocks
        for game in range(len(stored.block.seatings))
        if (latest := board.latest(stored.block.number, game)) is None
        or latest.state is not AttemptState.FINISHED
    )
    met: Counter[tuple[str, str]] = Counter()
    for stored in board.blocks:
        for one, other in combinations(sorted(set(stored.block.bots)), 2):
            if checked.owners[one] == checked.owners[other]:
                met[one, other] += 1
    same_owner = tuple((one, other, blocks) for (one, other), blocks in sorted(met.items()))
    plain = {bot: dict(causes) for bot, causes in counts.items()}  # `asdict` does not copy a Counter right
    return Incidents(tuple(faults), tuple(stalls), tuple(voids), unplayed, same_owner, plain)


def _label(board: Board, attempt: Attempt) -> str:
    return f"{board.blocks[attempt.block].block.label}-g{attempt.game + 1}"
