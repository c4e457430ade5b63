"""All checks of the games that a bot plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import certamen_core as cc

from certamen_services.checker import breaks, refusals, talks
from certamen_services.checker.check import Check
from certamen_services.checker.rare import Rare, rare_positions
from certamen_services.checker.script import Script
from certamen_services.checker.setups import SHORT, Setup, setups
from certamen_services.checker.visit import Plan
from certamen_services.referee.clock import NS, TimeControl
from certamen_services.referee.settings import MatchSettings

__all__ = ["GAMES", "Pace", "all_checks", "first_check"]

GAMES = ("juwelen", "bellica", "luschen", "artus", "lusus")
"""All games, those first in which a match is short: with them the conversation is checked."""
_RARE_ANSWERS = 8
"""Answers of the bot after which a match from a rare position is broken off."""
_UNKNOWN_REASON = 99
_ABSENCE = 1.5
_PATIENCE_NS = 5 * NS
"""Limit of a decision where a bot is expected that does not answer at all."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How much time the bot has.

    Attributes:
        base_ns: on its clock.
        increment_ns: after each action.
    """

    base_ns: int = 30 * NS
    increment_ns: int = NS // 2

    def control(self, **changes: int | None) -> TimeControl:
        """As a time control; a bot that is away or does not start is soon given up."""
        usual = TimeControl(
            base_ns=self.base_ns,
            increment_ns=self.increment_ns,
            startup_ns=15 * NS,
            join_ns=150 * NS,
            disconnect_ns=10 * NS,
        )
        return replace(usual, **changes)  # type: ignore[arg-type]


def first_check(game: str, pace: Pace) -> Check:
    """The one that comes first: it tells what the bot says of itself."""
    return _Maker(pace).refusal(
        game, "version", "the server refuses the bot's version", "PROTOCOL_VERSION", refusals.RefusesVersion()
    )


def all_checks(games: Sequence[str], pace: Pace) -> list[Check]:
    """All other checks, in the order in which they are best made.

    Args:
        games: ids of the games; the conversation is checked with the first of them.
        pace: how much time the bot has.
    """
    maker = _Maker(pace)
    checks = list(maker.talks(games[0]))
    for game in games:
        checks += maker.plays(game)
        checks += maker.rare(game)
        checks.append(maker.long(game))
    return checks


class _Maker:
    """Makes checks."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace

    def refusal(self, game: str, name: str, title: str, reason: str, script: Script) -> Check:
        """The bot is refused for good."""

        def plan() -> Plan:
            return Plan(f"refuse/{name}", self._settings(game), 0, script, refusal=reason)

        return Check("refuse", f"refuse/{name}", title, game, plan, sees_end=True)

    def talks(self, game: str) -> Iterator[Check]:
        """The conversation, in a game of two seats."""
        absent = breaks.Absent(_ABSENCE)
        patient = self._pace.control(per_move_ns=_PATIENCE_NS)
        hurried = self._pace.control(base_ns=NS // 2, increment_ns=NS // 4)

        def talk(
            name: str, title: str, script: Script, time: TimeControl | None = None, **more: Any
        ) -> Check:
            group = name.partition("/")[0]
            settings = self._settings(game, time, illegal_actions=more.pop("illegal_actions", 1))
            return Check(group, name, title, game, lambda: Plan(name, settings, 1, script, **more))

        yield talk("talk/plain", "a match without anything special", Script())
        yield talk("talk/ping", "the server asks for signs of life", talks.Pings(), pause=0.02)
        yield talk("talk/rejected", "answers are rejected", talks.Refuses(), patient, illegal_actions=100)
        yield talk(
            "talk/rejected-unknown",
            "answers are rejected for a reason that is not known yet",
            talks.Refuses(_UNKNOWN_REASON),
            patient,
            illegal_actions=100,
        )
        yield talk("talk/stale", "refusals that want no answer", talks.Stale())
        yield talk(
            "talk/newer", "the server is newer: unknown fields, messages, events, values", talks.Newer()
        )
        yield talk("talk/hurry", "the clock is nearly gone at every decision", Script(), hurried)
        yield talk(
            "talk/never-begins",
            "the match is cancelled before it begins",
            Script(),
            waits=True,
            cancel=lambda conduct: (
                conduct.hello is not None and conduct.clock() > conduct.lines[0].opened + 0.3
            ),
        )
        yield talk(
            "talk/cancelled",
            "the match is cancelled in the middle",
            Script(),
            cancel=lambda conduct: conduct.answers >= 4,
        )
        yield talk("talk/opponent-gives-up", "the opponent resigns", Script(), resigns=(0, 4), pause=0.01)
        yield talk(
            "break/asked", "the stream breaks after a decision was sent", breaks.AfterDecision(), patient
        )
        yield talk(
            "break/answer-lost", "the stream breaks, and an answer is lost", breaks.LosesAnswer(), patient
        )
        yield talk(
            "break/answer-taken", "the stream breaks after an answer was taken", breaks.TakesAnswer(), patient
        )
        yield talk(
            "break/cut",
            "the connection is cut without a word",
            Script(),
            patient,
            pause=0.02,
            cuts=lambda conduct: conduct.answers >= 3,
        )
        absence = talk("break/absent", "the server is away for a while, twice", absent, patient)
        yield replace(absence, judge=absent.judge)
        yield self.refusal(
            game, "token", "the server does not know the token", "TOKEN_UNKNOWN", refusals.RefusesToken()
        )
        yield self.refusal(
            game, "superseded", "another stream took over", "SUPERSEDED", refusals.Supersedes()
        )

    def plays(self, game: str) -> Iterator[Check]:
        """Every number of seats and every option."""
        for index, setup in enumerate(setups(game)):
            name = f"play/{game}-{setup.label}"
            yield Check("play", name, setup.title, game, self._game_plan(name, setup, index))

    def long(self, game: str) -> Check:
        """A long match, with as many seats as the game has by itself."""
        loaded = cc.load_game(game)
        setup = Setup(game, loaded.num_players, dict(loaded.options))
        name = f"long/{game}"
        return Check("long", name, f"long: {setup.title}", game, self._game_plan(name, setup, 99))

    def rare(self, game: str) -> Iterator[Check]:
        """Rare positions."""
        for rare in rare_positions():
            if rare.game != game:
                continue
            position = rare.position
            settings = MatchSettings(
                game=game, players=position["players"], options=position["options"], time=self._pace.control()
            )
            name, title = f"rare/{rare.name}", f"{game}: {rare.title}"
            yield Check("rare", name, title, game, partial(_rare_plan, name, rare, settings))

    def _game_plan(self, name: str, setup: Setup, index: int) -> Callable[[], Plan]:
        settings = MatchSettings(
            game=setup.game, players=setup.players, options=setup.options, time=self._pace.control()
        )
        # Another seat each time, so that every seat has its turn.
        return lambda: Plan(name, settings, index % setup.players, seed=index)

    def _settings(
        self, game: str, time: TimeControl | None = None, illegal_actions: int = 1
    ) -> MatchSettings:
        """A short match of two seats."""
        loaded = cc.load_game(game, players=2, **SHORT.get(game, {}))
        return MatchSettings(
            game=game,
            players=2,
            options=loaded.options,
            time=time or self._pace.control(),
            illegal_actions=illegal_actions,
        )


def _rare_plan(name: str, rare: Rare, settings: MatchSettings) -> Plan:
    """A match from a rare position."""
    return Plan(
        name,
        settings,
        rare.bot,
        start_position=rare.position,
        first={rare.seat: (rare.first,)} if rare.first else {},
        cancel=lambda conduct: conduct.answers >= _RARE_ANSWERS,
    )
