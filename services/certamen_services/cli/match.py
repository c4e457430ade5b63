"""`certamen match`."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from certamen_services.cli.contain import Contain
from certamen_services.cli.containment import LimitArguments
from certamen_services.cli.game_options import check_game, load_game, parse_options, parse_seed
from certamen_services.cli.home import local_signer
from certamen_services.cli.interrupt import run_interruptibly
from certamen_services.cli.order import Order
from certamen_services.cli.players import parse_players
from certamen_services.cli.refusal import fail, refusals, refuse
from certamen_services.launcher import Launcher, LaunchError
from certamen_services.referee.clock import TimeControl, parse_seconds, parse_time_control
from certamen_services.referee.errors import FieldError
from certamen_services.referee.settings import MatchSettings
from certamen_services.referee.terms import FaultPolicy
from certamen_services.wire.registry import for_game

__all__ = ["MatchArguments", "play_matches"]

_SECONDS = ("per_move", "lag", "startup", "join", "disconnect")


@dataclass(frozen=True, slots=True)
class MatchArguments:
    """What was asked, as it was written."""

    game: str
    bots: tuple[str, ...]
    games: int
    time: str
    per_move: str
    lag: str
    startup: str
    join: str
    disconnect: str
    illegal_actions: int
    policy: FaultPolicy
    play_forced: bool
    seed: str
    options: tuple[str, ...]
    concurrency: int
    records: Path | None
    containment: LimitArguments


def play_matches(arguments: MatchArguments, *, as_json: bool) -> int:
    """Play matches and print the result; returns the exit status: 1 if a record was refused."""
    check_game(arguments.game)
    with refusals("GAME"):
        for_game(arguments.game)  # the rules may know more games than the server does
    options = parse_options(arguments.options)
    if not arguments.bots:
        raise refuse("--bot", "is needed, once for each seat")
    game = load_game(arguments.game, len(arguments.bots), options)
    settings = MatchSettings(
        game=game.name,
        players=game.num_players,
        options=game.options,
        time=_time_control(arguments),
        illegal_actions=arguments.illegal_actions,
        policy=arguments.policy,
        play_forced=arguments.play_forced,
    )
    players = parse_players(arguments.bots, game.name)
    root = parse_seed(arguments.seed) if arguments.seed else None
    limits = arguments.containment.limits()
    strict = arguments.containment.contain is Contain.STRICT
    local_signer()  # a key that cannot be used shows now, not in the server's log
    folder = _new_folder(arguments.records, game.name)
    order = Order(
        settings, players, arguments.games, root, arguments.concurrency, folder, as_json, limits, strict
    )
    return run_interruptibly(_play(order), "all programs were ended")


def _time_control(arguments: MatchArguments) -> TimeControl:
    with refusals("--time"):
        base, increment = parse_time_control(arguments.time, "--time")
    times = {"base_ns": base, "increment_ns": increment}
    for name in _SECONDS:
        text, option = getattr(arguments, name), f"--{name.replace('_', '-')}"
        if not text:
            continue
        with refusals(option):
            value = parse_seconds(text, option)
        try:
            TimeControl(**{f"{name}_ns": value})
        except FieldError as error:
            accepted = error.accepted.removeprefix("an integer of nanoseconds, ")
            raise refuse(option, f"{text!r} is not accepted; expected seconds, {accepted}") from None
        times[f"{name}_ns"] = value
    return TimeControl(**times)


def _new_folder(given: Path | None, game: str) -> Path:
    """An empty folder for records and logs."""
    now = datetime.now().astimezone()
    path = given or Path("records") / f"{now:%Y%m%d-%H%M%S}-{now.microsecond // 1000:03d}-{game}"
    with refusals("--records"):
        path.mkdir(parents=True, exist_ok=True)
        if any(path.iterdir()):
            raise refuse("--records", f"the folder {path} is not empty; expected a new one")
        (path / "logs").mkdir(mode=0o700)  # bots with users of their own must not read each other's
    return path


async def _play(order: Order) -> int:
    try:
        with tempfile.TemporaryDirectory(prefix="certamen-") as scratch:
            async with Launcher() as launcher:
                # gRPC comes only now that the launcher is there: a process that uses it must not fork.
                from certamen_services.cli.contest import ContestError  # noqa: PLC0415
                from certamen_services.cli.play import play_and_report  # noqa: PLC0415

                try:
                    return await play_and_report(order, launcher, Path(scratch))
                except ContestError as error:
                    raise fail(error) from None
    except LaunchError as error:
        raise fail(error) from None
