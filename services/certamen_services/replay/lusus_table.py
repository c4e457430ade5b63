"""What lies on the table of Lusus Chartarum."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from certamen_services.replay.teller import View, fold

__all__ = ["RANKS", "SUITS", "draw_table", "worth"]

RANKS = "123456789XFERKT"
"""From low to high."""
SUITS = "vcdnai"
"""In the rules' order."""

_SPECIAL = {"STU": 50, "SER": 5, "INV": 100}
_TOP_OF_PILE = 12
"""Cards of the pile that are shown."""


def worth(cards: Iterable[str]) -> int:
    """Worth of cards in a meld or a value pile; SERVA counts 5 also where it stands for a card."""
    return sum(
        _SPECIAL["SER"] if card.startswith("SER") else _worth(card.rpartition("=")[2]) for card in cards
    )


def _worth(card: str) -> int:
    """Worth of one card."""
    if card in _SPECIAL:
        return _SPECIAL[card]
    return 20 if card[0] == "T" else 10 if card[0] in "XFERK" else 5


def draw_table(view: View, names: Sequence[str]) -> list[str]:
    """Melds by owner, value piles, the top of the pile."""
    lines = []
    for seat, name in enumerate(names):
        melds = [meld for meld in view["melds"] if meld["owner"] == seat]
        state = "" if view["out"][seat] else " (not out)"
        lines.append(f"    ── {name}{state}, {_count(len(view['hands'][seat]))} in hand")
        for meld in melds:
            lines += fold(f"      #{meld['id']:<3}{meld['kind']:<7}", _laid(meld["cards"]))
        if view["value"][seat]:
            label = f"      value {worth(view['value'][seat])}: "
            lines += fold(label, " ".join(view["value"][seat]))
    pile = view["pile"]
    shown = ("… " if len(pile) > _TOP_OF_PILE else "") + " ".join(pile[-_TOP_OF_PILE:])
    lines += fold(f"    ── pile, {_count(len(pile))}: ", shown)
    return [*lines, f"    ── talon, {_count(len(view['talon']))}"]


def _laid(cards: Sequence[str]) -> str:
    """Cards side by side; a covered place of a run stays open."""
    return " ".join("·" if card == "-" else card for card in cards)


def _count(number: int) -> str:
    """A number of cards."""
    return f"{number} card{'' if number == 1 else 's'}"
