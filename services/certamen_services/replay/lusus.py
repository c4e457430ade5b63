"""Lusus Chartarum, retold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from certamen_services.replay.lusus_table import RANKS, SUITS, draw_table, worth
from certamen_services.replay.teller import Event, Step, Teller, View, fold, signed

__all__ = ["LususTeller"]

_CLOSING = 50
_EVENTS = {
    "drawn": "{seat} gets {card}",
    "completed": "group #{id} is complete: {seat} wins {cards}",
    "gained": "{seat} wins {card}",
    "offered": "{seat} draws {cards} from the hand of {from}",
    "kept": "{seat} keeps {card}, {from} gets the other back",
}
_ACTIONS = {
    "draw": "draws",
    "take": "takes {0} from the pile",
    "lay": "lays {1} on #{0}",
    "cover": "covers {2} with {1} on #{0} of {owner}",
    "exchange": "puts {1} in the place of the STULTUS in #{0} of {owner}",
    "invictus": "plays INVICTUS and wins the value pile of {victim}",
    "incomparabilis": "plays INCOMPARABILIS against {victim}",
    "serva": "puts SERVA in the place of {1} in #{0} of {owner}",
    "discard": "discards {0}",
    "carnifex": "closes with CARNIFEX (Fi)",
    "keep": "keeps {0}",
}


class LususTeller(Teller):
    """Tells a match: every turn, the table whenever a turn has changed it, and what each round brought."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(names)
        self._changed = False

    def tell(self, step: Step) -> list[str]:
        """An action and what followed; the table after a turn with plays."""
        lines = []
        for event in step.events:
            if event["type"] == "action" and step.before is not None:
                lines += self._action(event, step.before)
            elif event["type"] == "round" and step.before is not None:
                lines += self._round(event, step.before)
            else:
                lines += self.lines(event)
        before, after = step.before, step.after
        if any(event["type"] in {"round", "deal"} for event in step.events):
            self._changed = False
        elif before is not None and before["to_act"] != after["to_act"] and self._changed:
            self._changed = False
            lines += [*draw_table(after, self.names), ""]
        return lines

    def lines(self, event: Event) -> list[str]:
        """An event in words."""
        match event["type"]:
            case "deal":
                begins = self.names[event["first"]]
                title = f"Round {event['deal'] + 1}, {begins} begins; {event['open']} opens the pile"
                return ["", title, *self.hands(event["hands"])]
            case "taken":
                return fold("  taken: ", " ".join(event["cards"]))
            case kind if kind in _EVENTS:
                words = {"cards": " ".join(event.get("cards", ()))}
                words |= {key: self.names[event[key]] for key in ("seat", "from") if key in event}
                return ["  " + _EVENTS[kind].format_map({**event, **words})]
            case _:
                return []

    def cards(self, cards: Iterable[str]) -> str:
        """Cards by suit and rank, special ones after them, hidden ones last."""
        return " ".join(sorted(cards, key=_order))

    def picture(self, view: View) -> list[str]:
        """Hands and table."""
        return [*super().picture(view), *draw_table(view, self.names)]

    def _action(self, event: Event, before: View) -> list[str]:
        """An action in words."""
        name = self.names[event["seat"]]
        verb, *words = event["action"].split()
        self._changed |= verb not in {"draw", "take", "discard", "carnifex", "keep"}
        if verb == "meld":
            lines = [f"{name} lays down #{before['next_id']}: {' '.join(words)}"]
            total = before["opening"] + worth(words)
            if not before["out"][event["seat"]]:
                lines.append(
                    f"  {total} of the 30 points to open" if total < 30 else f"  out, with {total} points"
                )
            return lines
        about = {}
        if verb in {"cover", "exchange", "serva"}:
            owner = next(meld["owner"] for meld in before["melds"] if str(meld["id"]) == words[0])
            about["owner"] = self.names[owner]
        elif verb in {"invictus", "incomparabilis"}:
            about["victim"] = self.names[int(words[0])]
        return [f"{name} {_ACTIONS[verb].format(*words, **about)}"]

    def _round(self, event: Event, before: View) -> list[str]:
        """Who closed, and what the round brought to each seat."""
        closed = event["closed"]
        how = f"{self.names[closed]} has closed" if closed is not None else "the talon is empty"
        lines = ["", f"Round {event['round'] + 1} is over: {how}"]
        for seat, (gain, score) in enumerate(zip(event["gains"], event["scores"], strict=True)):
            won = worth(before["value"][seat])
            bonus = _CLOSING if seat == closed else 0
            parts = [f"value pile {signed(won)}", f"hand {signed(gain - won - bonus)}"]
            parts += [f"closing {signed(bonus)}"] if bonus else []
            lines.append(f"  {self.names[seat]}: {signed(gain)} ({', '.join(parts)}), score {signed(score)}")
        return lines


def _order(card: str) -> tuple[int, int, str]:
    """Where a card stands in a hand."""
    if len(card) == 2:
        return SUITS.index(card[1]), RANKS.index(card[0]), card
    return len(SUITS) + (card == "?"), 0, card
