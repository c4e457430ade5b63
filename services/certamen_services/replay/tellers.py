"""Who tells which game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from certamen_services.replay.artus import ArtusTeller
from certamen_services.replay.bellica import BellicaTeller
from certamen_services.replay.juwelen import JuwelenTeller
from certamen_services.replay.luschen import LuschenTeller
from certamen_services.replay.lusus import LususTeller
from certamen_services.replay.plain import PlainTeller
from certamen_services.replay.teller import Teller

__all__ = ["teller_for"]


def teller_for(game: str, options: Mapping[str, Any], names: Sequence[str], parties: Sequence[int]) -> Teller:
    """The teller of a match.

    Args:
        game: its id.
        options: all in force.
        names: of the seats.
        parties: of the seats, where these are known from the beginning.
    """
    match game:
        case "artus":
            return ArtusTeller(names)
        case "bellica":
            return BellicaTeller(names, options["variant"])
        case "juwelen":
            return JuwelenTeller(names, parties)
        case "luschen":
            return LuschenTeller(names)
        case "lusus":
            return LususTeller(names)
        case _:
            return PlainTeller(names)
