"""The example of the documentation runs as written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[4] / "docs" / "statistics.md"


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL)
    exec(compile(example, str(PAGE), "exec"), {})  # noqa: S102 (our own page)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in lines[:2]] == [["a", "0.5"], ["b", "-0.5"]]
    assert lines[2] == "1 of 1 pairs are undecided"
