"""Charta Bellica and Bellum: strength of pairs and cards in full, and what the worked cases do not show."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import certamen_core as cc
import pytest
from certamen_core.games.bellica import compare_pairs, pair_strength, strongest_cards

LETTERS = dict(zip(range(1, 15), "123456789XPQKC", strict=True))
VALUES = range(1, 15)
SEED = "00" * 32


def text(value: int, nation: str) -> str:
    return LETTERS[value] + nation


# --- strength of a pair, once more and slowly -------------------------------------------------------------

WEAKEST_FIRST = ("sum", "thirteen", "pair", "elite members", "elite pair")


def slow_strength(one: int, two: int) -> tuple[str, int]:
    """The six kinds, tested in their order."""
    values = {one, two}
    court = {11, 12, 13, 14}
    if values <= court and one == two:
        return "elite pair", {11: 33, 12: 24, 13: 26, 14: 28}[one]
    if values <= court:
        return "elite members", one + two + 3
    if 1 in values and values & court:
        return "Narr member", 1 + max(values)
    if one == two:
        return "pair", one
    if 2 not in values and one + two == 13:
        return "thirteen", 13
    if one == 2:
        return "sum", 2 + 2 * two
    if two == 2:
        return "sum", 2 + 2 * one
    return "sum", one + two


def slow_narr(narr: tuple[int, int], other: tuple[int, int]) -> int:
    """1, -1, 0: how a pair of a Narr and a court card fares against another pair."""
    kind, number = slow_strength(*other)
    court = max(narr)
    if kind in ("elite pair", "elite members"):
        return 1 if court in other else -1
    if kind in ("pair", "thirteen"):
        return -1
    own = slow_strength(*narr)[1]
    return (own > number) - (own < number)


def slow_comparison(first: tuple[int, int], second: tuple[int, int]) -> int:
    """1 if the first pair wins, -1 if the second does, 0 if they are equal."""
    kind, number = slow_strength(*first)
    other_kind, other_number = slow_strength(*second)
    if kind == "Narr member":
        return slow_narr(first, second)
    if other_kind == "Narr member":
        return -slow_narr(second, first)
    rank, other_rank = WEAKEST_FIRST.index(kind), WEAKEST_FIRST.index(other_kind)
    if rank != other_rank:
        return 1 if rank > other_rank else -1
    return (number > other_number) - (number < other_number)


def pairs() -> list[tuple[int, int]]:
    return list(itertools.product(VALUES, VALUES))


def test_strength_of_all_pairs() -> None:
    for one, two in pairs():
        assert pair_strength((text(one, "h"), text(two, "p"))) == slow_strength(one, two)


def test_all_pairs_against_all_pairs() -> None:
    compared = 0
    for first, second in itertools.product(pairs(), pairs()):
        ours = (text(first[0], "h"), text(first[1], "p"))
        theirs = (text(second[0], "o"), text(second[1], "t"))
        found = compare_pairs(ours, theirs)
        assert found == slow_comparison(first, second), (ours, theirs)
        assert found == -compare_pairs(theirs, ours), (ours, theirs)
        compared += 1
    assert compared == 38416


def test_equal_strength_is_equal_kind_and_number_except_for_the_narr() -> None:
    for first, second in itertools.product(pairs(), pairs()):
        ours = (text(first[0], "h"), text(first[1], "p"))
        theirs = (text(second[0], "o"), text(second[1], "t"))
        strength, other = pair_strength(ours), pair_strength(theirs)
        if compare_pairs(ours, theirs) == 0 and strength.kind == other.kind:
            assert strength.number == other.number
        elif compare_pairs(ours, theirs) == 0:
            assert {strength.kind, other.kind} == {"Narr member", "sum"}


def test_strength_is_not_transitive() -> None:
    narr, members, pair = ("1h", "Ch"), ("Pp", "Cp"), ("Xo", "Xt")
    assert compare_pairs(narr, members) == 1
    assert compare_pairs(members, pair) == 1
    assert compare_pairs(pair, narr) == 1


@pytest.mark.parametrize("wrong", [(), ("1h",), ("1h", "2h", "3h"), ("1h", "1x"), ("1h", 5), "1h"])
def test_what_is_no_pair_is_refused(wrong: Any) -> None:
    with pytest.raises(ValueError, match=r"pair|card"):
        pair_strength(wrong)
    with pytest.raises(ValueError, match=r"pair|card"):
        compare_pairs(("1h", "2h"), wrong)


# --- strongest cards --------------------------------------------------------------------------------------


def slow_strongest(values: tuple[int, ...]) -> set[int]:
    """The values of the strongest among some cards."""
    if 1 in values and (12 in values or 13 in values):
        return {14} if 14 in values else {1}
    return {max(values)}


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_strongest_of_all_values(count: int) -> None:
    for values in itertools.product(VALUES, repeat=count):
        cards = [text(value, nation) for value, nation in zip(values, "hpot", strict=False)]
        best = slow_strongest(values)
        expected = [card for card, value in zip(cards, values, strict=True) if value in best]
        assert strongest_cards(cards) == expected


def test_strongest_of_none_and_of_what_is_no_card() -> None:
    assert strongest_cards([]) == []
    with pytest.raises(ValueError, match="11h"):
        strongest_cards(["1h", "11h"])


# --- positions to play from -------------------------------------------------------------------------------


def nation_cards(nation: str) -> list[str]:
    return sorted(text(value, nation) for value in VALUES)


def bellum(hands: list[str], *, rider: int = 8, seed: str = SEED, **fields: Any) -> cc.State:
    """A position of Bellum with these hands (ranks); what is nowhere else has been won by seat 0."""
    n = len(hands)
    game = cc.load_game("bellica", players=n, variant="bellum", rider=rider)
    held = [sorted(rank + nation for rank in ranks) for ranks, nation in zip(hands, "hpot", strict=False)]
    trick = fields.get("trick", [])
    gone = {card for hand in held for card in hand} | {entry["card"] for entry in trick}
    pack = [card for nation in "hpot"[:n] for card in nation_cards(nation)]
    position = {
        "game": "bellica",
        "players": n,
        "options": game.options,
        "seed": seed,
        "deal": 0,
        "draws": 0,
        "phase": "commit",
        "to_act": list(range(n)),
        "result": None,
        "team": None,
        "round": 14 - len(hands[0]),
        "stacks": [[]] * n,
        "hands": held,
        "fronts": [],
        "committed": [None] * n,
        "trick": trick,
        "contenders": [],
        "attack": False,
        "won": [sorted(set(pack) - gone), *[[] for _ in range(n - 1)]],
        **fields,
    }
    return game.state_from_position(position)


def take(state: cc.State, *texts: str) -> list[dict[str, Any]]:
    """Let the acting seats decide, lowest first; returns the last one's events as the spectator sees them."""
    for action in texts:
        state.apply_action(state.string_to_action(action))
    return state.events(cc.SPECTATOR)


