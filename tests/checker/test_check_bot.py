"""The checker: right bots pass, and of wrong ones it says what is wrong."""

from __future__ import annotations

# ruff: noqa: S314 (the XML is our own)
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from certamen_services.checker.catalogue import Pace, all_checks
from certamen_services.checker.findings import Verdict
from certamen_services.checker.guest import LaunchedGuest
from certamen_services.checker.host import Host
from certamen_services.checker.report import junit
from certamen_services.checker.runner import Order, Run, Runner
from certamen_services.launcher import Launcher

pytestmark = pytest.mark.timeout(110)
CERTAMEN = [sys.executable, "-m", "certamen_services.cli", "check-bot"]
WRONG = Path(__file__).with_name("wrong_bots.py")


def check(bot: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*CERTAMEN, bot, *map(str, arguments)], capture_output=True, text=True, timeout=100, check=False
    )


def raw(name: str) -> str:
    return f"cmd:{sys.executable} {WRONG} {name}"


WAYS = [
    ("AnswersIllegally", "talk/plain", "decision 3 was answered with code 16777215, which is not legal"),
    ("AnswersTwice", "talk/plain", "was answered twice"),
    ("CountsByItself", "break/answer-lost", "which was never asked"),
    ("IgnoresPings", "talk/ping", "Pings were not answered"),
    ("NeverComesBack", "break/asked", "ended with status 1 before its match had ended"),
    ("ForgetsItsPlace", "break/answer-taken", "Hello.cursors says that event"),
    ("Hammers", "break/absent", "while the server was not available"),
    ("ComesBackAlways", "refuse/token", "after the stream had been refused with TOKEN_UNKNOWN"),
    ("ComesBackAlways", "refuse/version", "after the stream had been refused with PROTOCOL_VERSION"),
    ("TripsOverTheUnknown", "talk/newer", "ended with status 1 before its match had ended"),
    ("GivesUpWhenRejected", "talk/rejected", "was not answered again after its answer had been Rejected"),
    ("AnswersEveryRefusal", "talk/stale", "was answered twice"),
    ("ThinksTooLong", "talk/hurry", "lost by time"),
    ("GoesWithoutGoodbye", "talk/plain", "the stream was ended without Leave"),
    ("GoesTooEarly", "talk/plain", "Leave was sent before the match had ended"),
    ("Stays", "talk/never-begins", "no Leave came within 10 s of MatchEnd"),
    ("PromisesBatches", "break/cut", "lost by time"),
    ("GivesUpWhenRejected", "talk/rejected-unknown", "was not answered again"),
    ("CannotSteal", "rare/juwelen-steal", "ended with status 1 before its match had ended"),
    ("NoHello", "refuse/version", "the first message of a stream was ping, not Hello"),
    ("HangsAtTheEnd", "talk/never-begins", "still running 5 s after its goodbye"),
    ("EndsBadly", "talk/never-begins", "ended with status 3 after its match"),
]


@pytest.fixture(scope="module")
async def host(tmp_path_factory) -> AsyncIterator[tuple[Host, Launcher]]:
    async with Launcher() as launcher, Host(tmp_path_factory.mktemp("host")) as host:
        yield host, launcher


async def run(host: tuple[Host, Launcher], name: str, logs: Path, *only: str) -> Run:
    """Check one of the raw bots in this process; only the bot is a program of its own."""
    guest = LaunchedGuest(host[1], (sys.executable, str(WRONG), name), logs, patience=60)
    return await Runner(host[0], guest, lambda _: None, jobs=3).run(Order(("juwelen",), only))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "only", "wrong"), WAYS)
async def test_a_wrong_bot_fails_with_the_right_message(host, tmp_path, name, only, wrong):
    done = await run(host, name, tmp_path, only)
    (result,) = done.results
    assert (result.name, result.verdict) == (only, Verdict.FAILED)
    assert wrong in result.findings[0].wrong, result.findings
    assert result.findings[0].mend


@pytest.mark.slow
async def test_a_bot_written_from_the_page_passes(host, tmp_path):
    done = await run(host, "Good", tmp_path, "refuse", "talk", "break", "rare")
    assert done.failed == []
    assert done.hello is not None
    assert (done.hello.bot_name, list(done.hello.games)) == ("good", [])
    names = [result.name for result in done.results]
    expected = [check.name for check in all_checks(["juwelen"], Pace())]
    assert [name for name in expected if name in names] == [name for name in names if name in expected]
    assert len(set(names)) == len(names)
    assert {"refuse/version", "talk/newer", "break/cut", "rare/juwelen-steal"} <= set(names)
    assert {result.verdict for result in done.results} == {Verdict.PASSED}
    root = ET.fromstring(junit(done))
    assert (root.get("tests"), root.get("failures"), root.get("skipped")) == (str(len(names)), "0", "0")
    assert [suite.get("name") for suite in root] == ["break", "rare", "refuse", "talk"]
    assert {case.get("name") for case in root.iter("testcase")} == set(names)


def test_the_junit_file_tells_what_is_wrong(tmp_path):
    report = tmp_path / "report.xml"
    done = check(raw("AnswersIllegally"), "--only", "talk/plain", "--game", "juwelen", "--junit", report)
    assert done.returncode == 1
    root = ET.parse(report).getroot()
    assert root.get("failures") == "1"
    failure = root.find("./testsuite[@name='talk']/testcase[@name='talk/plain']/failure")
    assert failure is not None
    assert "code 16777215" in failure.get("message", "")
    assert "mend: answer with the code or the text" in (failure.text or "")


def test_the_bot_that_comes_with_certamen_passes_a_game_of_each_kind():
    done = check(
        "greedy", "--only", "play/bellica-4", "--only", "rare/bellica-reiter", "--only", "long/artus"
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "from decision to answer: median" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("",), 2, "--listen is needed"),
        (("greedy", "--game", "chess"), 2, "'chess' is not accepted; expected one of juwelen"),
        (("greedy", "--only", "talk/nothing"), 2, "no check is named 'talk/nothing'"),
        (("greedy", "--time", "soon"), 2, "--time"),
        (("greedy", "--listen", "127.0.0.1:0"), 2, "or --listen is needed"),
        (("", "--listen", "127.0.0.1:0", "--jobs", "2"), 2, "not for --listen"),
        (("", "--listen", "0.0.0.0:7000"), 2, "expected a loopback address"),
        (("cmd:no-such-program-at-all",), 2, "was not found"),
        (("greedy", "--junit", "/no/such/folder/report.xml"), 2, "--junit"),
    ],
)
def test_bad_input_is_refused(arguments, status, said):
    done = check(*arguments)
    assert done.returncode == status
    assert said in " ".join(done.stderr.replace("│", " ").split())


def test_a_program_that_says_nothing():
    done = check(f"cmd:{sys.executable} -c 'raise SystemExit(4)'", "--game", "artus")
    assert done.returncode == 1
    assert "the program ended with status 4 before it had said Hello" in done.stdout
    assert "0 passed, 1 failed" in done.stdout


def test_the_checks_can_be_listed():
    done = check("", "--list", "--game", "lusus")
    assert done.returncode == 0
    names = [line.split()[0] for line in done.stdout.splitlines()]
    assert len(names) == len(set(names))
    assert {"refuse/version", "talk/ping", "play/lusus-3", "rare/lusus-opening", "long/lusus"} <= set(names)
    assert not any("juwelen" in name for name in names)
