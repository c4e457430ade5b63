"""All checks that need no running program: `make lint`. Everything is checked, also after a finding."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BIN = Path(sys.executable).parent
# The stubs are compared with the modules of this tree, installed or not.
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT / "core"), "MYPYPATH": str(ROOT / "core")}
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy", "core", "services", "clients/python", "proto/generate.py"),
    ("stubtest", "certamen_core", "--ignore-missing-stub", "--allowlist", "tests/stubtest-allowlist.txt"),
    ("buf", "lint", "proto"),
    ("buf", "breaking", "proto", "--against", "proto/frozen/certamen-v1.binpb"),
    ("python", "proto/generate.py", "--check"),
)


def main() -> int:
    """Run all checks; the exit status is the number of those that failed."""
    failed = 0
    for program, *arguments in CHECKS:
        print(">", program, *arguments, flush=True)
        done = subprocess.run([BIN / program, *arguments], cwd=ROOT, env=ENVIRONMENT, check=False)
        failed += done.returncode != 0
    return failed


if __name__ == "__main__":
    raise SystemExit(main())
