"""Reading a game's options: defaults, types, ranges, and errors that say what is accepted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

__all__ = ["OptionReader"]


class OptionReader:
    """Takes one option after the other from what the caller gave; ``finish`` refuses the rest.

    Args:
        game: id of the game, for messages.
        given: option values by name, as given by the caller.
    """

    def __init__(self, game: str, given: Mapping[str, object]) -> None:
        self._game = game
        self._left = dict(given)
        self._known: list[str] = []

    def _take(self, name: str, default: object) -> object:
        self._known.append(name)
        return self._left.pop(name, default)

    def refuse(self, name: str, value: object, accepted: str) -> ValueError:
        """Return the error for a value that is not accepted."""
        return ValueError(f"option {name!r} of {self._game} must be {accepted}, not {value!r}")

    def boolean(self, name: str, default: bool) -> bool:
        """Take a truth value."""
        value = self._take(name, default)
        if not isinstance(value, bool):
            raise self.refuse(name, value, "true or false")
        return value

    def integer(self, name: str, default: int, low: int, high: int) -> int:
        """Take an integer in low … high."""
        value = self._take(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise self.refuse(name, value, f"an integer in {low} … {high}")
        return value

    def choice(self, name: str, default: str, choices: Sequence[str]) -> str:
        """Take one of some texts."""
        value = self._take(name, default)
        if not isinstance(value, str) or value not in choices:
            raise self.refuse(name, value, " or ".join(repr(choice) for choice in choices))
        return value

    def finish(self) -> None:
        """Refuse options that nobody took."""
        for name in self._left:
            accepted = ", ".join(self._known) or "none"
            raise ValueError(f"unknown option {name!r} of {self._game}; accepted: {accepted}")


def check_players(game: str, players: object, low: int, high: int) -> int:
    """Return the number of seats if it is an integer in low … high.

    Raises:
        ValueError: otherwise, naming the game and what it accepts.
    """
    if isinstance(players, bool) or not isinstance(players, int) or not low <= players <= high:
        raise ValueError(f"players of {game} must be an integer in {low} … {high}, not {players!r}")
    return players
