"""Profile of Lusus Chartarum."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random
from typing import Any

from tests.core.profiles.base import Position, Profile, deal_again, hide, other_chance

VARIANTS = (
    {"players": 2, "max_rounds": 2},
    {"players": 3, "max_rounds": 1},
    {"players": 4, "max_rounds": 2},
    {"players": 3, "max_rounds": 3, "target": 40},
    {"players": 2, "target": 150},
)


def layout() -> list[int]:
    """Short kinds with every low field, melds with every field, table plays upon the ids that occur."""
    turns = list(range(1024))
    groups = [1 << 24 | low for low in range(1 << 13)]
    runs = [2 << 24 | low for low in range(1 << 15)]
    small = [kind << 24 | low for kind in (3, 7, 16, 255) for low in range(256)]
    ids = (*range(40), 65535)
    plays = [kind << 24 | i << 8 | low for kind, i, low in itertools.product((4, 5, 6), ids, range(256))]
    covers = [8 << 24 | i << 11 | low for i, low in itertools.product(ids, range(2048))]
    return sorted(turns + groups + runs + small + plays + covers)


def shown_cards(cards: list[str]) -> list[str]:
    """The cards behind what a meld or value pile shows: `STU=Ka` is a STU, `-` is none."""
    return [card.split("=", maxsplit=1)[0] for card in cards if card != "-"]


def cards(position: Position) -> list[str]:
    """Hands, talon, pile, melds, value piles, the card removed and the cards on offer."""
    found = [card for hand in position["hands"] for card in hand]
    found += position["talon"] + position["pile"] + position["removed"]
    found += [card for meld in position["melds"] for card in shown_cards(meld["cards"])]
    found += [card for pile in position["value"] for card in shown_cards(pile)]
    if position["offer"]:
        found += position["offer"]["cards"]
    return sorted(found)


def pack(options: dict[str, Any]) -> list[str]:
    """All 99 cards, whatever the options."""
    assert options["players"] <= 4
    regular = [rank + suit for rank in "123456789XFERKT" for suit in "vcdnai"]
    return sorted([*regular, *["STU"] * 6, "INV", "INC", "SER"])


def sees_offer(position: Position, viewer: int) -> bool:
    """Whether the cards on offer, if any, are the viewer's to see."""
    return position["offer"] is None or viewer in (position["offer"]["seat"], position["offer"]["from"])


def blank(position: Position, viewer: int) -> Position:
    """Others' hands, the talon, cards on offer between others, seed and draws."""
    view = {
        **position,
        "seed": None,
        "draws": None,
        "hands": [
            hand if seat == viewer else hide(hand)
            for seat, hand in zip(range(position["players"]), position["hands"], strict=True)
        ],
        "talon": hide(position["talon"]),
    }
    if not sees_offer(position, viewer):
        view["offer"] = {**position["offer"], "cards": ["?", "?"]}
    return view


def exchange(position: Position, viewer: int, rng: Random) -> Iterator[Position]:
    """Others' hands, the talon and cards on offer dealt anew; other chance.

    A seat that must meld (its opening is unfinished, or it owes a play) keeps its hand: with another it might
    have nothing to do, and no such position exists.
    """
    bound = position["to_act"] if position["opening"] or position["owes_play"] else []
    others = [seat for seat in range(position["players"]) if seat != viewer and seat not in bound]
    for _ in range(3):
        changed = other_chance(position, rng)
        hidden = [position["hands"][seat] for seat in others] + [position["talon"]]
        if not sees_offer(position, viewer):
            hidden.append(position["offer"]["cards"])
        dealt = deal_again(hidden, rng)
        changed["hands"] = list(position["hands"])
        for seat in others:
            changed["hands"][seat] = dealt.pop(0)
        changed["talon"] = rng.sample(dealt[0], len(dealt[0]))
        if not sees_offer(position, viewer):
            changed["offer"] = {**position["offer"], "cards": dealt[1]}
        yield changed


def prefer(texts: list[str]) -> list[str]:
    """Plays, rather than ending the turn."""
    return [text for text in texts if text.split()[0] not in ("discard", "carnifex", "draw")]


PROFILE = Profile(
    name="lusus",
    variants=VARIANTS,
    layout=layout,
    cards=cards,
    pack=pack,
    blank=blank,
    exchange=exchange,
    prefer=prefer,
)
