"""Rules of Artus that the worked cases do not show: events, disc, scoring cards, positions set up by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import certamen_core as cc
import pytest

Position = dict[str, Any]
KNIGHT_CARDS = ["R-5", "R1-4", "R2-5", "R3-6", "R4-7", "R5-8", "R6-9", "R7-10"]
KING_CARDS = ["A-5", "A1-3", "A3-5", "AR", "B2-4", "BR", "S2-4", "SR"]
SCORING_CARDS = ["W1", "W2", "W3", "W4", "W5", "W6"]
PRINCES = {0: "S3", 14: "S1", 7: "B1", 21: "B1"}
# Seat 1's knights stand where they are in nobody's way.
AWAY = {8: "1", 9: "1", 10: "1", 11: "1", 12: "1"}


def load(players: int = 2, mode: str = "advanced") -> cc.Game:
    return cc.load_game("artus", players=players, mode=mode)


def set_up(
    figures: dict[int, str],
    hands: list[str],
    piles: list[dict[str, list[str]]] | None = None,
    mode: str = "advanced",
    **fields: Any,
) -> Position:
    """A position in phase `play`: figures by chair, hands as texts; the other cards were played."""
    position: Position = load(len(hands), mode).new_initial_state(1).position()
    chairs = [figures.get(chair, "") for chair in range(28)]
    position["chairs"] = chairs
    position["king"] = next(chair for chair, figure in figures.items() if figure in ("S3", "B3"))
    position["placed"] = sum(figure.isdigit() for figure in chairs)
    position["hands"] = [sorted(hand.split()) for hand in hands]
    position["piles"] = [{"R": [], "K": [], "W": [], **pile} for pile in piles or [{}] * len(hands)]
    cards = KNIGHT_CARDS + KING_CARDS + (SCORING_CARDS if mode == "advanced" else [])
    for seat, hand in enumerate(position["hands"]):
        held = {*hand, *(card for pile in position["piles"][seat].values() for card in pile)}
        position["played"] += [{"seat": seat, "card": card} for card in cards if card not in held]
    return position | {"phase": "play", "to_act": [0], **fields}


def state_of(position: Position) -> cc.State:
    game = load(position["players"], position["options"]["mode"])
    return game.state_from_position(position)


def playing(own: list[int], hand: str, princes: dict[int, str] | None = None, **fields: Any) -> cc.State:
    """Seat 0 of two to play this hand with its knights on these five chairs; seat 1's are out of the way."""
    figures = {**(princes or PRINCES), **AWAY, **dict.fromkeys(own, "0")}
    return state_of(set_up(figures, [hand, "W5 W6"], **fields))


def play(state: cc.State, *texts: str) -> list[dict[str, Any]]:
    """Let whoever is to act take these actions; returns the events of the last one."""
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state.events(cc.SPECTATOR)


def legal(state: cc.State) -> list[str]:
    return sorted(state.action_to_string(action) for action in state.legal_actions())


def points(state: cc.State, text: str) -> int:
    """What an action brings its seat."""
    before: list[int] = state.position()["scores"]
    play(state, text)
    after: list[int] = state.position()["scores"]
    return after[0] - before[0]


def test_placing_goes_counter_clockwise_from_the_last_seat() -> None:
    state = load(3).new_initial_state(5)
    seats = []
    while state.position()["phase"] == "place":
        seats += state.acting_players()
        play(state, legal(state)[0])
    assert seats == [2, 1, 0] * 5
    assert state.acting_players() == [0]


def test_a_basic_hand_has_four_cards_and_an_advanced_one_six_without_scoring_cards() -> None:
    for mode, size, piles in (("basic", 4, [6, 6, 0]), ("advanced", 6, [5, 5, 6])):
        position = load(4, mode).new_initial_state(3).position()
        for hand, pile in zip(position["hands"], position["piles"], strict=True):
            assert len(hand) == size
            assert not set(hand) & set(SCORING_CARDS)
            assert [len(pile[kind]) for kind in "RKW"] == piles


@pytest.mark.parametrize(("distance", "value"), [*((d, d - 16) for d in range(1, 16)), (16, 0), (17, 0)])
def test_red_and_yellow_values(distance: int, value: int) -> None:
    """The king sits on 0, so a chair's number is its distance."""
    princes = {0: "S3", 27: "S1", 26: "B1", 25: "B1"}
    own = [distance, *(chair for chair in (18, 19, 20, 21) if chair != distance)]
    figures = {**princes, **dict.fromkeys((22, 23, 24), "1"), **dict.fromkeys(own, "0")}
    free = [chair for chair in range(1, 17) if chair not in figures]
    figures |= dict.fromkeys(free[:2], "1")
    state = state_of(set_up(figures, ["R1-4", "W5 W6"]))
    assert points(state, f"R1-4 {distance}+1") == value


