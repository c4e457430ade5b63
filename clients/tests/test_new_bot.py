"""Bots from the templates for compiled languages: built, tested, played, checked, as their pages say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from certamen_services.newbot import make_bot

pytestmark = pytest.mark.timeout(300)


def do(command: str, folder: Path) -> str:
    """Run a command line in a folder; what it prints."""
    home = os.environ | {"CERTAMEN_HOME": str(folder / ".home")}
    done = subprocess.run(
        ["sh", "-c", command], cwd=folder, env=home, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout + done.stderr


def check(folder: Path, bot: str) -> None:
    """The bot passes what is not the client's affair alone."""
    wanted = "--only long --only talk/rejected --jobs 3"
    said = do(f'{sys.executable} -m certamen_services.cli check-bot "cmd:{bot}" {wanted}', folder)
    assert "6 passed, 0 failed" in said


@pytest.mark.needs("go")
def test_go(tmp_path):
    folder = make_bot("go", "fox-in-go", tmp_path / "fox-in-go")
    assert "ok" in do("make test", folder)
    assert "all verified" in do("make play", folder)
    check(folder, "./fox-in-go")
    assert do("gofmt -l .", folder) == ""


@pytest.mark.needs("npm")
def test_typescript(tmp_path):
    folder = make_bot("typescript", "fox", tmp_path / "fox")
    do("npm install", folder)
    assert "pass 2" in do("npm test", folder)
    assert "all verified" in do("npm run play", folder)
    check(folder, "node dist/main.js")
    do("npm run lint", folder)
