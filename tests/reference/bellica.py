"""Charta Bellica (simple, composite) and Bellum, slow and plain."""

from __future__ import annotations

import copy
from typing import Any

from .stream import DealStream

NAME = "bellica"

RANKS = "123456789XPQKC"
COURTS = "PQKC"
NATIONS = "hpot"
LAST_BATTLE = 13

# Kinds of a pair that stand in one order; the Narr member stands outside it.
KIND_ORDER = ["sum", "thirteen", "pair", "elite members", "elite pair"]
NARR = "narr member"
ELITE_PAIR_NUMBERS = {"P": 33, "Q": 24, "K": 26, "C": 28}

# Phases in which every seat concerned lays a card face down.
HIDDEN_WORDS = ("support", "commit", "throw")

Event = dict[str, Any]
SeatCard = dict[str, Any]


def value(card: str) -> int:
    """Return the war points of a card, 1 … 14."""
    return RANKS.index(card[0]) + 1


def is_court(card: str) -> bool:
    """Tell whether the card is a Priest, Queen, King or Capital."""
    return card[0] in COURTS


def nation_cards(seat: int) -> list[str]:
    """Return the 14 cards of the seat's nation, ascending by text."""
    return sorted(rank + NATIONS[seat] for rank in RANKS)


def sign(number: int) -> int:
    """Return 1, 0 or -1."""
    return (number > 0) - (number < 0)


def pair_kind(cards: list[str]) -> tuple[str, int]:
    """Return kind and number of a pair of cards in the composite game, tested in the page's order."""
    one, two = cards
    ranks = [one[0], two[0]]
    total = value(one) + value(two)
    if is_court(one) and is_court(two):
        if one[0] == two[0]:
            return "elite pair", ELITE_PAIR_NUMBERS[one[0]]
        return "elite members", total + 3
    if "1" in ranks and (is_court(one) or is_court(two)):
        return NARR, total
    if one[0] == two[0]:
        return "pair", value(one)
    if "2" not in ranks and total == 13:
        return "thirteen", 13
    if one[0] == "2":
        return "sum", 2 + 2 * value(two)
    if two[0] == "2":
        return "sum", 2 + 2 * value(one)
    return "sum", total


def compare_narr(narr: list[str], other: list[str]) -> int:
    """Compare a Narr member with any pair; 1 if the Narr member wins, -1 if it loses, 0 if equal."""
    court = next(card[0] for card in narr if is_court(card))
    kind, number = pair_kind(other)
    if kind in ("elite pair", "elite members"):
        return 1 if any(card[0] == court for card in other) else -1
    if kind in ("pair", "thirteen"):
        return -1
    return sign(pair_kind(narr)[1] - number)


def compare_composite(first: list[str], second: list[str]) -> int:
    """Compare two pairs of cards; 1 if the first is stronger, -1 if the second is, 0 if equal."""
    first_kind, first_number = pair_kind(first)
    second_kind, second_number = pair_kind(second)
    if first_kind == NARR:
        return compare_narr(first, second)
    if second_kind == NARR:
        return -compare_narr(second, first)
    if first_kind != second_kind:
        return sign(KIND_ORDER.index(first_kind) - KIND_ORDER.index(second_kind))
    return sign(first_number - second_number)


def compare_simple(first: list[str], second: list[str]) -> int:
    """Compare two pairs of cards by their sums."""
    return sign(sum(map(value, first)) - sum(map(value, second)))


