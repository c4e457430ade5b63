"""The shortest way to a bot for direct play: plain values of the core, no messages."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

__all__ = ["UniformBot", "ViewBot"]


class ViewBot(ABC):
    """A player of direct play. One instance plays one game.

    Args:
        seat: that it has.
        chance: a number of its own, the same whenever this game is played: seed for what it does at random.
    """

    def __init__(self, seat: int, chance: int) -> None:
        self.seat = seat
        self.chance = chance

    @abstractmethod
    def choose(self, view: Mapping[str, Any], legal: Sequence[int]) -> int:
        """Choose an action.

        Args:
            view: what the seat may know, as `State.view` of the core gives it.
            legal: codes of the legal actions, ascending.

        Returns:
            One of them.
        """


class UniformBot(ViewBot):
    """Takes every legal action with the same probability: `random` in direct play."""

    def __init__(self, seat: int, chance: int) -> None:
        super().__init__(seat, chance)
        self._random = Random(chance)  # noqa: S311 (play, not secrets)

    def choose(self, view: Mapping[str, Any], legal: Sequence[int]) -> int:  # noqa: ARG002
        """One of them."""
        return legal[int(self._random.random() * len(legal))]
