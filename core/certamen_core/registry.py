"""The games that there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from certamen_core.games.artus import ArtusGame
from certamen_core.games.bellica import BellicaGame
from certamen_core.games.juwelen import JuwelenGame
from certamen_core.games.luschen import LuschenGame
from certamen_core.games.lusus import LususGame

if TYPE_CHECKING:
    from certamen_core.engine import Game

__all__ = ["load_game", "registered_games"]

_GAMES: dict[str, Callable[..., Game]] = {
    "artus": ArtusGame,
    "bellica": BellicaGame,
    "juwelen": JuwelenGame,
    "luschen": LuschenGame,
    "lusus": LususGame,
}


def registered_games() -> list[str]:
    """Return the ids of all games, ascending."""
    return sorted(_GAMES)


def load_game(game: str, **options: object) -> Game:
    """Return the rules of a game with its options.

    Args:
        game: one of ``registered_games()``.
        options: ``players`` (number of seats) and the options of the game's rules page; each has a default.

    Raises:
        ValueError: there is no such game, or an option is unknown or has a bad value; the message names it
            and what is accepted.
    """
    if game not in _GAMES:
        raise ValueError(f"unknown game {game!r}; there are: {', '.join(registered_games())}")
    return _GAMES[game](**options)


def load_game_from(name: str, players: int, options: Mapping[str, object]) -> Game:
    """Rebuild a pickled game."""
    return load_game(name, players=players, **options)
