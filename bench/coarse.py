"""A coarse guard on speed: no call may take twice its time.

`python -m bench.coarse` runs the benchmarks briefly and lets pytest-benchmark compare the shortest round
of each with a recorded baseline, scaled by a calibration loop of the same run. A figure that fails is
measured again, and only what fails every time counts. `--record` writes the baseline, which belongs into
a commit of its own that says why. (What instructions can count, `bench.instructions` guards more
closely; this sees the rest.)
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parents[1]
BASELINE = Path(__file__).parent / "baselines" / "coarse.json"
SLOWER = "min:100%"
"""Twice the time."""
ATTEMPTS = 3
_BRIEFLY = ("--benchmark-max-time=0.15", "--benchmark-min-rounds=5", "--benchmark-warmup=on")
_LEFT_OUT = ("-k", "not test_batch")
"""A batch is bound by memory, which others may use up without slowing down the calibration loop."""
_REGRESSED = re.compile(r"^\t(\S+\[[^\]]+\])", re.MULTILINE)


def run(*arguments: str) -> tuple[int, str]:
    """Run benchmarks; gives pytest's exit status and what it printed."""
    command = [sys.executable, "-m", "pytest", "-o", "addopts=--import-mode=importlib", "-q"]
    command += ["--benchmark-only", "--benchmark-quiet", *_BRIEFLY, *_LEFT_OUT, *arguments]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def compare(baseline: Path, tests: Sequence[str], options: Sequence[str] = ()) -> list[str]:
    """Names of the tests that took twice their time, each time that they were tried.

    Args:
        baseline: file that `record` wrote.
        tests: which benchmarks, as pytest names them.
        options: more of pytest's options.

    Raises:
        RuntimeError: the benchmarks did not run.
    """
    slow = list(tests)
    for _ in range(ATTEMPTS):
        status, told = run(
            *slow, f"--benchmark-compare={baseline}", f"--benchmark-compare-fail={SLOWER}", *options
        )
        if status == 0:
            return []
        found = _REGRESSED.findall(told)
        if not found:
            raise RuntimeError(told)
        slow = [f"bench/test_core.py::{name}" for name in dict.fromkeys(found)]
    return slow


def record(baseline: Path, tests: Sequence[str], options: Sequence[str] = ()) -> None:
    """Measure, and write a baseline. Raises RuntimeError if the benchmarks did not run."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "figures.json"
        status, told = run(*tests, f"--benchmark-json={file}", *options)
        if status != 0:
            raise RuntimeError(told)
        figures = json.loads(file.read_text())
    kept = {
        "calibration": figures["calibration"],
        "benchmarks": [
            {"fullname": each["fullname"], "stats": each["stats"]} for each in figures["benchmarks"]
        ],
    }
    baseline.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")


def main() -> int:
    """Record or compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--record", action="store_true", help="write the baseline, compare nothing")
    if parser.parse_args().record:
        record(BASELINE, ["bench/test_core.py"])
        return 0
    slow = compare(BASELINE, ["bench/test_core.py"])
    print(*([f"{name}: twice its time" for name in slow] or ["no call takes twice its time"]), sep="\n")
    return 1 if slow else 0


if __name__ == "__main__":
    raise SystemExit(main())
