"""Positions in which something rare happens or is decided."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

__all__ = ["Rare", "rare_positions"]


@dataclass(frozen=True, slots=True)
class Rare:
    """A position to start from.

    Attributes:
        name: each once; begins with the game.
        title: what happens, in words.
        game: id of the game.
        seat: who acts first.
        bot: the bot's seat: that one, if it is the bot who decides.
        first: what `seat` does if it is not the bot.
        position: in the form of the rules' pages.
    """

    name: str
    title: str
    game: str
    seat: int
    bot: int
    first: str
    position: Mapping[str, Any]


def rare_positions() -> list[Rare]:
    """All of them."""
    text = files(__package__).joinpath("rare.json").read_text(encoding="utf-8")
    return [Rare(**each) for each in json.loads(text)]
