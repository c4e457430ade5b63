"""Removes what was built: `make clean`. The virtual environment stays; records stay."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("build", "dist", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".benchmarks")


def main() -> None:
    """Remove it."""
    for name in FOLDERS:
        shutil.rmtree(ROOT / name, ignore_errors=True)
    for folder in ("core", "services", "clients", "proto", "tests", "bench"):
        for path in [*(ROOT / folder).rglob("__pycache__")]:
            shutil.rmtree(path, ignore_errors=True)
    for path in (ROOT / "core").rglob("*.so"):
        path.unlink()
    (ROOT / ".venv" / ".installed").unlink(missing_ok=True)  # so that the next target builds again


if __name__ == "__main__":
    main()
