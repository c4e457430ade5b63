"""Who may call what: roles, and the table of all calls."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

__all__ = ["ALLOWED", "Role"]


class Role(StrEnum):
    """What a token is good for."""

    ORGANISER = "organiser"
    """Everything but Play."""
    BOT = "bot"
    """To play in the seats of its account, and to see the matches in which it has one."""
    SPECTATOR = "spectator"
    """To look at all matches and tournaments from outside."""
    SEAT = "seat"
    """To play in one seat, and to see its match; such a token has no account."""


_ORGANISERS = frozenset({Role.ORGANISER})
_EVERYBODY = frozenset(Role)
_WATCHERS = frozenset({Role.ORGANISER, Role.SPECTATOR})

ALLOWED: Mapping[str, frozenset[Role]] = MappingProxyType(
    {
        # ArenaService
        "CreateMatch": _ORGANISERS,
        "ListMatches": _ORGANISERS | {Role.BOT, Role.SPECTATOR},
        "GetMatch": _EVERYBODY,
        "CancelMatch": _ORGANISERS,
        "VoidMatch": _ORGANISERS,
        "RerunMatch": _ORGANISERS,
        "RevealMatch": _ORGANISERS,
        "ListRulings": _ORGANISERS,
        "GetRecord": _EVERYBODY,
        "ReportGone": _ORGANISERS,
        "Play": frozenset({Role.BOT, Role.SEAT}),
        "WatchMatch": _EVERYBODY,
        # TournamentService
        "CreateTournament": _ORGANISERS,
        "GetTournament": _WATCHERS,
        "ListTournaments": _WATCHERS,
        "StartTournament": _ORGANISERS,
        "PauseTournament": _ORGANISERS,
        "CancelTournament": _ORGANISERS,
        "VoidGame": _ORGANISERS,
        "RerunGame": _ORGANISERS,
        "GetStandings": _WATCHERS,
        "ListPairings": _WATCHERS,
        "ListTournamentRulings": _ORGANISERS,
        # OperationsService
        "GetMatchStory": _ORGANISERS,
        "GetServerStatus": _ORGANISERS,
        # RulesService, which on loopback needs no token at all
        "ListGames": _EVERYBODY,
        "NewPosition": _EVERYBODY,
        "ListLegalActions": _EVERYBODY,
        "ApplyActions": _EVERYBODY,
        "GetView": _EVERYBODY,
        "RunPlayouts": _EVERYBODY,
        "CountLeaves": _EVERYBODY,
    }
)
"""By the name of the call: who may make it. Bots and seats see their own matches only."""
