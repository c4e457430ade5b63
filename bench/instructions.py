"""Instructions per decision under callgrind: a guard on speed that does not depend on the machine's load.

Each figure is the difference between a long and a short run of the same work, divided by the difference in
work, so that start-up cancels. ``python -m bench.instructions`` compares with the recorded baseline and fails
beyond ±5 %; ``--record`` writes the baseline, which belongs into a commit of its own that says why.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bench.workload import CONFIGURATIONS

ROOT = Path(__file__).parents[1]
BASELINE = Path(__file__).parent / "baselines" / "instructions.json"
TOLERANCE = 0.05
KINDS = ("playouts", "legal")
SHORT, LONG = 1, 4  # run lengths in units of work


def measure(identifier: str, kind: str, length: int) -> tuple[int, int]:
    """Run one piece of work under callgrind; returns (instructions, units of work done)."""
    command = [
        "valgrind",
        "--tool=callgrind",
        "--callgrind-out-file=/dev/null",
        sys.executable,
        "-m",
        "bench.instructions_work",
        identifier,
        kind,
        str(length),
    ]
    # A fixed hash seed and one thread of everything keep the start-up the same in both runs.
    started_with = os.environ.get("PYTHONPATH", "")
    environment = {
        **os.environ,
        "PYTHONHASHSEED": "0",
        "OPENBLAS_NUM_THREADS": "1",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "core"), str(ROOT), started_with]),
    }
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    counted = re.search(r"Collected : (\d+)", done.stderr)
    if done.returncode or counted is None:
        raise RuntimeError(f"{identifier} {kind}: valgrind failed\n{done.stderr[-2000:]}")
    return int(counted.group(1)), int(done.stdout)


def instructions_per_unit(identifier: str, kind: str) -> float:
    """Instructions per decision (playouts) or per list (legal)."""
    short, less = measure(identifier, kind, SHORT)
    long, more = measure(identifier, kind, LONG)
    return (long - short) / (more - less)


def measure_all(figures: list[tuple[str, str]]) -> dict[str, float]:
    """Measure some figures, two at a time."""
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        values = pool.map(lambda figure: instructions_per_unit(*figure), figures)
        return {" ".join(figure): round(value, 2) for figure, value in zip(figures, values, strict=True)}


def compare(measured: dict[str, float], baseline: dict[str, float]) -> list[str]:
    """What is wrong with the measured figures: off by more than the tolerance, or not recorded."""
    findings = []
    for figure, value in measured.items():
        if figure not in baseline:
            findings.append(f"{figure}: {value:.1f} instructions, not in the baseline")
        elif abs(value / baseline[figure] - 1) > TOLERANCE:
            change = 100 * (value / baseline[figure] - 1)
            findings.append(
                f"{figure}: {value:.1f} instructions, baseline {baseline[figure]:.1f} ({change:+.1f} %)"
            )
    return findings + [
        f"{figure}: in the baseline but not measured" for figure in baseline.keys() - measured.keys()
    ]


def main() -> int:
    """Measure, then record or compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--record", action="store_true", help="write the baseline, compare nothing")
    arguments = parser.parse_args()
    if shutil.which("valgrind") is None:
        print("valgrind is not installed")
        return 2
    measured = measure_all([(identifier, kind) for identifier in CONFIGURATIONS for kind in KINDS])
    for figure, value in measured.items():
        print(f"{figure:<40}{value:>10.1f} instructions")
    if arguments.record:
        BASELINE.write_text(json.dumps(measured, indent=2, sort_keys=True) + "\n")
        return 0
    findings = compare(measured, json.loads(BASELINE.read_text()))
    print(*(findings or ["all within ±5 % of the baseline"]), sep="\n")
    return 1 if findings else 0


if __name__ == "__main__":
    raise SystemExit(main())
