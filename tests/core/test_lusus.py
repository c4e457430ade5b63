"""Rules of Lusus Chartarum beyond the worked cases, and random tables against the slow reference."""

from __future__ import annotations

from random import Random
from typing import Any

import certamen_core as cc
import pytest

from tests.core.lusus_positions import PACK, REGULAR, position, random_position
from tests.reference import lusus as reference

TENS = ("Xv STU=Xc Xi", "Xv STU=Xd Xi", "Xv STU=Xn Xi", "Xv STU=Xa Xi")
RUN = {"id": 0, "owner": 1, "kind": "run", "cards": ["6a", "7a", "8a"]}


def load(made: dict[str, Any]) -> cc.State:
    game = cc.load_game("lusus", players=made["players"], **made["options"])
    state = game.state_from_position(made)
    assert game.deserialize(state.serialize()) == state
    return state


def legal(state: cc.State) -> list[str]:
    return [state.action_to_string(action) for action in state.legal_actions()]


def plays(state: cc.State) -> list[str]:
    return [text for text in legal(state) if text.split()[0] not in ("discard", "carnifex")]


def play(state: cc.State, *texts: str) -> dict[str, Any]:
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state.position()


def both_out(hand: list[str], melds: list[dict[str, Any]], **fields: Any) -> cc.State:
    return load(position([hand, ["1v", "2v"]], out=[True, True], melds=melds, **fields))


def test_random_tables_agree_with_the_reference() -> None:
    rng = Random("tables")
    loaded = 0
    for _ in range(600):
        made = random_position(rng)
        game = cc.load_game("lusus", players=made["players"], **made["options"])
        try:
            state = game.state_from_position(made)
        except cc.InvalidPosition as error:
            assert made["owes_play"]
            assert error.field == "hands"  # noqa: PT017 - either outcome is fine
            assert reference.from_position(made).legal(0) == []
            continue
        loaded += 1
        assert state.position() == made
        for _ in range(4):
            slow = reference.from_position(state.position())
            seat = state.current_player()
            texts = legal(state)
            assert sorted(texts) == slow.legal(seat)
            assert all(state.is_legal(action) for action in state.legal_actions())
            text = rng.choice(rng.choice([texts, plays(state) or texts]))
            state.apply_action(state.string_to_action(text))
            slow.apply(seat, text)
            assert state.position() == slow.position()
            for viewer in (*range(game.num_players), cc.SPECTATOR):
                assert state.events(viewer) == slow.events(viewer)
            if state.is_terminal():
                break
    assert loaded > 500


def test_the_whole_pack_in_one_hand() -> None:
    state = load(position([PACK, []], out=[True, True]))
    texts = legal(state)
    assert sum(text.startswith("meld") for text in texts) == 7342
    assert sum(text.startswith("discard") for text in texts) == 94
    assert sorted(set(texts) - {text for text in texts if text.startswith(("meld", "discard"))}) == [
        "carnifex",
        "invictus 1",
    ]
    assert len(texts) <= state.game.max_legal_actions


def test_a_table_of_32_melds_loads() -> None:
    melds = [
        {"id": i, "owner": i % 2, "kind": "group", "cards": [rank + suit for suit in suits]}
        for i, (rank, suits) in enumerate(
            (rank, suits) for rank in "123456789XFERKT" for suits in ("vcd", "nai")
        )
    ]
    melds += [{"id": i, "owner": 0, "kind": "stulti", "cards": ["STU"] * 3} for i in (30, 31)]
    state = load(position([["INV", "INC"], ["SER"]], out=[True, True], melds=melds))
    assert plays(state) == ["invictus 1"]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        (["6a", "7a", "8a"], []),
        (["6a", "7a", "8a", "1v"], ["meld 6a 7a 8a"]),
        (["6a", "7a", "STU"], []),
        (["STU", "STU", "STU"], []),
        (["STU", "STU", "STU", "STU"], ["meld STU STU STU"]),
    ],
)
def test_a_meld_leaves_a_card(hand: list[str], expected: list[str]) -> None:
    made = position([hand, []], out=[True, True], talon=[])
    made["pile"] = sorted(made["pile"] + [card for card in REGULAR if card not in hand])
    made["pile"] += ["STU"] * (6 - hand.count("STU")) + ["INV", "INC", "SER"]
    assert plays(load(made)) == expected


