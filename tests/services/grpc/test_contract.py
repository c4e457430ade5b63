"""The contract itself: lint, and generated code that is what the contract yields."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from certamen.v1 import arena_pb2  # noqa: F401 - registers the whole contract
from google.protobuf.descriptor_pool import Default

PROTO = Path(__file__).resolve().parents[3] / "proto"


def test_generated_code_is_up_to_date() -> None:
    command = [sys.executable, str(PROTO / "generate.py"), "--check"]
    outcome = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
    assert outcome.returncode == 0, outcome.stderr


def test_lint() -> None:
    buf = shutil.which("buf", path=str(Path(sys.executable).parent)) or "buf"
    outcome = subprocess.run(
        [buf, "lint"], cwd=PROTO, capture_output=True, text=True, timeout=100, check=False
    )
    assert outcome.returncode == 0, outcome.stdout


def test_every_element_of_the_contract_has_a_comment() -> None:
    missing = []
    for path in sorted((PROTO / "certamen" / "v1").glob("*.proto")):
        previous = ""
        for number, line in enumerate(path.read_text().splitlines(), 1):
            text = line.strip()
            declares = (text.endswith(";") and "=" in text) or text.startswith(
                ("message ", "enum ", "rpc ", "service ")
            )
            if declares and not text.startswith(("syntax", "//")) and not previous.startswith("//"):
                missing.append(f"{path.name}:{number}: {text}")
            previous = text
    assert not missing


def test_lengths_of_time_are_nanoseconds() -> None:
    pool = Default()
    for name in ("TimeControl", "ClockLedger"):
        message = pool.FindMessageTypeByName(f"certamen.v1.{name}")
        times = [field.name for field in message.fields if field.type == field.TYPE_INT64]
        assert times
        assert all(field.endswith("_ns") for field in times)
