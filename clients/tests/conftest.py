"""The clients' own bots, built; and matches among them, played by the command line."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import pytest_runtest_makereport, pytest_runtest_setup  # noqa: F401 (for missing tools)

CLIENTS = Path(__file__).parents[1]
ROOT = CLIENTS.parent


def run(*command: str | Path, cwd: Path) -> None:
    """Run a command that must succeed."""
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def go_bot() -> str:
    """Command of the Go client's bots, without the name of one."""
    program = ROOT / "build" / "clients" / "certamen-bot"
    run("go", "build", "-o", program, "./cmd/certamen-bot", cwd=CLIENTS / "go")
    return str(program)


@pytest.fixture(scope="session")
def typescript_bot() -> str:
    """Command of the TypeScript client's bots, without the name of one."""
    folder = CLIENTS / "typescript"
    if not (folder / "node_modules").is_dir():
        run("npm", "ci", cwd=folder)
    run("npm", "run", "build", cwd=folder)
    return f"{shutil.which('node')} {folder / 'dist' / 'cli.js'}"


@pytest.fixture(scope="session")
def python_bot() -> str:
    """Command of the Python client's bots, without the name of one."""
    return f"{sys.executable} -m certamen_client.bots"


@pytest.fixture(scope="session")
def raw_bot() -> str:
    """Command of the bot without a client library."""
    return str(CLIENTS / "raw" / "play.sh")


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, Any]]:
    """Play a match of a game among commands; its result, which was verified."""
    monkeypatch.setenv("CERTAMEN_HOME", str(tmp_path / "home"))

    def play(game: str, *bots: str, options: tuple[str, ...] = ()) -> dict[str, Any]:
        records = tmp_path / game
        command = [sys.executable, "-m", "certamen_services.cli", "match", game, "--records", str(records)]
        command += ["--time", "30+1", *options]
        for bot in bots:
            command += ["--bot", bot]
        done = subprocess.run(command, capture_output=True, text=True, timeout=110, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        result: dict[str, Any] = json.loads((records / "result.json").read_text())
        paths = [match["record"] for match in result["matches"]]
        verify = [sys.executable, "-m", "certamen_services.cli", "verify", *paths]
        verified = subprocess.run(verify, capture_output=True, text=True, timeout=60, check=False)
        assert verified.returncode == 0, verified.stdout + verified.stderr
        return result

    return play
