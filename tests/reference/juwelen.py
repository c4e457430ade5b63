"""Juwelentresor in plain Python, sentence by sentence after its rules page."""

from __future__ import annotations

import copy
from itertools import combinations
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
    suit_of,
    trick_winner,
)
from .stream import DealStream

__all__ = ["NAME", "Reference", "from_position", "new"]

NAME = "juwelen"

RANKS = "A23456789TJQK"  # low to high: the ace is the lowest
DEFAULT_ROUNDS = {2: 4, 3: 6, 4: 4, 5: 5, 6: 6}
KNOWN_RANKS = {2: "A2345678", 3: "A23456789", 4: RANKS}
ROUND_END_ORDER = "dhsc"
STARTING_JEWELS = 3

# The fields of a position that the reference keeps under the same name.
_KEPT = (
    "players",
    "options",
    "deal",
    "draws",
    "phase",
    "dealer",
    "leader",
    "announced",
    "passing",
    "hands",
    "aside",
    "trick",
    "won",
    "tricks",
    "played",
    "showcase",
    "vault",
    "supply",
    "steal",
    "result",
)


class Reference:
    """One game of Juwelentresor."""

    players: int
    options: dict[str, Any]
    seed: bytes
    deal: int
    draws: int
    phase: str
    dealer: int
    leader: int
    announced: int | None
    passing: list[list[str] | None]
    hands: list[list[str]]
    aside: list[str]
    trick: list[PlayedCard]
    won: list[dict[str, int]]
    tricks: list[int]
    played: list[str]
    showcase: list[int]
    vault: list[int]
    supply: int
    steal: dict[str, Any] | None
    result: dict[str, list[int]] | None

    def __init__(self) -> None:
        """Make an empty shell; ``new`` and ``from_position`` fill it."""
        self._events: list[Event] = []

    # What the page calls seats and parties

    def parties(self) -> list[int]:
        """Return the party of each seat."""
        return [self._party(seat) for seat in range(self.players)]

    def _party_count(self) -> int:
        return self.players // 2 if self.options["teams"] else self.players

    def _party(self, seat: int) -> int:
        return seat % self._party_count()

    def _from_dealers_left(self) -> list[int]:
        """Return all seats clockwise from the dealer's left."""
        return clockwise_from(self.dealer + 1, self.players)

    def _receiver(self, seat: int) -> int:
        """Return who gets the cards that a seat passes: the left neighbour, in teams the partner."""
        step = self.players // 2 if self.options["teams"] else 1
        return (seat + step) % self.players

    # The deal

    def deal_round(self, number: int, dealer: int) -> None:
        """Deal round ``number`` and let its dealer announce."""
        self.deal = number
        self.dealer = dealer
        self.leader = (dealer + 1) % self.players
        deck = self._deck()
        stream = DealStream(self.seed, number)
        stream.shuffle(deck)
        self.draws = stream.draws
        size = self._hand_size(len(deck))
        self.hands = [sorted(deck[seat * size : (seat + 1) * size]) for seat in range(self.players)]
        self.aside = sorted(deck[self.players * size :])
        self.announced = None
        self.passing = [None] * self.players
        self.trick = []
        self.won = [dict.fromkeys(SUITS, 0) for _ in range(self.players)]
        self.tricks = [0] * self.players
        self.played = []
        self.steal = None
        self.phase = "announce"
        self._tell("deal", deal=number, first=self.dealer, hands=copy.deepcopy(self.hands), open=None)

    def _deck(self) -> list[str]:
        return pack(KNOWN_RANKS[self.players] if self.options["pack"] == "known" else RANKS)

    def _hand_size(self, deck_size: int) -> int:
        if self.options["pack"] == "known":
            return deck_size // self.players
        return 8 if self.players == 6 else 10

    # Decisions

    def acting(self) -> list[int]:
        """Return the seats that owe a decision."""
        if self.phase == "announce":
            return [self.dealer]
        if self.phase == "pass":
            return [seat for seat in range(self.players) if self.passing[seat] is None]
        if self.phase == "play":
            return [(self.leader + len(self.trick)) % self.players]
        if self.phase == "steal":
            assert self.steal is not None
            return [self.steal["seat"]]
        return []

    def legal(self, seat: int) -> list[str]:
        """Return the texts of all legal actions of a seat."""
        if seat not in self.acting():
            return []
        if self.phase == "announce":
            return ["announce 1", "announce 2", "announce 3"]
        if self.phase == "pass":
            assert self.announced is not None
            choices = combinations(sorted(self.hands[seat]), self.announced)
            return sorted("pass " + " ".join(cards) for cards in choices)
        if self.phase == "play":
            return sorted(f"play {card}" for card in self._playable(seat))
        return sorted(f"steal {party}" for party in self._victims(self._party(seat)))

    def _playable(self, seat: int) -> list[str]:
        if not self.trick:
            return list(self.hands[seat])
        return can_follow(self.hands[seat], suit_of(self.trick[0]["card"]))

    def apply(self, seat: int, text: str) -> None:
        """Carry out a legal action with all that follows from it."""
        self._events = []
        self._tell("action", seat=seat, action=text)
        word, *rest = text.split(" ")
        if word == "announce":
            self.announced = int(rest[0])
            self.phase = "pass"
        elif word == "pass":
            self._apply_pass(seat, rest)
        elif word == "play":
            self._apply_play(seat, rest[0])
        else:
            self._apply_steal(seat, int(rest[0]))

    def _apply_pass(self, seat: int, cards: list[str]) -> None:
        self.passing[seat] = sorted(cards)
        if None not in self.passing:
            self._exchange()
            self.phase = "play"

    def _exchange(self) -> None:
        """Hand over all chosen cards at once."""
        for seat, cards in enumerate(self.passing):
            for card in cards or []:
                self.hands[seat].remove(card)
        for seat, cards in enumerate(self.passing):
            receiver = self._receiver(seat)
            self.hands[receiver] = sorted(self.hands[receiver] + list(cards or []))
            self._tell("passed", **{"from": seat, "to": receiver, "cards": list(cards or [])})
        self.passing = [None] * self.players

    def _apply_play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.trick.append({"seat": seat, "card": card})
        follows = suit_of(card) == suit_of(self.trick[0]["card"])
        if not follows and not self._suit_action(suit_of(card), seat, "discard"):
            return  # the discard's action is finished before anything else happens
        self._after_card()

    def _after_card(self) -> None:
        """Go on after a card and the action it gave."""
        full = 4 if self.players == 2 else self.players
        if len(self.trick) < full:
            self.phase = "play"
            return
        led = suit_of(self.trick[0]["card"])
        self._count_trick()
        if self._suit_action(led, self.leader, "trick"):
            self._after_trick()

    def _count_trick(self) -> None:
        """Give the full trick to its winner, who leads next."""
        winner = trick_winner(self.trick, RANKS)
        cards = [entry["card"] for entry in self.trick]
        self._tell("trick", seat=winner, cards=cards)
        for card in cards:
            self.won[winner][suit_of(card)] += 1
        self.tricks[winner] += 1
        self.played = sorted(self.played + cards)
        self.trick = []
        self.leader = winner

    def _after_trick(self) -> None:
        """Go on after a trick and the action of its winner."""
        if any(self.hands):
            self.phase = "play"
        else:
            self._end_round()

    def _apply_steal(self, seat: int, victim: int) -> None:
        assert self.steal is not None
        reason = self.steal["reason"]
        self.steal = None
        self._rob(victim, seat, reason)
        if reason == "discard":
            self._after_card()
        elif reason == "trick":
            self._after_trick()
        else:
            self._after_round_actions()

    # Suit actions

    def _suit_action(self, suit: str, seat: int, reason: str) -> bool:
        """Do the action of a suit for the party of a seat; False if the seat must first choose a victim."""
        if suit == "c":
            return self._club_action(seat, reason)
        party = self._party(seat)
        if suit == "d" and self.supply > 0:
            self.supply -= 1
            self.vault[party] += 1
        elif suit == "h" and self.supply > 0:
            self.supply -= 1
            self.showcase[party] += 1
        elif suit == "s" and self.showcase[party] > 0:
            self.showcase[party] -= 1
            self.vault[party] += 1
        else:
            return True  # it cannot be done and does nothing
        self._tell_jewel(suit, seat, None, reason)
        return True

    def _club_action(self, seat: int, reason: str) -> bool:
        victims = self._victims(self._party(seat))
        if len(victims) > 1:
            self.steal = {"seat": seat, "reason": reason}
            self.phase = "steal"
            return False
        if victims:
            self._rob(victims[0], seat, reason)
        return True

    def _victims(self, party: int) -> list[int]:
        """Return the other parties with at least one jewel in the showcase."""
        return [other for other in range(self._party_count()) if other != party and self.showcase[other] > 0]

    def _rob(self, victim: int, seat: int, reason: str) -> None:
        self.showcase[victim] -= 1
        self.showcase[self._party(seat)] += 1
        self._tell_jewel("c", seat, victim, reason)

    # The end of a round

    def _end_round(self) -> None:
        """Do the actions for most cards; clubs come last, so a choice leaves none of them undone."""
        for suit in ROUND_END_ORDER:
            seat = self._seat_with_most(suit)
            if seat is not None and not self._suit_action(suit, seat, "round"):
                return
        self._after_round_actions()

    def _seat_with_most(self, suit: str) -> int | None:
        """Return who acts for the party that won strictly the most cards of a suit; None on a tie."""
        totals = [0] * self._party_count()
        for seat in range(self.players):
            totals[self._party(seat)] += self.won[seat][suit]
        if totals.count(max(totals)) > 1:
            return None
        party = totals.index(max(totals))
        partners = [seat for seat in self._from_dealers_left() if self._party(seat) == party]
        return max(partners, key=lambda seat: self.won[seat][suit])  # the first of equals

    def _after_round_actions(self) -> None:
        """Give the seats without a trick their two diamond actions and end the round."""
        for seat in self._from_dealers_left():
            if self.tricks[seat] == 0:
                self._suit_action("d", seat, "bonus")
                self._suit_action("d", seat, "bonus")
        if self.deal + 1 < self.options["rounds"]:
            self.deal_round(self.deal + 1, (self.dealer + 1) % self.players)
        else:
            self._finish()

    def _finish(self) -> None:
        standing = []
        for party in self.parties():
            score = 2 * self.vault[party] + self.showcase[party]
            standing.append((score, self.vault[party]))
        scores = [score for score, _ in standing]
        self.result = {"scores": scores, "placements": places(list(standing))}
        self.phase = "over"
        self._tell("over", **copy.deepcopy(self.result))

    def is_over(self) -> bool:
        """Tell whether the game has ended."""
        return self.phase == "over"

    def scores(self) -> list[int]:
        """Return the final score of each seat."""
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
        fields["round"] = self.deal
        fields["seed"] = self.seed.hex()
        fields["to_act"] = self.acting()
        return fields

    def view(self, player: int) -> dict[str, object]:
        """Return the position as a seat or a spectator sees it."""
        seen = self.position()
        seen["seed"] = None
        seen["draws"] = None
        seen["hands"] = hands_seen_by(player, self.hands)
        seen["aside"] = hidden(self.aside)
        passing: list[object] = [chosen is not None for chosen in self.passing]
        if player >= 0:
            passing[player] = copy.deepcopy(self.passing[player])
        seen["passing"] = passing
        return seen

    def events(self, player: int) -> list[dict[str, object]]:
        """Return what the last action made happen, as a seat or a spectator saw it."""
        return [_seen_event(event, player) for event in self._events]

    def _tell(self, kind: str, **fields: Any) -> None:
        self._events.append({"type": kind, **fields})

    def _tell_jewel(self, suit: str, seat: int, victim: int | None, reason: str) -> None:
        self._tell("jewel", suit=suit, seat=seat, party=self._party(seat), victim=victim, reason=reason)