def strongest(cards: list[str]) -> list[str]:
    """Return the strongest of some cards on the table (Bellum)."""
    ranks = [card[0] for card in cards]
    if "1" in ranks and ("Q" in ranks or "K" in ranks):
        if "C" in ranks:
            return [card for card in cards if card[0] == "C"]
        return [card for card in cards if card[0] == "1"]
    highest = max(value(card) for card in cards)
    return [card for card in cards if value(card) == highest]


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
        self.phase = ""
        self.team: list[int] | None = None
        self.round = 0
        self.stacks: list[list[str]] = [[] for _ in range(players)]
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.fronts: list[SeatCard] = []
        self.committed: list[str | None] = [None] * players
        self.trick: list[SeatCard] = []
        self.contenders: list[int] = []
        self.attack = False
        self.won: list[list[str]] = []
        self.result: dict[str, list[int]] | None = None
        self._events: list[Event] = []

    # -- who and what ---------------------------------------------------------------------------

    def acting(self) -> list[int]:
        """Return the seats that owe a decision, ascending."""
        return [seat for seat in self._deciders() if self.committed[seat] is None]

    def legal(self, seat: int) -> list[str]:
        """Return the seat's legal actions, sorted."""
        if seat not in self.acting():
            return []
        if self.phase == "rider":
            return ["attack", "decline"]
        return sorted(f"{self.phase} {card}" for card in self.hands[seat])

    def apply(self, seat: int, text: str) -> None:
        """Carry out a legal action and everything that follows by itself."""
        self._events = []
        self._event("action", seat=seat, action=text)
        if text == "attack":
            self._start_attack()
        elif text == "decline":
            self._win_trick(self.contenders[1])
        else:
            self.committed[seat] = text.split()[1]
            if not self.acting():
                self._all_committed()

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
        """Return the party of each seat: its team, or itself in Bellum."""
        if self.team is None:
            return list(range(self.players))
        return list(self.team)

    def _deciders(self) -> list[int]:
        """Return the seats that take part in the running decision, whether they have chosen or not."""
        everyone = list(range(self.players))
        if self.phase == "support":
            return self._supporters()
        if self.phase == "commit":
            return everyone
        if self.phase == "rider":
            return [self.contenders[0]]
        if self.phase == "throw":
            return [seat for seat in everyone if seat not in self.contenders]
        return []

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
                "team": self.team,
                "round": self.round,
                "stacks": self.stacks,
                "hands": [sorted(hand) for hand in self.hands],
                "fronts": self.fronts,
                "committed": self.committed,
                "trick": self.trick,
                "contenders": self.contenders,
                "attack": self.attack,
                "won": [sorted(cards) for cards in self.won],
            }
        )

    def view(self, player: int) -> dict[str, object]:
        """Return the position as a seat (or -5, a spectator) sees it."""
        view = self.position()
        view["seed"] = None
        view["draws"] = None
        view["stacks"] = [["?"] * len(stack) for stack in self.stacks]
        view["hands"] = self._hide_hands(self.hands, player)
        view["committed"] = [
            card if seat == player else card is not None for seat, card in enumerate(self.committed)
        ]
        return view

    def events(self, player: int) -> list[dict[str, object]]:
        """Return the events of the last action as a seat (or -5, a spectator) sees them."""
        return [self._hide_event(copy.deepcopy(event), player) for event in self._events]

    def _hide_event(self, event: Event, player: int) -> Event:
        if event["type"] == "deal":
            event["hands"] = self._hide_hands(event["hands"], player)
        if event["type"] == "action" and event["seat"] != player:
            word = event["action"].split()[0]
            if word in HIDDEN_WORDS:
                event["action"] = f"{word} ?"
        return event

    def _hide_hands(self, hands: list[list[str]], player: int) -> list[list[str]]:
        return [sorted(hand) if seat == player else ["?"] * len(hand) for seat, hand in enumerate(hands)]

    def _event(self, kind: str, **fields: object) -> None:
        self._events.append(copy.deepcopy({"type": kind, **fields}))

    # -- the start ------------------------------------------------------------------------------

    def start(self) -> None:
        """Deal and come to the first decision."""
        if self.options["variant"] == "bellum":
            self.won = [[] for _ in range(self.players)]
            self.hands = [nation_cards(seat) for seat in range(self.players)]
            self._deal_event()
            self.phase = "commit"
            return
        self.won = [[], []]
        self.team = self._draw_alliance()
        for seat in range(self.players):
            cards = nation_cards(seat)
            self.stream.shuffle(cards)
            self.stacks[seat] = cards[:7]
            self.hands[seat] = sorted(cards[7:])
        self._deal_event()
        self._event("alliance", team=self.team)
        self._turn_up_fronts()

    def _draw_alliance(self) -> list[int]:
        if self.options["alliance"] == "drawn":
            ally = 1 + self.stream.bounded(3)
        else:
            ally = int(self.options["alliance"])
        return [0 if seat in (0, ally) else 1 for seat in range(self.players)]

    def _deal_event(self) -> None:
        self._event("deal", deal=0, first=None, hands=self.hands, open=None)

    # -- steps common to all variants -----------------------------------------------------------

    def _all_committed(self) -> None:
        """Turn up what was chosen and go on."""
        turned_up: list[SeatCard] = []
        for seat, card in enumerate(self.committed):
            if card is not None:
                self.hands[seat].remove(card)
                turned_up.append({"seat": seat, "card": card})
        self.committed = [None] * self.players
        self._event("revealed", cards=turned_up)
        if self.phase == "support":
            self._battle(turned_up)
            return
        self.trick.extend(turned_up)
        if self.phase == "commit":
            self._judge_commitments()
        elif self.attack:
            self._resolve_attack()
        else:
            self._draw_help()

    def _finish(self, scores: list[int]) -> None:
        self.phase = "over"
        self.result = {"scores": scores, "placements": places(scores)}
        self._event("over", scores=scores, placements=places(scores))

    # -- simple and composite: battles ----------------------------------------------------------

    def _pairs_of_opponents(self) -> tuple[list[int], list[int]]:
        """Return the seats {0, x} and {a, y}, ascending."""
        assert self.team is not None
        a = next(seat for seat in (1, 2, 3) if self.team[seat] == 0)
        x = 2 if self.team[2] == 1 else 1
        y = next(seat for seat in (1, 2, 3) if seat not in (a, x))
        return [0, x], sorted([a, y])

    def _front_seats(self) -> list[int]:
        even, odd = self._pairs_of_opponents()
        return even if self.round % 2 == 0 else odd

    def _supporters(self) -> list[int]:
        even, odd = self._pairs_of_opponents()
        return odd if self.round % 2 == 0 else even

    def _turn_up_fronts(self) -> None:
        """Start a battle."""
        self.fronts = [{"seat": seat, "card": self.stacks[seat].pop(0)} for seat in self._front_seats()]
        self.phase = "support"
        self._event("fronts", cards=self.fronts)

    def _battle(self, supports: list[SeatCard]) -> None:
        """Decide a battle, the supports having left their hands."""
        winner = self._stronger_team(supports)
        if winner is None:
            supports = self._draw_other_supports(supports)
            winner = self._stronger_team(supports)
        for team in (0, 1):
            if winner is None:
                self._win_battle(team, self._cards_of_team(team, supports))
            elif winner == team:
                self._win_battle(team, [entry["card"] for entry in self.fronts + supports])
        self.fronts = []
        if self.round == LAST_BATTLE:
            self._finish_battles()
        else:
            self.round += 1
            self._turn_up_fronts()

    def _cards_of_team(self, team: int, supports: list[SeatCard]) -> list[str]:
        """Return the team's front and the card that supports it."""
        assert self.team is not None
        return [entry["card"] for entry in self.fronts + supports if self.team[entry["seat"]] == team]

    def _stronger_team(self, supports: list[SeatCard]) -> int | None:
        """Return the team with the stronger pair; None if both are equal."""
        first = self._cards_of_team(0, supports)
        second = self._cards_of_team(1, supports)
        if self.options["variant"] == "simple":
            order = compare_simple(first, second)
        else:
            order = compare_composite(first, second)
        return {1: 0, -1: 1, 0: None}[order]

    def _draw_other_supports(self, supports: list[SeatCard]) -> list[SeatCard]:
        """Take the supports back and let each supporter draw from the other's hand."""
        for entry in supports:
            self.hands[entry["seat"]].append(entry["card"])
            self._event("returned", seat=entry["seat"], card=entry["card"])
        low, high = sorted(entry["seat"] for entry in supports)
        low_draws = self.stream.pick(self.hands[high])
        high_draws = self.stream.pick(self.hands[low])
        self._event("picked", by=low, card=low_draws, **{"from": high})
        self._event("picked", by=high, card=high_draws, **{"from": low})
        self.hands[high].remove(low_draws)
        self.hands[low].remove(high_draws)
        return [{"seat": low, "card": low_draws}, {"seat": high, "card": high_draws}]

    def _win_battle(self, team: int, cards: list[str]) -> None:
        self.won[team].extend(cards)
        self._event("won", team=team, cards=sorted(cards))

    def _finish_battles(self) -> None:
        assert self.team is not None
        points = [sum(map(value, cards)) for cards in self.won]
        self._finish([points[team] for team in self.team])

    # -- bellum: tricks -------------------------------------------------------------------------

    def _rider_card(self, seat: int) -> str:
        """Return the seat's Reiter."""
        return RANKS[self.options["rider"] - 1] + NATIONS[seat]

    def _cards_in_trick(self) -> list[str]:
        return [entry["card"] for entry in self.trick]

    def _owners_of_strongest(self, entries: list[SeatCard]) -> list[int]:
        best = strongest([entry["card"] for entry in entries])
        return sorted(entry["seat"] for entry in entries if entry["card"] in best)

    def _judge_commitments(self) -> None:
        """Go on after the cards of step 1 have been turned up."""
        owners = self._owners_of_strongest(self.trick)
        if len(owners) > 1:
            self._break_tie(owners)
            return
        winner = owners[0]
        attacker = self._possible_attacker(winner)
        if attacker is None:
            self._win_trick(winner)
        else:
            self.phase = "rider"
            self.contenders = [attacker, winner]

    def _possible_attacker(self, winner: int) -> int | None:
        """Return the seat that may attack the one strongest card with its Reiter, if any."""
        best = next(entry["card"] for entry in self.trick if entry["seat"] == winner)
        # With two cards or more on the table, a single strongest 1 is one that beats a Queen or King.
        if best[0] == "1":
            return None
        near: list[int] = [entry["seat"] for entry in self.trick if value(entry["card"]) == value(best) - 1]
        if len(near) == 1 and self._rider_card(near[0]) in self.hands[near[0]]:
            return near[0]
        return None

    def _join(self, seat: int, card: str) -> None:
        """Move a card from the seat's hand into the trick."""
        self.hands[seat].remove(card)
        self.trick.append({"seat": seat, "card": card})

    def _start_attack(self) -> None:
        attacker = self.contenders[0]
        self._join(attacker, self._rider_card(attacker))
        self.attack = True
        self.phase = "throw"
        if not self._deciders():
            self._resolve_attack()

    def _resolve_attack(self) -> None:
        """Draw a card of the attacked seat against the Reiter, all throws being in."""
        r, w = self.contenders
        drawn = self.stream.pick(self.hands[w])
        self._event("picked", by=r, card=drawn, **{"from": w})
        self._join(w, drawn)
        if value(drawn) > self.options["rider"]:
            self._win_trick(w)
        elif value(drawn) < self.options["rider"]:
            self._win_trick(r)
        else:
            self._rider_against_rider(r, w)

    def _rider_against_rider(self, r: int, w: int) -> None:
        if not self.hands[r] and not self.hands[w]:
            # No other card: both Reiters stay in the trick.
            self._win_trick(w)
            return
        picks: list[SeatCard] = []
        for seat in (r, w):
            # The Reiters are still in the trick, so the hands are those without them.
            card = self.stream.pick(self.hands[seat])
            picks.append({"seat": seat, "card": card})
        for seat in sorted((r, w)):
            reiter = self._rider_card(seat)
            self.trick.remove({"seat": seat, "card": reiter})
            self.hands[seat].append(reiter)
            self._event("returned", seat=seat, card=reiter)
        for entry in picks:
            self._event("picked", by=entry["seat"], card=entry["card"], **{"from": entry["seat"]})
            self._join(entry["seat"], entry["card"])
        owners = self._owners_of_strongest(picks)
        self._win_trick(owners[0] if len(owners) == 1 else w)

    def _break_tie(self, tied: list[int]) -> None:
        """Step 4 from its start."""
        self.contenders = tied
        if not any(self.hands):
            self._everyone_takes_back()
            return
        self.phase = "throw"
        if not self._deciders():
            self._draw_help()

    def _everyone_takes_back(self) -> None:
        for seat in range(self.players):
            cards = [entry["card"] for entry in self.trick if entry["seat"] == seat]
            self.won[seat].extend(cards)
            self._event("won", seat=seat, cards=sorted(cards))
        self._next_trick()

    def _draw_help(self) -> None:
        """Let each tied seat draw from the next tied seat, all throws being in."""
        tied = self.contenders
        drawn: list[SeatCard] = []
        for index, seat in enumerate(tied):
            owner = tied[(index + 1) % len(tied)]
            card = self.stream.pick(self.hands[owner])
            self._event("picked", by=seat, card=card, **{"from": owner})
            drawn.append({"seat": owner, "card": card})
        for entry in sorted(drawn, key=lambda entry: entry["seat"]):
            self._join(entry["seat"], entry["card"])
        owners = self._owners_of_strongest(drawn)
        if len(owners) == 1:
            self._win_trick(owners[0])
        else:
            self._break_tie(owners)

    def _win_trick(self, winner: int) -> None:
        cards = self._cards_in_trick()
        self.won[winner].extend(cards)
        self._event("won", seat=winner, cards=sorted(cards))
        self._next_trick()

    def _next_trick(self) -> None:
        self.trick = []
        self.contenders = []
        self.attack = False
        if any(self.hands):
            self.round += 1
            self.phase = "commit"
        else:
            self._finish([sum(map(value, cards)) for cards in self.won])


