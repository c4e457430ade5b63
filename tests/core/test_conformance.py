"""What every game must do, checked at states of random games. A registered game without a profile fails."""

from __future__ import annotations

import copy
import json
import pickle
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import certamen_core as cc
import pytest

from tests.core.parametrize import each_game, each_variant
from tests.core.play import load, sampled, viewers, walk
from tests.core.profiles import PROFILES

ROOT = Path(__file__).parents[2]


@cache
def layout(name: str) -> list[int]:
    return PROFILES[name].layout()


@cache
def pool(name: str) -> list[int]:
    """Every code that was ever legal in some random games of all variants."""
    codes: set[int] = set()
    rng = Random(f"pool of {name}")
    for variant in PROFILES[name].variants:
        for state in walk(load(name, variant), rng):
            for seat in state.acting_players():
                codes.update(state.legal_actions(seat))
    return sorted(codes)


def refuse(state: cc.State, code: object, seat: int) -> str:
    """Try an action that must be refused and leave no trace; returns the reason."""
    before = state.serialize()
    with pytest.raises(cc.IllegalAction) as refusal:
        state.apply_action(code, seat)  # type: ignore[arg-type]
    assert state.serialize() == before
    return refusal.value.reason


def well_formed(game: cc.Game, code: int) -> bool:
    try:
        game.action_to_string(code)
    except cc.IllegalAction:
        return False
    return True


def test_every_registered_game_is_covered() -> None:
    assert set(PROFILES) == set(cc.registered_games())
    for name in cc.registered_games():
        assert (ROOT / "tests" / "reference" / f"{name}.py").exists()
        assert (ROOT / "docs" / "rules" / f"{name}.md").exists()


