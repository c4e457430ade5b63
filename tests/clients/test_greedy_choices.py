"""What the greedy bot chooses in positions where it is plain what it should choose."""

from __future__ import annotations

from itertools import product
from typing import Any

import certamen_core as cc
import pytest
from certamen_client.bots.bellica_strength import NATIONS, RANKS, compare
from certamen_core.games.bellica import compare_pairs

from tests.clients.duel import changed, chosen, play

SKAT = [rank + suit for suit in "cdhs" for rank in "789TJQKA"]


def luschen(hand: str, **fields: Any) -> cc.State:
    """Four seats; seat 0 has the hand, the others what is left."""
    mine = hand.split()
    rest = [card for card in SKAT if card not in mine]
    hands = [mine, *(rest[at : at + 8] for at in (0, 8, 16))]
    return changed("luschen", {"players": 4}, hands=[sorted(cards) for cards in hands], **fields)


@pytest.mark.parametrize(
    ("hand", "contract"),
    [
        ("7c 7d 7h 7s 8c 9c 8d 9h", "luschen"),
        ("Jc Jd Jh Js Qc Qd Tc Kd", "anlegen"),
        ("7c 8c 9c 7h 8h Ts 7d As", "koenig"),
    ],
)
def test_the_contract_follows_from_the_hand(hand: str, contract: str) -> None:
    assert chosen(luschen(hand)) == f"choose {contract}"


def test_no_threshold_is_reached_that_can_be_avoided() -> None:
    hand = "Ac Tc Kc Qc Jc 9c 8c 7c"
    counting = {"phase": "play", "contract": "luschen"}
    assert chosen(luschen(hand, count=14, **counting)) == "play Tc"
    assert chosen(luschen(hand, count=22, **counting)) == "play Jc"
    assert chosen(luschen("Ac Tc Kc Qc Ad Td Kd Qd", count=99, **counting)) == "play Ac"


def test_the_king_is_left_to_others() -> None:
    def after(trick: list[str], hand: str) -> cc.State:
        mine = hand.split()
        rest = [card for card in SKAT if card not in mine and card not in trick]
        on_table = [{"seat": seat, "card": card} for seat, card in zip((1, 2, 3), trick, strict=True)]
        hands = [mine, rest[:7], rest[7:14], rest[14:]]
        fields = {"phase": "play", "contract": "koenig", "dealer": 0, "trick": on_table, "played": on_table}
        return changed("luschen", {"players": 4}, hands=list(map(sorted, hands)), to_act=[0], **fields)

    assert chosen(after(["Th", "Kh", "9h"], "Ah 8h 7h Ac Ad As 7c 7d")) == "play 8h"
    assert chosen(after(["Tc", "Kc", "9c"], "Kh 8h 7h Ah Ad As 7s 7d")) == "play Kh"
    assert chosen(after(["9c", "7c", "8c"], "Kh 8h 7h Ah Ad As Ac Jc")) == "play Ac", "the trick is harmless"


def test_rows_are_opened_for_the_own_cards() -> None:
    laying = {"phase": "lay", "contract": "anlegen", "dealer": 3}
    hand = "Jc Qc Kc Ac Js 7d 8d 7h"
    assert chosen(luschen(hand, **laying)) == "lay Jc"
    laid = [{"seat": 0, "card": card} for card in ("Jc", "Qc", "Kc", "Ac")]
    mine = ["7d", "7h", "8d", "Js"]
    rest = [card for card in SKAT if card not in hand.split()]
    hands = [mine, rest[:8], rest[8:16], rest[16:]]
    rows = {"c": ["Jc", "Qc", "Kc", "Ac"], "d": [], "h": [], "s": []}
    state = changed(
        "luschen", {"players": 4}, hands=hands, rows=rows, played=laid, laid=True, to_act=[0], **laying
    )
    assert chosen(state) == "done", "the jack would open a row for the others only"


def test_pairs_are_compared_as_the_rules_do() -> None:
    own = [rank + nation for rank, nation in product(RANKS, NATIONS[:2])]
    pairs = [(own[2 * one], own[2 * two + 1]) for one, two in product(range(14), repeat=2)]
    other = [(first.replace("h", "o"), second.replace("p", "t")) for first, second in pairs]
    for one, two in product(pairs[::3], other):
        mine, rules = compare(one, two, composite=True), compare_pairs(one, two)
        assert (mine > 0, mine < 0) == (rules > 0, rules < 0), (one, two)


@pytest.mark.parametrize(
    ("front", "against", "hand", "support"),
    [
        ("C", "1", "3456789", "3"),  # nothing can be lost: the cheapest
        ("1", "C", "3456789", "3"),  # nothing can be won: the cheapest
        ("7", "7", "489XPQK", "8"),  # the cheapest that wins more often than not
    ],
)
def test_the_cheapest_winning_card_supports(front: str, against: str, hand: str, support: str) -> None:
    fronts = {0: front, 2: against}
    hands, stacks = [], []
    for seat, nation in enumerate(NATIONS):
        rest = [rank for rank in RANKS if rank != fronts.get(seat)]
        held = list(hand) if seat == 1 else rest[:7]
        hands.append(sorted(rank + nation for rank in held))
        stacks.append([rank + nation for rank in rest if rank not in held])
    state = changed(
        "bellica",
        {"players": 4, "variant": "simple", "alliance": "1"},
        hands=hands,
        stacks=stacks,
        fronts=[{"seat": seat, "card": rank + NATIONS[seat]} for seat, rank in fronts.items()],
    )
    assert chosen(state, 1) == f"support {support}p"


