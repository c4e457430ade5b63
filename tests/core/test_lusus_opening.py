"""Which melds a seat may lay before it is out, against an exhaustive search by the rules' own words.

The search knows no shortcut: it tries every meld of the hand, and after it every further one, until the melds
are worth 30 and a card is left. ``CERTAMEN_OPENING_HANDS`` sets how many hands of each kind are tried.
"""

from __future__ import annotations

import itertools
import os
from random import Random

import certamen_core as cc
import pytest

from tests.core.lusus_positions import RANKS, REGULAR, SUITS, position, without

HANDS = int(os.environ.get("CERTAMEN_OPENING_HANDS", "210"))
VALUES = {**dict.fromkeys("123456789", 5), **dict.fromkeys("XFERK", 10), "T": 20}
RUNS = [
    [rank + suit for rank in RANKS[low:high]]
    for suit in SUITS
    for low in range(len(RANKS))
    for high in range(low + 3, len(RANKS) + 1)
]
GROUPS = [
    [rank + suit for suit in suits]
    for rank in RANKS
    for size in range(3, 7)
    for suits in itertools.combinations(SUITS, size)
]
LINES = [(line, frozenset(line), sum(VALUES[card[0]] for card in line)) for line in RUNS + GROUPS]

Meld = tuple[list[str], str, int]  # the cards used, the text, the worth


def melds_of(hand: list[str]) -> list[Meld]:
    """Every meld that the cards of a hand allow."""
    held = set(hand)
    found: list[Meld] = []
    for line, members, worth in LINES:
        missing = members - held
        if len(missing) > 1:
            continue
        if not missing:
            found.append((line, " ".join(line), worth))
        if "STU" not in held:
            continue
        for i, card in enumerate(line):
            if not missing or card in missing:
                text = " ".join([*line[:i], "STU=" + card, *line[i + 1 :]])
                found.append(([*line[:i], "STU", *line[i + 1 :]], text, worth))
    return found + [
        (["STU"] * size, " ".join(["STU"] * size), 50 * size) for size in range(3, hand.count("STU") + 1)
    ]


def completes(hand: list[str], worth: int) -> bool:
    """Whether an opening that has come to this worth can be completed with a card left."""
    if worth >= 30:
        return len(hand) >= 1
    return any(completes(without(hand, meld[0]), worth + meld[2]) for meld in melds_of(hand))


def openings(hand: list[str], worth: int) -> list[str]:
    """The texts of the melds that may be laid."""
    return sorted(
        "meld " + text
        for cards, text, value in melds_of(hand)
        if completes(without(hand, cards), worth + value)
    )


def compare(hand: list[str], rng: Random) -> None:
    """Compare the legal melds at a hand, and after one that has not opened yet."""
    game = cc.load_game("lusus", players=2)
    state = game.state_from_position(position([hand, []]))
    worth = 0
    while True:
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        melds = sorted(text for text in texts if text.startswith("meld"))
        assert melds == openings(hand, worth), (hand, worth)
        ends = {"discard " + card for card in hand}
        if "Fi" in hand and len(hand) > 1:
            ends.add("carnifex")
        assert set(texts) - set(melds) == (set() if worth else ends)
        assert all(state.is_legal(state.string_to_action(text)) for text in texts)
        illegal = {"meld " + text for _, text, _ in melds_of(hand)} - set(melds)
        assert not any(state.is_legal(state.string_to_action(text)) for text in illegal)
        if not melds:
            return
        state.apply_action(state.string_to_action(rng.choice(melds)))
        after = state.position()
        if after["out"][0]:
            return
        hand, worth = after["hands"][0], after["opening"]


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("stulti", range(7))
def test_random_hands(stulti: int) -> None:
    rng = Random(f"{stulti} STULTI")
    others = [*REGULAR, "INV", "INC", "SER"]
    for _ in range(HANDS // 7 + 1):
        size = rng.choice([5, 6, 7, 8, 9, 10, 13, 13, 13, 13, 16, 20]) if stulti < 3 else rng.randint(3, 9)
        compare(sorted(rng.sample(others, max(1, size - stulti)) + ["STU"] * stulti), rng)


def cheap_line(rng: Random) -> list[str]:
    """A run or group of three or four cards that does not open by itself."""
    size = rng.choice([3, 3, 4])
    if rng.random() < 0.5:
        low = rng.randint(0, 9 - size)
        suit = rng.choice(SUITS[:3])
        return [rank + suit for rank in RANKS[low : low + size]]
    rank = rng.choice(RANKS[:9])
    return [rank + suit for suit in rng.sample(SUITS[:4], size)]


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("stulti", range(7))
def test_hands_whose_melds_share_cards_and_leave_none_over(stulti: int) -> None:
    """Few cards of few suits and ranks: the melds compete for cards, and often nothing would be left."""
    rng = Random(f"hard, {stulti} STULTI")
    for _ in range(HANDS // 7 + 1):
        cards = {card for _ in range(rng.choice([1, 2, 2, 3])) for card in cheap_line(rng)}
        for _ in range(rng.choice([0, 0, 1])):
            cards.add(rng.choice(REGULAR))
        for _ in range(rng.choice([0, 0, 1, 2])):
            cards.discard(rng.choice(sorted(cards)))
        if cards or stulti:
            compare(sorted([*cards, *["STU"] * stulti]), rng)


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("low", range(2, 9))
def test_every_hand_of_six_neighbouring_ranks_with_a_stultus(low: int) -> None:
    """Where one run is worth just less or just more than an opening."""
    ranks = RANKS[low : low + 6]
    for size in range(2, 7):
        for chosen in itertools.combinations(ranks, size):
            compare(sorted([rank + "n" for rank in chosen] + ["STU", "1v"]), Random(1))