def of_type(events: list[dict[str, Any]], *types: str) -> list[dict[str, Any]]:
    return [event for event in events if event["type"] in types]


def seeds() -> Iterator[str]:
    """Seeds to look for one with the wanted chance."""
    for number in range(200):
        yield number.to_bytes(32, "little").hex()


# --- Bellum -----------------------------------------------------------------------------------------------


def test_offer_to_the_one_seat_with_the_value_below() -> None:
    state = bellum(["98", "X8", "28", "38"])
    take(state, "commit 9h", "commit Xp", "commit 2o", "commit 3t")
    assert state.position()["phase"] == "rider"
    assert state.position()["contenders"] == [0, 1]
    assert state.acting_players() == [0]


def test_no_offer_to_two_seats_with_the_value_below() -> None:
    state = bellum(["98", "X8", "98", "38"])
    take(state, "commit 9h", "commit Xp", "commit 9o", "commit 3t")
    assert state.position()["phase"] == "commit"


def test_no_offer_where_the_reiter_was_laid() -> None:
    state = bellum(["82", "98"])
    take(state, "commit 8h", "commit 9p")
    assert state.position()["phase"] == "commit"


def test_no_offer_against_a_narr_that_beats_a_queen() -> None:
    state = bellum(["18", "Q8", "28"])
    events = take(state, "commit 1h", "commit Qp", "commit 2o")
    assert of_type(events, "won") == [{"type": "won", "seat": 0, "cards": ["1h", "2o", "Qp"]}]


