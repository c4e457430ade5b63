"""A short run of the long one, and that its comparison finds what it looks for."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.load.afterwards import differences
from tests.postgres import NEEDED

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.parametrize("store", ["sqlite", pytest.param("postgresql", marks=pytest.mark.needs(*NEEDED))])
def test_nobody_can_tell_that_the_server_was_killed(tmp_path: Path, store: str) -> None:
    command = [sys.executable, "-m", "tests.load.kills", "--kills", "10", "--seed", "7", "--store", store]
    ended = subprocess.run(
        [*command, "--folder", str(tmp_path / "run")], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    told = json.loads(ended.stdout)
    assert told["wrong"] == []
    assert (told["lost"], told["changed"], told["doubled"]) == (0, 0, 0)
    assert told["kills"] == 10
    assert told["own_deaths"] > 0
    assert told["resumed"] > 0
    assert told["actions"] > 100
    assert "0 lost, 0 changed, 0 doubled; 0 findings" in ended.stderr


@pytest.mark.parametrize(
    ("found", "counts"),
    [
        ([(1, "a"), (2, "b"), (3, "c")], (0, 0, 0)),
        ([(1, "a"), (3, "c")], (1, 0, 0)),
        ([(1, "a"), (2, "x"), (3, "c")], (0, 1, 0)),
        ([(1, "a"), (2, "b"), (2, "b"), (3, "c")], (0, 0, 1)),
        ([(1, "a"), (2, "b"), (3, "c"), (4, "d")], (0, 0, 1)),
        ([(2, "b"), (2, "x")], (2, 1, 1)),
    ],
)
def test_what_differs_is_counted(found: list[tuple[int, str]], counts: tuple[int, int, int]) -> None:
    assert differences([(1, "a"), (2, "b"), (3, "c")], found) == counts
