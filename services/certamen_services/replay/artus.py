"""Artus, retold."""

from __future__ import annotations

import re
from collections.abc import Iterable

from certamen_services.replay.artus_table import CHAIRS, colour, draw_table, figure, value
from certamen_services.replay.teller import Event, Step, Teller, View, signed

__all__ = ["ArtusTeller"]

_MOVE = re.compile(r"(\S+) (\d+)([+-]\d+)")
_PILES = {"R": "knight cards", "K": "king cards", "W": "scoring cards"}
_SCORINGS = {
    "W1": "all own knights score",
    "W2": "all own knights score with reversed sign",
    "W3": "one knight each on green, yellow and red",
    "W4": "two knights on carpet chairs",
    "W5": "three knights on red chairs",
    "W6 best": "the best own knight scores",
}


class ArtusTeller(Teller):
    """Tells a match: moves with chairs and values, and the table after every round."""

    def tell(self, step: Step) -> list[str]:
        """An action and what followed; the table when all have had their turn."""
        lines = []
        scores = list(step.before["scores"]) if step.before is not None else []
        for event in step.events:
            told = self.lines(event)
            if step.before is not None and event["type"] == "action":
                told = [f"{self.names[event['seat']]} {_action(event['action'], step.before)}"]
            if event["type"] == "points" and scores:
                scores[event["seat"]] += event["points"]
                told = [f"{told[0]} (score {signed(scores[event['seat']])})"]
            lines += told
        return lines + (self._table(step.after) if self._round_ends(step) else [])

    def lines(self, event: Event) -> list[str]:
        """An event in words."""
        match event["type"]:
            case "deal":
                return ["", "The hands", *self.hands(event["hands"]), "", "The knights are placed"]
            case "action":
                return [f"{self.names[event['seat']]} plays {event['action']}"]
            case "displaced":
                return [f"  {figure(event['figure'])} must go from chair {event['from']} to {event['to']}"]
            case "points":
                return [f"  {signed(event['points'])} for {self.names[event['seat']]}"]
            case "king":
                return [f"  the king sits on chair {event['chair']}: the disc follows"]
            case "drawn":
                return [
                    f"  {self.names[event['seat']]} gets {event['card']} from the {_PILES[event['pile']]}"
                ]
            case _:
                return []

    def cards(self, cards: Iterable[str]) -> str:
        """Cards of knights, of kings, and for scoring."""
        return " ".join(sorted(cards, key=lambda card: ("RKW".find(_kind(card)) % 4, card)))

    def picture(self, view: View) -> list[str]:
        """Hands and table."""
        return [*super().picture(view), *self._table(view)]

    def _table(self, view: View) -> list[str]:
        """The table with a line that says when."""
        turns = view["turn"]
        title = f"The table after {turns} turns" if turns else "The table before the first turn"
        return ["", title, *draw_table(view, self.names), ""]

    def _round_ends(self, step: Step) -> bool:
        """Whether all knights were just placed, or all seats just had a turn."""
        before, after = step.before, step.after
        if before is None:
            return False
        if before["phase"] == "place":
            return bool(after["phase"] != "place")
        return bool(before["turn"] != after["turn"] and after["turn"] % len(self.names) == 0)


def _kind(card: str) -> str:
    """The pile that a card belongs to; "?" where nobody may know."""
    return card if card == "?" else card[0] if card[0] in "RW" else "K"


def _action(text: str, before: View) -> str:
    """An action in words."""
    king = before["king"]
    moved = _MOVE.fullmatch(text)
    if moved:
        card, chair, distance = moved[1], int(moved[2]), int(moved[3])
        who = figure(before["chairs"][chair])
        landing = (chair + distance) % CHAIRS
        leaves = "the king" if chair == king else f"{colour(chair, king)} {signed(value(chair, king))}"
        way = f"{abs(distance)} {'forward' if distance > 0 else 'back'}"
        return f"plays {card}: {who} goes {way} from chair {chair} ({leaves}) to {landing}"
    verb, *words = text.split()
    if verb == "place":
        return f"places a knight on chair {words[0]} ({signed(value(int(words[0]), king))})"
    if verb == "draw":
        return f"draws from the {_PILES[words[0]]}"
    if text in _SCORINGS:
        return f"plays {text}: {_SCORINGS[text]}"
    chair = int(words[-1])
    who = figure(before["chairs"][chair])
    where = f"chair {chair} ({colour(chair, king)} {signed(value(chair, king))})"
    return f"plays {verb}: a ring for {who} on {where}"
