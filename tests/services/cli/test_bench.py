"""`certamen bench` prints a rate for every game."""

from __future__ import annotations

import json

import certamen_core as cc
from certamen_services.cli.app import app
from typer.testing import CliRunner


def test_every_game_has_rates() -> None:
    result = CliRunner().invoke(app, ["bench", "--seconds", "0.01", "--json"])
    assert result.exit_code == 0, result.output
    rows = json.loads(result.output)
    assert {row["game"].split()[0] for row in rows} == set(cc.registered_games())
    assert all(rate > 0 for row in rows for name, rate in row.items() if name != "game")


def test_seconds_must_be_positive() -> None:
    result = CliRunner().invoke(app, ["bench", "--seconds", "0"])
    assert result.exit_code == 2
    assert "--seconds" in result.output
