"""Juwelentresor, retold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from certamen_services.replay.cards import french, french_list

_RANKS = "A23456789TJQK"
_REASONS = {
    "discard": "for not following suit",
    "trick": "for the trick",
    "round": "for the most cards of the suit",
    "bonus": "for a round without a trick",
}


class JuwelenTeller:
    """Tells the events of a match of Juwelentresor."""

    def __init__(self, names: Sequence[str], parties: Sequence[int]) -> None:
        self._names = names
        self._members = {
            party: [name for name, other in zip(names, parties, strict=True) if other == party]
            for party in parties
        }

    def lines(self, event: Mapping[str, Any]) -> list[str]:
        """An event in words."""
        match event["type"]:
            case "deal":
                return self._deal(event)
            case "action":
                return [f"{self._names[event['seat']]} {_action(event['action'], self._party)}"]
            case "passed":
                cards = french_list(event["cards"], _RANKS)
                return [f"  {self._names[event['from']]} → {self._names[event['to']]}: {cards}"]
            case "trick":
                cards = " ".join(french(card) for card in event["cards"])
                return [f"  {self._names[event['seat']]} takes the trick: {cards}"]
            case "jewel":
                return [f"  {self._jewel(event)}"]
            case _:
                return []

    def _party(self, party: int) -> str:
        """Who a party is."""
        return " and ".join(self._members[party])

    def _deal(self, event: Mapping[str, Any]) -> list[str]:
        """A new round."""
        hands = [
            f"  {name}: {french_list(hand, _RANKS)}"
            for name, hand in zip(self._names, event["hands"], strict=True)
        ]
        return ["", f"Round {event['deal'] + 1}, {self._names[event['first']]} deals", *hands]

    def _jewel(self, event: Mapping[str, Any]) -> str:
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
