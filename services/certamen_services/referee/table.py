"""The game itself, as the referee handles it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import certamen_core as cc

from certamen_services.referee.forced import is_forced
from certamen_services.referee.messages import GameResult
from certamen_services.referee.substitute import choose
from certamen_services.referee.terms import PlayedBy

MALFORMED = "MALFORMED"
_CODES = 2**32


class RefusedAction(Exception):  # noqa: N818 - an answer to a bot, not an error of ours
    """The rules refuse an action.

    Attributes:
        reason: the core's reason.
    """

    def __init__(self, reason: str, explanation: str) -> None:
        super().__init__(explanation)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Move:
    """An action that was taken."""

    number: int
    """How many actions were taken in the match before."""
    seat: int
    action: int
    text: str


@dataclass(frozen=True, slots=True)
class AutomaticMove:
    """An action that the referee has to take now."""

    seat: int
    by: PlayedBy
    action: int


class Table:
    """A game in progress."""

    def __init__(self, game: cc.Game, state: cc.State, seed: bytes, play_forced: bool) -> None:
        self.game = game
        self.state = state
        self._seed = seed
        self._play_forced = play_forced
        self.taken = 0
        """How many actions were taken."""

    @property
    def over(self) -> bool:
        """Whether the game is over by its own rules."""
        return self.state.is_terminal()

    def result(self) -> GameResult | None:
        """Scores and places by the game's own rules; None before the end."""
        if not self.over:
            return None
        return GameResult(tuple(self.state.scores()), tuple(self.state.placements()))

    def events(self, seat: int) -> list[dict[str, Any]]:
        """What happened in the last action, as a seat saw it."""
        return self.state.events(seat)

    def parse(self, seat: int, given: int | str | None) -> int:
        """The code of what a seat sent.

        Raises:
            RefusedAction: it is no action.
        """
        if type(given) is int and 0 <= given < _CODES:
            return given
        if type(given) is not str:
            raise RefusedAction(MALFORMED, "an action is a code 0 … 2^32−1 or a text")
        try:
            return self.state.string_to_action(given, seat)
        except cc.IllegalAction as error:
            raise RefusedAction(error.reason, error.message) from None

    def take(self, seat: int, action: int) -> Move:
        """Take an action.

        Raises:
            RefusedAction: it is not legal; nothing has changed.
        """
        try:
            self.state.apply_action(action, seat)
        except cc.IllegalAction as error:
            raise RefusedAction(error.reason, error.message) from None
        move = Move(self.taken, seat, action, self.game.action_to_string(action))
        self.taken += 1
        return move

    def refusal(self, seat: int, given: int | str | None) -> str | None:
        """The reason for which what a seat sent would be refused; None if it would be taken."""
        try:
            self.state.clone().apply_action(self.parse(seat, given), seat)
        except RefusedAction as refused:
            return refused.reason
        except cc.IllegalAction as error:
            return error.reason
        return None

    def owed(
        self, asked: Collection[int], played_on: Collection[int]
    ) -> tuple[AutomaticMove | None, dict[int, list[int]]]:
        """What has to happen now: an action that the referee takes, or else the decisions to be asked.

        Args:
            asked: seats that were asked already and have not answered.
            played_on: seats for which the referee plays on.

        Returns:
            The first automatic action, if there is one; else the legal actions of the seats to be asked.
        """
        legal_by_seat: dict[int, list[int]] = {}
        for seat in self.state.acting_players():
            if seat in asked:
                continue
            legal = self.state.legal_actions(seat)
            if self._play_forced and is_forced(self.game, self.state, seat, legal):
                return AutomaticMove(seat, PlayedBy.FORCED, legal[0]), {}
            if seat in played_on:
                return AutomaticMove(seat, PlayedBy.SUBSTITUTE, choose(self._seed, self.taken, legal)), {}
            legal_by_seat[seat] = legal
        return None, legal_by_seat
