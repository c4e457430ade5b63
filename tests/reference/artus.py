"""Artus, basic and advanced, slow and plain."""

from __future__ import annotations

import copy
from itertools import combinations
from typing import Any

from .stream import DealStream

NAME = "artus"

CHAIRS = 28
CARPET = [27, 0, 1, 13, 14, 15]
START = {0: "S3", 14: "S1", 7: "B1", 21: "B1"}

# What every seat holds: the cards of each pile.
CARDS = {
    "R": ["R1-4", "R2-5", "R3-6", "R4-7", "R5-8", "R6-9", "R7-10", "R-5"],
    "K": ["S2-4", "B2-4", "A1-3", "A3-5", "A-5", "SR", "BR", "AR"],
    "W": ["W1", "W2", "W3", "W4", "W5", "W6"],
}
PILES = ["R", "K", "W"]

# The signed distances of every card that moves a figure.
DISTANCES = {
    "R1-4": [1, 2, 3, 4],
    "R2-5": [2, 3, 4, 5],
    "R3-6": [3, 4, 5, 6],
    "R4-7": [4, 5, 6, 7],
    "R5-8": [5, 6, 7, 8],
    "R6-9": [6, 7, 8, 9],
    "R7-10": [7, 8, 9, 10],
    "R-5": [-1, -2, -3, -4, -5],
    "S2-4": [2, 3, 4],
    "B2-4": [2, 3, 4],
    "A1-3": [1, 2, 3],
    "A3-5": [3, 4, 5],
    "A-5": [-1, -2, -3, -4, -5],
    "W6": [1, 2, 3],
}
RINGS = ["SR", "BR", "AR", "W6"]

# Points for W3, W4 and W5 where the knights are missing.
PENALTY = {"W3": -15, "W4": -25, "W5": -50}

Event = dict[str, Any]


def is_knight(figure: str) -> bool:
    """Tell whether the figure is a knight of any seat."""
    return figure != "" and figure in "0123"


def is_king(figure: str) -> bool:
    """Tell whether the figure is the prince with three rings."""
    return figure in ("S3", "B3")


def is_prince_or_king(figure: str) -> bool:
    """Tell whether the figure is one of the four princes, the king included."""
    return figure[:1] in ("S", "B")


def places(scores: list[int]) -> list[int]:
    """Return the place of every seat; ties share the better place."""
    return [1 + sum(other > score for other in scores) for score in scores]


