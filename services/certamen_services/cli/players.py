"""The bots of a run of matches, and who sits where."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, permutations

from certamen_client.bots import BOTS

from certamen_services.cli.refusal import refuse
from certamen_services.launcher import parse_command

__all__ = ["Player", "parse_player", "parse_players", "seatings"]

_NAME_LIMIT = 90
"""Characters of a name, so that a number still fits."""


@dataclass(frozen=True, slots=True)
class Player:
    """A bot.

    Attributes:
        name: what it is called in tables and records; each name once.
        command: the program and its arguments.
    """

    name: str
    command: tuple[str, ...]


def parse_players(given: Sequence[str], game: str) -> tuple[Player, ...]:
    """Players from what was given for `--bot`."""
    bots = [parse_player(text, "--bot", game) for text in given]
    times, seen = Counter(bot.name for bot in bots), Counter[str]()
    players = []
    for bot in bots:
        seen[bot.name] += 1
        suffix = f" #{seen[bot.name]}" if times[bot.name] > 1 else ""
        players.append(Player(bot.name + suffix, bot.command))
    return tuple(players)


def parse_player(text: str, option: str, game: str = "") -> Player:
    """A player from what was given for an option.

    Args:
        text: name of a bot that comes with Certamen, or `cmd:COMMAND`.
        option: the option, for errors.
        game: that it has to play; empty: any.
    """
    if text in BOTS:
        plays = BOTS[text].games
        if game and plays and game not in plays:
            raise refuse(option, f"{text} does not play {game}; it plays {', '.join(plays)}")
        return Player(text, (sys.executable, "-m", "certamen_client.bots", text))
    kind, colon, command = text.partition(":")
    if kind != "cmd" or not colon:
        known = ", ".join(sorted(BOTS))
        raise refuse(option, f"{text!r} is not accepted; expected {known} or cmd:COMMAND")
    if not command.isprintable():
        raise refuse(option, f"{text!r}: a command must be printable")
    try:
        return Player(command.strip()[:_NAME_LIMIT], parse_command(command))
    except ValueError as error:
        raise refuse(option, error) from None


def seatings(players: int) -> Iterator[tuple[int, ...]]:
    """Who sits where, match after match: which player has seat 0, seat 1, ….

    In every `players` matches each player has each seat once. From one such block to the next the players sit
    in another order, until all orders have had their turn: nobody always plays to the same left neighbour.
    """
    for rest in cycle(permutations(range(1, players))):
        order = (0, *rest)
        for turn in range(players):
            yield tuple(order[(seat + turn) % players] for seat in range(players))