def test_the_king_may_attack_a_capital_that_only_the_narr_made_strongest() -> None:
    state = bellum(["C8", "K8", "18"])
    take(state, "commit Ch", "commit Kp", "commit 1o")
    assert state.position()["contenders"] == [1, 0]


def test_declined_attack_leaves_the_trick_to_the_strongest() -> None:
    state = bellum(["98", "X8"])
    events = take(state, "commit 9h", "commit Xp", "decline")
    assert events[-1] == {"type": "won", "seat": 1, "cards": ["9h", "Xp"]}
    assert state.position()["hands"] == [["8h"], ["8p"]]


def test_attack_of_two_draws_at_once() -> None:
    state = bellum(["98", "X7"])
    events = take(state, "commit 9h", "commit Xp", "attack")
    assert [event["type"] for event in events] == ["action", "picked", "won", "over"]
    assert events[1] == {"type": "picked", "by": 0, "from": 1, "card": "7p"}
    assert events[2] == {"type": "won", "seat": 0, "cards": ["7p", "8h", "9h", "Xp"]}


def test_attack_lost_to_a_higher_card_after_all_threw() -> None:
    state = bellum(["98", "X9", "23", "34"])
    take(state, "commit 9h", "commit Xp", "commit 2o", "commit 3t", "attack")
    assert state.position()["attack"] is True
    assert state.acting_players() == [2, 3]
    assert state.position()["trick"][-1] == {"seat": 0, "card": "8h"}
    events = take(state, "throw 3o", "throw 4t")
    assert events[1] == {"type": "revealed", "cards": [{"seat": 2, "card": "3o"}, {"seat": 3, "card": "4t"}]}
    won = {"type": "won", "seat": 1, "cards": ["2o", "3o", "3t", "4t", "8h", "9h", "9p", "Xp"]}
    assert events[2:] == [
        {"type": "picked", "by": 0, "from": 1, "card": "9p"},
        won,
        {"type": "over", **end(state)},
    ]


def end(state: cc.State) -> dict[str, Any]:
    return {"scores": state.scores(), "placements": state.placements()}


def test_reiter_against_reiter_without_another_card_goes_to_the_holder() -> None:
    state = bellum(["98", "X8"])
    events = take(state, "commit 9h", "commit Xp", "attack")
    assert events[1:3] == [
        {"type": "picked", "by": 0, "from": 1, "card": "8p"},
        {"type": "won", "seat": 1, "cards": ["8h", "8p", "9h", "Xp"]},
    ]
    assert state.position()["draws"] == 0


@pytest.mark.parametrize(
    ("other", "winner"), [("72", 0), ("27", 1), ("77", 1), ("1Q", 0), ("K1", 1), ("1C", 1), ("1P", 1)]
)
def test_reiter_against_reiter_is_decided_by_two_more_cards(other: str, winner: int) -> None:
    own, theirs = other[0], other[1]
    for seed in seeds():
        state = bellum(["98" + own, "X8" + theirs], seed=seed)
        events = take(state, "commit 9h", "commit Xp", "attack")
        if events[1]["card"] == "8p":
            break
    assert events[1:6] == [
        {"type": "picked", "by": 0, "from": 1, "card": "8p"},
        {"type": "returned", "seat": 0, "card": "8h"},
        {"type": "returned", "seat": 1, "card": "8p"},
        {"type": "picked", "by": 0, "from": 0, "card": own + "h"},
        {"type": "picked", "by": 1, "from": 1, "card": theirs + "p"},
    ]
    cards = sorted(["9h", "Xp", own + "h", theirs + "p"])
    assert events[6:] == [{"type": "won", "seat": winner, "cards": cards}]
    assert state.position()["hands"] == [["8h"], ["8p"]]


