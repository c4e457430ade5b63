"""A plan that has been read and checked: its parts go together, and the game accepts them."""

from __future__ import annotations

import json
import re
import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import certamen_core as cc
from pydantic import ValidationError

from certamen_services.referee.clock import TimeControl, parse_seconds, parse_time_control
from certamen_services.referee.errors import FieldError
from certamen_services.referee.settings import MatchSettings
from certamen_services.referee.terms import Reveal
from certamen_services.tournaments import entrants
from certamen_services.tournaments.deals import Root
from certamen_services.tournaments.plan import Deals, RevealAfter, StopKind, TournamentPlan, Venue
from certamen_services.tournaments.rules import check_format, check_stop
from certamen_services.tournaments.seatings import Unit, fixed_parties, units_of

__all__ = ["CheckedPlan", "load_plan", "read_plan"]

_LIMIT = 1 << 24
_TIMES = ("per_move", "lag", "startup", "join", "disconnect")


@dataclass(frozen=True)
class CheckedPlan:
    """A plan and what follows from it.

    Attributes:
        plan: as it was given.
        folder: where its file lies; bots' files are looked for there.
        game: with all options filled in.
        unit: what a bot holds.
        deals: which games share a deal.
        parties: party of each seat, for `units`; where alliances are drawn, each seat is one of its own.
        settings: of every match.
    """

    plan: TournamentPlan
    folder: Path
    game: cc.Game
    unit: Unit
    deals: Deals
    parties: tuple[int, ...]
    settings: MatchSettings

    @property
    def units(self) -> tuple[int, ...]:
        """Which player at the table holds each seat."""
        return units_of(self.parties, self.unit)

    @property
    def places(self) -> int:
        """How many bots sit at a table."""
        return len(set(self.units))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The bots, in the order of the plan."""
        return tuple(bot.name for bot in self.plan.bots)

    @cached_property
    def owners(self) -> Mapping[str, str]:
        """Whose each bot is; one without an owner is its own."""
        return {bot.name: bot.owner if bot.owner is not None else f"\0{bot.name}" for bot in self.plan.bots}

    def root(self) -> Root:
        """A root for the deals: a fresh one, or the one that was given."""
        return Root.draw() if self.plan.seed is None else Root.given(_seed(self.plan.seed))

    @property
    def carries(self) -> bool:
        """Whether some bot might carry a deal from one game to another."""
        return any(bot.bot == entrants.DIAL_IN and not bot.trusted for bot in self.plan.bots)


def read_plan(path: Path) -> CheckedPlan:
    """Read a tournament from a TOML file.

    Raises:
        FieldError: something is not accepted; the error names the field.
        OSError: the file cannot be read.
    """
    data = path.read_bytes()
    if len(data) > _LIMIT:
        raise FieldError("file", f"longer than {_LIMIT} bytes")
    try:
        found = tomllib.loads(data.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FieldError("file", f"is no TOML: {error}") from None
    return load_plan(found, path.parent)


def load_plan(data: Mapping[str, Any], folder: Path, *, with_bots: bool = True) -> CheckedPlan:
    """Check a tournament.

    Args:
        data: as in the TOML file.
        folder: where to look for bots' files.
        with_bots: whether to check that the bots are there; not needed for looking at results.

    Raises:
        FieldError: something is not accepted; the error names the field.
    """
    try:
        # By way of JSON: there a text is accepted for an enumeration and a list for a tuple, and nothing
        # else.
        plan = TournamentPlan.model_validate_json(json.dumps(data, default=str))
    except ValidationError as error:
        first = error.errors(include_url=False, include_context=False)[0]
        raise FieldError(_path(first["loc"]), f"{_sentence(first)}") from None
    game = _game(plan)
    parties = fixed_parties(game)
    unit = plan.unit or (Unit.SEAT if parties is None else Unit.PARTY)
    if unit is Unit.PARTY and parties is None:
        raise FieldError(
            "unit", "'party' is accepted only where the game has parties that are the same in every deal"
        )
    checked = CheckedPlan(
        plan,
        folder,
        game,
        unit,
        _deals(plan),
        tuple(range(game.num_players)) if parties is None else parties,
        _settings(plan, game),
    )
    _check_bots(checked, with_bots=with_bots)
    check_format(plan, checked.places)
    check_stop(plan)
    if plan.seed is not None:
        _seed(plan.seed)
    return checked


def _path(location: tuple[int | str, ...]) -> str:
    """`bots[2].owner` from where pydantic found something."""
    path = ""
    for part in location:
        path += f"[{part}]" if isinstance(part, int) else f".{part}" if path else part
    return path or "file"


def _sentence(error: Mapping[str, Any]) -> str:
    """What is wrong with a value, and the value."""
    message = error["msg"][0].lower() + error["msg"][1:]
    if error["type"] == "missing":
        return "is needed"
    if error["type"] == "extra_forbidden":
        return "is not known here"
    return f"{error['input']!r} is not accepted: {message}"


def _game(plan: TournamentPlan) -> cc.Game:
    if plan.game not in cc.registered_games():
        raise FieldError("game", f"{plan.game!r} is not known; one of {', '.join(cc.registered_games())}")
    if "players" in plan.options:
        raise FieldError("options.players", "is no option; give `seats`")
    try:
        cc.load_game(plan.game, players=plan.seats)
    except ValueError as error:
        raise FieldError("seats", str(error)) from None
    try:
        return cc.load_game(plan.game, players=plan.seats, **plan.options)
    except (ValueError, TypeError) as error:
        named = re.search(r"option '?(\w+)'?", str(error))
        raise FieldError(f"options.{named[1]}" if named else "options", str(error)) from None


def _settings(plan: TournamentPlan, game: cc.Game) -> MatchSettings:
    base, increment = parse_time_control(plan.time.control, "time.control")
    times: dict[str, int] = {"base_ns": base, "increment_ns": increment}
    for name in _TIMES:
        text = getattr(plan.time, name)
        if text is None:
            continue
        value = parse_seconds(text, f"time.{name}")
        try:
            TimeControl(**{f"{name}_ns": value})
        except FieldError as error:
            accepted = error.accepted.removeprefix("an integer of nanoseconds, ")
            raise FieldError(
                f"time.{name}", f"{text!r} is not accepted; expected seconds, {accepted}"
            ) from None
        times[f"{name}_ns"] = value
    return MatchSettings(
        game=game.name,
        players=game.num_players,
        options=game.options,
        time=TimeControl(**times),
        policy=plan.faults.policy,
        reveal=Reveal.BLOCK if plan.reveal is RevealAfter.BLOCK else Reveal.TOURNAMENT,
        illegal_actions=plan.faults.illegal_actions,
        play_forced=plan.faults.play_forced,
    )


def _deals(plan: TournamentPlan) -> Deals:
    doubtful = [
        number for number, bot in enumerate(plan.bots) if bot.bot == entrants.DIAL_IN and not bot.trusted
    ]
    if plan.deals is Deals.DUPLICATE and doubtful:
        raise FieldError(
            "deals",
            f"'duplicate' would let {plan.bots[doubtful[0]].name!r} carry a deal from one game to the next: "
            f"it dials in; set bots[{doubtful[0]}].trusted = true if you answer for it",
        )
    return plan.deals or (Deals.INDEPENDENT if doubtful else Deals.DUPLICATE)


def _check_bots(checked: CheckedPlan, *, with_bots: bool) -> None:
    times = Counter(checked.names)
    for number, bot in enumerate(checked.plan.bots):
        field = f"bots[{number}]"
        if times[bot.name] > 1:
            raise FieldError(
                f"{field}.name", f"{bot.name!r} is given {times[bot.name]} times; each name once"
            )
        if bot.trusted is not None and bot.bot != entrants.DIAL_IN:
            raise FieldError(f"{field}.trusted", "is accepted only for bots that dial in")
        if with_bots:
            entrants.check(bot.bot, checked.game.name, checked.folder, f"{field}.bot", checked.plan.venue)
    if checked.plan.venue is Venue.DIRECT:
        for name in ("time", "faults"):
            if getattr(checked.plan, name) != type(getattr(checked.plan, name))():
                raise FieldError(
                    name, "is not accepted with venue = 'direct', where there are no clocks and no faults"
                )
    if checked.plan.stop is not None and checked.plan.stop.rule is StopKind.SPRT and len(checked.names) != 2:
        raise FieldError("stop.rule", f"'sprt' compares two bots, not {len(checked.names)}")


def _seed(text: str) -> bytes:
    """Root from an integer or 64 hex digits."""
    if re.fullmatch(r"[0-9a-f]{64}", text):
        return bytes.fromhex(text)
    if re.fullmatch(r"[0-9]{1,78}", text) and int(text) < 1 << 256:
        return int(text).to_bytes(32, "little")
    raise FieldError(
        "seed", f"{text!r} is not accepted; expected an integer 0 … 2^256-1 or 64 lower-case hex digits"
    )
