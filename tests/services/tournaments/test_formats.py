"""Formats: who meets whom, how often, and in which order."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from certamen_services.tournaments.formats import size_of
from certamen_services.tournaments.formats.base import conflicts
from certamen_services.tournaments.formats.choose import knockout_of
from certamen_services.tournaments.formats.knockout import byes_for
from certamen_services.tournaments.schedule import field_of, next_blocks

from tests.services.tournaments.worlds import ROOT, by_number, plan, played


def meetings(past):
    return Counter(pair for block in past for pair in combinations(sorted(set(block.bots)), 2))


def sittings(past):
    return Counter(bot for block in past for bot in set(block.bots))


@pytest.mark.parametrize(("bots", "seats", "tables"), [(6, 2, 15), (6, 4, 15), (4, 4, 1), (9, 8, 9)])
def test_round_robin_plays_every_table_in_every_cycle(bots, seats, tables):
    checked = plan(bots, seats, "round-robin", blocks=3)
    past = played(checked)
    assert len(past) == 3 * tables == size_of(checked.plan.format, field_of(checked, ROOT))
    assert len(meetings(past)) == bots * (bots - 1) // 2
    assert len(set(meetings(past).values())) == 1
    assert len({block.result.label for block in past}) == len(past)
    assert [block.result.number for block in past] == list(range(len(past)))


def test_round_robin_of_many_is_a_balanced_choice():
    past = played(plan(20, 4, "round-robin", blocks=19))
    assert set(sittings(past).values()) == {19}
    assert len(meetings(past)) == 190
    assert set(meetings(past).values()) <= {2, 3, 4}


@pytest.mark.parametrize(("bots", "seats"), [(2, 3), (2, 4), (3, 4), (3, 8), (5, 8)])
def test_fewer_bots_than_seats_share_them(bots, seats):
    past = played(plan(bots, seats, "round-robin", blocks=1))
    held = Counter(bot for block in past for game in block.result.games for bot in game.bots)
    at = Counter(
        (bot, seat) for block in past for game in block.result.games for seat, bot in enumerate(game.bots)
    )
    assert len(set(held.values())) == 1
    assert len({at[bot, seat] for bot in held for seat in range(seats)}) == 1


@pytest.mark.parametrize(("bots", "seats", "tables"), [(5, 2, 4), (7, 4, 20), (3, 4, 2)])
def test_gauntlet_puts_the_hero_at_every_table(bots, seats, tables):
    past = played(plan(bots, seats, "gauntlet", heroes=["b0"], blocks=2))
    assert len(past) == 2 * tables
    assert all(block.bots[0] == "b0" for block in past)
    assert sittings(past)["b0"] == len(past)
    assert len({count for bot, count in sittings(past).items() if bot != "b0"}) == 1


def test_heroes_do_not_meet():
    past = played(plan(6, 2, "gauntlet", heroes=["b0", "b3"], blocks=1))
    assert sorted(block.bots for block in past) == [
        (hero, rival) for hero in ("b0", "b3") for rival in ("b1", "b2", "b4", "b5")
    ]


@pytest.mark.parametrize(("bots", "seats", "rounds"), [(8, 2, 5), (11, 2, 6), (12, 4, 3), (14, 4, 4)])
def test_swiss_lets_equals_meet_seldom_again_and_byes_go_round(bots, seats, rounds):
    checked = plan(bots, seats, "swiss", rounds=rounds, blocks=2)
    past = played(checked)
    assert len(past) == 2 * rounds * (bots // seats)
    assert max(meetings(past).values()) <= (2 if seats == 2 else 4)
    per_round = Counter((block.round, bot) for block in past for bot in block.bots)
    assert set(per_round.values()) == {2}
    sat_out = [
        rounds - sum((number, bot) in per_round for number in range(1, rounds + 1)) for bot in checked.names
    ]
    assert max(sat_out) - min(sat_out) <= 1


def test_swiss_finds_the_best_and_waits_for_open_blocks():
    checked = plan(8, 2, "swiss", rounds=3, blocks=1)
    past = played(checked)
    last = [block.bots for block in past if block.round == 3]
    assert any("b7" in bots for bots in last[:1])  # the leader plays at the first table
    assert next_blocks(checked, ROOT, []) != []
    half = [block for block in past if block.round == 1]
    half[0] = type(half[0])(1, 0, 0, half[0].bots, half[0].result.__class__(0, "r1-t1-b1", "", (), planned=2))
    assert next_blocks(checked, ROOT, half) == []


@pytest.mark.parametrize(
    ("bots", "seats", "advance", "rounds"),
    [(8, 2, 1, 3), (11, 2, 1, 4), (16, 4, 2, 3), (11, 4, 2, 4), (4, 4, 2, 1)],
)
def test_knockout_is_won_by_the_best(bots, seats, advance, rounds):
    checked = plan(bots, seats, "knockout", advance=advance, blocks=1, extra_blocks=0)
    past = played(checked)
    knockout = knockout_of(checked.plan.format, field_of(checked, ROOT))
    stages = knockout.stages(past)
    assert [stage.final for stage in stages] == [False] * (rounds - 1) + [True]
    order = knockout.placing(past)
    assert order[0] == f"b{bots - 1}"
    assert sorted(order) == sorted(checked.names)
    assert len(past) == size_of(checked.plan.format, field_of(checked, ROOT))


def test_byes_of_a_knockout_leave_full_brackets():
    assert [byes_for(bots, 2, 1) for bots in (3, 5, 6, 7, 8, 11)] == [1, 3, 2, 1, 0, 5]
    assert byes_for(16, 4, 2) == 0
    assert byes_for(6, 4, 2) == 2


def test_equal_places_at_the_line_are_played_out_and_then_left_to_the_seeding():
    checked = plan(2, 2, "knockout", blocks=2, extra_blocks=3)
    past = played(checked, lambda bots: [1] * len(bots))
    assert len(past) == 2 + 3
    knockout = knockout_of(checked.plan.format, field_of(checked, ROOT))
    assert knockout.placing(past) == ["b0", "b1"]


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(
    "kind", [{"kind": "round-robin"}, {"kind": "swiss", "rounds": 3}, {"kind": "knockout"}]
)
def test_bots_of_one_owner_are_kept_apart_where_it_can_be_done(seats, kind):
    checked = plan(8, seats, **kind, blocks=1, owners=["x", "x", "y", "y", "z", None, None, None])
    past = played(checked, by_number)
    first = [block for block in past if block.round == 1]
    assert [conflicts(block.bots, checked.owners) for block in first] == [0] * len(first)
    if kind["kind"] == "round-robin":
        assert len(meetings(past)) == 28 - 2


def test_bots_of_one_owner_meet_where_nobody_else_is_left():
    checked = plan(3, 2, "round-robin", blocks=1, owners=["x", "x", "x"])
    assert len(played(checked)) == 3


def test_independent_deals_have_blocks_of_one_game_in_the_same_seats():
    shared = plan(4, 4, "round-robin", blocks=2)
    apart = plan(4, 4, "round-robin", blocks=2, deals="independent")
    rows = [row for block in next_blocks(shared, ROOT, []) for row in block.seatings]
    blocks = next_blocks(apart, ROOT, [])
    assert [block.seatings for block in blocks] == [(row,) for row in rows]
    assert len(played(apart)) == 8
