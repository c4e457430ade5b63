"""Reading positions (JSON objects) field by field, with errors that name the field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from certamen_core.errors import InvalidPosition

__all__ = ["COMMON_FIELDS", "Fields", "identical"]

COMMON_FIELDS = ("game", "players", "options", "seed", "deal", "draws", "phase", "to_act", "result")


def identical(value: object, other: object) -> bool:
    """Return whether two JSON values are equal in type too (for Python, ``True == 1``)."""
    if type(value) is not type(other):
        return False
    if isinstance(value, dict) and isinstance(other, dict):
        return value.keys() == other.keys() and all(identical(value[key], other[key]) for key in value)
    if isinstance(value, list) and isinstance(other, list):
        return len(value) == len(other) and all(map(identical, value, other))
    return value == other


class Fields:
    """The fields of one position; every getter checks type and range.

    Args:
        position: the JSON object.
        names: the game's own fields; together with the common ones exactly these must be there.

    Raises:
        InvalidPosition: for anything that is not as the rules page says.
    """

    def __init__(self, position: object, names: Sequence[str]) -> None:
        if not isinstance(position, dict):
            raise InvalidPosition("position", f"must be a JSON object, not {type(position).__name__}")
        expected = {*COMMON_FIELDS, *names}
        for name in position:
            if name not in expected:
                raise InvalidPosition(str(name), "unknown field")
        for name in (*COMMON_FIELDS, *names):
            if name not in position:
                raise InvalidPosition(name, "missing field")
        self._values: dict[str, object] = position

    def __getitem__(self, name: str) -> object:
        return self._values[name]

    @staticmethod
    def error(name: str, message: str) -> InvalidPosition:
        """Return the error for the field ``name``."""
        return InvalidPosition(name, message)

    def integer(self, name: str, low: int, high: int) -> int:
        """Return the integer field ``name``."""
        return self.integer_in(name, self._values[name], low, high)

    def optional_integer(self, name: str, low: int, high: int, absent: int) -> int:
        """Return the integer field ``name``, or ``absent`` where it is null."""
        if self._values[name] is None:
            return absent
        return self.integer(name, low, high)

    def boolean(self, name: str) -> bool:
        """Return the truth value ``name``."""
        return self.boolean_in(name, self._values[name])

    def choice(self, name: str, choices: Sequence[str]) -> int:
        """Return the index of the text field ``name`` among the accepted texts."""
        return self.choice_in(name, self._values[name], choices)

    def array(self, name: str, length: int | None = None) -> list[object]:
        """Return the list field ``name``, of the given length if any."""
        return self.array_in(name, self._values[name], length)

    def integers(self, name: str, length: int, low: int, high: int) -> list[int]:
        """Return a list field of integers, all within low … high."""
        return [self.integer_in(name, value, low, high) for value in self.array(name, length)]

    def card_sets(self, name: str, length: int, cards: Mapping[str, int]) -> list[int]:
        """Return a list field of unordered card lists as bit sets (bit = the card's index)."""
        return [self.card_set_in(name, value, cards) for value in self.array(name, length)]

    def card_set(self, name: str, cards: Mapping[str, int]) -> int:
        """Return the unordered card list ``name`` as a bit set."""
        return self.card_set_in(name, self._values[name], cards)

    def seat_cards(self, name: str, players: int, cards: Mapping[str, int]) -> list[tuple[int, int]]:
        """Return a list of ``{"seat": …, "card": …}`` as pairs of seat and card index, in order."""
        pairs = []
        for entry in self.array(name):
            item = self.record_in(name, entry, ("seat", "card"))
            seat = self.integer_in(name, item["seat"], 0, players - 1)
            pairs.append((seat, self.card_in(name, item["card"], cards)))
        return pairs

    @staticmethod
    def integer_in(name: str, value: object, low: int, high: int) -> int:
        """Check one integer that is part of the field ``name``."""
        if isinstance(value, bool) or not isinstance(value, int):
            raise InvalidPosition(name, f"must be an integer, not {value!r}")
        if not low <= value <= high:
            raise InvalidPosition(name, f"must be in {low} … {high}, not {value}")
        return value

    @staticmethod
    def boolean_in(name: str, value: object) -> bool:
        """Check one truth value that is part of the field ``name``."""
        if not isinstance(value, bool):
            raise InvalidPosition(name, f"must be true or false, not {value!r}")
        return value

    @staticmethod
    def choice_in(name: str, value: object, choices: Sequence[str]) -> int:
        """Check one text that is part of the field ``name``; return its index among the choices."""
        if not isinstance(value, str) or value not in choices:
            raise InvalidPosition(name, f"must be one of {', '.join(choices)}, not {value!r}")
        return choices.index(value)

    @staticmethod
    def array_in(name: str, value: object, length: int | None = None) -> list[object]:
        """Check one list that is part of the field ``name``."""
        if not isinstance(value, list):
            raise InvalidPosition(name, f"must be a list, not {value!r}")
        if length is not None and len(value) != length:
            raise InvalidPosition(name, f"must have {length} entries, not {len(value)}")
        return value

    @staticmethod
    def record_in(name: str, value: object, keys: Sequence[str]) -> dict[str, object]:
        """Check one object with exactly the given keys that is part of the field ``name``."""
        if not isinstance(value, dict) or set(value) != set(keys):
            raise InvalidPosition(name, f"must hold objects with {', '.join(keys)}, not {value!r}")
        return value

    @staticmethod
    def card_in(name: str, value: object, cards: Mapping[str, int]) -> int:
        """Check one card text that is part of the field ``name``; return its index."""
        if not isinstance(value, str) or value not in cards:
            raise InvalidPosition(name, f"{value!r} is no card of this game")
        return cards[value]

    @classmethod
    def card_set_in(cls, name: str, value: object, cards: Mapping[str, int]) -> int:
        """Check one unordered card list that is part of the field ``name``; return its bit set."""
        members = 0
        for text in cls.array_in(name, value):
            bit = 1 << cls.card_in(name, text, cards)
            if members & bit:
                raise InvalidPosition(name, f"{text} is there twice")
            members |= bit
        return members
