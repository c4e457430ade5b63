"""What is to be played and how."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .clock import TimeControl
from .errors import FieldError
from .terms import FaultPolicy, Reveal

MAX_ILLEGAL_ACTIONS = 1000


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """Game and rules of a match.

    Attributes:
        game: id of the game.
        players: number of seats.
        options: options of the game; the arena fills in the defaults.
        time: clocks and other limits.
        policy: what happens after a fault.
        reveal: when the seed is revealed.
        illegal_actions: the illegal action of a seat that is a fault, 1 … 1000; 1 is the first.
        play_forced: whether the referee plays decisions that every seat can see to be forced.
    """

    game: str
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)
    time: TimeControl = field(default_factory=TimeControl)
    policy: FaultPolicy = FaultPolicy.FORFEIT
    reveal: Reveal = Reveal.MATCH
    illegal_actions: int = 1
    play_forced: bool = True

    def __post_init__(self) -> None:
        if type(self.illegal_actions) is not int or not 1 <= self.illegal_actions <= MAX_ILLEGAL_ACTIONS:
            raise FieldError("illegal_actions", f"an integer 1 … {MAX_ILLEGAL_ACTIONS}")
        if type(self.play_forced) is not bool:
            raise FieldError("play_forced", "true or false")
