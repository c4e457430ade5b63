"""What was promised on the wire is kept: the check against the frozen image finds what breaks it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
IMAGE = ROOT / "proto/frozen/certamen-v1.binpb"
BUF = Path(sys.executable).parent / "buf"


@pytest.fixture
def proto(tmp_path: Path) -> Path:
    """A copy of the contract."""
    copy = tmp_path / "proto"
    shutil.copytree(ROOT / "proto", copy, ignore=shutil.ignore_patterns("python", "frozen"))
    return copy


def breaks(proto: Path) -> list[str]:
    """What the check finds."""
    command = [BUF, "breaking", str(proto), "--against", str(IMAGE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode == 0) is (done.stdout == ""), done.stderr
    return done.stdout.splitlines()


def change(proto: Path, file: str, pattern: str, new: str) -> None:
    """Change the one place of a file where a pattern matches."""
    path = proto / "certamen/v1" / file
    text, count = re.subn(pattern, new, path.read_text())
    assert count == 1, f"{pattern!r} occurs {count} times in {file}"
    path.write_text(text)


def test_the_contract_keeps_what_was_promised(proto: Path) -> None:
    assert breaks(proto) == []


def test_an_addition_breaks_nothing(proto: Path) -> None:
    change(proto, "play.proto", r"message Leave \{\}", "message Leave {\n  string why = 1;\n}")
    assert breaks(proto) == []


@pytest.mark.parametrize(
    ("file", "pattern", "new", "found"),
    [
        ("play.proto", r"  uint32 protocol_version = 1;\n  // Name of the bot", "  // Name", "was deleted"),
        ("play.proto", r"int64 decision = 2;\n  // The action\.", "int64 decision = 9;\n  //", "was deleted"),
        ("play.proto", r"uint32 code = 3;", "uint64 code = 3;", "changed type"),
        ("play.proto", r"uint32 code = 3;", "uint32 number = 3;", "changed name"),
        ("play.proto", r"  REJECT_REASON_TOO_LATE = 4;\n", "", "was deleted"),
        ("arena.proto", r"rpc CancelMatch\(", "rpc EndMatch(", "was deleted"),
        ("arena.proto", r"rpc Play\(stream ", "rpc Play(", "unary"),
    ],
)
def test_what_breaks_it_is_found(proto: Path, file: str, pattern: str, new: str, found: str) -> None:
    change(proto, file, pattern, new)
    told = breaks(proto)
    assert told
    assert any(found in line for line in told), told
