"""Bellum: which cards of a trick are the strongest, and what follows from it."""

from __future__ import annotations

from collections.abc import Sequence

from certamen_core.games.bellica import strongest_cards

from certamen_services.replay.bellica_cards import named, value
from certamen_services.replay.teller import Event, Step, View, listed

__all__ = ["tell_trick"]

_SEATS_BY_NATION = "hpot"


def tell_trick(names: Sequence[str], step: Step) -> dict[int, list[str]]:
    """Lines to be told after events of the step, by the events' numbers.

    Args:
        names: of the seats.
        step: an action and what followed.
    """
    before = step.before
    if before is None:
        return {}
    events = step.events
    if before["phase"] == "rider" or before["attack"]:
        return _attack(names, before, events)
    result = {}
    tied = sorted(before["contenders"])
    if before["phase"] == "commit":
        for number, event in enumerate(events):
            if event["type"] == "revealed":
                cards = [at["card"] for at in event["cards"]]
                tied = _owners(strongest_cards(cards))
                result[number] = [f"  {_strongest(names, cards)}", *_offer(names, step.after)]
    drawn: list[str] = []
    for number, event in enumerate(events):
        if event["type"] == "picked":
            drawn.append(event["card"])
            if len(drawn) == len(tied):
                result[number] = [f"  of the cards drawn: {_strongest(names, drawn)}"]
                tied, drawn = _owners(strongest_cards(drawn)), []
    return result


def _owners(cards: Sequence[str]) -> list[int]:
    """Seats whose cards these are."""
    return sorted(_SEATS_BY_NATION.index(card[1]) for card in cards)


def _strongest(names: Sequence[str], cards: Sequence[str]) -> str:
    """The strongest of some cards, and by which rule."""
    best = strongest_cards(cards)
    ranks = {card[0] for card in cards}
    if "1" in ranks and ranks & set("QK"):
        reason = "the Narr beats King and Queen" if best[0][0] == "1" else "only a Capital beats the Narr"
    else:
        reason = "the highest value"
    owners = listed([names[seat] for seat in _owners(best)])
    shown = listed([named(card) for card in sorted(best, key=lambda card: _SEATS_BY_NATION.index(card[1]))])
    if len(best) > 1:
        return f"{shown} are equally strong ({reason}): {owners}"
    return f"{shown} is the strongest ({reason}): {owners}"


def _offer(names: Sequence[str], after: View) -> list[str]:
    """Who may attack now."""
    if after["phase"] != "rider":
        return []
    rider, winner = (names[seat] for seat in after["contenders"])
    return [f"  {rider} is one below {winner} and may attack"]


def _attack(names: Sequence[str], before: View, events: Sequence[Event]) -> dict[int, list[str]]:
    """What the card drawn against the Reiter decides."""
    rider_seat, winner = before["contenders"]
    rider = before["options"]["rider"]
    picked = [(number, event["card"]) for number, event in enumerate(events) if event["type"] == "picked"]
    if not picked:
        return {}
    number, card = picked[0]
    attacker, owner = names[rider_seat], names[winner]
    if value(card) > rider:
        return {number: [f"  {named(card)} is higher than the Reiter: {owner} holds"]}
    if value(card) < rider:
        return {number: [f"  {named(card)} is lower than the Reiter: the attack of {attacker} succeeds"]}
    result = {number: ["  Reiter against Reiter"]}
    if len(picked) == 3:
        last, cards = picked[2][0], [card for _, card in picked[1:]]
        result[last] = [f"  of the cards drawn: {_strongest(names, cards)}"]
    return result
