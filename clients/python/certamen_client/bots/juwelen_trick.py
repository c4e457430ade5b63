"""Juwelentresor: which card to play."""

from __future__ import annotations

from math import prod

from certamen_client.bots.juwelen_table import RANKS, Table, rank

__all__ = ["worth_of_playing"]

_BONUS = 4.0
"""Two diamond actions for a seat without a trick at the end of the round."""
_PATIENCE = 0.02
"""Worth of a rank that is kept for later."""


def worth_of_playing(table: Table, card: str) -> float:
    """What a card is worth: its discard action or the trick, and what it costs to have played it."""
    trick = table.view.trick
    led = trick[0].card[1] if trick else card[1]
    if card[1] != led:
        return _discard(table, card, led)
    chance = _chance_to_win(table, card, led)
    worth = chance * (table.worth(led, table.party) - _price_of_first_trick(table, card))
    worth += (1 - chance) * table.worth(led, _other_winner(table))
    if not trick:
        worth -= _gifts(table, led)
    return worth - _PATIENCE * rank(card) * (1 if chance > 0 else -1)


def _discard(table: Table, card: str, led: str) -> float:
    """A discard takes the action of its own suit; the trick goes to another."""
    worth = table.worth(card[1], table.party) + table.worth(led, _other_winner(table))
    return worth + _PATIENCE * rank(card)  # high cards win unwanted tricks later


def _chance_to_win(table: Table, card: str, led: str) -> float:
    """Probability that nobody beats a card of the suit led."""
    trick = table.view.trick
    on_table = [rank(at.card) for at in trick if at.card[1] == led]
    if on_table and max(on_table) > rank(card):
        return 0.0
    size = 4 if table.players == 2 else table.players
    to_come = size - len(trick) - 1
    if to_come <= 0:
        return 1.0
    higher = [other for other in table.unseen if other[1] == led and rank(other) > rank(card)]
    # Each higher card is in the hand of somebody still to play with this probability, and then played
    # about every second time.
    threat = table.held * min(1.0, to_come / (table.players - 1)) / 2
    return float((1 - threat) ** len(higher))


def _other_winner(table: Table) -> int:
    """The party most likely to win if we do not: whose card lies highest now, else the strongest rival."""
    trick = table.view.trick
    if trick:
        led = trick[0].card[1]
        best = max((at for at in trick if at.card[1] == led), key=lambda at: rank(at.card))
        return table.party_of(best.seat)
    return max(table.rivals(table.party), key=lambda party: (table.score(party), -party))


def _gifts(table: Table, led: str) -> float:
    """Cost of leading a suit that others lack: each of them may take another action."""
    left = sum(1 for card in table.unseen if card[1] == led) * table.held
    void: float = (1 - 1 / max(2, table.players - 1)) ** left
    rivals = [seat for seat in table.others() if table.party_of(seat) != table.party]
    best = max(table.gain(suit, table.party) for suit in "dhsc" if suit != led)
    return float(void * best * len(rivals) / max(1, table.parties - 1))


def _price_of_first_trick(table: Table, card: str) -> float:
    """What the first own trick costs: the bonus, as far as it can still be hoped for."""
    if table.view.tricks[table.seat]:
        return 0.0
    rest = [rank(other) for other in table.hand if other != card]
    top = len(RANKS) - 1
    escape = prod(1 - 0.5 * (value / top) ** (table.players - 1) for value in rest)
    return float(_BONUS * escape * 0.8 ** (len(rest) / 2))