class Reference:
    """One match."""

    def __init__(self, players: int, options: dict[str, Any], stream: DealStream) -> None:
        """Start with an empty table; ``new`` and ``from_position`` fill it."""
        self.players = players
        self.options = options
        self.stream = stream
        self.phase = "place"
        self.chairs = [""] * CHAIRS
        self.king = 0
        self.placed = 0
        self.points = [0] * players
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.piles: list[dict[str, list[str]]] = [{"R": [], "K": [], "W": []} for _ in range(players)]
        self.turn = 0
        self.step = 0
        self.played: list[dict[str, Any]] = []
        self.result: dict[str, list[int]] | None = None
        self._events: list[Event] = []

    # -- who and what ---------------------------------------------------------------------------

    def acting(self) -> list[int]:
        """Return the seat that owes a decision, as a list."""
        if self.phase == "place":
            return [self.players - 1 - self.placed % self.players]
        if self.phase in ("play", "draw"):
            return [self.turn % self.players]
        return []

    def legal(self, seat: int) -> list[str]:
        """Return the seat's legal actions, sorted."""
        if seat not in self.acting():
            return []
        if self.phase == "place":
            return sorted(f"place {chair}" for chair in range(CHAIRS) if self.chairs[chair] == "")
        if self.phase == "draw":
            return sorted(f"draw {pile}" for pile in self._piles_with_cards(seat))
        actions: list[str] = []
        for card in self.hands[seat]:
            actions.extend(self._plays(seat, card))
        return sorted(actions)

    def apply(self, seat: int, text: str) -> None:
        """Carry out a legal action and everything that follows by itself."""
        self._events = []
        self._event("action", seat=seat, action=text)
        if self.phase == "place":
            self._place(seat, int(text.split()[1]))
        elif self.phase == "draw":
            self._draw(seat, text.split()[1])
            self._go_on_drawing(seat)
        else:
            self._play(seat, text)

    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self.phase == "over"

    def scores(self) -> list[int]:
        """Return the final scores by seat."""
        assert self.result is not None
        return list(self.result["scores"])

    def placements(self) -> list[int]:
        """Return the final places by seat."""
        assert self.result is not None
        return list(self.result["placements"])

    def parties(self) -> list[int]:
        """Return the party of each seat: itself."""
        return list(range(self.players))

    # -- what is written down -------------------------------------------------------------------

    def position(self) -> dict[str, object]:
        """Return the position as the page describes it."""
        return copy.deepcopy(
            {
                "game": NAME,
                "players": self.players,
                "options": self.options,
                "seed": self.stream.seed.hex(),
                "deal": 0,
                "draws": self.stream.draws,
                "phase": self.phase,
                "to_act": self.acting(),
                "result": self.result,
                "chairs": self.chairs,
                "king": self.king,
                "placed": self.placed,
                "scores": self.points,
                "hands": [sorted(hand) for hand in self.hands],
                "piles": self.piles,
                "turn": self.turn,
                "step": self.step,
                "played": self.played,
            }
        )

    def view(self, player: int) -> dict[str, object]:
        """Return the position as a seat (or -5, a spectator) sees it."""
        view = self.position()
        view["seed"] = None
        view["draws"] = None
        view["hands"] = self._hide_hands(self.hands, player)
        view["piles"] = [{name: ["?"] * len(piles[name]) for name in PILES} for piles in self.piles]
        return view

    def events(self, player: int) -> list[dict[str, object]]:
        """Return the events of the last action as a seat (or -5, a spectator) sees them."""
        return [self._hide_event(copy.deepcopy(event), player) for event in self._events]

    def _hide_event(self, event: Event, player: int) -> Event:
        if event["type"] == "deal":
            event["hands"] = self._hide_hands(event["hands"], player)
        if event["type"] == "drawn" and event["seat"] != player:
            event["card"] = "?"
        return event

    def _hide_hands(self, hands: list[list[str]], player: int) -> list[list[str]]:
        return [sorted(hand) if seat == player else ["?"] * len(hand) for seat, hand in enumerate(hands)]

    def _event(self, kind: str, **fields: object) -> None:
        self._events.append(copy.deepcopy({"type": kind, **fields}))

    # -- the start ------------------------------------------------------------------------------

    def start(self) -> None:
        """Set the table and deal."""
        for chair, figure in START.items():
            self.chairs[chair] = figure
        advanced = self.options["mode"] == "advanced"
        names = PILES if advanced else ["R", "K"]
        size = 3 if advanced else 2
        for seat in range(self.players):
            for name in names:
                cards = sorted(CARDS[name])
                self.stream.shuffle(cards)
                # Scoring cards are never in the first hand: six cards, three knights' and three kings'.
                dealt = 0 if name == "W" else size
                self.hands[seat].extend(cards[:dealt])
                self.piles[seat][name] = cards[dealt:]
            self.hands[seat].sort()
        self._event("deal", deal=0, first=self.players - 1, hands=self.hands, open=None)

    def _place(self, seat: int, chair: int) -> None:
        self.chairs[chair] = str(seat)
        self.placed += 1
        knights_each = 4 if self.players == 4 else 5
        if self.placed == knights_each * self.players:
            self.phase = "play"

    # -- the table ------------------------------------------------------------------------------

    def _distance_from_king(self, chair: int) -> int:
        return (chair - self.king) % CHAIRS

    def _value(self, chair: int) -> int:
        """Return the chair's value on the disc."""
        d = self._distance_from_king(chair)
        if 1 <= d <= 15:
            return d - 16
        if 18 <= d <= 27:
            return d - 17
        return 0

    def _colour(self, chair: int) -> str:
        d = self._distance_from_king(chair)
        if 1 <= d <= 15:
            return "red"
        if 18 <= d <= 27:
            return "green"
        return "yellow"

    def _own_knights(self, seat: int) -> list[int]:
        """Return the chairs of the seat's knights."""
        return [chair for chair in range(CHAIRS) if self.chairs[chair] == str(seat)]

    # -- playing a card -------------------------------------------------------------------------

    def _plays(self, seat: int, card: str) -> list[str]:
        """Return every way to play the card."""
        if card in ("W1", "W2", "W3", "W4", "W5"):
            return [card]
        actions: list[str] = []
        movable = [chair for chair in range(CHAIRS) if self._may_move(seat, card, self.chairs[chair])]
        for distance in DISTANCES.get(card, []):
            actions.extend(f"{card} {chair}{distance:+d}" for chair in movable)
        if card in RINGS:
            words = "W6 ring" if card == "W6" else card
            princes = [chair for chair in range(CHAIRS) if self._may_get_ring(card, self.chairs[chair])]
            actions.extend(f"{words} {chair}" for chair in princes)
        if card == "W6":
            actions.append("W6 best")
        return actions

    def _may_move(self, seat: int, card: str, figure: str) -> bool:
        """Tell whether the card moves this figure."""
        if card.startswith("R"):
            return figure == str(seat)
        if card == "W6":
            return figure == str(seat) or is_prince_or_king(figure)
        if card.startswith("A"):
            return is_prince_or_king(figure)
        return figure.startswith(card[0])

    def _may_get_ring(self, card: str, figure: str) -> bool:
        """Tell whether the card gives this figure a ring."""
        if not is_prince_or_king(figure) or is_king(figure):
            return False
        return card in ("AR", "W6") or figure.startswith(card[0])

    def _play(self, seat: int, text: str) -> None:
        card, *words = text.split()
        self.hands[seat].remove(card)
        self.played.append({"seat": seat, "card": card})
        self._carry_out(seat, card, words)
        self.step += 1
        cards_per_turn = 2 if self.options["mode"] == "advanced" else 1
        if self.step == cards_per_turn:
            self.step = 0
            self.phase = "draw"
            self._go_on_drawing(seat)

    def _carry_out(self, seat: int, card: str, words: list[str]) -> None:
        """Do what the card says; the words are what follows it in the action's text."""
        if not words:
            self._score(seat, self._scoring(seat, card))
        elif words == ["best"]:
            self._score(seat, max(self._value(chair) for chair in self._own_knights(seat)))
        elif words[0] == "ring":
            self._ring(seat, int(words[1]))
        elif card in RINGS and card != "W6":
            self._ring(seat, int(words[0]))
        else:
            self._move(seat, words[0])

    def _score(self, seat: int, points: int) -> None:
        self.points[seat] += points
        self._event("points", seat=seat, points=points)

    def _set_king(self, chair: int) -> None:
        """Let the disc follow the king."""
        self.king = chair
        self._event("king", chair=chair)

    def _move(self, seat: int, move: str) -> None:
        """Move a figure; the move's text is the chair it leaves and the signed distance."""
        sign = "+" if "+" in move else "-"
        start, distance = map(int, move.split(sign))
        landing = (start + distance if sign == "+" else start - distance) % CHAIRS
        points = self._value(start)
        figure = self.chairs[start]
        displaced = self.chairs[landing]
        self.chairs[start] = ""
        self.chairs[landing] = figure
        new_king = landing if is_king(figure) else None
        if displaced != "":
            refuge = self._next_free_counter_clockwise(landing)
            self.chairs[refuge] = displaced
            self._event("displaced", figure=displaced, to=refuge, **{"from": landing})
            if is_king(displaced):
                new_king = refuge
        if not is_king(figure):
            self._score(seat, points)
        if new_king is not None:
            self._set_king(new_king)

    def _next_free_counter_clockwise(self, chair: int) -> int:
        while self.chairs[chair] != "":
            chair = (chair - 1) % CHAIRS
        return chair

    def _ring(self, seat: int, chair: int) -> None:
        """Score a prince's chair and give him a ring."""
        self._score(seat, self._value(chair))
        colour = self.chairs[chair][0]
        rings = int(self.chairs[chair][1]) + 1
        self.chairs[chair] = f"{colour}{rings}"
        if rings == 3:
            self.chairs[self.king] = self.chairs[self.king][0] + "1"
            self._set_king(chair)

    # -- scoring cards --------------------------------------------------------------------------

    def _scoring(self, seat: int, card: str) -> int:
        """Return the points for W1 … W5."""
        knights = self._own_knights(seat)
        total = sum(self._value(chair) for chair in knights)
        if card == "W1":
            return total
        if card == "W2":
            return -total
        choices = [choice for choice in self._choices(card, knights) if choice]
        if not choices:
            return PENALTY[card]
        return max(sum(self._value(chair) for chair in choice) for choice in choices)

    def _choices(self, card: str, knights: list[int]) -> list[tuple[int, ...]]:
        """Return every set of own knights' chairs that W3, W4 or W5 may score."""
        if card == "W4":
            return list(combinations([chair for chair in knights if chair in CARPET], 2))
        triples = list(combinations(knights, 3))
        if card == "W5":
            return [triple for triple in triples if all(self._colour(chair) == "red" for chair in triple)]
        return [
            triple for triple in triples if sorted(map(self._colour, triple)) == ["green", "red", "yellow"]
        ]

    # -- drawing --------------------------------------------------------------------------------

    def _piles_with_cards(self, seat: int) -> list[str]:
        return [name for name in PILES if self.piles[seat][name]]

    def _draw(self, seat: int, pile: str) -> None:
        card = self.piles[seat][pile].pop(0)
        self.hands[seat].append(card)
        self.hands[seat].sort()
        self.step += 1
        self._event("drawn", seat=seat, pile=pile, card=card)

    def _go_on_drawing(self, seat: int) -> None:
        """Draw what is drawn by itself; end the turn when nothing is left to draw."""
        draws_per_turn = 2 if self.options["mode"] == "advanced" else 1
        while self.step < draws_per_turn:
            piles = self._piles_with_cards(seat)
            if not piles:
                break
            if len(piles) > 1:
                return
            self._draw(seat, piles[0])
        self._end_turn()

    def _end_turn(self) -> None:
        self.turn += 1
        self.step = 0
        if any(self.hands):
            self.phase = "play"
            return
        self.phase = "over"
        scores = list(self.points)
        self.result = {"scores": scores, "placements": places(scores)}
        self._event("over", scores=scores, placements=places(scores))


def new(players: int, options: dict[str, object], seed: bytes) -> Reference:
    """Start a match."""
    game = Reference(players, {"mode": options.get("mode", "basic")}, DealStream(seed, 0))
    game.start()
    return game


def from_position(position: dict[str, object]) -> Reference:
    """Continue a match from a valid position."""
    source: dict[str, Any] = copy.deepcopy(position)
    stream = DealStream(bytes.fromhex(source["seed"]), 0, source["draws"])
    game = Reference(source["players"], source["options"], stream)
    game.phase = source["phase"]
    game.chairs = source["chairs"]
    game.king = source["king"]
    game.placed = source["placed"]
    game.points = source["scores"]
    game.hands = source["hands"]
    game.piles = source["piles"]
    game.turn = source["turn"]
    game.step = source["step"]
    game.played = source["played"]
    game.result = source["result"]
    return game
