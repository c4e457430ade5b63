"""A check, as the runner sees it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from certamen_services.checker.conduct import Conduct
from certamen_services.checker.visit import Plan

__all__ = ["Check"]


def _nothing(_: Conduct) -> None:
    """Nothing more is to be said."""


@dataclass(frozen=True, slots=True)
class Check:
    """A check.

    Attributes:
        group: what kind: talk, break, refuse, play, rare, long.
        name: each once, `group/…`.
        title: what it does, in words.
        game: id of the game that is played.
        plan: makes what is played, anew each time.
        judge: adds findings of the check's own.
        sees_end: whether it must see the end of the bot's program.
    """

    group: str
    name: str
    title: str
    game: str
    plan: Callable[[], Plan]
    judge: Callable[[Conduct], None] = _nothing
    sees_end: bool = False
