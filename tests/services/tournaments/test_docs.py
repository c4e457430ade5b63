"""The examples of the documentation run as written."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[3] / "docs" / "tournaments.md").read_text()
EXAMPLES = dict(re.findall(r"```(?:toml|python)\n# ([\w.]+)(.*?)```", PAGE, re.DOTALL))
PLANS = sorted(name for name in EXAMPLES if name.endswith(".toml"))


def test_every_example_has_a_name():
    assert len(re.findall(r"```(?:toml|python)\n", PAGE)) == len(EXAMPLES)
    assert PLANS == ["cup.toml", "final.toml", "lab.toml", "newer.toml"]


@pytest.mark.timeout(180)
@pytest.mark.parametrize("name", PLANS)
def test_an_example_runs_as_written(name, tmp_path):
    for file, text in EXAMPLES.items():
        (tmp_path / file).write_text(f"# {file}{text}")
    environment = os.environ | {
        "CERTAMEN_HOME": str(tmp_path / "home"),
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
    }
    done = subprocess.run(
        [sys.executable, "-m", "certamen_services.cli", "tournament", "run", name, "--json"],
        cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=170, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["tournament"]["state"] == "finished"
    assert found["incidents"]["voids"] == []
    bots = re.findall(r"""name = "(\w+)", bot|^name = "(\w+)"\nbot""", EXAMPLES[name], re.MULTILINE)
    names = {one or other for one, other in bots}
    assert {row["bot"] for row in found["standings"]} == names


def test_the_dry_run_of_the_page_is_what_it_says(tmp_path):
    (tmp_path / "cup.toml").write_text(EXAMPLES["cup.toml"])
    said = re.search(r"--dry-run\n(.*?)\n(.*?)\n\$", PAGE, re.DOTALL)
    done = subprocess.run(
        [sys.executable, "-m", "certamen_services.cli", "tournament", "run", "cup.toml", "--dry-run"],
        cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout.splitlines() == [said[1], said[2]]
