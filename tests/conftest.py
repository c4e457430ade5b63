"""What all tests share: tools that may be missing, and programs that must find our packages."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.postgres import NEEDED, Postgres, find_programs

ROOT = Path(__file__).resolve().parent.parent
REQUIRE_ALL = os.environ.get("CERTAMEN_REQUIRE") == "all"

# Programs that tests start find our packages as pytest does, installed or not.
_SOURCES = [str(ROOT / folder) for folder in ("core", "services", "clients/python", "proto/python")]
os.environ["PYTHONPATH"] = os.pathsep.join([*_SOURCES, *filter(None, [os.environ.get("PYTHONPATH")])])
find_programs()

POSTGRESQL = pytest.param("postgresql", marks=pytest.mark.needs(*NEEDED))


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server, started by the first test that asks for it."""
    server = Postgres()
    yield server
    server.close()


@pytest.fixture(params=["sqlite", POSTGRESQL])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Path | str]:
    """Where a new database may be: of every kind in turn."""
    if request.param == "sqlite":
        yield tmp_path / "deep" / "certamen.db"
        return
    server: Postgres = request.getfixturevalue("postgres")
    with server.database() as url:
        yield url


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a test whose tools are missing; where everything is required, fail it."""
    for marker in item.iter_markers("needs"):
        missing = [tool for tool in marker.args if shutil.which(tool) is None]
        if not missing:
            continue
        reason = f"needs {', '.join(missing)}, which is not installed"
        if REQUIRE_ALL:
            pytest.fail(f"{reason}; CERTAMEN_REQUIRE=all allows no skips", pytrace=False)
        pytest.skip(reason)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo[None]) -> object:
    """Where everything is required, any other skip is a failure too."""
    report: pytest.TestReport = yield
    if REQUIRE_ALL and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"skipped, but CERTAMEN_REQUIRE=all allows no skips: {report.longrepr}"
    return report