def test_tie_with_empty_hands_leaves_every_seat_its_own_cards() -> None:
    state = bellum(["9", "9", "2"])
    events = take(state, "commit 9h", "commit 9p", "commit 2o")
    assert of_type(events, "won", "picked", "over") == [
        {"type": "won", "seat": 0, "cards": ["9h"]},
        {"type": "won", "seat": 1, "cards": ["9p"]},
        {"type": "won", "seat": 2, "cards": ["2o"]},
        {"type": "over", **end(state)},
    ]


def test_tied_seats_draw_from_the_next_tied_one_and_the_owner_wins() -> None:
    state = bellum(["93", "24", "95", "96"])
    take(state, "commit 9h", "commit 2p", "commit 9o", "commit 9t")
    assert state.position()["contenders"] == [0, 2, 3]
    assert state.acting_players() == [1]
    events = take(state, "throw 4p")
    assert of_type(events, "picked") == [
        {"type": "picked", "by": 0, "from": 2, "card": "5o"},
        {"type": "picked", "by": 2, "from": 3, "card": "6t"},
        {"type": "picked", "by": 3, "from": 0, "card": "3h"},
    ]
    assert of_type(events, "won")[0]["seat"] == 3


def test_tie_after_tie_of_all_seats_resolves_by_itself() -> None:
    state = bellum(["987", "987"])
    take(state, "commit 9h", "commit 9p")
    for seed in seeds():
        state = bellum(["987", "987"], seed=seed)
        events = take(state, "commit 9h", "commit 9p")
        picked = [event["card"] for event in of_type(events, "picked")]
        if picked[:2] == ["8p", "8h"]:
            break
    assert picked == ["8p", "8h", "7p", "7h"]
    assert [event["cards"] for event in of_type(events, "won")] == [["7h", "8h", "9h"], ["7p", "8p", "9p"]]
    assert state.is_terminal()


def test_a_drawn_narr_beats_a_drawn_queen() -> None:
    state = bellum(["91", "9Q"])
    events = take(state, "commit 9h", "commit 9p")
    assert of_type(events, "won")[0]["seat"] == 0


# --- battles ----------------------------------------------------------------------------------------------


def seats_of_fronts(state: cc.State) -> list[int]:
    return [entry["seat"] for entry in state.position()["fronts"]]


@pytest.mark.parametrize(
    ("ally", "team", "even", "odd"),
    [
        ("1", [0, 0, 1, 1], [0, 2], [1, 3]),
        ("2", [0, 1, 0, 1], [0, 1], [2, 3]),
        ("3", [0, 1, 1, 0], [0, 2], [1, 3]),
    ],
)
def test_who_turns_up_and_who_supports(ally: str, team: list[int], even: list[int], odd: list[int]) -> None:
    state = cc.load_game("bellica", alliance=ally).new_initial_state(5)
    assert state.parties() == state.position()["team"] == team
    for _ in range(7):
        for turned in (even, odd):
            assert seats_of_fronts(state) == turned
            assert state.acting_players() == [seat for seat in range(4) if seat not in turned]
            for _ in range(2):
                state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()
    assert seats_of_fronts(state) == []


