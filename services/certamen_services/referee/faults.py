"""What a fault costs: the written policy as arithmetic."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import groupby

from certamen_services.referee.messages import Fault
from certamen_services.referee.terms import FaultPolicy

COUNTED_REASONS = frozenset({"NOT_LEGAL", "MALFORMED"})
"""The core's reasons that make an illegal action of an act. Others are mistakes about whose turn it is."""


def in_order(faults: Iterable[Fault]) -> list[list[Fault]]:
    """Faults by due instant, the earliest first; those that fell due at the same instant together.

    A seat that is named more than once keeps its earliest fault (of equal ones the first given).
    """
    first: dict[int, Fault] = {}
    for fault in faults:
        known = first.get(fault.seat)
        if known is None or fault.due_ns < known.due_ns:
            first[fault.seat] = fault
    ordered = sorted(first.values(), key=lambda fault: (fault.due_ns, fault.seat))
    return [list(group) for _, group in groupby(ordered, key=lambda fault: fault.due_ns)]


def parties_left(parties: Sequence[int], forfeited: Collection[int]) -> int:
    """How many parties have not forfeited.

    Args:
        parties: party of each seat.
        forfeited: the parties that have.
    """
    return len(set(parties).difference(forfeited))


def ends_match(policy: FaultPolicy, parties: Sequence[int], at_fault: Collection[int]) -> bool:
    """Whether a match ends by its faults.

    Args:
        policy: what was agreed.
        parties: party of each seat.
        at_fault: all seats at fault.
    """
    if policy is FaultPolicy.SUBSTITUTE:
        return len(set(at_fault)) == len(parties)
    return parties_left(parties, {parties[seat] for seat in at_fault}) <= 1


def adjudicate(
    parties: Sequence[int], forfeited: Collection[int], game_placements: Sequence[int] | None
) -> tuple[int, ...]:
    """Places by seat with forfeits taken into account.

    The k seats of the parties that forfeited share place n−k+1, or place 1 if that is everybody. The others
    are ranked among themselves as the game placed them; if it was not played to its end, they share place 1.

    Args:
        parties: party of each seat.
        forfeited: the parties that forfeited.
        game_placements: the game's own places by seat, or None.
    """
    seats = range(len(parties))
    standing = [seat for seat in seats if parties[seat] not in forfeited]
    if not standing:
        return (1,) * len(parties)

    def place(seat: int) -> int:
        if parties[seat] in forfeited:
            return len(standing) + 1
        if game_placements is None:
            return 1
        return 1 + sum(game_placements[other] < game_placements[seat] for other in standing)

    return tuple(place(seat) for seat in seats)
