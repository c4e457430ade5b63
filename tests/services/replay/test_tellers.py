"""Every game told at the table: random games of all variants, and known situations line by line."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import certamen_core as cc
import pytest
from certamen_services.replay.artus import ArtusTeller
from certamen_services.replay.artus_table import draw_table, value
from certamen_services.replay.bellica import BellicaTeller
from certamen_services.replay.bellica_battle import why
from certamen_services.replay.luschen import LuschenTeller
from certamen_services.replay.luschen_rows import draw_rows
from certamen_services.replay.lusus import LususTeller
from certamen_services.replay.open_events import open_events
from certamen_services.replay.teller import Step, Teller
from certamen_services.replay.tellers import teller_for

from tests.core.parametrize import each_variant
from tests.core.play import load

WINNER = re.compile(
    r"is the strongest \(.*\): (\w+)$|the attack of (\w+) succeeds|the Reiter: (\w+) holds", re.MULTILINE
)
NAMES = ["anna", "bert", "cleo", "dora", "emil", "fritz", "gerd", "hans"]


def seen(state: cc.State) -> list[dict[str, Any]]:
    return open_events([state.events(seat) for seat in range(state.game.num_players)])


def told(state: cc.State, teller: Teller, *actions: str) -> list[str]:
    """What is told of some actions, each by the lowest seat that owes a decision."""
    lines = []
    for action in actions:
        before = state.position()
        seat = state.current_player()
        state.apply_action(state.string_to_action(action, seat), seat)
        lines += teller.tell(Step(seen(state), before, state.position()))
    return lines


def position(game: str, seed: int = 1, options: dict[str, Any] | None = None, **changes: Any) -> cc.State:
    """A first position with some fields changed."""
    loaded = cc.load_game(game, **(options or {}))
    return loaded.state_from_position(loaded.new_initial_state(seed).position() | changes)


@each_variant
def test_random_games_are_told_to_the_end(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    state, rng = game.new_initial_state(3), Random(3)
    names = NAMES[: game.num_players]
    teller = teller_for(name, game.options, names, state.parties())
    lines = teller.tell(Step(seen(state), None, state.position()))
    while not state.is_terminal():
        before, seat = state.position(), rng.choice(state.acting_players())
        state.apply_action(rng.choice(state.legal_actions(seat)), seat)
        new = teller.tell(Step(seen(state), before, state.position()))
        assert any(line.startswith(names[seat] + " ") for line in new), "who acted"
        lines += new
    assert max(map(len, lines)) <= 100
    assert not any("?" in line for line in lines)
    assert not any("{" in line or "None" in line for line in lines)
    assert teller.picture(state.position())


def test_a_count_and_a_threshold_are_told() -> None:
    state = position("luschen", options={"players": 2})
    teller = LuschenTeller(NAMES[:2])
    lines = told(state, teller, "choose luschen")
    assert lines == ["anna chooses Luschen"], "with two seats there is no Skat"
    while state.position()["count"] < 25:
        lines = told(state, teller, state.action_to_string(state.legal_actions()[-1]))
    assert "→" in lines[0]
    assert lines[1].strip().endswith("is booked 1 for reaching 25")


def test_the_rows_show_what_came_from_the_skat() -> None:
    rows = {"c": ["9c", "Tc", "Jc"], "s": [], "h": ["Jh", "Qh"], "d": []}
    assert draw_rows(rows, {"9c", "Jc", "Jh", "Qh"}) == [
        "    ♣   ·    ·    9  (10)   J    ·    ·    ·",
        "    ♠   ·    ·    ·    ·    ·    ·    ·    ·",
        "    ♥   ·    ·    ·    ·    J    Q    ·    ·",
        "    ♦   ·    ·    ·    ·    ·    ·    ·    ·",
    ]


@pytest.mark.parametrize(
    ("winner", "loser", "reason"),
    [
        ("1h Kp", "Qo Kt", "a Narr with a King beats elite members with a King in it"),
        ("Qo Qt", "1h Kp", "a Narr with a King does not beat an elite pair without a King"),
        ("5h 8t", "1h Kp", "a thirteen beats a Narr member"),
        ("2h 2t", "1h Kp", "a pair beats a Narr member"),
        ("1h Kp", "5h 6t", "between a Narr member and a sum the higher number wins"),
        ("5h 8t", "Ch Xt", "a thirteen beats a sum"),
        ("Kh Kt", "Po Qp", "an elite pair beats elite members"),
        ("9h Xt", "8o Xp", "the higher sum wins"),
    ],
)
def test_why_a_pair_wins(winner: str, loser: str, reason: str) -> None:
    assert why(winner.split(), loser.split()) == reason


def test_a_battle_is_told_with_both_strengths() -> None:
    hands = [[f"{rank}{nation}" for rank in "1234567"] for nation in "hpot"]
    stacks = [[f"{rank}{nation}" for rank in "89XPQKC"] for nation in "hpot"]
    fronts = [{"seat": 0, "card": stacks[0].pop(0)}, {"seat": 2, "card": stacks[2].pop(0)}]
    options = {"players": 4, "variant": "composite", "alliance": "1"}
    state = position("bellica", options=options, hands=hands, stacks=stacks, fronts=fronts)
    lines = told(state, BellicaTeller(NAMES[:4], "composite"), "support 5p", "support 4t")
    assert lines == [
        "bert supports with 5p",
        "dora supports with 4t",
        "  turned up: 5p of bert, 4t of dora",
        "  8h + 5p = thirteen: anna and bert",
        "  8o + 4t = sum 12: cleo and dora",
        "  a thirteen beats a sum",
        "  anna and bert win 25: 25 points",
        "",
        "Battle 2: bert turns up 8p and dora turns up 8t",
    ]


def test_tricks_of_bellum_are_told_with_attack_and_draw() -> None:
    state = position("bellica", options={"players": 2})
    teller = BellicaTeller(NAMES[:2], "bellum")
    assert told(state, teller, "commit Kh", "commit 1p")[2:] == [
        "  turned up: Kh of anna, 1p of bert",
        "  1p is the strongest (the Narr beats King and Queen): bert",
        "  bert wins 14: 1p Kh: 14 points",
        "",
        "Trick 2",
    ]
    lines = told(state, teller, "commit 5h", "commit 6p", "attack")
    assert lines[3:6] == [
        "  6p is the strongest (the highest value): bert",
        "  anna is one below bert and may attack",
        "anna attacks with the Reiter",
    ]
    assert "Reiter" in lines[7]
    lines = told(state, teller, "commit Ch", "commit Cp")
    assert "  Ch and Cp are equally strong (the highest value): anna and bert" in lines
    assert "  of the cards drawn: " in "\n".join(lines)


def test_an_equal_battle_is_told_with_what_is_drawn() -> None:
    hands = [[f"{rank}{nation}" for rank in "1234567"] for nation in "hpot"]
    stacks = [[f"{rank}{nation}" for rank in "89XPQKC"] for nation in "hpot"]
    fronts = [{"seat": 0, "card": stacks[0].pop(0)}, {"seat": 2, "card": stacks[2].pop(0)}]
    options = {"players": 4, "variant": "simple", "alliance": "1"}
    state = position("bellica", options=options, hands=hands, stacks=stacks, fronts=fronts)
    lines = told(state, BellicaTeller(NAMES[:4], "simple"), "support 5p", "support 5t")
    assert lines[3:8] == [
        "  8h + 5p = 13: anna and bert",
        "  8o + 5t = 13: cleo and dora",
        "  equal: the supports go back, each supporter draws one from the other",
        "  5p goes back to bert",
        "  5t goes back to dora",
    ]
    drawn = [line.split()[2] for line in lines if "from the hand of" in line]
    assert f"  8h + {drawn[0]} = " in "\n".join(lines)
    assert f"  8o + {drawn[1]} = " in "\n".join(lines)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_who_is_said_to_be_strongest_wins(players: int) -> None:
    game = cc.load_game("bellica", players=players, variant="bellum")
    teller, rng, seen_winners = BellicaTeller(NAMES[:players], "bellum"), Random(8), 0
    for seed in range(20):
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            seat = rng.choice(state.acting_players())
            action = state.action_to_string(rng.choice(state.legal_actions(seat)))
            before = state.position()
            state.apply_action(state.string_to_action(action, seat), seat)
            text = "\n".join(teller.tell(Step(seen(state), before, state.position())))
            said = WINNER.findall(text)
            won = re.findall(r"^  (\w+) wins ", text, re.MULTILINE)
            if said and len(won) == 1:
                assert "".join(said[-1]) == won[0], text
                seen_winners += 1
    assert seen_winners > 100


def test_the_disc_and_the_table_are_drawn() -> None:
    assert [value(chair, 0) for chair in (0, 1, 15, 16, 17, 18, 27)] == [0, -15, -1, 0, 0, 1, 10]
    assert value(3, 4) == 10
    state = position("artus", options={"players": 2})
    lines = draw_table(state.position(), ["anna", "bert"])
    assert len(lines) == 12
    assert max(map(len, lines)) <= 100
    assert lines[1].split() == ["24", "25", "26", "27~", "0~", "1~", "2", "3", "4"]
    assert lines[2].split() == ["·", "·", "·", "·", "♚S3", "·", "·", "·", "·"]
    assert lines[3].split()[3:6] == ["+10", "king", "−15"]
    assert "K0 anna: 0" in lines[4]
    assert lines[-2].split() == ["·", "·", "·", "·", "S1", "·", "·", "·", "·"]


def test_a_move_is_told_with_the_value_that_it_scores() -> None:
    state = position("artus", options={"players": 2})
    teller = ArtusTeller(NAMES[:2])
    for chair in (27, 26, 25, 24, 23, 22, 20, 19, 18):
        told(state, teller, f"place {chair}")
    lines = told(state, teller, "place 17")
    assert lines[0] == "anna places a knight on chair 17 (0)"
    assert lines[2] == "The table before the first turn"
    card = next(text for text in map(state.action_to_string, state.legal_actions()) if text[0] == "R")
    move = next(
        text
        for text in map(state.action_to_string, state.legal_actions())
        if text.startswith(card.split()[0])
    )
    lines = told(state, teller, move)
    assert " goes " in lines[0]
    assert any("for anna (score " in line for line in lines)


def test_melds_are_told_and_laid_out() -> None:
    hand = ["6a", "7a", "STU", "Kv", "Kc", "Kd", "Tn"]
    state = position("lusus", options={"players": 2})
    start = state.position()
    pool = sorted(start["talon"] + start["hands"][0] + start["hands"][1] + start["pile"])
    for card in hand:
        pool.remove(card)
    state = position("lusus", options={"players": 2}, hands=[hand, pool[:5]], pile=[pool[5]], talon=pool[6:])
    lines = told(state, LususTeller(NAMES[:2]), "draw", "meld 6a 7a STU=8a", "meld Kv Kc Kd", "discard Tn")
    assert lines[2:6] == [
        "anna lays down #0: 6a 7a STU=8a",
        "  15 of the 30 points to open",
        "anna lays down #1: Kv Kc Kd",
        "  out, with 45 points",
    ]
    assert "      #0  run    6a 7a STU=8a" in lines
    assert "      #1  group  Kv Kc Kd" in lines
    assert "    ── bert (not out), 5 cards in hand" in lines


def test_a_round_is_told_with_gains() -> None:
    options = {"players": 2, "max_rounds": 1}
    state = position("lusus", options=options)
    start = state.position()
    pool = sorted(start["talon"] + start["hands"][0] + start["hands"][1] + start["pile"])
    for card in ("Tn", "Fi", "Kv", "5a"):
        pool.remove(card)
    state = position(
        "lusus",
        options=options,
        phase="play",
        hands=[["Tn", "Fi"], ["Kv", "5a"]],
        pile=pool[:1],
        talon=pool[1:],
    )
    lines = told(state, LususTeller(NAMES[:2]), "carnifex")
    assert lines == [
        "anna closes with CARNIFEX (Fi)",
        "",
        "Round 1 is over: anna has closed",
        "  anna: +30 (value pile 0, hand −20, closing +50), score +30",
        "  bert: −15 (value pile 0, hand −15), score −15",
    ]