def bellum(phase: str, trick: str, hands: list[str], **fields: Any) -> cc.State:
    """Three seats with these hands; all other cards are won by seat 2."""
    on_table = [{"seat": NATIONS.index(card[1]), "card": card} for card in trick.split()]
    held = [[rank + NATIONS[seat] for rank in hand] for seat, hand in enumerate(hands)]
    gone = {card for hand in held for card in hand} | set(trick.split())
    rest = sorted(rank + nation for rank in RANKS for nation in "hpo" if rank + nation not in gone)
    return changed(
        "bellica",
        {"players": 3},
        phase=phase,
        trick=on_table,
        hands=list(map(sorted, held)),
        won=[[], [], rest],
        **fields,
    )


def test_the_reiter_attacks_where_it_may_win() -> None:
    attack = {"contenders": [0, 1], "to_act": [0]}
    assert chosen(bellum("rider", "Qh Kp 6o", ["8945", "2345", "2345"], **attack)) == "attack"
    assert chosen(bellum("rider", "Qh Kp 6o", ["8945", "9XPQ", "2345"], **attack)) == "decline"


def test_the_cheapest_card_is_thrown_in() -> None:
    throw = {"contenders": [0, 1], "to_act": [2], "attack": False}
    assert chosen(bellum("throw", "Kh Kp 3o", ["8945", "9XPQ", "12C4"], **throw)) == "throw 2o"


def test_the_best_chair_is_taken_first() -> None:
    assert chosen(changed("artus", {"players": 2})) == "place 27"


@pytest.mark.parametrize("options", [{"players": 3}, {"players": 2, "mode": "advanced"}])
def test_no_action_would_bring_more_points(options: dict[str, Any]) -> None:
    def points(state: cc.State, seat: int, action: int) -> int:
        after = state.clone()
        after.apply_action(action, seat)
        return sum(event["points"] for event in after.events(seat) if event["type"] == "points")

    def check(state: cc.State, seat: int, action: int) -> None:
        if state.position()["phase"] == "play":
            best = max(points(state, seat, other) for other in state.legal_actions(seat))
            assert points(state, seat, action) == best

    play(cc.load_game("artus", **options), 4, {0, 1}, check)


def lusus(hand: str, **fields: Any) -> cc.State:
    """Two seats; seat 0 plays with this hand, and whatever is named in the fields lies on the table."""
    pack = sorted([rank + suit for rank in "123456789XFERKT" for suit in "vcdnai"] + ["STU"] * 6)
    pool = [*pack, "INC", "INV", "SER"]
    melds = fields.get("melds", [])
    laid = [card for meld in melds for card in meld["cards"]]
    for card in [*hand.split(), *laid, *fields.get("pile", [])]:
        pool.remove(card.split("=")[0])
    other = [pool.pop(0) for _ in range(6)]
    pile = fields.pop("pile", None) or [pool.pop(0)]
    fields = {"phase": "play", "pile": pile, "next_id": 9, "out": [True, True]} | fields
    return changed(
        "lusus", {"players": 2}, hands=[sorted(hand.split()), other], talon=pool, to_act=[0], **fields
    )


def meld(number: int, owner: int, kind: str, cards: str) -> dict[str, Any]:
    return {"id": number, "owner": owner, "kind": kind, "cards": cards.split()}


def test_it_opens_when_it_can() -> None:
    assert chosen(lusus("Kv Kc Kd 1a 5n", out=[False, True])) == "meld Kv Kc Kd"
    assert chosen(lusus("Kv Kc 1a 5n", out=[False, True])).startswith("discard")


def test_it_completes_groups_and_covers_for_value() -> None:
    group = meld(1, 0, "group", "Tv Tc Td Tn Ta")
    assert chosen(lusus("Ti 6a 1v", melds=[group])) == "lay 1 Ti"
    run = meld(2, 1, "run", "Fd Ed Rd Kd")
    assert chosen(lusus("Td Xd 1v", melds=[run])) == "cover 2 Td Kd"


def test_it_keeps_the_closing_card() -> None:
    assert chosen(lusus("Fi 1v 6a 9n")) != "discard Fi"
    assert chosen(lusus("9n")) == "discard 9n", "the last card closes"
    ahead = {"value": [["Tv", "Tc", "Td", "Tn"], []]}
    pool = lusus("Fi 1v").position()
    pool["value"] = ahead["value"]
    pool["talon"] = [card for card in pool["talon"] if card not in ahead["value"][0]]
    pool["hands"][1] = [card for card in pool["hands"][1] if card not in ahead["value"][0]]
    state = cc.load_game("lusus", players=2).state_from_position(pool)
    assert chosen(state) == "carnifex"


def test_it_takes_from_the_pile_what_it_can_use() -> None:
    run = meld(2, 1, "run", "Fd Ed Rd Kd")
    useful = lusus("1v 6a 9n", phase="draw", melds=[run], pile=["4c", "Td"])
    assert chosen(useful) == "take 1"
