"""Everything that is fixed when a match is created."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

import certamen_core as cc

from certamen_services.records.entries import match_entry
from certamen_services.referee.errors import FieldError
from certamen_services.referee.messages import SeatInfo
from certamen_services.referee.seeds import MatchSecret, make_secret
from certamen_services.referee.settings import MatchSettings

MAX_ALIAS = 100
_OPTION = re.compile(r"option '(\w+)'")
"""How the core names an option that it refuses."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Which attempt a match is.

    Attributes:
        number: from 1.
        predecessor: id of the attempt before, which did not count; None: this is the first.
    """

    number: int = 1
    predecessor: str | None = None


FIRST_ATTEMPT = Attempt()


@dataclass(frozen=True, slots=True)
class MatchPlan:
    """A match before it begins.

    Attributes:
        id: its id.
        created: when it was created, UTC; informative.
        settings: with all defaults filled in.
        game: what is played.
        secret: seed, nonce and start position.
        seats: all seats, ascending.
        attempt: which attempt it is.
    """

    id: str
    created: datetime
    settings: MatchSettings
    game: cc.Game
    secret: MatchSecret
    seats: tuple[SeatInfo, ...]
    attempt: Attempt = FIRST_ATTEMPT

    @property
    def parties(self) -> tuple[int, ...]:
        """Party of each seat."""
        return tuple(seat.party for seat in self.seats)

    def initial_state(self) -> cc.State:
        """The position in which the match begins."""
        return initial_state(self.game, self.secret)

    def first_entry(self) -> dict[str, Any]:
        """The record's first entry."""
        created = self.created.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        entry = match_entry(
            self.id, created, self.settings, self.seats, self.secret.practice, self.secret.entry()
        )
        return {**entry, "attempt": self.attempt.number, "predecessor": self.attempt.predecessor}


def initial_state(game: cc.Game, secret: MatchSecret) -> cc.State:
    """The position in which a match with this secret begins.

    Raises:
        cc.InvalidPosition: the core does not accept the start position.
    """
    if secret.start_position is not None:
        return game.state_from_position(dict(secret.start_position))
    return game.new_initial_state(seed=secret.seed)


def make_plan(
    match: str,
    created: datetime,
    settings: MatchSettings,
    aliases: Sequence[str] = (),
    seed: bytes | None = None,
    start_position: Mapping[str, Any] | None = None,
) -> MatchPlan:
    """Check everything that an organiser asked for, and fill in the defaults.

    Args:
        match: id of the match.
        created: when it is created, UTC.
        settings: what is to be played and how.
        aliases: names of the players by seat; none, or an empty one: "seat 0", "seat 1", ….
        seed: 32 bytes, or None for one that nobody knows.
        start_position: position to start from, in the form of the rules' pages, or None.

    Raises:
        FieldError: something is not accepted; the error names the field.
    """
    game = _load(settings)
    if start_position is None:
        secret = make_secret(seed, None)
        state = initial_state(game, secret)
    else:
        state = _load_position(game, start_position)
        secret = make_secret(seed, state.position())
    names = _names(aliases, game.num_players)
    parties = state.parties()
    seats = tuple(SeatInfo(seat, parties[seat], name) for seat, name in enumerate(names))
    return MatchPlan(match, created, replace(settings, options=dict(game.options)), game, secret, seats)


def _load(settings: MatchSettings) -> cc.Game:
    """The game with its options, or an error that names the field."""
    games = cc.registered_games()
    if settings.game not in games:
        raise FieldError("game", f"{settings.game!r} is not known; one of {', '.join(games)}")
    for name in settings.options:
        if not isinstance(name, str) or name == "players":
            raise FieldError("options", f"{name!r} is no option of {settings.game}")
    try:
        return cc.load_game(settings.game, players=settings.players, **settings.options)
    except (ValueError, TypeError) as error:
        text = str(error)
        named = _OPTION.search(text)
        field = f"options.{named[1]}" if named else "players" if text.startswith("players") else "options"
        raise FieldError(field, text) from None


def _load_position(game: cc.Game, position: Mapping[str, Any]) -> cc.State:
    """The position as a state in which something is left to play."""
    try:
        state = game.state_from_position(dict(position))
    except cc.InvalidPosition as error:
        field = f"start_position.{error.field}" if error.field else "start_position"
        raise FieldError(field, error.message) from None
    if state.is_terminal():
        raise FieldError("start_position.phase", "the game is over; expected something left to play")
    return state


def _names(aliases: Sequence[str], players: int) -> list[str]:
    """A name for each seat."""
    if aliases and len(aliases) != players:
        raise FieldError("aliases", f"none, or one for each of the {players} seats")
    for seat, alias in enumerate(aliases):
        if not isinstance(alias, str) or len(alias) > MAX_ALIAS or not (alias == "" or alias.isprintable()):
            raise FieldError(
                f"aliases[{seat}]", f"at most {MAX_ALIAS} printable characters; empty for a default name"
            )
    return [aliases[seat] if aliases and aliases[seat] else f"seat {seat}" for seat in range(players)]
