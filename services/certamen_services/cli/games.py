"""`certamen games`."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

import certamen_core as cc
import typer
from rich.console import Console
from rich.table import Table

from certamen_services.rules.option_ranges import OptionRange, option_ranges

__all__ = ["show_games"]


@dataclass(frozen=True, slots=True)
class _Form:
    """A game with a number of seats."""

    players: int
    defaults: dict[str, Any]
    accepted: dict[str, str]


def _forms(name: str) -> list[_Form]:
    """The game with every number of seats that it allows."""
    return [
        _Form(
            players,
            {option.spec.name: option.spec.default for option in options},
            {option.spec.name: _accepted(option) for option in options},
        )
        for players in cc.load_game(name).player_range
        for options in [option_ranges(name, players)]
    ]


def _accepted(option: OptionRange) -> str:
    """What an option accepts, in words."""
    return f"{option.spec.accepted} ({option.depends})" if option.depends else option.spec.accepted


def show_games(*, as_json: bool) -> None:
    """Print the games."""
    games = {name: _forms(name) for name in cc.registered_games()}
    if as_json:
        document = {name: [asdict(form) for form in forms] for name, forms in games.items()}
        typer.echo(json.dumps(document, ensure_ascii=False, indent=2))
        return
    console = Console()
    for name, forms in games.items():
        seats = [form.players for form in forms]
        table = Table("option", "default", "accepted", title=f"{name}, {min(seats)} … {max(seats)} seats")
        for option in forms[0].defaults:
            table.add_row(
                option,
                _by_seats([(form.players, _plain(form.defaults[option])) for form in forms]),
                _by_seats([(form.players, form.accepted[option]) for form in forms]),
            )
        console.print(table)


def _by_seats(values: list[tuple[int, str]]) -> str:
    """One text if all are alike, else each with the numbers of seats that it holds for."""
    holds: dict[str, list[int]] = {}
    for players, text in values:
        holds.setdefault(text, []).append(players)
    if len(holds) == 1:
        return values[0][1]
    return "\n".join(f"{', '.join(map(str, seats))} seats: {text}" for text, seats in holds.items())


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
