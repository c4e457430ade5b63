"""Rules of Das Luschenspiel that the worked cases do not show: events, and positions set up by hand."""

from __future__ import annotations

from random import Random
from typing import Any

import certamen_core as cc
import pytest

Position = dict[str, Any]
PACK = sorted(rank + suit for rank in "789TJQKA" for suit in "cdhs")
ROW_ORDER = "789TJQKA"


def load(players: int, limit: int = 25) -> cc.Game:
    return cc.load_game("luschen", players=players, limit=limit)


def play(state: cc.State, *texts: str) -> list[dict[str, Any]]:
    """Let whoever is to act take these actions; returns the events of the last one."""
    for text in texts:
        state.apply_action(state.string_to_action(text))
    return state.events(cc.SPECTATOR)


def legal(state: cc.State) -> list[str]:
    return sorted(state.action_to_string(action) for action in state.legal_actions())


def kinds(events: list[dict[str, Any]]) -> list[str]:
    return [event["type"] for event in events]


def of_type(events: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [{key: event[key] for key in event if key != "type"} for event in events if event["type"] == kind]


def dealt(hands: list[str], skat: str = "", limit: int = 25, **fields: Any) -> cc.State:
    """A state in phase `choose`; the hands and the Skat as cards with spaces between."""
    game = load(len(hands), limit)
    position = game.new_initial_state(1).position()
    position |= {"hands": [sorted(hand.split()) for hand in hands], "skat": sorted(skat.split()), **fields}
    return game.state_from_position(position)


def spread(players: int, first: dict[int, str], skat: str = "") -> tuple[list[str], str]:
    """Hands that begin with the given cards and are filled up from the rest of the pack, in its order."""
    size = len(PACK) // players
    given = {card for cards in (*first.values(), skat) for card in cards.split()}
    rest = iter(card for card in PACK if card not in given)
    hands = []
    for seat in range(players):
        hand = first.get(seat, "").split()
        hands.append(" ".join(hand + [next(rest) for _ in range(size - len(hand))]))
    missing = len(PACK) - players * size - len(skat.split())
    return hands, " ".join([*skat.split(), *(next(rest) for _ in range(missing))])


def laying(players: int, rows: dict[str, str], hands: dict[int, str], to_act: int, **fields: Any) -> Position:
    """A position of `anlegen`: ranks in the rows, what seats still hold; `played` is made to fit."""
    game = load(players)
    position = game.new_initial_state(1).position()
    held = [sorted(hands.get(seat, "").split()) for seat in range(players)]
    in_rows = [rank + suit for suit in "cdhs" for rank in rows.get(suit, "")]
    size = len(PACK) // players
    cards = iter(in_rows)
    played = [
        {"seat": seat, "card": next(cards)} for seat in range(players) for _ in range(size - len(held[seat]))
    ]
    return position | {
        "contract": "anlegen",
        "phase": "lay",
        "hands": held,
        "rows": {suit: [rank + suit for rank in rows.get(suit, "")] for suit in "cdhs"},
        "skat": sorted(set(PACK) - set(in_rows) - {card for hand in held for card in hand}),
        "played": played,
        "out": [seat for seat in range(players) if not held[seat]],
        "to_act": [to_act],
        **fields,
    }


# --- luschen ----------------------------------------------------------------------------------------------


def test_each_threshold_of_luschen_is_booked_once_and_a_hundred_ends_it() -> None:
    state = dealt(*spread(4, {}))
    play(state, "choose luschen")
    rng = Random(3)
    booked = []
    while state.position()["contract"] == "luschen":
        before = state.position()["count"]
        seat = state.current_player()
        events = play(state, rng.choice(legal(state)))
        for event in of_type(events, "booked"):
            assert event["seat"] == seat
            booked.append(event["points"])
    assert booked == [1, 2, 3, 4]
    assert 100 > before >= 89
    assert state.position()["deal"] == 1
    assert kinds(events) == ["action", "booked", "deal"]


def test_a_skat_of_25_or_more_costs_nobody_anything() -> None:
    hands, skat = spread(7, {0: "Ts"}, "Ac Ad Ah As")
    state = dealt(hands, skat)
    turned_up = of_type(play(state, "choose luschen"), "skat")
    assert turned_up == [{"cards": ["Ac", "Ad", "Ah", "As"], "seat": None}]
    assert state.position()["count"] == 44
    assert of_type(play(state, "play Ts"), "booked") == [{"seat": 0, "points": 2}]


def test_no_skat_no_event() -> None:
    for contract in ("luschen", "anlegen"):
        assert kinds(play(dealt(*spread(4, {})), f"choose {contract}")) == ["action"]


# --- koenig and damen -------------------------------------------------------------------------------------


def leading(cards: list[str]) -> list[str]:
    """Three cards ordered so that the first wins."""
    best = max(cards, key=lambda card: ("789JQKTA".index(card[0]), card))
    others = [card for card in cards if card != best]
    assert all(card[1] != best[1] or "789JQKTA".index(card[0]) < "789JQKTA".index(best[0]) for card in others)
    return [best, *others]


def last_trick(contract: str, trick: list[str], skat: str) -> cc.State:
    """Three seats before their last trick, seat 1 to lead."""
    game = load(3)
    hidden = [*trick, *skat.split()]
    rest = [card for card in PACK if card not in hidden]
    # Seat 1 takes the trick before: he leads its highest card.
    played = [*rest[:24], *leading(rest[24:])]
    position = game.new_initial_state(1).position() | {
        "contract": contract,
        "phase": "play",
        "hands": [[card] for card in trick],
        "skat": sorted(skat.split()),
        "played": [{"seat": (1 + i) % 3, "card": card} for i, card in enumerate(played)],
        "tricks": 9,
        "queens": sum(card[0] == "Q" for card in rest) if contract == "damen" else 0,
        "to_act": [1],
    }
    return game.state_from_position(position)


def test_the_winner_of_the_last_trick_pays_for_the_king_in_the_skat() -> None:
    state = last_trick("koenig", ["8c", "7c", "9d"], "7d Kh")
    events = play(state, "play 7c", "play 9d", "play 8c")
    assert kinds(events) == ["action", "trick", "skat", "booked", "deal"]
    assert events[1:4] == [
        {"type": "trick", "seat": 0, "cards": ["7c", "9d", "8c"]},
        {"type": "skat", "cards": ["7d", "Kh"], "seat": 0},
        {"type": "booked", "seat": 0, "points": 5},
    ]


def test_a_king_taken_in_the_last_trick_shows_no_skat() -> None:
    state = last_trick("koenig", ["8c", "7c", "Kh"], "7d 7h")
    events = play(state, "play 7c", "play Kh", "play 8c")
    assert kinds(events) == ["action", "trick", "booked", "deal"]


def test_queens_of_the_last_trick_and_of_the_skat_are_booked_as_one_sum() -> None:
    state = last_trick("damen", ["Qc", "7c", "Qd"], "Qh Qs")
    events = play(state, "play 7c", "play Qd", "play Qc")
    assert of_type(events, "skat") == [{"cards": ["Qh", "Qs"], "seat": 0}]
    assert of_type(events, "booked") == [{"seat": 0, "points": 10}]
    assert state.position()["stamp"] == 2


def test_two_queens_in_one_trick_are_booked_as_one_sum() -> None:
    clubs, diamonds = "Qd 7c 8c 9c Tc Jc Qc Kc", "7d 9d Td Jd Kd Ad Ac 7s"
    spades, hearts = "Qs 8s 9s Ts Js Ks As 7h", "8d 8h 9h Th Jh Qh Kh Ah"
    state = dealt([clubs, diamonds, spades, hearts])
    play(state, "choose damen")
    events = play(state, "play 7d", "play Qs", "play 8d", "play Qd")
    assert of_type(events, "booked") == [{"seat": 0, "points": 3}]
    assert state.position()["queens"] == 2
    assert state.acting_players() == [0]


def test_the_suit_led_must_be_followed_and_binds_nobody_without_it() -> None:
    clubs, diamonds = "7c 8c 9c Tc Jc Qc Kc Ac", "7d 8d 9d Td Jd Qd Kd Ad"
    low, high = "7h 8h 9h Th 7s 8s 9s Ts", "Jh Qh Kh Ah Js Qs Ks As"
    state = dealt([clubs, low, high, diamonds])
    play(state, "choose koenig", "play Th")
    assert legal(state) == ["play Ah", "play Jh", "play Kh", "play Qh"]
    play(state, "play Jh")
    assert len(legal(state)) == 8
    events = play(state, "play Ad", "play Ac")
    assert of_type(events, "trick") == [{"seat": 1, "cards": ["Th", "Jh", "Ad", "Ac"]}]
    assert state.acting_players() == [1]


# --- anlegen ----------------------------------------------------------------------------------------------


def test_skat_cards_join_one_by_one_in_byte_order() -> None:
    state = dealt(*spread(7, {}, "Jc Jd Qd 7c"))
    events = play(state, "choose anlegen")
    assert kinds(events) == ["action", "skat", "added", "added", "added"]
    assert [event["card"] for event in of_type(events, "added")] == ["Jc", "Jd", "Qd"]
    assert state.view(3)["skat"] == ["7c"]


def test_a_seat_that_cannot_lay_passes_and_one_that_can_must() -> None:
    jacks = "Jc Jd Jh Js"
    state = dealt(*spread(4, {0: jacks, 1: "7c", 2: "7d", 3: "7h"}))
    play(state, "choose anlegen")
    for _ in range(3):
        assert legal(state) == ["pass"]
        play(state, "pass")
    assert legal(state) == ["lay Jc", "lay Jd", "lay Jh", "lay Js"]
    play(state, "lay Jc")
    assert set(legal(state)) >= {"done", "lay Jd"}
    assert not state.is_legal(state.string_to_action("pass"))


@pytest.mark.parametrize(
    ("players", "points"),
    [(2, [2]), (3, [2, 3]), (5, [2, 3, 4, 5]), (6, [1, 2, 3, 4, 5]), (8, [1, 2, 3, 4, 5, 6, 7])],
)
def test_every_place_but_the_first_is_booked(players: int, points: list[int]) -> None:
    state = load(players, limit=1000).new_initial_state(11)
    events = play(state, "choose anlegen")
    places: list[int] = []
    booked: list[int] = []
    rng = Random(5)
    while state.position()["deal"] == 0:
        events = play(state, rng.choice(legal(state)))
        places += [event["place"] for event in of_type(events, "out")]
        booked += [event["points"] for event in of_type(events, "booked")]
    assert places == list(range(1, players + 1))
    assert booked == points
    ending = ["out", "booked"] if players > 2 else ["out"]
    assert [kind for kind in kinds(events) if kind != "added"] == ["action", *ending, "out", "booked", "deal"]


def test_a_seat_goes_out_before_it_is_decided_who_is_next() -> None:
    rows = {"c": "789TJQKA", "d": "789TJQKA", "h": "789TJQ", "s": "789TJQK"}
    position = laying(4, rows, {0: "Kh", 2: "Ah", 3: "As"}, 0)
    state = load(4).state_from_position(position)
    events = play(state, "lay Kh")
    assert events[1:] == [{"type": "out", "seat": 0, "place": 2}, {"type": "booked", "seat": 0, "points": 2}]
    assert state.acting_players() == [2]
    assert state.position()["out"] == [1, 0]


# --- the chain of contracts -------------------------------------------------------------------------------


def last_of_luschen(game: cc.Game, **fields: Any) -> cc.State:
    """The count stands at 99, seat 1 is to play and holds Ts."""
    n = game.num_players
    position = game.new_initial_state(1).position()
    hands, _ = spread(n, {1: "Ts", 0: "7c"})
    position |= {
        "contract": "luschen",
        "phase": "play",
        "hands": [sorted(hand.split()) for hand in hands],
        "skat": [],
        "count": 99,
        "to_act": [1],
        **fields,
    }
    position["hands"][0].remove("7c")
    position["played"] = [{"seat": 0, "card": "7c"}]
    return game.state_from_position(position)


def test_of_equal_penalties_the_seat_that_reached_them_first_deals() -> None:
    game = load(4)
    state = last_of_luschen(game, penalties=[5, 1, 5, 0], reached=[7, 2, 3, 0], stamp=8)
    play(state, "play Ts")
    assert state.position()["penalties"] == [5, 5, 5, 0]
    assert state.position()["dealer"] == 2


def test_the_limit_is_looked_at_after_the_contract() -> None:
    state = last_of_luschen(load(4, limit=3), penalties=[2, 0, 3, 0], reached=[1, 0, 2, 0], stamp=3)
    assert kinds(play(state, "play Ts")) == ["action", "booked", "over"]
    assert state.scores() == [2, 4, 3, 0]
    assert state.placements() == [2, 4, 3, 1]
    assert state.position()["contract"] == "luschen"
    assert state.view(0)["count"] == 109


def test_a_contract_never_comes_twice_in_a_row_and_each_books_something() -> None:
    for players in range(2, 9):
        rng = Random(players)
        state = load(players, limit=60).new_initial_state(players)
        previous, before = None, 0
        while not state.is_terminal():
            play(state, rng.choice(legal(state)))
            position = state.position()
            if position["phase"] == "choose" and position["previous"] != previous:
                previous = position["previous"]
                assert f"choose {previous}" not in legal(state)
                assert sum(position["penalties"]) >= before + (2 if previous == "anlegen" else 5)
                before = sum(position["penalties"])


# --- the loader -------------------------------------------------------------------------------------------


def refused(game: cc.Game, position: Position) -> str:
    with pytest.raises(cc.InvalidPosition) as error:
        game.state_from_position(position)
    return error.value.field


def test_numbers_need_not_fit_each_other() -> None:
    game = load(4)
    state = last_of_luschen(game, penalties=[900, 0, 0, 10**9], reached=[5, 5, 77, 1], stamp=0, count=100)
    events = play(state, "play Ts")
    assert kinds(events) == ["action", "over"], "nothing is passed any more, and the contract ends"
    for number in ("stamp", "count", "tricks", "queens"):
        position = game.new_initial_state(1).position()
        assert refused(game, position | {number: -1}) == number


def test_luschen_ends_with_the_last_card_whatever_the_count_says() -> None:
    game = load(8)
    position = game.new_initial_state(1).position()
    played = [{"seat": i % 8, "card": card} for i, card in enumerate(PACK)]
    position |= {
        "contract": "luschen",
        "phase": "play",
        "hands": [[] for _ in range(7)] + [["Ts"]],
        "played": played[:31],
        "to_act": [7],
    }
    state = game.state_from_position(position)
    assert kinds(play(state, "play Ts")) == ["action", "deal"]


def test_a_turn_in_which_nothing_more_fits_can_only_be_done() -> None:
    rows = {"c": "789TJQKA", "d": "789TJQKA", "h": "789TJQ", "s": "789TJQK"}
    position = laying(4, rows, {0: "Kh", 2: "Ah", 3: "As"}, 2, laid=True)
    state = load(4).state_from_position(position)
    assert legal(state) == ["done"]


def test_a_position_in_which_all_would_pass_for_ever_is_refused() -> None:
    rows = {"c": "789TJQKA", "d": "789TJQKA", "h": "789TJ", "s": "789TJQ"}
    game = load(3)
    position = laying(3, rows, {0: "Kh", 1: "Ah As"}, 0)
    assert position["skat"] == ["Ks", "Qh"]
    assert refused(game, position) == "skat"
    # A card that somebody can lay sets it going again.
    rows = {"c": "789TJQKA", "d": "789TJQK", "h": "789TJ", "s": "789TJQKA"}
    state = game.state_from_position(laying(3, rows, {0: "Kh", 1: "Ad"}, 1))
    assert state.position()["skat"] == ["Ah", "Qh"]
    assert [event["card"] for event in of_type(play(state, "lay Ad"), "added")] == ["Qh"]


def test_rows_must_be_unbroken_ordered_and_hold_their_jack() -> None:
    game = load(4)
    full = "789TJQKA"
    good = laying(4, {"c": full, "d": full, "h": full, "s": "789TJQ"}, {0: "Ks", 2: "As"}, 0)
    game.state_from_position(good)
    for cards in (["9s", "Js"], ["7s", "8s", "9s", "Ts", "Js", "Ks"], ["8s", "7s", "9s", "Ts", "Js", "Qs"]):
        assert refused(game, good | {"rows": good["rows"] | {"s": cards}}) == "rows"


@pytest.mark.parametrize("out", [[], [1], [1, 3, 0], [1, 1], [1, 1, 3], [3, 1, 3]])
def test_out_must_be_the_seats_without_cards(out: list[int]) -> None:
    full = "789TJQKA"
    game = load(4)
    good = laying(4, {"c": full, "d": full, "h": full, "s": "789TJQ"}, {0: "Ks", 2: "As"}, 0)
    assert good["out"] == [1, 3]
    game.state_from_position(good | {"out": [3, 1]})
    assert refused(game, good | {"out": out}) == "out"


def legal_card(state: cc.State, contract: str) -> str:
    """A card that the first seat to act may play after this choice."""
    after = state.clone()
    play(after, f"choose {contract}")
    return legal(after)[0]


def test_a_trick_goes_on_clockwise_and_ends_what_was_played() -> None:
    game = load(4)
    state = dealt(*spread(4, {}))
    play(state, "choose koenig", legal_card(state, "koenig"))
    position = state.position()
    assert len(position["trick"]) == 1
    assert refused(game, position | {"trick": []}) in {"played", "to_act"}
    assert refused(game, position | {"trick": [{"seat": 2, "card": position["trick"][0]["card"]}]}) == "trick"
    assert refused(game, position | {"to_act": [3]}) == "to_act"


def test_a_contract_must_differ_from_the_one_before() -> None:
    position = last_of_luschen(load(4)).position()
    assert refused(load(4), position | {"previous": "luschen"}) == "contract"
    assert refused(load(4), position | {"contract": None}) == "contract"
    load(4).state_from_position(position | {"previous": "damen"})


def test_that_suits_were_followed_is_not_checked() -> None:
    game = load(2)
    position = game.new_initial_state(1).position()
    position |= {"contract": "damen", "phase": "play", "tricks": 1, "to_act": [1]}
    position["hands"] = [
        [card for card in PACK if card[1] in "ch" and card != "Ac"],
        [card for card in PACK if card[1] in "ds" and card != "7s"],
    ]
    position["played"] = [{"seat": 1, "card": "7s"}, {"seat": 0, "card": "Ac"}]
    game.state_from_position(position)
    assert refused(game, position | {"to_act": [0]}) == "to_act"
