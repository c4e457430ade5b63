"""Bots in Python, Go and TypeScript at one table, and one without any client library."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.timeout(240)

GAMES = ("artus", "bellica", "juwelen", "luschen", "lusus")
SHORT = {"lusus": ("--option", "target=100"), "luschen": ("--option", "limit=30")}


def check(result, seats: int) -> None:
    (match,) = result["matches"]
    assert (match["state"], match["cause"], match["faults"]) == ("finished", "completed", [])
    assert min(match["placements"]) == 1
    assert len(match["placements"]) == seats
    assert result["refused"] == []
    assert all(standing["decisions"] > 0 for standing in result["standings"])


@pytest.mark.needs("go", "npm")
@pytest.mark.parametrize("game", GAMES)
def test_three_languages(play, game, python_bot, go_bot, typescript_bot):
    bots = [f"cmd:{bot} greedy" for bot in (python_bot, go_bot, typescript_bot)]
    check(play(game, *bots, options=SHORT.get(game, ())), 3)


@pytest.mark.needs("go", "npm")
def test_four_seats_and_bots_of_both_kinds(play, python_bot, go_bot, typescript_bot):
    bots = [f"cmd:{go_bot} random", f"cmd:{typescript_bot} random", f"cmd:{python_bot} greedy", "greedy"]
    check(play("juwelen", *bots), 4)


@pytest.mark.needs("grpcurl", "jq")
@pytest.mark.parametrize("game", GAMES)
def test_a_bot_of_grpcurl_and_jq(play, game, raw_bot):
    check(play(game, f"cmd:{raw_bot}", "random", options=SHORT.get(game, ())), 2)
