"""Lusus Chartarum in plain Python, written from the rules page alone and meant to be read beside it.

``lusus_cards`` holds the cards, their values and the search for melds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .lusus_cards import (
    CARNIFEX,
    DECK,
    INCOMPARABILIS,
    INVICTUS,
    OPENING_WORTH,
    REGULAR,
    SERVA,
    STULTUS,
    SUITS,
    as_won,
    can_open,
    hand_value,
    itself,
    kind_of,
    meld_worth,
    melds_in,
    next_above,
    next_below,
    pile_value,
    rank_of,
    stands_for,
    stulti_in,
    suit_of,
    without,
)
from .stream import DealStream

__all__ = ["NAME", "Reference", "from_position", "new"]

NAME = "lusus"

DEFAULTS: dict[str, object] = {"target": 600, "max_rounds": 40}

EMPTY = "-"
HIDDEN = "?"
HAND_SIZE = 12
CLOSING_BONUS = 50

# Melds on the table --------------------------------------------------------------------------------


@dataclass
class Meld:
    """A meld on the table; runs in rank order, groups in suit order."""

    id: int
    owner: int
    kind: str
    cards: list[str]

    def places(self) -> list[str]:
        """Return the places by what they stand for (runs: an empty place is ``-``)."""
        return [stands_for(text) for text in self.cards]

    def missing_suits(self) -> list[str]:
        """Return the cards of a group's rank that no place shows."""
        places = self.places()
        return [card for card in (rank_of(places[0]) + suit for suit in SUITS) if card not in places]

    def lay_off_cards(self) -> list[str]:
        """Return the regular cards that fit a run's ends or a group's missing suits."""
        if self.kind == "run":
            return next_below(self.places()[0]) + next_above(self.places()[-1])
        return self.missing_suits()

    def cover_pairs(self) -> list[tuple[str, str]]:
        """Return the pairs (regular card laid, place covered) of a run or group."""
        places = self.places()
        if self.kind == "run":
            below = [(card, places[0]) for card in next_below(places[0])]
            above = [(card, places[-1]) for card in next_above(places[-1])]
            return below + above
        return [(card, place) for card in self.missing_suits() for place in places]

    def others_than(self, place: str) -> list[str]:
        """Return the cards that do not lie on this place."""
        return [text for text in self.cards if stands_for(text) != place]

    def lay(self, text: str) -> None:
        """Put a card on a new place of its own."""
        if self.kind == "run" and next_below(self.places()[0]) == [stands_for(text)]:
            self.cards.insert(0, text)
        else:
            self.cards.append(text)
        self._sort_group()

    def cover(self, text: str, place: str) -> str:
        """Put a card on a place; return what lay there."""
        index = self.places().index(place)
        covered = self.cards[index]
        if self.kind == "stulti":
            return covered
        if self.kind == "group":
            self.cards[index] = text
            self._sort_group()
        else:
            # The covered place stays part of the run, empty; the new card lies beyond it.
            self.cards[index] = EMPTY
            below = next_below(place) == [stands_for(text)]
            self.cards.insert(0 if below else len(self.cards), text)
        return covered

    def replace(self, place: str, text: str) -> str:
        """Put another card in the place; return the one that lay there."""
        index = self.places().index(place)
        before = self.cards[index]
        self.cards[index] = text
        return before

    def is_complete(self) -> bool:
        """Tell whether it is a group that holds all six suits."""
        return self.kind == "group" and len(self.cards) == len(SUITS)

    def as_position(self) -> dict[str, object]:
        """Return the meld as the position shows it."""
        return {"id": self.id, "owner": self.owner, "kind": self.kind, "cards": list(self.cards)}

    def _sort_group(self) -> None:
        if self.kind == "group":
            self.cards.sort(key=lambda text: SUITS.index(suit_of(stands_for(text))))


@dataclass
class Offer:
    """The two cards that INCOMPARABILIS drew; they are in no hand meanwhile."""

    seat: int
    from_seat: int
    cards: list[str]

    def as_position(self) -> dict[str, object]:
        """Return the offer as the position shows it."""
        return {"seat": self.seat, "from": self.from_seat, "cards": sorted(self.cards)}


# What a seat sees ----------------------------------------------------------------------------------


