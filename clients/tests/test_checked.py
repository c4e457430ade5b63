"""The clients' own bots pass every check that `certamen check-bot` knows, in all games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

pytestmark = [pytest.mark.timeout(600), pytest.mark.needs("go", "npm")]


@pytest.mark.parametrize("name", ["greedy", "random"])
@pytest.mark.parametrize("language", ["python", "go", "typescript"])
def test_checked(language: str, name: str, request: pytest.FixtureRequest, tmp_path: Path):
    bots = request.getfixturevalue(f"{language}_bot")
    only = () if name == "greedy" else ("--only", "long", "--only", "talk/rejected*")
    report = tmp_path / "report.xml"
    certamen = [sys.executable, "-m", "certamen_services.cli"]
    command = [*certamen, "check-bot", f"cmd:{bots} {name}", "--jobs", "3", "--junit", str(report), *only]
    home = os.environ | {"CERTAMEN_HOME": str(tmp_path / "home")}
    done = subprocess.run(command, capture_output=True, text=True, env=home, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    suite = ET.parse(report).getroot()  # noqa: S314 (our own)
    cases = list(suite.iter("testcase"))
    assert len(cases) >= (100 if name == "greedy" else 6)
    assert not list(suite.iter("failure"))
    assert not list(suite.iter("skipped"))
