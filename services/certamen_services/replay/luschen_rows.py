"""The four rows of the contract Anlegen."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from certamen_services.replay.cards import french
from certamen_services.replay.teller import Event

__all__ = ["draw_rows", "rows_after"]

_RANKS = "789TJQKA"
_SUITS = "cshd"


def rows_after(rows: Mapping[str, Sequence[str]], events: Iterable[Event]) -> dict[str, list[str]]:
    """Rows with the cards that events add to them."""
    new = {suit: list(rows[suit]) for suit in _SUITS}
    for event in events:
        if event["type"] == "added":
            new[event["card"][1]].append(event["card"])
        elif event["type"] == "action" and event["action"].startswith("lay "):
            card = event["action"].split()[1]
            new[card[1]].append(card)
    return new


def draw_rows(rows: Mapping[str, Sequence[str]], laid: Collection[str]) -> list[str]:
    """A line for each suit; free places are dots, cards from the Skat are in brackets.

    Args:
        rows: cards in the rows.
        laid: those that came from a hand.
    """
    return [_row(suit, rows[suit], laid) for suit in _SUITS]


def _row(suit: str, cards: Collection[str], laid: Collection[str]) -> str:
    """One row."""
    cells = []
    for rank in _RANKS:
        card = rank + suit
        name = "10" if rank == "T" else rank
        cells.append("·" if card not in cards else name if card in laid else f"({name})")
    return f"    {french('A' + suit)[1]} " + "".join(f"{cell:^5}" for cell in cells).rstrip()
