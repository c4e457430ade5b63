"""A run of matches, asked for and checked."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from pathlib import Path

from certamen_services.cli.players import Player
from certamen_services.launcher import Limits
from certamen_services.referee.settings import MatchSettings

__all__ = ["Order"]


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be played.

    Attributes:
        settings: of every match.
        players: the bots, as many as there are seats.
        games: how many matches.
        root: all seeds are derived from it; None: the server draws them.
        concurrency: how many matches at once.
        folder: for records and logs.
        as_json: whether the result is for scripts.
        limits: what each bot may use; None: as much as it likes.
        strict: whether to play only if bots can be contained in full.
    """

    settings: MatchSettings
    players: tuple[Player, ...]
    games: int
    root: bytes | None
    concurrency: int
    folder: Path
    as_json: bool
    limits: Limits | None = None
    strict: bool = False

    def seed(self, number: int) -> bytes:
        """Seed of a match; empty if the server is to draw it."""
        if self.root is None:
            return b""
        return hmac.digest(self.root, f"game/{number}".encode(), hashlib.sha256)

    def label(self, number: int) -> str:
        """Name of a match in files."""
        return f"game-{number:0{len(str(self.games))}d}"
