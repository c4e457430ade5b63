"""A bot that chooses at random: the measure of all others."""

import random
from typing import ClassVar

from certamen.v1.game_pb2 import LegalAction
from certamen.v1.play_pb2 import Decision

from certamen_client.bot import Bot

__all__ = ["RandomBot"]


class RandomBot(Bot):
    """Takes every legal action with the same probability, in any game.

    Args:
        seed: makes its choices repeatable.
    """

    name: ClassVar[str] = "random"
    version: ClassVar[str] = "1"

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)  # noqa: S311 (play, not secrets)

    async def choose(self, decision: Decision) -> LegalAction:
        """One of the legal actions."""
        return self._random.choice(decision.legal_actions)
