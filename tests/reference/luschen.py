"""Das Luschenspiel in plain Python, sentence by sentence after its rules page."""

from __future__ import annotations

import copy
from typing import Any

from .common import (
    SUITS,
    Event,
    PlayedCard,
    can_follow,
    clockwise_from,
    hands_seen_by,
    hidden,
    pack,
    places,
    rank_of,
    suit_of,
    trick_winner,
)
from .stream import DealStream

__all__ = ["NAME", "Reference", "from_position", "new"]

NAME = "luschen"

CONTRACTS = ["luschen", "koenig", "damen", "anlegen"]
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TRICK_ORDER = "789JQKTA"  # low to high
ROW_ORDER = "789TJQKA"
KING = "Kh"
KING_PENALTY = 5
THRESHOLDS = {25: 1, 50: 2, 75: 3, 100: 4}  # count reached: penalty
LAST_THRESHOLD = 100
ALL_QUEENS = 4

# The fields of a position that the reference keeps under the same name.
_KEPT = (
    "players",
    "options",
    "deal",
    "draws",
    "phase",
    "to_act",
    "result",
    "dealer",
    "contract",
    "previous",
    "penalties",
    "reached",
    "stamp",
    "hands",
    "skat",
    "count",
    "trick",
    "tricks",
    "played",
    "queens",
    "rows",
    "out",
    "laid",
)


