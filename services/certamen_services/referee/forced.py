"""Decisions that the referee plays itself, because every seat can see that there is no choice.

Whether a decision is such a one is read off the public view alone. All other decisions are asked, also those
with one legal action: not asking them would tell something about a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import certamen_core as cc

PublicView = Mapping[str, Any]


def _last_card(view: PublicView, seat: int) -> bool:
    """Whether the seat holds a single card."""
    return len(view["hands"][seat]) == 1


def _juwelen(view: PublicView, seat: int, text: str) -> bool:  # noqa: ARG001
    """The last card in hand."""
    return bool(view["phase"] == "play") and _last_card(view, seat)


def _luschen(view: PublicView, seat: int, text: str) -> bool:
    """The last card in hand, and `pass`, which its event shows to be without a choice."""
    return text == "pass" or (view["phase"] in ("play", "lay") and _last_card(view, seat))


def _bellica(view: PublicView, seat: int, text: str) -> bool:  # noqa: ARG001
    """The last card in hand."""
    return view["phase"] in ("support", "commit", "throw") and _last_card(view, seat)


def _lusus(view: PublicView, seat: int, text: str) -> bool:  # noqa: ARG001
    """Drawing from the talon by a seat that is not out."""
    return bool(view["phase"] == "draw") and not view["out"][seat]


_CONDITIONS: dict[str, Callable[[PublicView, int, str], bool]] = {
    "juwelen": _juwelen,
    "luschen": _luschen,
    "bellica": _bellica,
    "lusus": _lusus,
}
"""By game, whether everybody sees that a single legal action is forced; other games have none such."""


def is_forced(game: cc.Game, state: cc.State, seat: int, legal: Sequence[int]) -> bool:
    """Whether every seat can see that this seat has no choice.

    Args:
        game: what is played.
        state: the position.
        seat: who owes the decision.
        legal: codes of its legal actions.
    """
    if len(legal) != 1:
        return False
    condition = _CONDITIONS.get(game.name)
    if condition is None:
        return False
    return condition(state.view(cc.SPECTATOR), seat, game.action_to_string(legal[0]))
