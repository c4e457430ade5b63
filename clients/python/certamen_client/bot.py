"""What a bot author writes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable
from typing import ClassVar

from certamen.v1.event_pb2 import Event
from certamen.v1.game_pb2 import LegalAction
from certamen.v1.play_pb2 import Decision, MatchEnd, MatchStart

__all__ = ["Bot", "Choice"]

Choice = LegalAction | int | str
"""An action: one of the decision's legal actions, or its code, or its text."""


class Bot(ABC):
    """A player. One instance plays one match, so whatever it keeps belongs to that match.

    All methods may be plain or `async`. The calls for one match come one after the other; plain methods run
    in a thread of the match's own, so a bot may think as long as it likes without losing its connection.

    Attributes:
        name: how it introduces itself; default: the class's name.
        version: of the bot, for the records.
        games: ids of the games that it plays; empty: any.
        match: the match that it plays, set before the first call: seat, settings, names of the players.
    """

    name: ClassVar[str] = ""
    version: ClassVar[str] = ""
    games: ClassVar[tuple[str, ...]] = ()
    match: MatchStart

    @property
    def seat(self) -> int:
        """The seat that the bot has in its match."""
        return self.match.seat

    @abstractmethod
    def choose(self, decision: Decision) -> Choice | Awaitable[Choice]:
        """Choose one of `decision.legal_actions`, in view of `decision.view`.

        Called once for each decision; again for the same one if the choice was illegal and the match goes on
        all the same. If it raises, the bot resigns the match.
        """

    # The hooks do nothing, on purpose, unless a bot wants them: hence no abstract methods.

    def on_start(self, start: MatchStart) -> Awaitable[None] | None:  # noqa: B027
        """The match begins; also after a restart of the program, when its events are told again."""

    def on_event(self, event: Event) -> Awaitable[None] | None:  # noqa: B027
        """Something happened. Every event comes once, in order, before the decision that it leads to."""

    def on_end(self, end: MatchEnd) -> Awaitable[None] | None:  # noqa: B027
        """The match has ended."""
