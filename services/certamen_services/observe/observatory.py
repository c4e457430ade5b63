"""What can be told of how a server fares, read where it is known when somebody asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import monotonic_ns

from certamen_services.observe.calls import CallMeter
from certamen_services.play import PlayStreams
from certamen_services.referee.arena import Arena
from certamen_services.referee.tally import Histogram, Tally
from certamen_services.referee.terms import MatchState
from certamen_services.referee.vigil import Vigil

__all__ = ["Observatory"]


@dataclass(frozen=True, slots=True)
class Observatory:
    """The places of a server where something can be read.

    Attributes:
        arena: where the matches are.
        streams: the Play streams.
        calls: counts calls.
        started: when the server was made, UTC.
        started_ns: the same on the machine's monotonic clock.
    """

    arena: Arena
    streams: PlayStreams
    calls: CallMeter
    started: datetime = field(default_factory=lambda: datetime.now(UTC))
    started_ns: int = field(default_factory=monotonic_ns)

    @property
    def tally(self) -> Tally:
        """What the referee counted."""
        return self.arena.tally

    @property
    def vigil(self) -> Vigil:
        """What held the referee up."""
        return self.arena.vigil

    @property
    def commits(self) -> Mapping[str, Histogram]:
        """How long transactions took, by who wrote."""
        return self.arena.commits

    @property
    def uptime_ns(self) -> int:
        """How long the server has been there."""
        return monotonic_ns() - self.started_ns

    def matches(self) -> Counter[tuple[str, MatchState]]:
        """How many matches wait or run, by game and state."""
        return Counter(
            (match.plan.settings.game, match.state)
            for match in self.arena.unfinished()
            if not match.state.ended
        )