@pytest.mark.parametrize(("distance", "value"), [(d, d - 17) for d in range(18, 28)])
def test_green_values_around_any_king(distance: int, value: int) -> None:
    king = 20
    chair = (king + distance) % 28
    taken = {(king + 1 + i) % 28 for i in range(12)}
    princes = dict(zip(sorted(taken)[:3], ("S1", "B1", "B1"), strict=True)) | {king: "S3"}
    others = sorted(taken)[3:]
    figures = {**princes, **dict.fromkeys(others[:4], "0"), **dict.fromkeys(others[4:], "1"), chair: "0"}
    state = state_of(set_up(figures, ["R-5", "W5 W6"]))
    assert points(state, f"R-5 {chair}-1") == value


def test_events_of_a_move_that_displaces_the_king() -> None:
    state = playing([26, 2, 3, 4, 5], "R1-4 R2-5")
    assert play(state, "R1-4 26+2") == [
        {"type": "action", "seat": 0, "action": "R1-4 26+2"},
        {"type": "displaced", "figure": "S3", "from": 0, "to": 27},
        {"type": "points", "seat": 0, "points": 9},
        {"type": "king", "chair": 27},
    ]
    assert state.position()["king"] == 27


def test_a_moved_king_scores_nothing_and_has_no_points_event() -> None:
    state = playing([26, 2, 3, 5, 6], "S2-4 R2-5")
    assert play(state, "S2-4 0+4") == [
        {"type": "action", "seat": 0, "action": "S2-4 0+4"},
        {"type": "king", "chair": 4},
    ]
    assert state.position()["scores"] == [0, 0]


def test_a_king_pushes_a_prince_aside_and_takes_his_rings_along() -> None:
    state = playing([26, 2, 3, 5, 6], "A3-5 R2-5", princes={0: "S3", 4: "B2", 14: "S1", 21: "B1"})
    events = play(state, "A3-5 0+4")
    assert events[1] == {"type": "displaced", "figure": "B2", "from": 4, "to": 1}
    chairs = state.position()["chairs"]
    assert (chairs[4], chairs[1], chairs[0]) == ("S3", "B2", "")


def test_a_moved_prince_keeps_his_rings_and_scores_the_chair_he_left() -> None:
    state = playing([26, 2, 3, 5, 6], "B2-4 R2-5", princes={0: "S3", 4: "S1", 25: "B2", 21: "B1"})
    assert points(state, "B2-4 25+4") == 8
    assert state.position()["chairs"][1] == "B2"


def test_a_bronze_king_is_moved_by_bronze_cards_only() -> None:
    princes = {0: "B3", 14: "S1", 7: "S1", 21: "B1"}
    assert legal(playing([1, 2, 3, 4, 5], "S2-4", princes)) == [
        *(f"S2-4 14+{k}" for k in (2, 3, 4)),
        *(f"S2-4 7+{k}" for k in (2, 3, 4)),
    ]
    assert legal(playing([1, 2, 3, 4, 5], "BR", princes)) == ["BR 21"]
    assert legal(playing([1, 2, 3, 4, 5], "SR", princes)) == ["SR 14", "SR 7"]


def test_the_chair_just_left_is_free_for_who_is_pushed_aside() -> None:
    state = playing([3, 4, 5, 26, 27], "R1-4 R2-5")
    events = play(state, "R1-4 3+1")
    assert events[1] == {"type": "displaced", "figure": "0", "from": 4, "to": 3}
    chairs = state.position()["chairs"]
    assert chairs[3] == chairs[4] == "0"


def test_making_room_goes_round_past_chair_0() -> None:
    state = playing([1, 2, 27, 26, 5], "R-5 R2-5")
    events = play(state, "R-5 5-4")
    assert events[1] == {"type": "displaced", "figure": "0", "from": 1, "to": 25}


def test_a_third_ring_makes_a_king_after_the_points_by_the_old_disc() -> None:
    state = playing([1, 2, 3, 4, 5], "BR R2-5", princes={0: "S3", 14: "S1", 7: "B1", 21: "B2"})
    assert play(state, "BR 21") == [
        {"type": "action", "seat": 0, "action": "BR 21"},
        {"type": "points", "seat": 0, "points": 4},
        {"type": "king", "chair": 21},
    ]
    chairs = state.position()["chairs"]
    assert (chairs[0], chairs[21]) == ("S1", "B3")