def test_the_lowest_melds_that_open_by_themselves() -> None:
    state = load(position([["6n", "7n", "9n", "Xn", "5a", "6a", "8a", "9a", "STU", "1v"], []]))
    assert plays(state) == ["meld 6n 7n STU=8n 9n Xn"]
    state = load(position([["Xv", "Xi", "9d", "9i", "STU", "1v"], []]))
    assert plays(state) == [f"meld {cards}" for cards in TENS]


def test_runs_of_neighbouring_suits_do_not_join() -> None:
    state = load(position([["Kv", "Tv", "1c", "2c", "STU", "Fi"], []], out=[True, True]))
    assert plays(state) == ["meld STU=Rv Kv Tv", "meld 1c 2c STU=3c"]


def test_a_stultus_may_stand_for_a_card_of_the_own_hand() -> None:
    state = load(position([["Ka", "Ki", "Kv", "STU", "1d"], []], out=[True, True]))
    assert "meld Kv STU=Ka Ki" in plays(state)
    after = play(state, "meld Kv STU=Ka Ki")
    assert after["hands"][0] == ["1d", "Ka"]
    assert "exchange 0 Ka" in plays(state)


def test_out_in_the_same_turn_opens_all_plays() -> None:
    state = load(position([["Kv", "Kc", "Kd", "9a", "1d"], []], out=[False, True], melds=[RUN]))
    assert plays(state) == ["meld Kv Kc Kd"]
    play(state, "meld Kv Kc Kd")
    assert plays(state) == ["cover 0 9a 8a"]


def test_an_unfinished_opening_cannot_end_the_turn() -> None:
    hand = ["1v", "2v", "3v", "1c", "2c", "3c", "Fi", "INV"]
    state = load(position([hand, []]))
    after = play(state, "meld 1v 2v 3v")
    assert (after["opening"], after["out"]) == (15, [False, False])
    assert legal(state) == ["meld 1c 2c 3c"]
    after = play(state, "meld 1c 2c 3c")
    assert (after["opening"], after["out"]) == (0, [True, False])
    assert legal(state) == ["discard Fi", "discard INV", "carnifex", "invictus 1"]


def test_a_covered_end_of_a_run_may_be_a_stultus_and_a_new_one_take_its_place() -> None:
    run = {**RUN, "cards": ["6a", "7a", "STU=8a"]}
    state = both_out(["STU", "9a", "1d"], [run])
    assert plays(state) == ["cover 0 9a 8a", "cover 0 STU=9a 8a"]
    after = play(state, "cover 0 STU=9a 8a")
    assert after["melds"][0]["cards"] == ["6a", "7a", "-", "STU=9a"]
    assert after["value"][0] == ["STU=8a"]
    assert state.events(1)[-1] == {"type": "gained", "seat": 0, "card": "STU=8a"}


def test_serva_is_covered_like_any_card() -> None:
    group = {"id": 0, "owner": 1, "kind": "group", "cards": ["Kv", "SER=Kc", "STU=Kd"]}
    state = both_out(["Ka", "STU", "1d"], [group])
    assert "cover 0 STU=Ka Kd" in plays(state)
    assert "cover 0 STU=Ka Kc" not in plays(state)
    assert "exchange 0 Kc" not in plays(state)
    after = play(state, "cover 0 Ka Kc")
    assert after["melds"][0]["cards"] == ["Kv", "STU=Kd", "Ka"]
    assert after["value"][0] == ["SER"]


def test_a_group_completed_with_jokers_shows_them() -> None:
    cards = ["Kv", "SER=Kc", "STU=Kd", "Kn", "Ka"]
    state = both_out(["Ki", "1d"], [{"id": 5, "owner": 0, "kind": "group", "cards": cards}])
    after = play(state, "lay 5 Ki")
    assert after["melds"] == []
    assert after["value"][0] == ["Ka", "Ki", "Kn", "Kv", "SER", "STU=Kd"]
    completed = {"type": "completed", "id": 5, "seat": 0, "cards": [*cards, "Ki"]}
    assert state.events(cc.SPECTATOR)[-1] == completed


