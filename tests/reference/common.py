"""Small helpers shared by the references of the trick-taking games."""

from __future__ import annotations

from typing import Any

SUITS = "cdhs"

Event = dict[str, Any]
PlayedCard = dict[str, Any]  # {"seat": 0, "card": "9h"}


def pack(ranks: str) -> list[str]:
    """Return the pack with these ranks in all four suits, ascending by text."""
    return sorted(rank + suit for rank in ranks for suit in SUITS)


def rank_of(card: str) -> str:
    """Return the rank letter of a card."""
    return card[0]


def suit_of(card: str) -> str:
    """Return the suit letter of a card."""
    return card[1]


def hidden(cards: list[str]) -> list[str]:
    """Return as many question marks as there are cards."""
    return ["?" for _ in cards]


def hands_seen_by(player: int, hands: list[list[str]]) -> list[list[str]]:
    """Return all hands, those of the others (for a spectator: every hand) turned over."""
    return [list(hand) if seat == player else hidden(hand) for seat, hand in enumerate(hands)]


def clockwise_from(seat: int, players: int) -> list[int]:
    """Return all seats once, clockwise, starting with the given one."""
    return [(seat + step) % players for step in range(players)]


def can_follow(hand: list[str], suit: str) -> list[str]:
    """Return the cards that may be played when this suit was led: of that suit if possible, else any."""
    following = [card for card in hand if suit_of(card) == suit]
    return following or list(hand)


def trick_winner(trick: list[PlayedCard], low_to_high: str) -> int:
    """Return the seat with the highest card of the suit led."""
    led = suit_of(trick[0]["card"])
    followers = [entry for entry in trick if suit_of(entry["card"]) == led]
    best = max(followers, key=lambda entry: low_to_high.index(rank_of(entry["card"])))
    return int(best["seat"])


def places(better_is_higher: list[tuple[int, ...]]) -> list[int]:
    """Return the place of each seat: one more than the number of seats ahead of it."""
    return [1 + sum(other > own for other in better_is_higher) for own in better_is_higher]