@each_variant
def test_accepted_iff_listed(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    rng = Random(7)
    for state in sampled(game, seed=1, count=10):
        for seat in range(game.num_players):
            listed = state.legal_actions(seat)
            assert listed == sorted(set(listed))
            assert (listed != []) == (seat in state.acting_players())
            numbers = [rng.getrandbits(32) for _ in range(500)]
            if listed:
                assert [code for code in layout(name) if state.is_legal(code, seat)] == listed
            for code in {*pool(name), *numbers}:
                assert state.is_legal(code, seat) == (code in listed)


@each_variant
def test_listed_is_applied_and_the_rest_refused_with_its_reason(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    rng = Random(8)
    for state in sampled(game, seed=2, count=8):
        acting = state.acting_players()
        for seat in range(game.num_players):
            if seat not in acting:
                expected = "GAME_OVER" if state.is_terminal() else "NOT_YOUR_TURN"
                assert refuse(state, rng.choice(pool(name)), seat) == expected
                continue
            listed = set(state.legal_actions(seat))
            for code in rng.sample(sorted(listed), min(len(listed), 20)):
                after = state.clone()
                after.apply_action(code, seat)
                assert after.serialize() != state.serialize()
            for code in rng.sample(pool(name), min(len(pool(name)), 60)):
                if code not in listed:
                    assert refuse(state, code, seat) == "NOT_LEGAL"
            for code in [*rng.sample(layout(name), 100), *(rng.getrandbits(32) for _ in range(50))]:
                if code not in listed:
                    assert refuse(state, code, seat) == (
                        "NOT_LEGAL" if well_formed(game, code) else "MALFORMED"
                    )


@each_variant
@pytest.mark.parametrize("action", [-1, 2**32, 2**70, None, "announce 1", 1.0, True, b"\0"])
def test_no_number_of_32_bits_is_malformed(name: str, variant: dict[str, Any], action: object) -> None:
    state = load(name, variant).new_initial_state(1)
    seat = state.current_player()
    assert refuse(state, action, seat) == "MALFORMED"
    assert not state.is_legal(action, seat)  # type: ignore[arg-type]


@each_game
def test_code_and_text_are_a_bijection(name: str) -> None:
    game = load(name, PROFILES[name].variants[0])
    texts: dict[str, int] = {}
    refused = 0
    for code in sorted({*layout(name), *pool(name)}):
        try:
            text = game.action_to_string(code)
        except cc.IllegalAction as error:
            assert error.reason == "MALFORMED"  # noqa: PT017 - most codes of the layout have no text
            refused += 1
            continue
        assert texts.setdefault(text, code) == code
        assert game.string_to_action(text) == code
    assert set(pool(name)) <= set(texts.values())
    assert refused > 0


@each_game
def test_no_other_spelling_is_read(name: str) -> None:
    game = load(name, PROFILES[name].variants[0])
    rng = Random(3)
    for code in rng.sample(pool(name), min(len(pool(name)), 200)):
        text = game.action_to_string(code)
        for spelling in (
            text + " ",
            " " + text,
            text.upper(),
            text.replace(" ", "  "),
            text[:-1],
            text + "0",
            "",
        ):
            if spelling == text:
                continue
            try:
                assert game.action_to_string(game.string_to_action(spelling)) == spelling
            except cc.IllegalAction as error:
                assert error.reason == "MALFORMED"  # noqa: PT017 - some neighbours are actions too
    for wrong in (None, 5, b"announce 1"):
        with pytest.raises(cc.IllegalAction, match="MALFORMED"):
            game.string_to_action(wrong)  # type: ignore[arg-type]


@each_variant
def test_position_bytes_pickle_and_clone_give_the_same_state(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301 - our own bytes
    for state in sampled(game, seed=3, count=12):
        position = json.loads(json.dumps(state.position()))
        copies = [
            game.state_from_position(position),
            game.deserialize(state.serialize()),
            pickle.loads(pickle.dumps(state)),  # noqa: S301 - our own bytes
            state.clone(),
            copy.copy(state),
            copy.deepcopy(state),
        ]
        for same in copies:
            assert same == state
            assert hash(same) == hash(state)
            assert same.serialize() == state.serialize()
            assert same.position() == position
        assert copies[0].events(0) == copies[1].events(0) == copies[2].events(0) == []
        assert copies[3].events(0) == state.events(0) != []
        if not state.is_terminal():
            seat = state.current_player()
            copies[3].apply_action(state.legal_actions(seat)[0], seat)
            assert copies[3] != state
            assert state.position() == position


@each_variant
def test_play_goes_on_identically_from_json_and_from_bytes(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    rng = Random(4)
    for state in sampled(game, seed=4, count=6):
        others = [game.state_from_position(state.position()), game.deserialize(state.serialize())]
        while not state.is_terminal():
            seat = rng.choice(state.acting_players())
            action = rng.choice(state.legal_actions(seat))
            state.apply_action(action, seat)
            for other in others:
                other.apply_action(action, seat)
                assert other == state
                for viewer in viewers(game):
                    assert other.events(viewer) == state.events(viewer)


@each_variant
def test_order_of_simultaneous_decisions_does_not_matter(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    rng = Random(5)
    for state in (each.clone() for _ in range(2) for each in walk(game, rng)):
        seats = state.acting_players()
        if len(seats) < 2:
            continue
        chosen = {seat: rng.choice(state.legal_actions(seat)) for seat in seats}
        backwards = state.clone()
        for seat in seats:
            assert state.is_legal(chosen[seat], seat)
            state.apply_action(chosen[seat], seat)
        for seat in reversed(seats):
            backwards.apply_action(chosen[seat], seat)
        assert backwards == state


@each_variant
def test_all_cards_are_accounted_for(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    profile = PROFILES[name]
    expected = profile.pack({"players": game.num_players, **game.options})
    for state in walk(game, Random(6)):
        assert profile.cards(state.position()) == expected


@each_variant
def test_bounds_hold_and_results_agree(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    rng = Random(9)
    for _ in range(3):
        length = -1
        for state in walk(game, rng):
            length += 1
            for seat in state.acting_players():
                assert 1 <= len(state.legal_actions(seat)) <= game.max_legal_actions
            if not state.is_terminal():
                with pytest.raises(cc.NotTerminal):
                    state.scores()
        assert length <= game.max_game_length
        assert state.current_player() == cc.TERMINAL
        assert state.acting_players() == state.legal_actions() == []
        places = state.placements()
        assert min(places) == 1
        assert all(place == 1 + sum(other < place for other in places) for place in places)
        assert state.position()["result"] == {"scores": state.scores(), "placements": places}
        assert abs(sum(state.returns())) < 1e-9
        assert all(-1 <= value <= 1 for value in state.returns())
        parties = state.parties()
        assert {
            len({places[s] for s in range(game.num_players) if parties[s] == party}) for party in parties
        } == {1}
        for refused in (state.legal_actions, state.view, state.events):
            with pytest.raises(ValueError, match="player"):
                refused(game.num_players)
    assert cc.playouts(game, 200, 1).longest <= game.max_game_length


@each_variant
def test_playouts_are_the_same_for_any_number_of_threads(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    state = sampled(game, seed=5, count=3)[1]
    for source in (game, state):
        one = cc.playouts(source, 60, 99, threads=1)
        assert one == cc.playouts(source, 60, 99, threads=2) == cc.playouts(source, 60, 99, threads=5)
        assert one.games == 60
        assert one.decisions > 0
    assert cc.playouts(game, 60, 99) != cc.playouts(game, 60, 100)


@each_variant
def test_playouts_in_pieces_are_those_of_one_run(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    for source in (game, sampled(game, seed=5, count=3)[1]):
        whole, scores = cc.playouts(source, 40, 99), cc.playout_scores(source, 40, 99)
        for cut in (1, 13, 39):
            rest = cc.playouts(source, 40 - cut, 99, threads=2, first=cut)
            assert cc.playouts(source, cut, 99) + rest == whole
            assert (cc.playout_scores(source, 40 - cut, 99, first=cut) == scores[cut:]).all()
        assert whole.total_scores == tuple(scores.sum(axis=0).tolist())
        assert whole.mean_scores == tuple(scores.mean(axis=0).tolist())


@each_variant
def test_same_seed_same_deal(name: str, variant: dict[str, Any]) -> None:
    game = load(name, variant)
    assert game.new_initial_state(3) == game.new_initial_state((3).to_bytes(32, "little"))
    assert game.new_initial_state(3) != game.new_initial_state(4)


@each_game
def test_perft_counts_leaves(name: str) -> None:
    def leaves(state: cc.State, depth: int) -> int:
        if depth == 0 or state.is_terminal():
            return 1
        total = 0
        for action in state.legal_actions():
            child = state.clone()
            child.apply_action(action)
            total += leaves(child, depth - 1)
        return total

    state = load(name, PROFILES[name].variants[0]).new_initial_state(12)
    assert [cc.perft(state, depth) for depth in range(3)] == [leaves(state, depth) for depth in range(3)]
    with pytest.raises(ValueError, match="depth"):
        cc.perft(state, -1)
