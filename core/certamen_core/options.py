"""Reading a game's options: defaults, types, ranges, and errors that say what is accepted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

__all__ = ["OptionReader", "OptionSpec"]


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """What an option of a game accepts, with the seats and the other options of that game.

    Attributes:
        name: its name, as `load_game` takes it.
        kind: type of its values: truth values, integers, or one of some texts.
        default: its value if it is not given.
        choices: every value that is accepted, for booleans and choices; empty for integers.
        minimum: the least integer that is accepted; None for booleans and choices.
        maximum: the greatest; None for booleans and choices.
        depends_on: names of the options with which the range or the default changes.
    """

    name: str
    kind: Literal["boolean", "integer", "choice"]
    default: bool | int | str
    choices: tuple[bool | str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    depends_on: tuple[str, ...] = ()

    @property
    def accepted(self) -> str:
        """What is accepted, in words."""
        if self.kind == "integer":
            return f"an integer in {self.minimum} … {self.maximum}"
        if self.kind == "boolean":
            return " or ".join(str(choice).lower() for choice in sorted(self.choices, reverse=True))
        return " or ".join(repr(choice) for choice in self.choices)

    def accepts(self, value: object) -> bool:
        """Whether a value is accepted; 1 and 1.0 are no truth values, and True is no integer."""
        if self.kind == "integer":
            if isinstance(value, bool) or not isinstance(value, int):
                return False
            return (self.minimum is None or self.minimum <= value) and (
                self.maximum is None or value <= self.maximum
            )
        return isinstance(value, bool if self.kind == "boolean" else str) and value in self.choices


class OptionReader:
    """Takes one option after the other from what the caller gave; ``finish`` refuses the rest.

    Args:
        game: id of the game, for messages.
        given: option values by name, as given by the caller.
    """

    def __init__(self, game: str, given: Mapping[str, object]) -> None:
        self._game = game
        self._left = dict(given)
        self._specs: list[OptionSpec] = []

    def _take(self, spec: OptionSpec, why: str = "") -> object:
        """Take the option's value, or its default."""
        self._specs.append(spec)
        value = self._left.pop(spec.name, spec.default)
        if not spec.accepts(value):
            raise ValueError(
                f"option {spec.name!r} of {self._game} must be {spec.accepted}{why}, not {value!r}"
            )
        return value

    def boolean(self, name: str, default: bool, only: str = "") -> bool:
        """Take a truth value.

        Args:
            name: of the option.
            default: its value if it is not given.
            only: why nothing but the default is accepted; empty if both values are.
        """
        choices = (default,) if only else (False, True)
        why = f" {only}" if only else ""
        return self._take(OptionSpec(name, "boolean", default, choices), why) is True

    def integer(self, name: str, default: int, low: int, high: int, depends_on: Sequence[str] = ()) -> int:
        """Take an integer in low … high; `depends_on` names the options that decided the range or default."""
        spec = OptionSpec(name, "integer", default, minimum=low, maximum=high, depends_on=tuple(depends_on))
        value = self._take(spec)
        assert isinstance(value, int)  # noqa: S101 - for the type checker
        return value

    def choice(self, name: str, default: str, choices: Sequence[str], depends_on: Sequence[str] = ()) -> str:
        """Take one of some texts; `depends_on` names the options that decided which, or the default."""
        spec = OptionSpec(name, "choice", default, tuple(choices), depends_on=tuple(depends_on))
        return str(self._take(spec))

    def finish(self) -> tuple[OptionSpec, ...]:
        """Refuse options that nobody took; returns what the others accept, in the order of reading."""
        for name in self._left:
            accepted = ", ".join(spec.name for spec in self._specs) or "none"
            raise ValueError(f"unknown option {name!r} of {self._game}; accepted: {accepted}")
        return tuple(self._specs)


def check_players(game: str, players: object, seats: range) -> int:
    """Return the number of seats if it is an integer in the range.

    Raises:
        ValueError: otherwise, naming the game and what it accepts.
    """
    if isinstance(players, bool) or not isinstance(players, int) or players not in seats:
        raise ValueError(f"players of {game} must be an integer in {seats[0]} … {seats[-1]}, not {players!r}")
    return players
