"""Charta Bellica: both pairs of a battle, and why one wins."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from certamen_core.games.bellica import PairStrength, compare_pairs, pair_strength

from certamen_services.replay.bellica_cards import named, points
from certamen_services.replay.teller import Step, listed

__all__ = ["tell_battle", "why"]

_ELITE = ("elite pair", "elite members")
_COURTS = {"P": "Priest", "Q": "Queen", "K": "King", "C": "Capital"}


def tell_battle(names: Sequence[str], variant: str, step: Step) -> dict[int, list[str]]:
    """Lines to be told after events of the step, by the events' numbers.

    Args:
        names: of the seats.
        variant: `simple` or `composite`.
        step: an action and what followed.
    """
    before = step.before
    if before is None or not any(event["type"] == "revealed" for event in step.events):
        return {}
    battle = _Battle(names, variant, before["team"], {at["seat"]: at["card"] for at in before["fronts"]})
    result = {}
    drawn: dict[int, str] = {}
    for number, event in enumerate(step.events):
        if event["type"] == "revealed":
            result[number] = battle.told({at["seat"]: at["card"] for at in event["cards"]}, again=False)
        elif event["type"] == "picked":
            drawn[event["by"]] = event["card"]
            if len(drawn) == 2:
                result[number] = battle.told(drawn, again=True)
    return result


class _Battle:
    """The fronts of one battle."""

    def __init__(
        self, names: Sequence[str], variant: str, team: Sequence[int], fronts: Mapping[int, str]
    ) -> None:
        self._names = names
        self._variant = variant
        self._team = team
        self._fronts = fronts

    def told(self, supports: Mapping[int, str], *, again: bool) -> list[str]:
        """The pairs, and what follows from them."""
        pairs = [self._pair(number, supports) for number in (0, 1)]
        lines = [
            f"  {named(pair[0])} + {named(pair[1])} = {self._strength(pair)}: {self._members(number)}"
            for number, pair in enumerate(pairs)
        ]
        order = self._compare(pairs)
        if order == 0:
            then = (
                "each side wins its own front and the card that it drew"
                if again
                else "the supports go back, each supporter draws one from the other"
            )
            return [*lines, f"  equal: {then}"]
        winner, loser = pairs if order > 0 else pairs[::-1]
        reason = why(winner, loser) if self._variant == "composite" else "the higher sum wins"
        return [*lines, f"  {reason}"]

    def _pair(self, number: int, supports: Mapping[int, str]) -> tuple[str, str]:
        """Front and support of a team."""
        front = next(card for seat, card in self._fronts.items() if self._team[seat] == number)
        support = next(card for seat, card in supports.items() if self._team[seat] == number)
        return front, support

    def _members(self, number: int) -> str:
        """Who is in a team."""
        return listed([name for name, team in zip(self._names, self._team, strict=True) if team == number])

    def _strength(self, pair: tuple[str, str]) -> str:
        """A strength in words."""
        return _words(pair_strength(pair)) if self._variant == "composite" else str(points(pair))

    def _compare(self, pairs: Sequence[tuple[str, str]]) -> int:
        """Which pair is stronger: above 0 the first, below the second."""
        if self._variant == "composite":
            return compare_pairs(*pairs)
        return points(pairs[0]) - points(pairs[1])


def _words(strength: PairStrength) -> str:
    """Kind and number; a thirteen has always the same."""
    return strength.kind if strength.kind == "thirteen" else f"{strength.kind} {strength.number}"


def why(winner: Sequence[str], loser: Sequence[str]) -> str:
    """Why one composite pair beats another."""
    best, other = pair_strength(winner), pair_strength(loser)
    if best.kind == "Narr member" and other.kind in _ELITE:
        court = _court(winner)
        return f"a Narr with a {court} beats {_article(other.kind)} with a {court} in it"
    if other.kind == "Narr member" and best.kind in _ELITE:
        return f"a Narr with a {_court(loser)} does not beat {_article(best.kind)} without a {_court(loser)}"
    if best.kind == other.kind:
        return f"the higher {best.kind} wins"
    if "Narr member" in {best.kind, other.kind} and "sum" in {best.kind, other.kind}:
        return "between a Narr member and a sum the higher number wins"
    return f"{_article(best.kind)} beats {_article(other.kind)}"


def _court(pair: Sequence[str]) -> str:
    """The court card of a Narr member."""
    return next(_COURTS[card[0]] for card in pair if card[0] in _COURTS)


def _article(kind: str) -> str:
    """A kind in a sentence."""
    return kind if kind == "elite members" else f"{'an' if kind[0] == 'e' else 'a'} {kind}"
