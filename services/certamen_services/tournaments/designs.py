"""Balanced designs: in which orders n players take n seats.

A design is a list of rows; row r names the player in seat 0, seat 1, …. In every design here

- each player has each seat equally often, and
- each player has each other directly before it, and directly after it, equally often, in the order of seats
  0 … n−1 (row completeness: "before" is the lower seat).

For even n one square of n rows does it (Williams, "Experimental designs balanced for the estimation of
residual effects of treatments", Aust. J. Sci. Res. A 2, 1949), for odd n a pair of squares, 2n rows: no
single one exists for n = 3, 5, 7 (cyclic ones exist for no odd n). With two and three seats these are all
permutations.

At a round table seat 0 also follows seat n−1. One block cannot be balanced in that too with so few rows:
the players at the two ends are always the same pairs. `relabelled` exchanges the players from block to
block so that after `period(n)` blocks every pair was at the ends equally often. With four seats each pair
was then also in one team of two equally often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Balance", "Design", "balance", "design", "period", "relabelled"]

MAX_SEATS = 8


@dataclass(frozen=True, slots=True)
class Design:
    """Orders of n players in n seats.

    Attributes:
        name: what kind it is, for reports.
        rows: the player in each seat, row by row; shape (rows, n), numbers 0 … n−1.
    """

    name: str
    rows: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Balance:
    """How often things happen in some seatings: the least and the most.

    Attributes:
        seats: a player has a seat.
        before: a player sits directly before another, in the order of seats, not from the last to the first.
        around: same with the last seat directly before the first.
        partners: two players share a party; (0, 0) without parties.
    """

    seats: tuple[int, int]
    before: tuple[int, int]
    around: tuple[int, int]
    partners: tuple[int, int]


def _zigzag(seats: int) -> tuple[int, ...]:
    """0, n−1, 1, n−2, …: all differences of neighbours are different (even n), or ± pairwise (odd n)."""
    return tuple(place // 2 if place % 2 == 0 else seats - 1 - place // 2 for place in range(seats))


def design(seats: int) -> Design:
    """The design for a number of seats.

    Args:
        seats: 2 … 8.

    Returns:
        n rows for even n, 2n for odd n.

    Raises:
        ValueError: `seats` is out of range.
    """
    if not 2 <= seats <= MAX_SEATS:
        raise ValueError(f"seats: {seats} is not in 2 … {MAX_SEATS}")
    bases = [_zigzag(seats)]
    if seats % 2:
        bases.append(bases[0][::-1])
    rows = tuple(
        tuple((player + shift) % seats for player in base) for base in bases for shift in range(seats)
    )
    names = {2: "all permutations", 3: "all permutations"}
    kind = "row-complete Latin square" if seats % 2 == 0 else "pair of row-complete Latin squares"
    return Design(names.get(seats, kind), rows)


def period(seats: int) -> int:
    """After how many blocks the round table is balanced too: n−1 for even n, (n−1)/2 for odd n."""
    return seats - 1 if seats % 2 == 0 else (seats - 1) // 2


def relabelled(seats: int, block: int) -> Design:
    """The design of a block, its players exchanged so that `period` blocks are balanced around the table.

    In the square for even n the players x and x + n/2 are at the two ends. They are the pairs of a perfect
    matching; block b maps it onto the b-th round of the circle method, whose n−1 rounds hold each pair
    once. In the pair of squares for odd n it is x and x + d for one d; block b multiplies all numbers by b
    + 1, which gives every distance once, since 3, 5 and 7 are primes.

    Args:
        seats: 2 … 8.
        block: number of the block among those of the same players, from 0.
    """
    plain, turn = design(seats), block % period(seats)
    if seats % 2:
        names = [player * (turn + 1) % seats for player in range(seats)]
    else:
        half = seats // 2
        names = [0] * seats
        for pair, (one, other) in enumerate(_circle_round(seats, turn)):
            names[pair], names[pair + half] = one, other
    return Design(plain.name, tuple(tuple(names[player] for player in row) for row in plain.rows))


def _circle_round(players: int, turn: int) -> list[tuple[int, int]]:
    """Round of the circle method for an even number of players: the last one stays, the others turn."""
    last = players - 1
    pairs = [(last, turn)]
    pairs += [((turn + step) % last, (turn - step) % last) for step in range(1, players // 2)]
    return pairs


def balance(rows: Sequence[Sequence[object]], parties: Sequence[int] = ()) -> Balance:
    """Count what some seatings of the same players are balanced in.

    Args:
        rows: the player in each seat, row by row.
        parties: party of each seat; empty: everybody plays alone.
    """
    players = sorted({player for row in rows for player in row}, key=repr)
    seats = range(len(rows[0]))
    held = Counter((player, seat) for row in rows for seat, player in enumerate(row))
    before: Counter[tuple[object, object]] = Counter()
    around: Counter[tuple[object, object]] = Counter()
    together: Counter[tuple[object, object]] = Counter()
    for row in rows:
        for seat, player in enumerate(row):
            follower = row[(seat + 1) % len(row)]
            around[player, follower] += 1
            before[player, follower] += seat + 1 < len(row)
            for other in seats:
                if parties and other != seat and parties[other] == parties[seat]:
                    together[player, row[other]] += 1
    pairs = [(one, other) for one in players for other in players if one != other]
    return Balance(
        _range(held[player, seat] for player in players for seat in seats),
        _range(before[pair] for pair in pairs),
        _range(around[pair] for pair in pairs),
        _range(together[pair] for pair in pairs),
    )


def _range(counts: object) -> tuple[int, int]:
    values = list(counts)  # type: ignore[call-overload]
    return (min(values), max(values)) if values else (0, 0)
