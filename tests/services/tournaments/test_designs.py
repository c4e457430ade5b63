"""Designs and seatings: what they claim to be balanced in, counted."""

from __future__ import annotations

from itertools import permutations

import certamen_core as cc
import pytest
from certamen_services.tournaments.designs import balance, design, period, relabelled
from certamen_services.tournaments.seatings import Unit, fixed_parties, seatings, units_of

ALL = range(2, 9)
ROWS = {2: 2, 3: 6, 4: 4, 5: 10, 6: 6, 7: 14, 8: 8}


@pytest.mark.parametrize("seats", ALL)
def test_everybody_has_each_seat_and_each_other_before_and_after_equally_often(seats):
    rows = design(seats).rows
    assert len(rows) == ROWS[seats]
    assert all(sorted(row) == list(range(seats)) for row in rows)
    counted = balance(rows)
    assert counted.seats == (len(rows) // seats,) * 2
    assert counted.before == (len(rows) // seats,) * 2


@pytest.mark.parametrize("seats", ALL)
def test_after_a_period_it_is_balanced_around_the_table_too(seats):
    blocks = [relabelled(seats, block).rows for block in range(period(seats))]
    for rows in blocks:
        assert balance(rows).before == balance(design(seats).rows).before
    counted = balance([row for rows in blocks for row in rows])
    assert counted.around[0] == counted.around[1]
    assert relabelled(seats, period(seats)) == relabelled(seats, 0)


def test_with_two_and_three_seats_these_are_all_permutations():
    for seats in (2, 3):
        assert sorted(design(seats).rows) == list(permutations(range(seats)))


def test_partners_across_the_table_change_equally_often():
    rows = [row for block in range(3) for row in relabelled(4, block).rows]
    assert balance(rows, parties=[0, 1, 0, 1]).partners == (4, 4)


@pytest.mark.parametrize("seats", [1, 9])
def test_other_numbers_of_seats_are_refused(seats):
    with pytest.raises(ValueError, match=r"seats: \d is not in 2 … 8"):
        design(seats)


def test_a_bot_that_holds_a_party_sits_on_all_its_seats():
    assert set(seatings(["a", "b"], [0, 1, 0, 1], block=0)) == {("a", "b", "a", "b"), ("b", "a", "b", "a")}


def test_a_bot_may_hold_several_places_and_has_each_seat_equally_often():
    rows = seatings(["a", "a", "b"], [0, 1, 2], block=0)
    assert sorted(rows) == [("a", "a", "b"), ("a", "b", "a"), ("b", "a", "a")]  # six would say no more
    four = seatings(["a", "b", "a", "b"], [0, 1, 2, 3], block=1)
    assert all([row[seat] for row in four].count("a") * 2 == len(four) for seat in range(4))


def test_bots_must_fit_the_places():
    with pytest.raises(ValueError, match="2 for 4 places"):
        seatings(["a", "b"], [0, 1, 2, 3], block=0)


def test_parties_are_fixed_drawn_or_none():
    assert fixed_parties(cc.load_game("juwelen", players=4, teams=True)) == (0, 1, 0, 1)
    assert fixed_parties(cc.load_game("juwelen", players=4)) is None
    assert fixed_parties(cc.load_game("bellica", players=4, alliance="drawn")) is None
    assert units_of((0, 1, 0, 1), Unit.PARTY) == (0, 1, 0, 1)
    assert units_of((0, 1, 0, 1), Unit.SEAT) == (0, 1, 2, 3)