def test_points_of_a_yellow_chair_are_told_too() -> None:
    events = play(playing([16, 2, 3, 4, 5], "R1-4 R2-5"), "R1-4 16+1")
    assert events[1:] == [{"type": "points", "seat": 0, "points": 0}]


# The king on 0: chair = distance. 13, 14, 15, 27, 0, 1 are carpet.
@pytest.mark.parametrize(
    ("card", "own", "expected"),
    [
        ("W1", [1, 2, 3, 4, 5], -65),
        ("W2", [1, 2, 3, 4, 5], 65),
        ("W1", [16, 17, 18, 27, 15], 10),
        ("W3", [17, 18, 26, 15, 1], 8),
        ("W3", [18, 19, 26, 15, 1], -15),
        ("W3", [16, 17, 15, 1, 2], -15),
        ("W3", [16, 17, 18, 26, 22], -15),
        ("W4", [27, 1, 15, 18, 19], 9),
        ("W4", [1, 15, 18, 19, 20], -16),
        ("W4", [27, 18, 19, 20, 22], -25),
        ("W5", [1, 2, 15, 3, 18], -28),
        ("W5", [1, 15, 16, 17, 18], -50),
        ("W6 best", [1, 2, 3, 4, 5], -11),
        ("W6 best", [1, 2, 16, 4, 5], 0),
        ("W6 best", [1, 2, 16, 22, 27], 10),
    ],
)
def test_scoring_cards(card: str, own: list[int], expected: int) -> None:
    princes = {0: "S3", 14: "S1", 7: "B1", 21: "B1"}
    assert points(playing(own, f"{card[:2]} R2-5", princes), card) == expected


def test_scoring_cards_look_from_the_king_wherever_he_is() -> None:
    princes = {5: "S3", 14: "S1", 7: "B1", 21: "B1"}
    own = [4, 6, 22, 24, 0]  # distances 27, 1, 17, 19, 23
    assert points(playing(own, "W1 R2-5", princes), "W1") == 10 - 15 + 0 + 2 + 6


def test_w6_may_do_everything_once() -> None:
    moves = [f"W6 {chair}+{k}" for chair in (0, 1, 2, 3, 4, 5, 7, 14, 21) for k in (1, 2, 3)]
    rings = [f"W6 ring {chair}" for chair in (7, 14, 21)]
    assert legal(playing([1, 2, 3, 4, 5], "W6")) == sorted([*moves, *rings, "W6 best"])


def test_in_advanced_the_second_draw_is_chosen_after_the_first() -> None:
    piles = [{"R": ["R3-6", "R4-7"], "K": ["SR"], "W": ["W1"]}, {}]
    figures = {**PRINCES, **AWAY, **dict.fromkeys([1, 2, 3, 4, 5], "0")}
    state = state_of(set_up(figures, ["R1-4 R2-5 AR", "W5 W6"], piles))
    play(state, "R1-4 5+1", "R2-5 6+5")
    assert (state.position()["phase"], state.position()["step"]) == ("draw", 0)
    assert legal(state) == ["draw K", "draw R", "draw W"]
    events = play(state, "draw K")
    assert events[1:] == [{"type": "drawn", "seat": 0, "pile": "K", "card": "?"}]
    assert (state.position()["phase"], state.position()["step"]) == ("draw", 1)
    assert legal(state) == ["draw R", "draw W"]
    play(state, "draw R")
    assert state.events(0)[1:] == [{"type": "drawn", "seat": 0, "pile": "R", "card": "R3-6"}]
    assert (state.position()["phase"], state.position()["turn"], state.acting_players()) == ("play", 1, [1])


def test_a_single_pile_gives_both_cards_by_itself() -> None:
    figures = {**PRINCES, **AWAY, **dict.fromkeys([1, 2, 3, 4, 5], "0")}
    state = state_of(set_up(figures, ["R1-4 R2-5", "W5 W6"], [{"W": ["W3", "W1", "W2"]}, {}]))
    play(state, "R1-4 5+1", "R2-5 6+5")
    drawn = [(event["card"], event["pile"]) for event in state.events(0) if event["type"] == "drawn"]
    assert drawn == [("W3", "W"), ("W1", "W")]
    assert [event["card"] for event in state.events(1) if event["type"] == "drawn"] == ["?", "?"]
    assert state.acting_players() == [1]


