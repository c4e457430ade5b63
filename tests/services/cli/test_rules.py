from __future__ import annotations

import json

import certamen_core as cc


def test_games_are_listed_with_ranges(certamen):
    listed = json.loads(certamen("games", "--json").output)
    assert sorted(listed) == cc.registered_games()
    forms = listed["juwelen"]
    assert [form["players"] for form in forms] == [2, 3, 4, 5, 6]
    assert forms[0]["defaults"] == cc.load_game("juwelen", players=2).options
    assert forms[0]["accepted"]["rounds"] == "an integer in 1 … 100"
    assert listed["bellica"][2]["accepted"]["rider"] == (
        "an integer in 0 … 10 "
        "(variant simple or variant composite: 0 only; variant bellum: 3 … 10, default 8)"
    )
    assert "rounds" in certamen("games").output


def test_a_position_is_made_asked_and_moved_on(certamen):
    first = certamen("rules", "juwelen", "--seed", "7", "--players", "3", "--option", "rounds=2").output
    state = cc.load_game("juwelen", players=3, rounds=2).new_initial_state(7)
    assert json.loads(first) == state.position()
    listed = certamen("rules", "juwelen", "--position", "-", input=first).output
    assert listed == "seat 0: 3 legal actions\n  announce 1\n  announce 2\n  announce 3\n"
    second = certamen("rules", "juwelen", "--position", "-", "--action", "announce 2", input=first).output
    state.apply_action(state.string_to_action("announce 2"))
    assert json.loads(second) == state.position()
    asked = certamen("rules", "juwelen", "--position", "-", "--seat", "1", "--json", input=second).output
    assert json.loads(asked) == {
        "to_act": [0, 1, 2],
        "legal_actions": {
            "1": [{"code": a, "text": state.action_to_string(a, 1)} for a in state.legal_actions(1)]
        },
    }


def test_whose_action_it_is_must_be_clear(certamen):
    first = certamen("rules", "juwelen", "--seed", "7").output
    second = certamen("rules", "juwelen", "--position", "-", "--action", "announce 1", input=first).output
    result = certamen("rules", "juwelen", "--position", "-", "--action", "pass 2c", input=second)
    assert result.exit_code == 2
    assert "seats 0, 1, 2, 3 are to act" in result.output


def test_an_illegal_action_gives_its_reason(certamen):
    first = certamen("rules", "juwelen", "--seed", "7").output
    for action, reason in (("play 2c", "NOT_LEGAL"), ("jump", "MALFORMED")):
        result = certamen("rules", "juwelen", "--position", "-", "--action", action, input=first)
        assert result.exit_code == 2
        assert reason in result.output


def test_options_are_read_by_their_kind(certamen):
    """A text stays one even if it looks like a number."""
    arguments = ("--seed", "1", "--players", "4", "--option", "teams=true", "--option", "jewels=50")
    position = json.loads(certamen("rules", "juwelen", *arguments, "--option", "pack=known").output)
    assert position["options"] == {"pack": "known", "teams": True, "rounds": 4, "jewels": 50}
    refused = certamen("rules", "juwelen", "--seed", "1", "--option", "pack=1")
    assert "not '1'" in refused.output
