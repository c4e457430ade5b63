"""Juwelentresor, retold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from certamen_services.replay.cards import french, french_list
from certamen_services.replay.teller import Event, Teller

__all__ = ["JuwelenTeller"]

_RANKS = "A23456789TJQK"
_REASONS = {
    "discard": "for not following suit",
    "trick": "for the trick",
    "round": "for the most cards of the suit",
    "bonus": "for a round without a trick",
}


class JuwelenTeller(Teller):
    """Tells the events of a match of Juwelentresor."""

    def __init__(self, names: Sequence[str], parties: Sequence[int]) -> None:
        super().__init__(names)
        self._members = {
            party: [name for name, other in zip(names, parties, strict=True) if other == party]
            for party in parties
        }

    def lines(self, event: Event) -> list[str]:
        """An event in words."""
        match event["type"]:
            case "deal":
                return self._deal(event)
            case "action":
                return [f"{self.names[event['seat']]} {_action(event['action'], self._party)}"]
            case "passed":
                cards = self.cards(event["cards"])
                return [f"  {self.names[event['from']]} → {self.names[event['to']]}: {cards}"]
            case "trick":
                cards = " ".join(french(card) for card in event["cards"])
                return [f"  {self.names[event['seat']]} takes the trick: {cards}"]
            case "jewel":
                return [f"  {self._jewel(event)}"]
            case _:
                return []

    def cards(self, cards: Iterable[str]) -> str:
        """Cards by suit and rank."""
        return french_list(cards, _RANKS)

    def _party(self, party: int) -> str:
        """Who a party is."""
        return " and ".join(self._members[party])

    def _deal(self, event: Event) -> list[str]:
        """A new round."""
        dealer = self.names[event["first"]]
        return ["", f"Round {event['deal'] + 1}, {dealer} deals", *self.hands(event["hands"])]

    def _jewel(self, event: Event) -> str:
        """A jewel that moves."""
        party, reason = self._party(event["party"]), _REASONS.get(event["reason"], event["reason"])
        match event["suit"]:
            case "d":
                what = f"supply → vault of {party}"
            case "h":
                what = f"supply → showcase of {party}"
            case "s":
                what = f"showcase → vault of {party}"
            case _:
                what = f"showcase of {self._party(event['victim'])} → showcase of {party}"
        return f"◆ {what} ({reason})"


def _action(text: str, party: Any) -> str:
    """An action in words."""
    verb, *words = text.split()
    match verb:
        case "announce":
            return f"has {words[0]} card{'s' if words[0] != '1' else ''} passed"
        case "pass":
            return f"passes {french_list(words, _RANKS)}"
        case "play":
            return f"plays {french(words[0])}"
        case "steal":
            return f"steals from {party(int(words[0]))}"
        case _:
            return text
