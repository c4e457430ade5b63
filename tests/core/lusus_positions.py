"""Positions of Lusus Chartarum made to order, for its tests."""

from __future__ import annotations

from random import Random
from typing import Any

SUITS = "vcdnai"
RANKS = "123456789XFERKT"
REGULAR = [rank + suit for rank in RANKS for suit in SUITS]
PACK = [*REGULAR, *["STU"] * 6, "INV", "INC", "SER"]


def without(pack: list[str], cards: list[str]) -> list[str]:
    """The pack after these cards were taken out; each must be there."""
    left = list(pack)
    for card in cards:
        left.remove(card)
    return left


def position(hands: list[list[str]], **fields: Any) -> dict[str, Any]:
    """A position in which seat 0 plays, unless the fields say otherwise; cards not named are the talon."""
    players = len(hands)
    made: dict[str, Any] = {
        "game": "lusus",
        "players": players,
        "options": {"target": 600, "max_rounds": 40},
        "seed": "07" * 32,
        "deal": 0,
        "draws": 98,
        "phase": "play",
        "to_act": [0],
        "result": None,
        "round": 0,
        "scores": [0] * players,
        "hands": [sorted(hand) for hand in hands],
        "out": [False] * players,
        "pile": [],
        "melds": [],
        "value": [[] for _ in hands],
        "removed": [],
        "opening": 0,
        "owes_play": False,
        "offer": None,
        "closed": None,
        **fields,
    }
    made.setdefault("next_id", 1 + max((meld["id"] for meld in made["melds"]), default=-1))
    shown = [card for meld in made["melds"] for card in meld["cards"] if card != "-"]
    shown += [card for pile in made["value"] for card in pile]
    named = [card.partition("=")[0] for card in shown]
    named += [card for hand in made["hands"] for card in hand] + made["pile"] + made["removed"]
    if made["offer"]:
        named += made["offer"]["cards"]
    made.setdefault("talon", without(PACK, named))
    return made


def random_meld(pack: list[str], rng: Random) -> tuple[str, list[str]] | None:
    """A meld as it may lie on the table, holes, STULTUS and SERVA included, its cards taken from the pack."""
    kind = rng.choice(["run", "run", "group", "group", "group", "stulti"])
    if kind == "stulti":
        size = rng.randint(3, 4)
        if pack.count("STU") < size:
            return None
        pack[:] = without(pack, ["STU"] * size)
        return kind, ["STU"] * size
    if kind == "run":
        size = rng.choice([3, 3, 3, 4, 4, 5, 6, 8, 12, 15])
        low = rng.randint(0, len(RANKS) - size)
        suit = rng.choice(SUITS)
        names = [RANKS[low + i] + suit for i in range(size)]
        places = [0, size - 1, *rng.sample(range(1, size - 1), rng.randint(1, size - 2))]
    else:
        rank = rng.choice(RANKS)
        names = [rank + suit for suit in SUITS]
        places = rng.sample(range(6), rng.randint(3, 5))
    cards = ["-"] * len(names)
    jokers = [joker for joker in ("STU", "SER") if joker in pack and rng.random() < 0.4]
    rng.shuffle(places)
    for place in places:
        name = names[place]
        if jokers:
            joker = jokers.pop()
            pack.remove(joker)
            cards[place] = f"{joker}={name}"
        elif name in pack:
            pack.remove(name)
            cards[place] = name
        else:
            return None
    return kind, cards if kind == "run" else [card for card in cards if card != "-"]


def random_position(rng: Random) -> dict[str, Any]:
    """A position that may be loaded: any table, any hands; seat 0 draws or plays, and is out."""
    players = rng.randint(2, 4)
    pack = list(PACK)
    melds: list[dict[str, Any]] = []
    for _ in range(rng.randint(0, 9)):
        kept = list(pack)
        made = random_meld(pack, rng)
        if made is None:
            pack = kept
            continue
        meld_id = rng.randint(1, 4) + (melds[-1]["id"] if melds else 0)
        owner = rng.randrange(players)
        melds.append({"id": meld_id, "owner": owner, "kind": made[0], "cards": made[1]})
    rng.shuffle(pack)
    hands: list[list[str]] = []
    for _ in range(players):
        size = min(rng.choice([1, 1, 2, 3, 4, 5, 9, 13, 30]), max(1, len(pack) - 8))
        hands.append(pack[:size])
        pack = pack[size:]
    size = rng.randint(0, min(len(pack) - 1, 12))
    phase = rng.choice(["draw", "play", "play"])
    return position(
        hands,
        phase=phase,
        pile=pack[:size],
        talon=pack[size:],
        melds=melds,
        out=[True] * players,
        owes_play=phase == "play" and rng.random() < 0.2,
    )