def test_invictus_moves_every_stultus_of_the_pile() -> None:
    value = [["Ta", "STU=1v"], ["STU", "STU=1v", "SER"]]
    state = load(position([["INV", "1d"], ["2v", "3v"]], out=[True, True], value=value))
    after = play(state, "invictus 1")
    assert after["value"] == [["SER", "STU", "STU=1v", "STU=1v", "Ta"], ["INV"]]


def test_only_the_two_seats_concerned_see_the_kept_card() -> None:
    state = load(position([["INC", "1d"], ["2v", "3v"], ["Ka"], []], out=[True] * 4))
    assert [text for text in legal(state) if text.startswith("inc")] == ["incomparabilis 1"]
    play(state, "incomparabilis 1")
    assert legal(state) == ["keep 2v", "keep 3v"]
    offers = [state.view(viewer)["offer"]["cards"] for viewer in (0, 1, 2, 3, cc.SPECTATOR)]
    assert offers == [["2v", "3v"], ["2v", "3v"], ["?", "?"], ["?", "?"], ["?", "?"]]
    after = play(state, "keep 3v")
    assert after["hands"] == [["1d", "3v"], ["2v"], ["Ka"], []]
    for viewer, seen in ((0, "3v"), (1, "3v"), (2, "?"), (3, "?"), (cc.SPECTATOR, "?")):
        assert state.events(viewer) == [
            {"type": "action", "seat": 0, "action": "keep " + seen},
            {"type": "kept", "seat": 0, "from": 1, "card": seen},
        ]


def test_two_stulti_on_offer_are_one_action() -> None:
    offer = {"seat": 0, "from": 1, "cards": ["STU", "STU"]}
    state = load(position([[], ["2v"]], out=[True, True], phase="keep", offer=offer, removed=["INC"]))
    assert legal(state) == ["keep STU"]
    assert play(state, "keep STU")["hands"] == [["STU"], ["2v", "STU"]]


def test_taking_needs_a_play_and_more_cards_never_take_it_away() -> None:
    pile = ["9a", "1v", "Tc", "4d", "Xn"]
    state = load(position([["2i"], ["3v", "5v"]], out=[True, True], phase="draw", pile=pile, melds=[RUN]))
    assert legal(state) == ["draw", "take 5"]
    after = play(state, "take 5")
    assert after["owes_play"]
    assert state.events(1)[-1] == {"type": "taken", "seat": 0, "cards": pile}
    assert legal(state) == ["cover 0 9a 8a"]
    assert not play(state, "cover 0 9a 8a")["owes_play"]
    assert "discard Tc" in legal(state)


def test_closing_with_carnifex_before_being_out_costs_the_rest_of_the_hand() -> None:
    options = {"target": 600, "max_rounds": 1}
    state = load(position([["Fi", "STU", "INV", "SER", "INC"], ["Ta"]], options=options))
    after = play(state, "carnifex")
    assert after["scores"] == [50 - 50 - 100 - 10, -20]
    assert after["hands"][0] == ["INC", "INV", "SER", "STU"]
    assert after["pile"][-1] == "Fi"
    assert after["closed"] == 0


def test_the_next_round_is_begun_by_the_next_seat() -> None:
    state = load(position([["1v"], ["2v"], ["3v"]]))
    after = play(state, "discard 1v")
    assert (after["round"], after["deal"], after["to_act"], after["phase"]) == (1, 1, [1], "draw")
    assert (after["closed"], after["next_id"], after["out"]) == (0, 0, [False] * 3)
    assert [event["type"] for event in state.events(0)] == ["action", "round", "deal"]
    assert state.events(0)[1]["gains"] == [50, -5, -5]


