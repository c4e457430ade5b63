"""Builds the core with all run-time checks and sanitisers, and runs its tests: `make checked`.

The checked modules live in `build/checked`, so they never mix with the fast ones. Further arguments go to
pytest.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build" / "checked"
LIB = BUILD / "lib"

PYTEST = [
    "-m",
    "pytest",
    "tests/core",
    "-o",
    f"pythonpath={LIB} .",
    "-o",
    "timeout=600",
    "-p",
    "no:cacheprovider",
]
WHERE = "import certamen_core.engine as engine; print(engine.__file__)"


def sanitiser() -> str:
    """Path of the address sanitiser's runtime, which must be loaded before Python."""
    command = [os.environ.get("CC", "gcc").split()[0], "-print-file-name=libasan.so"]
    path = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    if not Path(path).is_absolute():
        raise SystemExit("the C compiler has no address sanitiser (libasan)")
    return path


def environment() -> dict[str, str]:
    """Variables for a Python that loads the checked modules."""
    return os.environ | {
        "LD_PRELOAD": sanitiser(),
        "ASAN_OPTIONS": "detect_leaks=0",  # Python itself never frees everything
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
        "PYTHONMALLOC": "malloc",  # the sanitiser cannot look into Python's own pools
        "PYTHONPATH": str(LIB),
        # The fast build plays more; here the point is every check, not every game.
        "CERTAMEN_AGREEMENT_GAMES": os.environ.get("CERTAMEN_AGREEMENT_GAMES", "20"),
    }


def main() -> int:
    """Build, make sure that the checked modules are the ones that are loaded, run the tests."""
    build = [sys.executable, "setup.py", "--quiet", "build", "--build-base", BUILD, "--build-lib", LIB]
    subprocess.run(build, cwd=ROOT, env=os.environ | {"CERTAMEN_CHECKED": "1"}, check=True)
    checked = environment()
    loaded = subprocess.run(
        [sys.executable, "-c", WHERE], env=checked, cwd=BUILD, capture_output=True, text=True, check=True
    ).stdout.strip()
    if not Path(loaded).is_relative_to(LIB):
        raise SystemExit(f"the fast modules were loaded: {loaded}")
    return subprocess.run(
        [sys.executable, *PYTEST, *sys.argv[1:]], cwd=ROOT, env=checked, check=False
    ).returncode


if __name__ == "__main__":
    raise SystemExit(main())
