from typing import Final

__all__ = ["CARDS", "INDEX", "SUIT_LETTERS", "hidden_cards", "set_texts"]

SUIT_LETTERS: Final[tuple[str, str, str, str]]
CARDS: Final[tuple[str, ...]]
INDEX: Final[dict[str, int]]

def set_texts(members: int) -> list[str]: ...
def hidden_cards(count: int) -> list[str]: ...
