"""`certamen new-bot`: a folder that works at once, or nothing at all."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from certamen_services.newbot import LANGUAGES, NewBotError, make_bot

ROOT = Path(__file__).parents[3]


def names_below(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_filled_in(tmp_path, language):
    made = make_bot(language, "my-bot", tmp_path / "deep" / "my-bot")
    assert {"README.md", ".gitignore"} <= names_below(made)
    for name in names_below(made):
        text = (made / name).read_text()
        assert not re.search(r"@[A-Z]+@", text), name
        assert not name.endswith(".in")
    assert "my-bot" in (made / "README.md").read_text()
    assert [path.name for path in (tmp_path / "deep").iterdir()] == ["my-bot"]


@pytest.mark.parametrize("name", ["", "X", "my bot", "-x", "x-", "a--b", "1st", "ä", "a" * 61, "../x", "a.b"])
def test_names_that_some_language_refuses_are_refused(tmp_path, name):
    with pytest.raises(NewBotError, match="expected a small letter") as refused:
        make_bot("python", name, tmp_path / "bot")
    assert refused.value.argument == "NAME"
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_left_alone(tmp_path):
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(NewBotError, match="not an empty folder"):
        make_bot("python", "bot", tmp_path)
    with pytest.raises(NewBotError, match="not an empty folder"):
        make_bot("python", "bot", tmp_path / "notes.txt")
    assert names_below(tmp_path) == {"notes.txt"}
    (tmp_path / "empty").mkdir()
    assert make_bot("python", "bot", tmp_path / "empty") == tmp_path / "empty"
    assert "bot.py" in names_below(tmp_path / "empty")


def test_a_client_that_is_not_there_is_missed(tmp_path):
    with pytest.raises(NewBotError, match=r"the client for go is not in .*clients/go of") as refused:
        make_bot("go", "bot", tmp_path / "bot", sdk=tmp_path)
    assert refused.value.argument == "--sdk"
    with pytest.raises(NewBotError, match="is not needed for python"):
        make_bot("python", "bot", tmp_path / "bot", sdk=ROOT / "clients" / "python")
    assert list(tmp_path.iterdir()) == []


def test_the_command_says_what_to_do_next_and_names_what_is_wrong(tmp_path):
    def new_bot(*arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "certamen_services.cli", "new-bot", *arguments]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    done = new_bot("python", "fox")
    assert done.returncode == 0
    steps = [line.strip() for line in done.stdout.splitlines() if line.startswith("  ")]
    assert steps == ["cd fox", "make test", "make play"]
    wrong = {("rust", "fox"): "LANGUAGE", ("python", "Fox"): "NAME", ("go", "fox"): "--folder"}
    for arguments, option in wrong.items():
        refused = new_bot(*arguments)
        assert refused.returncode == 2
        assert f"Invalid value for {option}" in refused.stderr


def test_a_bot_in_python_is_tested_played_and_checked(tmp_path, monkeypatch):
    monkeypatch.setenv("CERTAMEN_HOME", str(tmp_path / "home"))
    folder = make_bot("python", "fox", tmp_path / "fox")

    def do(*command: str) -> str:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    assert "Ran 2 tests" in do("make", "test")
    assert "all verified" in do("make", "play")
    checked = [sys.executable, "-m", "certamen_services.cli", "check-bot", f"cmd:{sys.executable} bot.py"]
    assert "6 passed, 0 failed" in do(*checked, "--only", "long", "--only", "talk/rejected", "--jobs", "3")
    do(sys.executable, "-m", "ruff", "format", "--check", ".")
    do(sys.executable, "-m", "ruff", "check", ".")
