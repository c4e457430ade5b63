"""Plans: what is accepted, and that errors name the field."""

from __future__ import annotations

from pathlib import Path

import pytest
from certamen_services.referee.errors import FieldError
from certamen_services.tournaments.checked import load_plan, read_plan
from certamen_services.tournaments.plan import Deals
from certamen_services.tournaments.seatings import Unit

from tests.services.tournaments.worlds import data, plan

TIMED = {"venue": "timed"}
DIALS = {"name": "far", "bot": "dial-in"}


def bots(*entered: dict[str, object]) -> dict[str, object]:
    return {"bots": [{"name": "here", "bot": "random"}, *entered]}


@pytest.mark.parametrize(
    ("changes", "field", "said"),
    [
        ({"seats": 9}, "seats", "less than or equal to 8"),
        ({"seats": 7, "game": "juwelen"}, "seats", "in 2 … 6"),
        ({"game": "chess"}, "game", "one of artus"),
        ({"options": {"limit": 0}}, "options.limit", "limit"),
        ({"options": {"colour": 1}}, "options.colour", "unknown option"),
        ({"format": {"kind": "ladder"}}, "format.kind", "'round-robin', 'gauntlet'"),
        ({"format": {"kind": "swiss"}}, "format.rounds", "is needed"),
        ({"format": {"kind": "swiss", "rounds": 2, "advance": 1}}, "format.advance", "belongs to knockout"),
        ({"format": {"kind": "gauntlet"}}, "format.heroes", "is needed"),
        ({"format": {"kind": "gauntlet", "heroes": ["x"]}}, "format.heroes[0]", "no bot of this tournament"),
        ({"format": {"kind": "knockout", "advance": 4}}, "format.advance", "less than the 4 bots"),
        ({"colour": 1}, "colour", "is not known here"),
        (bots({"name": "b", "bot": "random", "ownr": "x"}), "bots[1].ownr", "is not known here"),
        (bots({"name": "here", "bot": "random"}), "bots[0].name", "is given 2 times"),
        (bots({"name": "b", "bot": "cmd:true"}), "bots[1].bot", "not accepted in direct play"),
        (bots({"name": "b", "bot": "python:none.py:Bot"}), "bots[1].bot", "none.py cannot be loaded"),
        (bots({"name": "b", "bot": "python:certamen_client:Session"}), "bots[1].bot", "no class 'Session'"),
        (TIMED | bots({"name": "b", "bot": "cmd:no-such-program"}), "bots[1].bot", "was not found"),
        (TIMED | bots({"name": "b", "bot": "random", "trusted": True}), "bots[1].trusted", "dial in"),
        (TIMED | bots(DIALS) | {"deals": "duplicate"}, "deals", "carry a deal"),
        (TIMED | {"time": {"control": "x"}}, "time.control", '"5+0.1"'),
        (TIMED | {"time": {"lag": 100}}, "time.lag", "0 … 60 s"),
        ({"time": {"lag": 1}}, "time", "no clocks"),
        ({"unit": "party"}, "unit", "parties"),
        ({"seed": "x"}, "seed", "64 lower-case hex digits"),
        ({"seats": "4"}, "seats", "integer"),
        ({"stop": {"rule": "sprt", "alpha": 0.1}}, "stop.rule", "compares two bots"),
        ({"stop": {"alpha": 0.1}}, "stop.alpha", "not accepted with rule = 'sequence'"),
        ({"stop": {"error": 2.0}}, "stop.error", "not between 0 and 1"),
        ({"format": {"kind": "swiss", "rounds": 1}, "stop": {}}, "stop", "rounds are fixed"),
        ({"bots": []}, "bots", "at least 2"),
    ],
)
def test_errors_name_the_field_and_what_is_accepted(changes, field, said):
    with pytest.raises(FieldError) as caught:
        load_plan(data(4, 4, "round-robin") | changes, Path())
    assert caught.value.field == field
    assert said in caught.value.accepted


def test_a_bot_holds_a_party_where_parties_are_fixed_unless_told_otherwise():
    teams = {"game": "juwelen", "options": {"teams": True}}
    assert (plan(2, 4, "round-robin", **teams).unit, plan(2, 4, "round-robin", **teams).places) == (
        Unit.PARTY,
        2,
    )
    assert plan(4, 4, "round-robin", **teams, unit="seat").places == 4
    assert plan(4, 4, "round-robin", game="bellica").unit is Unit.SEAT  # alliances are drawn


def test_deals_are_independent_as_soon_as_somebody_dials_in_who_is_not_trusted():
    base = data(2, 2, "round-robin", venue="timed")
    assert load_plan(base | bots(DIALS), Path()).deals is Deals.INDEPENDENT
    assert load_plan(base | bots(DIALS | {"trusted": True}), Path()).deals is Deals.DUPLICATE
    assert load_plan(base, Path()).deals is Deals.DUPLICATE


def test_only_how_the_machine_is_used_may_change():
    one, other = plan(2, 2, "round-robin"), plan(2, 2, "round-robin", run={"concurrency": 3})
    assert one.plan.fingerprint() == other.plan.fingerprint()
    assert plan(2, 2, "round-robin", blocks=11).plan.fingerprint() != one.plan.fingerprint()


def test_files(tmp_path):
    path = tmp_path / "cup.toml"
    path.write_text(
        'name = "cup"\ngame = "luschen"\nseats = 2\nvenue = "direct"\nformat = { kind = "round-robin" }\n'
        'bots = [{ name = "a", bot = "random" }, { name = "b", bot = "python:mine.py:Mine" }]\n'
    )
    (tmp_path / "mine.py").write_text(
        "from certamen_client import Bot\n"
        "class Mine(Bot):\n"
        "    def choose(self, decision):\n"
        "        return 0\n"
    )
    assert read_plan(path).names == ("a", "b")
    path.write_text("name = ")
    with pytest.raises(FieldError, match="file: is no TOML"):
        read_plan(path)