def test_events_of_the_deal() -> None:
    state = cc.load_game("bellica").new_initial_state(1)
    deal, alliance, fronts = state.events(2)
    assert deal["hands"] == [["?"] * 7, ["?"] * 7, state.position()["hands"][2], ["?"] * 7]
    assert (deal["deal"], deal["first"], deal["open"]) == (0, None, None)
    assert alliance == {"type": "alliance", "team": state.position()["team"]}
    assert fronts == {"type": "fronts", "cards": state.position()["fronts"]}
    two = cc.load_game("bellica", players=2).new_initial_state(1)
    assert two.events(1) == [
        {"type": "deal", "deal": 0, "first": None, "hands": [["?"] * 14, nation_cards("p")], "open": None}
    ]


def last_battle(hands: list[list[str]], fronts: list[str], seed: str = SEED) -> cc.State:
    """Battle 12 of alliance {0, 1} with these cards; seats 1 and 3 support."""
    game = cc.load_game("bellica", variant="simple", alliance="1")
    stacks: list[list[str]] = [[], ["Kp"], [], ["Kt"]]
    there = {*fronts, *(card for part in [*hands, *stacks] for card in part)}
    pack = [card for nation in "hpot" for card in nation_cards(nation)]
    position = game.new_initial_state(1).position() | {
        "seed": seed,
        "draws": 0,
        "round": 12,
        "to_act": [1, 3],
        "stacks": stacks,
        "hands": hands,
        "fronts": [{"seat": 0, "card": fronts[0]}, {"seat": 2, "card": fronts[1]}],
        "won": [sorted(set(pack) - there), []],
    }
    return game.state_from_position(position)


def test_equal_pairs_draw_from_each_other_lower_seat_first() -> None:
    for seed in seeds():
        state = last_battle([["3h"], ["5p", "9p"], ["3o"], ["5t", "Ct"]], ["6h", "6o"], seed)
        events = take(state, "support 5p", "support 5t")
        picked = of_type(events, "picked")
        if [event["card"] for event in picked] == ["Ct", "5p"]:
            break
    assert events == [
        {"type": "action", "seat": 3, "action": "support ?"},
        {"type": "revealed", "cards": [{"seat": 1, "card": "5p"}, {"seat": 3, "card": "5t"}]},
        {"type": "returned", "seat": 1, "card": "5p"},
        {"type": "returned", "seat": 3, "card": "5t"},
        {"type": "picked", "by": 1, "from": 3, "card": "Ct"},
        {"type": "picked", "by": 3, "from": 1, "card": "5p"},
        {"type": "won", "team": 0, "cards": ["5p", "6h", "6o", "Ct"]},
        {"type": "fronts", "cards": [{"seat": 1, "card": "Kp"}, {"seat": 3, "card": "Kt"}]},
    ]
    assert state.position()["hands"] == [["3h"], ["9p"], ["3o"], ["5t"]]


def test_a_tied_battle_tells_team_0_first() -> None:
    state = last_battle([["3h"], ["5p"], ["3o"], ["5t"]], ["6h", "6o"])
    events = take(state, "support 5p", "support 5t")
    assert of_type(events, "won") == [
        {"type": "won", "team": 0, "cards": ["5t", "6h"]},
        {"type": "won", "team": 1, "cards": ["5p", "6o"]},
    ]


def test_nobody_else_learns_a_support_before_it_is_turned_up() -> None:
    state = last_battle([["3h"], ["5p", "9p"], ["3o"], ["4t"]], ["6h", "6o"])
    other = state.clone()
    take(state, "support 5p")
    take(other, "support 9p")
    for viewer in (0, 2, 3, cc.SPECTATOR):
        assert state.view(viewer) == other.view(viewer)
        assert state.events(viewer) == other.events(viewer)
        assert state.view(viewer)["committed"] == [None if seat == viewer else seat == 1 for seat in range(4)]
    assert state.view(1)["committed"] == [False, "5p", False, False]
    assert state.events(1) == [{"type": "action", "seat": 1, "action": "support 5p"}]


