"""sdist → wheel → install elsewhere → import and play; run by ``make package``.

Nothing but our own compiled modules, declarations, stubs and Python files may be in the wheel.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
OURS = {"certamen", "certamen_core", "certamen_services", "certamen_client"}
SUFFIXES = {".so", ".pxd", ".pyi", ".py"}
SMOKE = """
import certamen_core as cc, certamen_client, certamen_services, certamen.v1.play_pb2
for name in cc.registered_games():
    result = cc.playouts(cc.load_game(name), 20, 1, threads=2)
    print(name, result.decisions, "decisions in", result.games, "playouts")
"""


def run(*command: str | Path, cwd: Path) -> None:
    """Run a command; its failure is ours."""
    subprocess.run([str(part) for part in command], cwd=cwd, check=True)


def stray_files(wheel: Path) -> list[str]:
    """Files of a wheel that should not be in it."""
    stray = []
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            top, *rest = Path(name).parts
            metadata = top.endswith(".dist-info")
            allowed = top in OURS and (Path(name).suffix in SUFFIXES or rest[-1:] == ["py.typed"])
            if not metadata and not allowed:
                stray.append(name)
    return stray


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
        stray = stray_files(wheel)
        if stray:
            print("these do not belong into the wheel:", *stray, sep="\n  ")
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
