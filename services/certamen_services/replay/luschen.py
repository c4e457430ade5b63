"""Das Luschenspiel, retold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from certamen_services.replay.cards import french, french_list
from certamen_services.replay.luschen_rows import draw_rows, rows_after
from certamen_services.replay.teller import Event, Step, Teller, View, fold

__all__ = ["LuschenTeller"]

_RANKS = "789TJQKA"
_POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
_CONTRACTS = {"luschen": "Luschen", "koenig": "König", "damen": "Damen", "anlegen": "Anlegen"}
_EVENTS = {
    "skat": "takes the Skat: {cards}",
    "trick": "takes the trick: {cards}",
    "booked": "is booked {points}",
    "out": "takes place {place}",
}
_REASONS = {"koenig": "for K♥", "damen": "for queens"}


class LuschenTeller(Teller):
    """Tells a match of the Luschenspiel: contracts, the count or the tricks, the four rows, bookings."""

    def tell(self, step: Step) -> list[str]:
        """An action, what followed, and the rows when a turn of laying has ended."""
        lines = []
        for event in step.events:
            if event["type"] in {"deal", "over"} and step.before is not None:
                lines += self._rows_at_the_end(step)
                lines += fold("Penalties: ", self._penalties(step))
            lines += self._told(event, step)
        return lines + self._rows_after_a_turn(step)

    def lines(self, event: Event) -> list[str]:
        """An event in words."""
        match event["type"]:
            case "deal":
                dealer = self.names[event["first"]]
                title = f"Contract {event['deal'] + 1}, {dealer} deals and chooses"
                return ["", title, *self.hands(event["hands"])]
            case "action":
                return [f"{self.names[event['seat']]} {_action(event['action'])}"]
            case "added":
                return [f"  {french(event['card'])} is added from the Skat"]
            case "skat" if event["seat"] is None:
                return [f"  the Skat is turned up: {self.cards(event['cards'])}"]
            case kind if kind in _EVENTS:
                return [f"  {self.names[event['seat']]} {self._event(event)}"]
            case _:
                return []

    def cards(self, cards: Iterable[str]) -> str:
        """Cards by suit and rank."""
        return french_list(cards, _RANKS)

    def picture(self, view: View) -> list[str]:
        """Hands, contract, penalties."""
        contract = _CONTRACTS.get(view["contract"], "to be chosen")
        lines = [f"  Contract: {contract}", *fold("  Penalties: ", _each(self.names, view["penalties"]))]
        if view["contract"] == "anlegen":
            lines += draw_rows(view["rows"], _laid(view))
        return [*super().picture(view), *lines]

    def _event(self, event: Event) -> str:
        """What happens to a seat."""
        cards = event.get("cards", ())
        # A trick is told in the order of play, a Skat by suit and rank.
        shown = " ".join(map(french, cards)) if event["type"] == "trick" else self.cards(cards)
        return _EVENTS[event["type"]].format_map({**event, "cards": shown})

    def _told(self, event: Event, step: Step) -> list[str]:
        """An event with what the position adds to it."""
        lines = self.lines(event)
        before = step.before
        if before is None:
            return lines
        match event["type"]:
            case "action" if before["contract"] == "luschen":
                card = event["action"].split()[1]
                count = before["count"] + _POINTS.get(card[0], 0)
                lines[0] += f": {before['count']} → {count}"
            case "booked" if before["contract"] == "luschen":
                lines[0] += f" for reaching {25 * event['points']}"
            case "booked" if before["contract"] in _REASONS:
                lines[0] += f" {_REASONS[before['contract']]}"
            case "skat" if before["phase"] == "choose" and event["seat"] is None:
                points = sum(_POINTS.get(card[0], 0) for card in event["cards"])
                if step.after["contract"] == "luschen":
                    lines[0] += f"; the count begins at {points}"
        return lines

    def _penalties(self, step: Step) -> str:
        """Penalties after the contract."""
        return _each(self.names, step.after["penalties"])

    def _rows_at_the_end(self, step: Step) -> list[str]:
        """The rows as they were when the contract ended: the position after has none of them any more."""
        before = step.before
        if before is None or before["contract"] != "anlegen":
            return []
        laid = _laid(before) | {event["action"].split()[-1] for event in step.events if _lays(event)}
        return draw_rows(rows_after(before["rows"], step.events), laid)

    def _rows_after_a_turn(self, step: Step) -> list[str]:
        """The rows, if a card was added to them and somebody else is to act."""
        before, after = step.before, step.after
        if after["contract"] != "anlegen" or after["phase"] == "over" or before is None:
            return []
        begins = before["phase"] == "choose"
        grew = before["laid"] or any(_lays(event) for event in step.events)
        if begins or (grew and after["to_act"] != before["to_act"]):
            rows = draw_rows(after["rows"], _laid(after))
            return rows + ([f"    Skat: {self.cards(after['skat'])}"] if after["skat"] else [])
        return []


def _lays(event: Event) -> bool:
    """Whether somebody lays a card."""
    return bool(event["type"] == "action" and event["action"].startswith("lay "))


def _laid(view: View) -> set[str]:
    """Cards that came from a hand; all others in the rows came from the Skat."""
    return {at["card"] for at in view["played"]}


def _each(names: Sequence[str], numbers: Sequence[int]) -> str:
    """A number for every seat."""
    return ", ".join(f"{name} {number}" for name, number in zip(names, numbers, strict=True))


def _action(text: str) -> str:
    """An action in words."""
    verb, *words = text.split()
    match verb:
        case "choose":
            return f"chooses {_CONTRACTS[words[0]]}"
        case "play":
            return f"plays {french(words[0])}"
        case "lay":
            return f"lays {french(words[0])}"
        case "done":
            return "lets it be"
        case _:
            return "cannot lay a card"
