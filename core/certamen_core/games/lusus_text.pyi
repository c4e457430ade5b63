from collections.abc import Sequence
from typing import Final

__all__ = [
    "CARDS",
    "INDEX",
    "KINDS",
    "VALUE_INDEX",
    "action_text",
    "hidden_cards",
    "meld_line",
    "meld_texts",
    "parse_action",
    "parse_meld",
    "set_texts",
    "shown_text",
]

KINDS: Final[tuple[str, str, str]]
CARDS: Final[dict[int, str]]
INDEX: Final[dict[str, int]]
VALUE_INDEX: Final[dict[str, int]]

def set_texts(low: int, high: int) -> list[str]: ...
def shown_text(shown: int) -> str: ...
def hidden_cards(count: int) -> list[str]: ...
def meld_line(line: int) -> str: ...
def meld_texts(line: int, places: int, stultus: int, serva: int) -> list[str]: ...
def parse_meld(kind: str, cards: Sequence[str]) -> tuple[int, int, int, int]: ...
def action_text(action: int) -> str: ...
def parse_action(text: str) -> int: ...
