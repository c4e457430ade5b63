"""Whose story is told: somebody's who saw every hand, one seat's, or a spectator's."""

from __future__ import annotations

from dataclasses import dataclass

import certamen_core as cc

from certamen_services.records.entries import Entry
from certamen_services.referee.table import Table
from certamen_services.replay.open_events import open_events
from certamen_services.replay.teller import Event, View

__all__ = ["EVERYTHING", "SPECTATOR", "Viewpoint"]

_SEAT_ONLY = frozenset({"joined", "away", "back", "gone", "illegal"})
"""Entries that nobody is told of but the seat itself."""


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """Who looks on.

    Attributes:
        viewer: a seat, or the core's number for spectators; None: somebody who saw every hand.
    """

    viewer: int | None

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden."""
        return self.viewer is None

    def events(self, table: Table) -> list[Event]:
        """What happened in the last action."""
        if self.viewer is None:
            players = table.game.num_players
            return [*open_events([table.events(seat) for seat in range(players)])]
        return [*table.events(self.viewer)]

    def view(self, table: Table) -> View:
        """The position now."""
        return table.state.position() if self.viewer is None else table.state.view(self.viewer)

    def is_told(self, entry: Entry) -> bool:
        """Whether the viewer learns of an entry of the record during the match."""
        return self.sees_all or entry["type"] not in _SEAT_ONLY or entry["seat"] == self.viewer

    def times(self, entry: Entry) -> bool:
        """Whether the viewer knows how long an action took."""
        return self.sees_all or entry["seat"] == self.viewer


EVERYTHING = Viewpoint(None)
SPECTATOR = Viewpoint(cc.SPECTATOR)