@pytest.mark.parametrize(
    ("players", "mode", "longest"),
    [(2, "basic", 227), (4, "basic", 194), (3, "advanced", 263), (4, "advanced", 227)],
)
def test_a_whole_set_in_one_hand_reaches_the_bound_of_legal_actions(
    players: int, mode: str, longest: int
) -> None:
    cards = KNIGHT_CARDS + KING_CARDS + (SCORING_CARDS if mode == "advanced" else [])
    each = 4 if players == 4 else 5
    free = [chair for chair in range(28) if chair not in PRINCES]
    figures = {**PRINCES, **{free[i]: str(i % players) for i in range(players * each)}}
    state = state_of(set_up(figures, [" ".join(cards)] * players, mode=mode))
    assert len(legal(state)) == longest == state.game.max_legal_actions
    assert cc.playouts(state, 20, 1).longest > 0


def test_a_turn_ends_when_the_hand_runs_out_and_seats_without_cards_are_passed_over() -> None:
    figures = {**PRINCES, **AWAY, **dict.fromkeys([1, 2, 3, 4, 5], "0")}
    state = state_of(set_up(figures, ["R1-4", ""], [{"K": ["SR", "BR"]}, {"R": ["R1-4"]}]))
    play(state, "R1-4 5+1")
    position = state.position()
    assert (position["turn"], position["to_act"], position["hands"]) == (2, [0], [["BR", "SR"], []])
    assert state.game.state_from_position(position) == state
    play(state, "SR 14", "BR 7")
    assert state.is_terminal()
    assert state.position()["turn"] == 3


def test_placing_passes_over_a_seat_with_all_its_knights() -> None:
    position = load(2).new_initial_state(1).position()
    for chair in (1, 2, 3, 4, 5):
        position["chairs"][chair] = "1"
    state = state_of(position | {"placed": 5, "to_act": [0]})
    seats = []
    while state.position()["phase"] == "place":
        seats += state.acting_players()
        play(state, legal(state)[0])
    assert seats == [0] * 5


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("king", {"king": 14}),
        ("to_act", {"to_act": [1]}),
        ("to_act", {"turn": 1}),
        ("placed", {"placed": 9}),
        ("placed", {"phase": "place"}),
        ("step", {"step": 2}),
        ("deal", {"deal": 1}),
        ("piles", {"phase": "draw"}),
        ("hands", {"phase": "over", "to_act": []}),
        ("hands", {"hands": [["R1-4"], ["W5", "W6"]]}),
        ("hands", {"hands": [[], ["W5", "W6"]], "piles": [{"R": ["R1-4", "R2-5"], "K": [], "W": []}] * 2}),
        ("piles", {"piles": [{"R": ["SR"], "K": [], "W": []}] * 2}),
        ("piles", {"piles": [{"R": ["R1-4"], "K": [], "W": []}] * 2}),
        ("scores", {"scores": [2**31, 0]}),
    ],
)
def test_a_position_that_breaks_a_rule_is_refused_by_its_field(field: str, change: Position) -> None:
    figures = {**PRINCES, **AWAY, **dict.fromkeys([1, 2, 3, 4, 5], "0")}
    position = set_up(figures, ["R1-4 R2-5", "W5 W6"])
    assert state_of(position).position() == position
    with pytest.raises(cc.InvalidPosition) as error:
        state_of({**position, **change})
    assert error.value.field in (field, "played")


@pytest.mark.parametrize(
    "wrong",
    [
        {0: "S1"},
        {0: "S3", 14: "S3"},
        {0: "B3"},
        {14: ""},
        {14: "S0"},
        {14: "S4"},
        {1: ""},
        {1: "1"},
        {1: "2"},
        {22: "S1"},
    ],
)
def test_wrong_figures_are_refused(wrong: dict[int, str]) -> None:
    figures = {**PRINCES, **AWAY, **dict.fromkeys([1, 2, 3, 4, 5], "0")}
    position = set_up(figures, ["R1-4 R2-5", "W5 W6"])
    for chair, text in wrong.items():
        position["chairs"][chair] = text
    with pytest.raises(cc.InvalidPosition) as error:
        state_of(position)
    assert error.value.field in ("chairs", "placed")


def test_scores_and_rings_are_free() -> None:
    princes = {0: "S3", 14: "S2", 7: "B2", 21: "B2"}
    state = playing([1, 2, 3, 4, 5], "R1-4 R2-5", princes, scores=[-1000, 10**6], turn=60)
    assert state.position()["scores"] == [-1000, 10**6]
    while not state.is_terminal():
        state.apply_action(Random(1).choice(state.legal_actions()))
