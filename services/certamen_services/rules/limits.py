"""What the processes that answer RulesService may use."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

__all__ = ["RulesLimits"]


@dataclass(frozen=True, slots=True)
class RulesLimits:
    """Limits of the rules' processes and of each call.

    Attributes:
        processes: that compute playouts and perft; one more gives the short answers.
        memory: bytes that a process may take beyond what it has when it begins.
        cpu: seconds of processor time of one call.
        wall: seconds from handing a call over to its answer.
        waiting_short: most short calls that are computed or wait.
        waiting_long: most others.
        niceness: how far the processes stand back behind the referee.
    """

    processes: int = 1
    memory: int = 256 << 20
    cpu: float = 20.0
    wall: float = 120.0
    waiting_short: int = 64
    waiting_long: int = 16
    niceness: int = 19

    def to_text(self) -> str:
        """As an argument for another process."""
        return json.dumps(asdict(self))

    @classmethod
    def from_text(cls, text: str) -> RulesLimits:
        """What `to_text` wrote."""
        return cls(**json.loads(text))
