"""A short run of the long one."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("kills.py")


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_nobody_can_tell_that_the_server_was_killed(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), "--kills", "10", "--seed", "7", "--folder", str(tmp_path / "run")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    told = json.loads(ended.stdout)
    assert told["wrong"] == []
    assert told["kills"] == 10
    assert told["resumed"] > 0
