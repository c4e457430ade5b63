"""What the documentation shows works as it stands."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[3] / "docs"


@pytest.mark.timeout(120)
def test_the_first_bot_of_the_tutorial_plays(tmp_path):
    page = (DOCS / "writing-a-bot.md").read_text()
    code = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert code is not None
    bot = tmp_path / "mybot.py"
    bot.write_text(code[1])
    command = [
        *(sys.executable, "-m", "certamen_services.cli", "match", "juwelen", "--json"),
        *("--bot", f"cmd:{sys.executable} {bot}", "--bot", "random", "--option", "rounds=1"),
        *("--records", str(tmp_path / "records")),
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    (match,) = json.loads(done.stdout)["matches"]
    assert (match["cause"], match["faults"]) == ("completed", [])


@pytest.mark.parametrize(
    "page", sorted([*DOCS.rglob("*.md"), DOCS.parent / "README.md"]), ids=lambda p: p.name
)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text()):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"