class Reference:
    """One game of Luschenspiel."""

    players: int
    options: dict[str, Any]
    seed: bytes
    deal: int
    draws: int
    phase: str
    to_act: list[int]
    result: dict[str, list[int]] | None
    dealer: int
    contract: str | None
    previous: str | None
    penalties: list[int]
    reached: list[int]
    stamp: int
    hands: list[list[str]]
    skat: list[str]
    count: int
    trick: list[PlayedCard]
    tricks: int
    played: list[PlayedCard]
    queens: int
    rows: dict[str, list[str]]
    out: list[int]
    laid: bool

    def __init__(self) -> None:
        """Make an empty shell; ``new`` and ``from_position`` fill it."""
        self._events: list[Event] = []

    def parties(self) -> list[int]:
        """Return the party of each seat: everybody plays alone."""
        return list(range(self.players))

    # The deal

    def deal_cards(self, number: int) -> None:
        """Deal for the next contract and let the dealer choose it."""
        self.deal = number
        self.dealer = self._next_dealer()
        deck = pack(ROW_ORDER)
        size = len(deck) // self.players
        stream = DealStream(self.seed, number)
        stream.shuffle(deck)
        self.draws = stream.draws
        self.hands = [sorted(deck[seat * size : (seat + 1) * size]) for seat in range(self.players)]
        self.skat = sorted(deck[self.players * size :])
        self.contract = None
        self.count = 0
        self.trick = []
        self.tricks = 0
        self.played = []
        self.queens = 0
        self.rows = {suit: [] for suit in SUITS}
        self.out = []
        self.laid = False
        self._ask("choose", self.dealer)
        self._tell("deal", deal=number, first=self.dealer, hands=copy.deepcopy(self.hands), open=None)

    def _next_dealer(self) -> int:
        """Return the seat with most penalties; of equals who reached them first, then the lower seat."""
        most = max(self.penalties)
        candidates = [seat for seat in range(self.players) if self.penalties[seat] == most]
        return min(candidates, key=lambda seat: (self.reached[seat], seat))

    def _ask(self, phase: str, seat: int) -> None:
        self.phase = phase
        self.to_act = [seat]

    def _left_of(self, seat: int) -> int:
        return (seat + 1) % self.players

    # Decisions

    def acting(self) -> list[int]:
        """Return the seats that owe a decision."""
        return list(self.to_act)

    def legal(self, seat: int) -> list[str]:
        """Return the texts of all legal actions of a seat."""
        if seat not in self.to_act:
            return []
        if self.phase == "choose":
            return sorted(f"choose {contract}" for contract in CONTRACTS if contract != self.previous)
        if self.phase == "play":
            return sorted(f"play {card}" for card in self._playable(seat))
        lays = [f"lay {card}" for card in self.hands[seat] if self._fits(card)]
        if self.laid:
            return sorted(["done", *lays])
        return sorted(lays) if lays else ["pass"]

    def _playable(self, seat: int) -> list[str]:
        if self.contract == "luschen" or not self.trick:
            return list(self.hands[seat])
        return can_follow(self.hands[seat], suit_of(self.trick[0]["card"]))

    def apply(self, seat: int, text: str) -> None:
        """Carry out a legal action with all that follows from it."""
        self._events = []
        self._tell("action", seat=seat, action=text)
        word, _, rest = text.partition(" ")
        if word == "choose":
            self._apply_choose(rest)
        elif word == "play":
            self._apply_play(seat, rest)
        elif word == "lay":
            self._apply_lay(seat, rest)
        else:
            self._end_turn(seat)  # done, pass

    def _apply_choose(self, contract: str) -> None:
        self.contract = contract
        if contract == "luschen":
            self._turn_up_skat()
            self.count = sum(POINTS[rank_of(card)] for card in self.skat)
            self._ask("play", self.dealer)
        elif contract == "anlegen":
            self._turn_up_skat()
            self._add_skat_cards()
            self._ask("lay", self._left_of(self.dealer))
        else:
            self._ask("play", self._left_of(self.dealer))

    def _turn_up_skat(self) -> None:
        if self.skat:
            self._tell("skat", cards=list(self.skat), seat=None)

    def _apply_play(self, seat: int, card: str) -> None:
        self._leave_hand(seat, card)
        if self.contract == "luschen":
            self._count_card(seat, card)
        else:
            self._add_to_trick(seat, card)

    def _leave_hand(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.played.append({"seat": seat, "card": card})

    # Contract luschen

    def _count_card(self, seat: int, card: str) -> None:
        before = self.count
        self.count += POINTS[rank_of(card)]
        for threshold, penalty in THRESHOLDS.items():
            if before < threshold <= self.count:
                self._book(seat, penalty)
        if self.count >= LAST_THRESHOLD:
            self._end_contract()
        else:
            self._ask("play", self._left_of(seat))

    # Contracts koenig and damen

    def _add_to_trick(self, seat: int, card: str) -> None:
        self.trick.append({"seat": seat, "card": card})
        if len(self.trick) < self.players:
            self._ask("play", self._left_of(seat))
            return
        winner = trick_winner(self.trick, TRICK_ORDER)
        cards = [entry["card"] for entry in self.trick]
        self._tell("trick", seat=winner, cards=cards)
        self.trick = []
        self.tricks += 1
        book = self._book_king if self.contract == "koenig" else self._book_queens
        all_booked = book(winner, cards)
        if all_booked or self._is_last_trick():
            self._end_contract()
        else:
            self._ask("play", winner)

    def _is_last_trick(self) -> bool:
        return not any(self.hands)

    def _book_king(self, winner: int, cards: list[str]) -> bool:
        """Book the king of hearts, also out of the Skat; True once it has been booked."""
        if KING in cards:
            self._book(winner, KING_PENALTY)
            return True
        if self._is_last_trick() and KING in self.skat:
            self._tell("skat", cards=list(self.skat), seat=winner)
            self._book(winner, KING_PENALTY)
            return True
        return False

    def _book_queens(self, winner: int, cards: list[str]) -> bool:
        """Book the queens just won as one sum; True once the fourth has fallen."""
        won = _queens_in(cards)
        if self._is_last_trick() and _queens_in(self.skat) > 0:
            self._tell("skat", cards=list(self.skat), seat=winner)
            won += _queens_in(self.skat)
        points = 0
        for _ in range(won):
            self.queens += 1
            points += self.queens
        self._book(winner, points)
        return self.queens >= ALL_QUEENS

    # Contract anlegen

    def _fits(self, card: str) -> bool:
        """Tell whether a card opens its row or lies next to one of its ends."""
        row = self.rows[suit_of(card)]
        if not row:
            return rank_of(card) == "J"
        place = ROW_ORDER.index(rank_of(card))
        lowest = ROW_ORDER.index(rank_of(row[0]))
        highest = ROW_ORDER.index(rank_of(row[-1]))
        return place in (lowest - 1, highest + 1)

    def _put_in_row(self, card: str) -> None:
        row = self.rows[suit_of(card)]
        row.append(card)
        row.sort(key=lambda laid: ROW_ORDER.index(rank_of(laid)))

    def _add_skat_cards(self) -> None:
        """Add Skat cards, the first in byte order that fits, until none fits."""
        while fitting := [card for card in sorted(self.skat) if self._fits(card)]:
            self.skat.remove(fitting[0])
            self._put_in_row(fitting[0])
            self._tell("added", card=fitting[0])

    def _apply_lay(self, seat: int, card: str) -> None:
        self._leave_hand(seat, card)
        self._put_in_row(card)
        self._add_skat_cards()
        if not self.hands[seat]:
            self._go_out(seat)
        left = [other for other in range(self.players) if self.hands[other]]
        if len(left) == 1:
            self._book_place(left[0], len(self.out) + 1)
            self.laid = False
            self._end_contract()
        elif any(self._fits(other) for other in self.hands[seat]):
            self.laid = True
        else:
            self._end_turn(seat)

    def _go_out(self, seat: int) -> None:
        self.out.append(seat)
        self._book_place(seat, len(self.out))

    def _book_place(self, seat: int, place: int) -> None:
        """Book a place: the first 0, the second 2 (with six seats or more 1), then one more each."""
        self._tell("out", seat=seat, place=place)
        if place > 1:
            self._book(seat, place if self.players <= 5 else place - 1)

    def _end_turn(self, seat: int) -> None:
        """Let the next seat that still holds cards go on."""
        self.laid = False
        for other in clockwise_from(self._left_of(seat), self.players):
            if self.hands[other]:
                self._ask("lay", other)
                return

    # Penalties and the end

    def _book(self, seat: int, points: int) -> None:
        """Book penalties; a booking of 0 is none."""
        if points == 0:
            return
        self.penalties[seat] += points
        self.reached[seat] = self.stamp
        self.stamp += 1
        self._tell("booked", seat=seat, points=points)

    def _end_contract(self) -> None:
        if any(total > self.options["limit"] for total in self.penalties):
            self._finish()
        else:
            self.previous = self.contract
            self.deal_cards(self.deal + 1)

    def _finish(self) -> None:
        self.phase = "over"
        self.to_act = []
        standing = [(-total,) for total in self.penalties]  # fewest penalties are best
        self.result = {"scores": list(self.penalties), "placements": places(list(standing))}
        self._tell("over", **copy.deepcopy(self.result))

    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self.phase == "over"

    def scores(self) -> list[int]:
        """Return the final penalties of each seat."""
        assert self.result is not None
        return list(self.result["scores"])

    def placements(self) -> list[int]:
        """Return the final place of each seat."""
        assert self.result is not None
        return list(self.result["placements"])

    # What is seen

    def position(self) -> dict[str, object]:
        """Return the complete position."""
        fields: dict[str, object] = {name: copy.deepcopy(getattr(self, name)) for name in _KEPT}
        fields["game"] = NAME
        fields["seed"] = self.seed.hex()
        return fields

    def view(self, player: int) -> dict[str, object]:
        """Return the position as a seat or a spectator sees it."""
        seen = self.position()
        seen["seed"] = None
        seen["draws"] = None
        seen["hands"] = hands_seen_by(player, self.hands)
        if self.contract not in ("luschen", "anlegen"):
            seen["skat"] = hidden(self.skat)
        return seen

    def events(self, player: int) -> list[dict[str, object]]:
        """Return what the last action made happen, as a seat or a spectator saw it."""
        return [_seen_event(event, player) for event in self._events]

    def _tell(self, kind: str, **fields: Any) -> None:
        self._events.append({"type": kind, **fields})


def _queens_in(cards: list[str]) -> int:
    return sum(rank_of(card) == "Q" for card in cards)


def _seen_event(event: Event, player: int) -> dict[str, object]:
    """Return an event with what a player may not see blanked: only dealt hands are hidden."""
    seen = copy.deepcopy(event)
    if event["type"] == "deal":
        seen["hands"] = hands_seen_by(player, event["hands"])
    return seen


def new(players: int, options: dict[str, object], seed: bytes) -> Reference:
    """Start a game and deal its first contract."""
    game = Reference()
    game.players = players
    game.options = {"limit": 25, **options}
    game.seed = seed
    game.penalties = [0] * players
    game.reached = [0] * players
    game.stamp = 1
    game.previous = None
    game.result = None
    game.deal_cards(0)
    return game


def from_position(position: dict[str, object]) -> Reference:
    """Continue from a valid position."""
    fields: dict[str, Any] = copy.deepcopy(position)
    game = Reference()
    for name in _KEPT:
        setattr(game, name, fields[name])
    game.seed = bytes.fromhex(fields["seed"])
    game.hands = [sorted(hand) for hand in game.hands]
    game.skat = sorted(game.skat)
    return game
