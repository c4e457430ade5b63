"""The setups of a game: seat counts and options."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import certamen_core as cc

__all__ = ["Setup", "setups"]

SHORT: dict[str, dict[str, Any]] = {
    "juwelen": {"rounds": 2},
    "luschen": {"limit": 6},
    "lusus": {"max_rounds": 2},
}
"""Options that keep a game short where its length is not what is looked at."""


@dataclass(frozen=True, slots=True)
class Setup:
    """A game with a number of seats and options.

    Attributes:
        game: its id.
        players: number of seats.
        options: all of them.
        label: short, for names.
    """

    game: str
    players: int
    options: dict[str, Any] = field(default_factory=dict)
    label: str = ""

    @property
    def title(self) -> str:
        """In words."""
        said = ", ".join(f"{name} {str(value).lower()}" for name, value in self.options.items())
        return f"{self.game}, {self.players} seats, {said}"


def setups(game: str) -> Iterator[Setup]:
    """Every number of seats; with each of them every choice of every option; and once the ends of ranges."""
    ranges: set[str] = set()
    for players in cc.load_game(game).player_range:
        plain = cc.load_game(game, players=players, **SHORT.get(game, {}))
        yield Setup(game, players, dict(plain.options), f"{players}")
        for spec in plain.option_specs:
            if spec.name in ranges:
                continue
            for value in _values(spec):
                if value == plain.options[spec.name]:
                    continue
                if spec.kind == "integer":
                    ranges.add(spec.name)
                loaded = cc.load_game(game, players=players, **(SHORT.get(game, {}) | {spec.name: value}))
                label = f"{players}-{spec.name}-{str(value).lower()}"
                yield Setup(game, players, dict(loaded.options), label)


def _values(spec: cc.OptionSpec) -> tuple[object, ...]:
    """What is tried of an option."""
    if spec.kind != "integer":
        return spec.choices
    low, high = spec.minimum, spec.maximum
    if low is None or high is None:
        return ()
    # The highest number of rounds, say, would take an hour.
    return (low, (low + high) // 2, high) if high - low <= 10 else (low,)