def blanked(cards: list[str]) -> list[str]:
    """Return as many hidden cards."""
    return [HIDDEN for _ in cards]


def blanked_hands(hands: list[list[str]], player: int) -> list[list[str]]:
    """Return the hands as a player sees them: only the own one."""
    return [list(hand) if seat == player else blanked(hand) for seat, hand in enumerate(hands)]


@dataclass
class Event:
    """What happened; ``seers`` are the seats that see its hidden part, None: there is none to hide."""

    fields: dict[str, Any]
    seers: list[int] | None = None

    def seen_by(self, player: int) -> dict[str, object]:
        """Return the event as a player sees it."""
        seen = dict(self.fields)
        if seen["type"] == "deal":
            seen["hands"] = blanked_hands(seen["hands"], player)
        elif self.seers is not None and player not in self.seers:
            if seen["type"] == "action":
                seen["action"] = f"keep {HIDDEN}"
            elif seen["type"] == "offered":
                seen["cards"] = blanked(seen["cards"])
            else:
                seen["card"] = HIDDEN
        # No list may be shared with a caller that could change it.
        return {key: list(value) if isinstance(value, list) else value for key, value in seen.items()}


# The game ------------------------------------------------------------------------------------------


class Reference:
    """One tournament of Lusus Chartarum."""

    def __init__(self, players: int, options: dict[str, object], seed: bytes) -> None:
        self.players = players
        self.options: dict[str, Any] = {**DEFAULTS, **options}
        self.seed = seed
        self.round = 0
        self.draws = 0
        self.phase = "draw"
        self.to_act: list[int] = []
        self.points = [0] * players
        self.closed: int | None = None
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.out = [False] * players
        self.talon: list[str] = []
        self.pile: list[str] = []
        self.melds: list[Meld] = []
        self.next_id = 0
        self.value: list[list[str]] = [[] for _ in range(players)]
        self.removed: list[str] = []
        self.opening = 0
        self.owes_play = False
        self.offer: Offer | None = None
        self._events: list[Event] = []

    # Asking

    def acting(self) -> list[int]:
        """Return the seats that owe a decision."""
        return list(self.to_act)

    def legal(self, seat: int) -> list[str]:
        """Return the legal actions of a seat, sorted."""
        if seat not in self.to_act:
            return []
        if self.phase == "draw":
            return sorted(self._draws(seat))
        if self.phase == "keep":
            assert self.offer is not None
            return sorted({f"keep {card}" for card in self.offer.cards})
        plays = self._plays(seat, self.hands[seat])
        return sorted({*plays, *self._turn_ends(seat)})

    def is_over(self) -> bool:
        """Tell whether the tournament has ended."""
        return self.phase == "over"

    def scores(self) -> list[int]:
        """Return the final points by seat."""
        return list(self.points)

    def placements(self) -> list[int]:
        """Return the places by seat; equal points share the better one."""
        return [1 + sum(1 for other in self.points if other > own) for own in self.points]

    def parties(self) -> list[int]:
        """Return the party of each seat: everybody plays alone."""
        return list(range(self.players))

    # Legal actions

    def _draws(self, seat: int) -> Iterator[str]:
        yield "draw"
        if not self.out[seat]:
            return
        for k in range(1, len(self.pile) + 1):
            hand_then = self.hands[seat] + self.pile[-k:]
            if any(True for _ in self._plays(seat, hand_then)):
                yield f"take {k}"

    def _turn_ends(self, seat: int) -> Iterator[str]:
        """Yield what ends the turn: nothing while an opening is unfinished or a play is owed."""
        if self.opening > 0 or self.owes_play:
            return
        hand = self.hands[seat]
        for card in hand:
            yield f"discard {card}"
        if CARNIFEX in hand and len(hand) > 1:
            yield "carnifex"

    def _plays(self, seat: int, hand: list[str]) -> Iterator[str]:
        """Yield the plays of a seat if this were its hand (texts may come twice)."""
        if not self.out[seat]:
            yield from self._opening_melds(hand)
            return
        yield from self._melds(hand)
        yield from self._lay_offs(seat, hand)
        yield from self._covers(seat, hand)
        yield from self._exchanges(hand)
        yield from self._special_cards(seat, hand)

    def _opening_melds(self, hand: list[str]) -> Iterator[str]:
        for cards in melds_in(hand):
            if can_open(self.opening + meld_worth(cards), without(hand, cards)):
                yield "meld " + " ".join(cards)

    def _melds(self, hand: list[str]) -> Iterator[str]:
        for cards in melds_in(hand):
            if len(cards) < len(hand):
                yield "meld " + " ".join(cards)

    def _lay_offs(self, seat: int, hand: list[str]) -> Iterator[str]:
        if len(hand) < 2:
            return
        for meld in self.melds:
            if meld.owner != seat:
                continue
            if meld.kind == "stulti":
                if STULTUS in hand and len(meld.cards) < 6:
                    yield f"lay {meld.id} {STULTUS}"
                continue
            for card in meld.lay_off_cards():
                if card in hand:
                    yield f"lay {meld.id} {card}"
                if STULTUS in hand and stulti_in(meld.cards) == 0:
                    yield f"lay {meld.id} {STULTUS}={card}"

    def _covers(self, seat: int, hand: list[str]) -> Iterator[str]:
        if len(hand) < 2:
            return
        for meld in self.melds:
            if meld.owner == seat:
                continue
            if meld.kind == "stulti":
                if STULTUS in hand:
                    yield f"cover {meld.id} {STULTUS} {STULTUS}"
                continue
            for card, place in meld.cover_pairs():
                if card in hand:
                    yield f"cover {meld.id} {card} {place}"
                if STULTUS in hand and stulti_in(meld.others_than(place)) == 0:
                    yield f"cover {meld.id} {STULTUS}={card} {place}"

    def _exchanges(self, hand: list[str]) -> Iterator[str]:
        for meld in self.melds:
            if meld.kind == "stulti":
                continue
            for text in meld.cards:
                if itself(text) == STULTUS and stands_for(text) in hand:
                    yield f"exchange {meld.id} {stands_for(text)}"

    def _special_cards(self, seat: int, hand: list[str]) -> Iterator[str]:
        others = [other for other in range(self.players) if other != seat]
        if INVICTUS in hand and len(hand) > 1:
            for other in others:
                yield f"invictus {other}"
        if INCOMPARABILIS in hand:
            for other in others:
                if len(self.hands[other]) >= 2:
                    yield f"incomparabilis {other}"
        if SERVA in hand:
            yield from self._servas(seat)

    def _servas(self, seat: int) -> Iterator[str]:
        for meld in self.melds:
            if meld.owner == seat:
                continue
            for text in meld.cards:
                if text in REGULAR:
                    yield f"serva {meld.id} {text}"

    # Acting

    def apply(self, seat: int, text: str) -> None:
        """Carry out a legal action and everything that follows from it."""
        word, *rest = text.split()
        self._events = []
        self._tell_action(seat, text)
        if word == "draw":
            self._draw(seat)
        elif word == "take":
            self._take(seat, int(rest[0]))
        elif word == "keep":
            self._keep(seat, rest[0])
        elif word == "discard":
            self._discard(seat, rest[0])
        elif word == "carnifex":
            self._to_pile(seat, CARNIFEX)
            self._end_round(seat)
        else:
            self.owes_play = False
            self._play(seat, word, rest)

    def _play(self, seat: int, word: str, rest: list[str]) -> None:
        if word == "meld":
            self._meld(seat, rest)
        elif word == "lay":
            self._lay(seat, self._meld_by_id(rest[0]), rest[1])
        elif word == "cover":
            self._cover(seat, self._meld_by_id(rest[0]), rest[1], rest[2])
        elif word == "exchange":
            self.hands[seat].remove(rest[1])
            self._meld_by_id(rest[0]).replace(rest[1], rest[1])
            self.hands[seat].append(STULTUS)
        elif word == "invictus":
            self._invictus(seat, int(rest[0]))
        elif word == "incomparabilis":
            self._incomparabilis(seat, int(rest[0]))
        elif word == "serva":
            self.hands[seat].remove(SERVA)
            card = self._meld_by_id(rest[0]).replace(rest[1], f"{SERVA}={rest[1]}")
            self.hands[seat].append(card)
        else:
            raise ValueError(word)

    def _meld_by_id(self, text: str) -> Meld:
        return next(meld for meld in self.melds if meld.id == int(text))

    def _draw(self, seat: int) -> None:
        card = self.talon.pop(0)
        self.hands[seat].append(card)
        self._tell([seat], type="drawn", seat=seat, card=card)
        self.phase = "play"

    def _take(self, seat: int, k: int) -> None:
        cards = self.pile[-k:]
        self.pile = self.pile[:-k]
        self.hands[seat] += cards
        self._tell(None, type="taken", seat=seat, cards=cards)
        self.phase = "play"
        self.owes_play = True

    def _meld(self, seat: int, cards: list[str]) -> None:
        self.hands[seat] = without(self.hands[seat], cards)
        meld = Meld(self.next_id, seat, kind_of(cards), list(cards))
        self.next_id += 1
        self.melds.append(meld)
        if not self.out[seat]:
            self.opening += meld_worth(cards)
            if self.opening >= OPENING_WORTH:
                self.out[seat] = True
                self.opening = 0
        self._complete(meld)

    def _lay(self, seat: int, meld: Meld, text: str) -> None:
        self.hands[seat].remove(itself(text))
        meld.lay(text)
        self._complete(meld)

    def _complete(self, meld: Meld) -> None:
        if meld.is_complete():
            self.melds.remove(meld)
            self.value[meld.owner] += [as_won(text) for text in meld.cards]
            self._tell(None, type="completed", id=meld.id, seat=meld.owner, cards=list(meld.cards))

    def _cover(self, seat: int, meld: Meld, text: str, place: str) -> None:
        self.hands[seat].remove(itself(text))
        won = as_won(meld.cover(text, place))
        self.value[seat].append(won)
        self._tell(None, type="gained", seat=seat, card=won)

    def _invictus(self, seat: int, other: int) -> None:
        self.hands[seat].remove(INVICTUS)
        self.value[seat] += self.value[other]
        self.value[other] = [INVICTUS]

    def _incomparabilis(self, seat: int, other: int) -> None:
        self.hands[seat].remove(INCOMPARABILIS)
        self.removed = [INCOMPARABILIS]
        stream = DealStream(self.seed, self.round, self.draws)
        cards = []
        for _ in range(2):
            card = stream.pick(self.hands[other])
            self.hands[other].remove(card)
            cards.append(card)
        self.draws = stream.draws
        self.offer = Offer(seat, other, cards)
        self._tell([seat, other], type="offered", **self.offer.as_position())
        self.phase = "keep"

    def _keep(self, seat: int, card: str) -> None:
        assert self.offer is not None
        from_seat = self.offer.from_seat
        self.hands[seat].append(card)
        self.hands[from_seat] += without(self.offer.cards, [card])
        self.offer = None
        self.phase = "play"
        fields: dict[str, object] = {"type": "kept", "seat": seat, "from": from_seat, "card": card}
        self._tell([seat, from_seat], **fields)

    def _to_pile(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.pile.append(card)

    def _discard(self, seat: int, card: str) -> None:
        self._to_pile(seat, card)
        if not self.hands[seat]:
            self._end_round(seat)
        else:
            self._begin_turn((seat + 1) % self.players)

    def _begin_turn(self, seat: int) -> None:
        if not self.talon:
            self._end_round(None)
            return
        self.phase = "draw"
        self.to_act = [seat]

    # Rounds

    def deal_round(self, number: int) -> None:
        """Deal round ``number`` and let its starting seat begin."""
        stream = DealStream(self.seed, number)
        deck = sorted(DECK)
        stream.shuffle(deck)
        self.round = number
        self.draws = stream.draws
        self.hands = [deck[seat * HAND_SIZE : (seat + 1) * HAND_SIZE] for seat in range(self.players)]
        rest = deck[self.players * HAND_SIZE :]
        self.pile = rest[:1]
        self.talon = rest[1:]
        self.out = [False] * self.players
        self.melds = []
        self.next_id = 0
        self.value = [[] for _ in range(self.players)]
        self.removed = []
        self.opening = 0
        self.owes_play = False
        self.offer = None
        first = number % self.players
        hands = [sorted(hand) for hand in self.hands]
        self._tell(None, type="deal", deal=number, first=first, hands=hands, open=self.pile[0])
        self._begin_turn(first)

    def _end_round(self, closer: int | None) -> None:
        gains = []
        for seat in range(self.players):
            won = sum(pile_value(text) for text in self.value[seat])
            lost = sum(hand_value(card) for card in self.hands[seat])
            gains.append(won - lost + (CLOSING_BONUS if seat == closer else 0))
        self.points = [before + gain for before, gain in zip(self.points, gains, strict=True)]
        self.closed = closer
        scores = list(self.points)
        self._tell(None, type="round", round=self.round, closed=closer, gains=gains, scores=scores)
        rounds_played = self.round + 1
        if max(self.points) >= self.options["target"] or rounds_played >= self.options["max_rounds"]:
            self.phase = "over"
            self.to_act = []
            self._tell(None, type="over", scores=scores, placements=self.placements())
        else:
            self.deal_round(rounds_played)

    # Telling

    def _tell(self, seers: list[int] | None, **fields: object) -> None:
        self._events.append(Event(fields, seers))

    def _tell_action(self, seat: int, text: str) -> None:
        # Only the kept card is secret: to all but the seat that keeps it and the one it came from.
        seers = None if self.offer is None else [self.offer.seat, self.offer.from_seat]
        self._tell(seers, type="action", seat=seat, action=text)

    def events(self, player: int) -> list[dict[str, object]]:
        """Return the events of the last action as a player saw them."""
        return [event.seen_by(player) for event in self._events]

    def position(self) -> dict[str, object]:
        """Return the position as the page describes it."""
        result = {"scores": self.scores(), "placements": self.placements()} if self.is_over() else None
        return {
            "game": NAME,
            "players": self.players,
            "options": dict(self.options),
            "seed": self.seed.hex(),
            "deal": self.round,
            "draws": self.draws,
            "phase": self.phase,
            "to_act": list(self.to_act),
            "result": result,
            "round": self.round,
            "scores": list(self.points),
            "hands": [sorted(hand) for hand in self.hands],
            "out": list(self.out),
            "talon": list(self.talon),
            "pile": list(self.pile),
            "melds": [meld.as_position() for meld in self.melds],
            "next_id": self.next_id,
            "value": [sorted(cards) for cards in self.value],
            "removed": list(self.removed),
            "opening": self.opening,
            "owes_play": self.owes_play,
            "offer": None if self.offer is None else self.offer.as_position(),
            "closed": self.closed,
        }

    def view(self, player: int) -> dict[str, object]:
        """Return the position as a seat sees it, or a spectator (-5)."""
        seen = self.position()
        seen["seed"] = None
        seen["draws"] = None
        seen["talon"] = blanked(self.talon)
        seen["hands"] = blanked_hands([sorted(hand) for hand in self.hands], player)
        if self.offer is not None and player not in (self.offer.seat, self.offer.from_seat):
            seen["offer"] = {**self.offer.as_position(), "cards": blanked(self.offer.cards)}
        return seen


def new(players: int, options: dict[str, object], seed: bytes) -> Reference:
    """Start a tournament; options left out have their default."""
    game = Reference(players, options, seed)
    game.deal_round(0)
    return game


def from_position(position: dict[str, object]) -> Reference:
    """Continue from a valid position."""
    fields: dict[str, Any] = dict(position)
    game = Reference(fields["players"], fields["options"], bytes.fromhex(fields["seed"]))
    game.round = fields["round"]
    game.draws = fields["draws"]
    game.phase = fields["phase"]
    game.to_act = list(fields["to_act"])
    game.points = list(fields["scores"])
    game.closed = fields["closed"]
    game.hands = [list(hand) for hand in fields["hands"]]
    game.out = list(fields["out"])
    game.talon = list(fields["talon"])
    game.pile = list(fields["pile"])
    game.melds = [Meld(m["id"], m["owner"], m["kind"], list(m["cards"])) for m in fields["melds"]]
    game.next_id = fields["next_id"]
    game.value = [list(cards) for cards in fields["value"]]
    game.removed = list(fields["removed"])
    game.opening = fields["opening"]
    game.owes_play = fields["owes_play"]
    offer = fields["offer"]
    game.offer = None if offer is None else Offer(offer["seat"], offer["from"], list(offer["cards"]))
    return game
