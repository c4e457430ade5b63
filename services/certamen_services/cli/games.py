"""`certamen games`."""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from typing import Any

import certamen_core as cc
import typer
from rich.console import Console
from rich.table import Table

__all__ = ["show_games"]

_MOST_SEATS = 16
_ACCEPTED = re.compile(r"must be (.*), not ")


class _Nonsense:
    """A value that no option accepts."""


@dataclass(frozen=True, slots=True)
class _Form:
    """A game with a number of seats."""

    players: int
    defaults: dict[str, Any]
    accepted: dict[str, str]


def _forms(name: str) -> list[_Form]:
    """The game with every number of seats that it allows."""
    forms = []
    for players in range(1, _MOST_SEATS + 1):
        try:
            defaults = cc.load_game(name, players=players).options
        except ValueError:
            continue
        forms.append(_Form(players, defaults, {o: _accepted(name, players, o) for o in defaults}))
    return forms


def _accepted(name: str, players: int, option: str) -> str:
    """What an option accepts, in the rules' own words: they say so when they refuse a value."""
    try:
        cc.load_game(name, players=players, **{option: _Nonsense()})
    except ValueError as error:
        found = _ACCEPTED.search(str(error))
        return found[1] if found else str(error)
    return "anything"


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
