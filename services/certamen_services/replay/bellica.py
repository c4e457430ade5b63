"""Charta Bellica and Bellum, retold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from certamen_services.replay.bellica_battle import tell_battle
from certamen_services.replay.bellica_cards import named, named_list, points
from certamen_services.replay.bellica_trick import tell_trick
from certamen_services.replay.teller import Event, Step, Teller, View, fold, listed

__all__ = ["BellicaTeller"]


class BellicaTeller(Teller):
    """Tells a match: every battle or trick, its strengths, and why somebody wins it.

    Args:
        names: of the seats.
        variant: of the game.
    """

    def __init__(self, names: Sequence[str], variant: str) -> None:
        super().__init__(names)
        self._variant = variant

    def tell(self, step: Step) -> list[str]:
        """An action, what followed, and the reason for it."""
        reasons = (
            tell_trick(self.names, step)
            if self._variant == "bellum"
            else tell_battle(self.names, self._variant, step)
        )
        lines = []
        for number, event in enumerate(step.events):
            lines += self.lines(event)
            if event["type"] == "won":
                lines += self._score(event, step)
            lines += reasons.get(number, [])
            if event["type"] == "fronts":
                lines = [*lines[:-1], "", f"Battle {step.after['round'] + 1}: {lines[-1]}"]
            if event["type"] in {"won", "deal"} and self._trick_begins(step, number):
                lines += ["", f"Trick {step.after['round'] + 1}"]
        return lines

    def lines(self, event: Event) -> list[str]:
        """An event in words."""
        match event["type"]:
            case "deal":
                return ["", "The hands", *self.hands(event["hands"])]
            case "alliance":
                return [f"  {_teams(self.names, event['team'])}"]
            case "fronts":
                return [
                    listed(
                        [f"{self.names[at['seat']]} turns up {named(at['card'])}" for at in event["cards"]]
                    )
                ]
            case "action":
                return [f"{self.names[event['seat']]} {_action(event['action'])}"]
            case "revealed":
                shown = [f"{named(at['card'])} of {self.names[at['seat']]}" for at in event["cards"]]
                return fold("  turned up: ", ", ".join(shown))
            case "picked":
                return [self._picked(event)]
            case "returned":
                return [f"  {named(event['card'])} goes back to {self.names[event['seat']]}"]
            case _:
                return []

    def cards(self, cards: Iterable[str]) -> str:
        """Cards from low to high."""
        return named_list(cards)

    def picture(self, view: View) -> list[str]:
        """Hands, stacks where they may be seen, and what lies on the table."""
        lines = super().picture(view)
        if view["team"] is not None:
            lines.append(f"  {_teams(self.names, view['team'])}")
        table = [*view["fronts"], *view["trick"]]
        if table:
            shown = [f"{named(at['card'])} of {self.names[at['seat']]}" for at in table]
            lines += fold("  On the table: ", ", ".join(shown))
        return lines

    def _picked(self, event: Event) -> str:
        """A card drawn from a hand."""
        by, source = self.names[event["by"]], self.names[event["from"]]
        if event["by"] == event["from"]:
            return f"  {named(event['card'])} is drawn from the hand of {source}"
        return f"  {by} draws {named(event['card'])} from the hand of {source}"

    def _score(self, event: Event, step: Step) -> list[str]:
        """What was won and what that makes."""
        won, value = step.after["won"], points(event["cards"])
        if "team" in event:
            members = [
                name
                for name, team in zip(self.names, step.after["team"], strict=True)
                if team == event["team"]
            ]
            return [f"  {listed(members)} win {value}: {points(won[event['team']])} points"]
        cards = named_list(event["cards"])
        return fold(
            f"  {self.names[event['seat']]} wins {value}: ",
            f"{cards}: {points(won[event['seat']])} points",
        )

    def _trick_begins(self, step: Step, number: int) -> bool:
        """Whether this event is the last before a new trick of Bellum."""
        later = {event["type"] for event in step.events[number + 1 :]}
        return self._variant == "bellum" and step.after["phase"] == "commit" and "won" not in later


def _teams(names: Sequence[str], team: Sequence[int]) -> str:
    """Who is allied with whom."""
    first, second = (
        listed([name for name, side in zip(names, team, strict=True) if side == number]) for number in (0, 1)
    )
    return f"{first} against {second}"


def _action(text: str) -> str:
    """An action in words."""
    verb, *words = text.split()
    card = named(words[0]) if words else ""
    match verb:
        case "support":
            return f"supports with {card}"
        case "commit":
            return f"commits {card}"
        case "throw":
            return f"throws in {card}"
        case "attack":
            return "attacks with the Reiter"
        case _:
            return "does not attack"
