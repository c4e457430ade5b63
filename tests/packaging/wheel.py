"""sdist → wheel → install elsewhere → import and play; run by ``make package``.

Nothing but our own compiled modules, declarations, stubs and Python files, and the data named here, may be in
the wheel.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[2]
OURS = {"certamen", "certamen_core", "certamen_services", "certamen_client"}
SUFFIXES = {".so", ".pxd", ".pyi", ".py"}
# What our programs read at run time, as patterns of ``PurePath.match``; each must find something.
DATA = (
    "certamen_services/checker/rare.json",
    "certamen_services/newbot/templates/*/*",
    "certamen_services/newbot/templates/*/*/*",
    "certamen_services/tournaments/report/page.html",
)
SMOKE = """
import certamen_core as cc, certamen_client, certamen_services, certamen.v1.play_pb2
for name in cc.registered_games():
    result = cc.playouts(cc.load_game(name), 20, 1, threads=2)
    print(name, result.decisions, "decisions in", result.games, "playouts")
"""


def run(*command: str | Path, cwd: Path) -> None:
    """Run a command; its failure is ours."""
    subprocess.run([str(part) for part in command], cwd=cwd, check=True)


def names_in(wheel: Path) -> list[PurePosixPath]:
    """Paths of all files of a wheel but its metadata."""
    with zipfile.ZipFile(wheel) as archive:
        paths = [PurePosixPath(name) for name in archive.namelist()]
    return [path for path in paths if not path.parts[0].endswith(".dist-info")]


def is_code(path: PurePosixPath) -> bool:
    """Whether a path is one of our modules, declarations or stubs."""
    return path.parts[0] in OURS and (path.suffix in SUFFIXES or path.name == "py.typed")


def complaints(wheel: Path) -> list[str]:
    """Files of a wheel that should not be in it, and data that should."""
    paths = names_in(wheel)
    stray = [path for path in paths if not is_code(path) and not any(path.match(data) for data in DATA)]
    missing = [data for data in DATA if not any(path.match(data) for path in paths)]
    wrong = [f"does not belong into the wheel: {path}" for path in stray]
    return wrong + [f"not in the wheel: {data}" for data in missing]


def main() -> int:
    """Build, look, install, import."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        run(sys.executable, "-m", "build", "--sdist", "--outdir", work, ROOT, cwd=work)
        (sdist,) = work.glob("*.tar.gz")
        with tarfile.open(sdist) as archive:
            archive.extractall(work / "source", filter="data")
        (source,) = (work / "source").iterdir()
        run(sys.executable, "-m", "build", "--wheel", "--outdir", work, source, cwd=work)
        (wheel,) = work.glob("*.whl")
        wrong = complaints(wheel)
        if wrong:
            print(*wrong, sep="\n")
            return 1
        venv.create(work / "venv", with_pip=True)
        python = work / "venv" / "bin" / "python"
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel, cwd=work)
        run(python, "-W", "error", "-c", SMOKE, cwd=work)
        run(work / "venv" / "bin" / "certamen", "games", cwd=work)
    print("sdist, wheel and installation elsewhere work")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
