"""Generate the Python code of the wire contract: `python proto/generate.py [--check]`.

Writes `proto/python/certamen/v1/*_pb2.py`, `*_pb2.pyi` and `*_pb2_grpc.py`, which are committed.
`certamen` and `certamen.v1` are namespace packages that hold generated code only, so the import
paths need no rewriting. With `--check` nothing is written; the exit status is 1 if what is
committed is not what the contract yields.
"""

# ruff: noqa: INP001 (a script beside the contract, not part of a package)
from __future__ import annotations

import argparse
import sys
import tempfile
from importlib import resources
from pathlib import Path

from grpc_tools import protoc  # type: ignore[import-untyped]

PROTO = Path(__file__).resolve().parent
PACKAGE = Path("certamen") / "v1"
OUTPUT = PROTO / "python"


def generate(target: Path) -> None:
    """Run protoc over the whole contract into the folder `target`. Raises RuntimeError if it fails."""
    sources = sorted(str(path.relative_to(PROTO)) for path in (PROTO / PACKAGE).glob("*.proto"))
    well_known = resources.files("grpc_tools") / "_proto"
    arguments = [
        "protoc",
        f"-I{PROTO}",
        f"-I{well_known}",
        f"--python_out={target}",
        f"--pyi_out={target}",
        f"--grpc_python_out={target}",
        *sources,
    ]
    if protoc.main(arguments) != 0:
        raise RuntimeError("protoc failed; see its messages above")
    for stub in (target / PACKAGE).glob("*_pb2_grpc.py"):
        source = PROTO / PACKAGE / stub.name.replace("_pb2_grpc.py", ".proto")
        if "\nservice " not in source.read_text():
            stub.unlink()  # nothing in it


def files(folder: Path) -> dict[str, bytes]:
    """The generated files below `folder`, by name."""
    return {path.name: path.read_bytes() for path in (folder / PACKAGE).glob("*_pb2*.py*")}


def differences() -> list[str]:
    """Names of generated files that are missing, superfluous or different, ascending."""
    with tempfile.TemporaryDirectory() as name:
        generate(Path(name))
        fresh, committed = files(Path(name)), files(OUTPUT)
    return sorted(name for name in fresh.keys() | committed.keys() if fresh.get(name) != committed.get(name))


def main() -> int:
    """The command; returns its exit status."""
    parser = argparse.ArgumentParser(description="Generate the Python code of the wire contract.")
    parser.add_argument("--check", action="store_true", help="compare only; exit status 1 on a difference")
    if parser.parse_args().check:
        stale = differences()
        for name in stale:
            print(f"stale: {PACKAGE / name}; run `make proto`", file=sys.stderr)
        return 1 if stale else 0
    (OUTPUT / PACKAGE).mkdir(parents=True, exist_ok=True)
    for name in files(OUTPUT):
        (OUTPUT / PACKAGE / name).unlink()
    generate(OUTPUT)
    return 0


if __name__ == "__main__":
    sys.exit(main())
