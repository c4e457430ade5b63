"""An engine whose methods do nothing but return lists of the same lengths as a real game's.

It is the ceiling for any engine driven from a Python loop: what is left is the loop itself.
"""

from __future__ import annotations

import certamen_core as cc


class NullState:
    """Replays the legal lists of one recorded game.

    Args:
        lists: the legal actions of one decision after the other.
    """

    def __init__(self, lists: list[list[int]]) -> None:
        self._lists = lists
        self._at = 0

    def is_terminal(self) -> bool:
        """Return whether the recorded game is over."""
        return self._at == len(self._lists)

    def legal_actions(self) -> list[int]:
        """Return the recorded list."""
        return self._lists[self._at]

    def apply_action(self, _action: int) -> None:
        """Go on to the next decision."""
        self._at += 1


def record_lists(game: cc.Game, games: int, choose: float) -> list[list[list[int]]]:
    """Record the legal lists of some games in which the same relative choice is made everywhere."""
    recorded = []
    for number in range(games):
        state = game.new_initial_state(number)
        lists = []
        while not state.is_terminal():
            actions = state.legal_actions()
            lists.append(actions)
            state.apply_action(actions[int(choose * len(actions))])
        recorded.append(lists)
    return recorded