def _seen_event(event: Event, player: int) -> dict[str, object]:
    """Return an event with what a player may not see blanked."""
    seen = copy.deepcopy(event)
    if event["type"] == "deal":
        seen["hands"] = hands_seen_by(player, event["hands"])
    elif event["type"] == "passed" and player not in (event["from"], event["to"]):
        seen["cards"] = hidden(event["cards"])
    elif event["type"] == "action" and event["action"].startswith("pass ") and player != event["seat"]:
        cards = event["action"].split(" ")[1:]
        seen["action"] = " ".join(["pass", *hidden(cards)])
    return seen


def new(players: int, options: dict[str, object], seed: bytes) -> Reference:
    """Start a game and deal its first round."""
    game = Reference()
    game.players = players
    defaults = {"pack": "standard", "teams": False, "rounds": DEFAULT_ROUNDS[players], "jewels": 100}
    game.options = {**defaults, **options}
    game.seed = seed
    partners = 2 if game.options["teams"] else 1
    count = players // partners
    game.showcase = [STARTING_JEWELS * partners] * count
    game.vault = [0] * count
    game.supply = game.options["jewels"] - STARTING_JEWELS * players
    game.result = None
    game.deal_round(0, dealer=0)
    return game


def from_position(position: dict[str, object]) -> Reference:
    """Continue from a valid position."""
    fields: dict[str, Any] = copy.deepcopy(position)
    game = Reference()
    for name in _KEPT:
        setattr(game, name, fields[name])
    game.seed = bytes.fromhex(fields["seed"])
    game.hands = [sorted(hand) for hand in game.hands]
    game.aside = sorted(game.aside)
    game.played = sorted(game.played)
    return game