# --- what a loader accepts --------------------------------------------------------------------------------


def refused_field(state: cc.State, **changes: Any) -> str:
    with pytest.raises(cc.InvalidPosition) as error:
        state.game.state_from_position(state.position() | changes)
    return error.value.field


def test_positions_that_break_a_rule_are_refused_by_field() -> None:
    state = bellum(["98", "X8"])
    won = state.position()["won"]
    assert refused_field(state, hands=[["8h", "9h"], ["Xp"]], won=[[*won[0], "8p"], []]) == "hands"
    assert refused_field(state, hands=[["8p", "9h"], ["8h", "Xp"]]) == "hands"
    assert refused_field(state, won=[won[0][1:], []]) == "won"
    assert refused_field(state, won=[won[0], won[0]]) == "won"
    assert refused_field(state, committed=["7h", None], to_act=[1]) == "committed"
    assert refused_field(state, committed=["9h", None]) == "to_act"
    assert refused_field(state, committed=["9h", "8p"], to_act=[]) == "to_act"
    assert refused_field(state, contenders=[0, 1]) == "contenders"
    assert refused_field(state, attack=True) == "contenders"
    assert refused_field(state, team=[0, 1]) == "team"
    assert refused_field(state, phase="support") == "phase"
    assert refused_field(state, deal=1) == "deal"


def test_battles_that_cannot_be_fought_to_the_end_are_refused() -> None:
    state = last_battle([["3h"], ["5p"], ["3o"], ["5t"]], ["6h", "6o"])
    won = state.position()["won"]
    assert refused_field(state, stacks=[[], [], [], ["Kt"]], won=[[*won[0], "Kp"], []]) == "stacks"
    assert refused_field(state, hands=[[], ["5p"], ["3o"], ["5t"]], won=[[*won[0], "3h"], []]) == "hands"
    assert refused_field(state, round=11) == "fronts"
    assert refused_field(state, team=[0, 1, 1, 1]) == "team"
    assert refused_field(state, team=[1, 0, 1, 0]) == "team"


def test_positions_need_not_be_reachable() -> None:
    state = last_battle([["3h"], ["5p"], ["3o"], ["5t"]], ["6h", "6o"])
    position = state.position()
    won = position["won"][0]
    changes: tuple[dict[str, Any], ...] = (
        {"fronts": [{"seat": 0, "card": "6o"}, {"seat": 2, "card": "6h"}]},
        {
            "stacks": [["Ch"], ["Kp"], [], ["Kt"]],
            "won": [[], sorted(set(won) - {"Ch"})],
        },
        {"hands": [["3h"], ["5p", "Qp"], ["3o"], ["5t"]], "won": [sorted(set(won) - {"Qp"}), []]},
    )
    for change in changes:
        loaded = state.game.state_from_position(position | change)
        assert loaded.position() == position | change
        while not loaded.is_terminal():
            loaded.apply_action(loaded.legal_actions()[-1])
        assert state.game.state_from_position(loaded.position()) == loaded


def test_options_fit_the_variant() -> None:
    game = cc.load_game("bellica", players=3)
    assert game.options == {"variant": "bellum", "alliance": "none", "rider": 8}
    assert cc.load_game("bellica").options == {"variant": "composite", "alliance": "drawn", "rider": 0}
    wrong: tuple[tuple[dict[str, Any], str], ...] = (
        ({"players": 3, "variant": "simple"}, "variant"),
        ({"players": 4, "alliance": "none"}, "alliance"),
        ({"players": 4, "variant": "bellum", "alliance": "1"}, "alliance"),
        ({"players": 4, "rider": 8}, "rider"),
        ({"players": 2, "rider": 2}, "rider"),
        ({"players": 2, "rider": 11}, "rider"),
        ({"players": 5}, "players"),
    )
    for options, name in wrong:
        with pytest.raises(ValueError, match=name):
            cc.load_game("bellica", **options)