REFUSED = [
    ({"round": 1}, "round"),
    ({"scores": [0, 2**31]}, "scores"),
    ({"scores": [0, 2**31 - 1]}, "scores"),
    ({"talon": [], "phase": "draw"}, "talon"),
    ({"next_id": 0}, "melds"),
    ({"next_id": 65536}, "next_id"),
    ({"next_id": 65530}, "next_id"),
    ({"opening": 15}, "opening"),
    ({"opening": 30}, "opening"),
    ({"owes_play": True}, "hands"),
    ({"phase": "draw", "owes_play": True}, "owes_play"),
    ({"removed": ["INC"]}, "removed"),
    ({"removed": ["INV"]}, "removed"),
    ({"value": [["INC"], []]}, "value"),
    ({"value": [["STU=INV"], []]}, "value"),
    ({"offer": {"seat": 0, "from": 1, "cards": ["1v", "2v"]}}, "offer"),
    ({"phase": "keep"}, "offer"),
    ({"to_act": [0, 1]}, "to_act"),
    ({"to_act": []}, "to_act"),
    ({"phase": "over"}, "to_act"),
    ({"closed": 2}, "closed"),
    ({"out": [True, 1]}, "out"),
    ({"melds": [{**RUN, "owner": 2}]}, "melds"),
    ({"melds": [{**RUN, "kind": "group"}]}, "melds"),
    ({"melds": [{**RUN, "cards": ["6a", "8a", "7a"]}]}, "melds"),
    ({"melds": [{**RUN, "cards": ["6a", "-", "8a"]}]}, "melds"),
    ({"melds": [{**RUN, "cards": ["6a", "7a", "8a", "-"]}]}, "melds"),
    ({"melds": [{**RUN, "cards": ["-", "6a", "7a", "8a"]}]}, "melds"),
    ({"melds": [{**RUN, "cards": ["STU=6a", "STU=7a", "8a"]}]}, "melds"),
    ({"melds": [{**RUN, "cards": ["6a", "7a", "=8a"]}]}, "melds"),
    ({"melds": [{**RUN, "cards": []}]}, "melds"),
    ({"melds": [{**RUN, "cards": [6, "7a", "8a"]}]}, "melds"),
    ({"melds": [RUN, RUN]}, "melds"),
    ({"out": [True, False]}, "opening"),
]


@pytest.mark.parametrize(("fields", "named"), REFUSED)
def test_refused_positions_name_their_field(fields: dict[str, Any], named: str) -> None:
    made = position([["Ka", "1d"], ["1v", "2v"]], out=[True, True], melds=[RUN])
    assert load(made).position() == made
    with pytest.raises(cc.InvalidPosition) as error:
        load({**made, **fields})
    assert error.value.field == named, error.value


@pytest.mark.parametrize(
    "fields",
    [
        {"deal": 99, "round": 99},
        {"scores": [2_000_000_000, -2_000_000_000]},
        {"next_id": 65000},
        {"melds": [{**RUN, "id": 64999}], "next_id": 65000},
        {"closed": 1},
        {"draws": 2**32 - 1},
        {"to_act": [1]},
        {"out": [False, True]},
    ],
)
def test_what_the_rules_do_not_refuse_loads_and_plays_on(fields: dict[str, Any]) -> None:
    rng = Random(5)
    made = position([["Ka", "1d"], ["1v", "2v"]], out=[True, True], melds=[RUN])
    state = load({**made, **fields})
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
        assert state.game.state_from_position(state.position()) == state
        assert state.game.deserialize(state.serialize()) == state


@pytest.mark.parametrize(
    "text",
    [
        "meld 7a 6a 8a",
        "meld Ka Kv Kc",
        "meld 6a 7a",
        "meld Kv Kc",
        "meld STU STU",
        "meld STU STU STU STU STU STU STU",
        "meld STU 6a 7a",
        "meld STU=6a STU=7a 8a",
        "meld SER=6a 7a 8a",
        "meld 6a - 8a",
        "meld Ka Ta 1a",
        "meld ",
        "lay 4 INV",
        "lay 04 Ka",
        "lay 65536 Ka",
        "cover 4 Ka 3c",
        "cover 4 Ka Ka",
        "cover 4 STU Ka",
        "cover 4 Ka STU=Ra",
        "exchange 4 STU",
        "serva 4 STU=Ka",
        "invictus 4",
        "take 0",
        "take 99",
        "take",
        "discard STU=Ka",
        "keep",
        "keep ?",
        "carnifex Fi",
    ],
)
def test_malformed_texts(text: str) -> None:
    game = cc.load_game("lusus")
    with pytest.raises(cc.IllegalAction, match="MALFORMED"):
        game.string_to_action(text)