def full_options(players: int, options: dict[str, object]) -> dict[str, Any]:
    """Return the options with the defaults filled in."""
    variant = options.get("variant", "composite" if players == 4 else "bellum")
    bellum = variant == "bellum"
    return {
        "variant": variant,
        "alliance": options.get("alliance", "none" if bellum else "drawn"),
        "rider": options.get("rider", 8 if bellum else 0),
    }


def new(players: int, options: dict[str, object], seed: bytes) -> Reference:
    """Start a match."""
    game = Reference(players, full_options(players, options), DealStream(seed, 0))
    game.start()
    return game


def from_position(position: dict[str, object]) -> Reference:
    """Continue a match from a valid position."""
    source: dict[str, Any] = copy.deepcopy(position)
    stream = DealStream(bytes.fromhex(source["seed"]), 0, source["draws"])
    game = Reference(source["players"], source["options"], stream)
    game.phase = source["phase"]
    game.team = source["team"]
    game.round = source["round"]
    game.stacks = source["stacks"]
    game.hands = source["hands"]
    game.fronts = source["fronts"]
    game.committed = source["committed"]
    game.trick = source["trick"]
    game.contenders = source["contenders"]
    game.attack = source["attack"]
    game.won = source["won"]
    game.result = source["result"]
    return game
