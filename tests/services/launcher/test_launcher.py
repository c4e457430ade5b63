"""Programs are run, their output is bounded, and nothing of them is left behind."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest
from certamen_services.launcher import Launcher, LaunchError, Program, parse_command
from certamen_services.launcher.program import Report

pytestmark = pytest.mark.timeout(60)

DAEMON = """
import os, sys, time
# A grandchild that leaves session and group, whose parent ends, and that holds on to the output.
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        import signal
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT): signal.signal(number, signal.SIG_IGN)
        open(sys.argv[1], "w").write(str(os.getpid()))
        time.sleep(60)
    os._exit(0)
os.wait()
while not os.path.exists(sys.argv[1]): time.sleep(0.01)
time.sleep(float(sys.argv[2]))
"""


@pytest.fixture
async def launcher():
    async with Launcher() as running:
        yield running


# ruff: noqa: ASYNC240 (small files, read in a moment)
def python(tmp_path: Path, code: str, *arguments: object, name: str = "it", **fields: object) -> Program:
    command = (sys.executable, "-c", code, *map(str, arguments))
    return Program(name, command, log=str(tmp_path / f"{name}.log"), **fields)


async def until(true: Callable[[], bool]) -> None:
    for _ in range(500):
        if true():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("waited in vain")


async def until_written(path: Path) -> int:
    await until(lambda: path.exists() and path.read_text() != "")
    return int(path.read_text())


async def until_gone(*pids: int) -> None:
    await until(lambda: not any(psutil.pid_exists(pid) for pid in pids))


async def test_a_program_runs_with_its_environment_and_log(launcher, tmp_path):
    code = "import os, sys; print(os.environ['WHO']); print('oops', file=sys.stderr); sys.exit(3)"
    running = await launcher.start(python(tmp_path, code, environment={"WHO": "me"}))
    report = await running.wait()
    assert (report.status, report.pid, running.is_gone) == (3, running.pid, True)
    assert sorted((tmp_path / "it.log").read_text().split()) == ["me", "oops"]


async def test_output_is_drained_and_bounded_while_running(launcher, tmp_path):
    code = "import sys; w = sys.stdout.buffer.write; [w(b'%07d\\n' % i) for i in range(500_000)]"
    report = await (await launcher.start(python(tmp_path, code, log_limit=8000))).wait()
    log = (tmp_path / "it.log").read_text()
    assert report.output == 4_000_000
    assert len(log) < 8100
    assert log.startswith("0000000\n")
    assert log.endswith("0499999\n")
    assert "bytes left out" in log


async def test_a_program_that_writes_without_end_can_be_stopped(launcher, tmp_path):
    running = await launcher.start(python(tmp_path, "while True: print('x' * 1000)", log_limit=1000))
    await asyncio.sleep(0.3)
    await running.stop()
    assert (tmp_path / "it.log").stat().st_size < 1100


async def test_stopping_is_polite_first(launcher, tmp_path):
    code = (
        "import signal, sys, time\n"
        "signal.signal(signal.SIGTERM, lambda *_: (print('goodbye'), sys.exit(0)))\n"
        "print('ready', flush=True); time.sleep(60)"
    )
    running = await launcher.start(python(tmp_path, code, grace=10))
    await until(lambda: "ready" in (tmp_path / "it.log").read_text())
    assert (await running.stop()).status == 0
    assert "goodbye" in (tmp_path / "it.log").read_text()


async def test_a_stubborn_program_is_killed(launcher, tmp_path):
    code = (
        "import signal, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN); print(1, flush=True); time.sleep(60)"
    )
    running = await launcher.start(python(tmp_path, code, grace=0.2))
    await until(lambda: (tmp_path / "it.log").read_text() != "")
    begun = time.monotonic()
    assert (await running.stop()).status == -signal.SIGKILL
    assert time.monotonic() - begun < 5


@pytest.mark.parametrize("lives", [0, 60], ids=["ends by itself", "is stopped"])
async def test_a_daemon_that_it_left_is_ended_too(launcher, tmp_path, lives):
    mark = tmp_path / "daemon"
    running = await launcher.start(python(tmp_path, DAEMON, mark, lives, grace=0.2))
    daemon = await until_written(mark)
    await (running.stop() if lives else running.wait())
    assert not psutil.pid_exists(daemon)


async def test_only_the_program_meant_is_stopped(launcher, tmp_path):
    one = await launcher.start(python(tmp_path, "import time; time.sleep(60)", name="one"))
    two = await launcher.start(python(tmp_path, "import time; time.sleep(60)", name="two"))
    await one.stop()
    assert psutil.pid_exists(two.pid)
    assert not two.is_gone


async def test_leaving_the_launcher_ends_all(tmp_path):
    mark = tmp_path / "daemon"
    async with Launcher() as launcher:
        running = await launcher.start(python(tmp_path, DAEMON, mark, 60, grace=0.2))
        daemon = await until_written(mark)
    assert not psutil.pid_exists(daemon)
    assert not psutil.pid_exists(running.pid)
    with pytest.raises(LaunchError, match="not running"):
        await launcher.start(python(tmp_path, "pass"))


async def test_a_killed_keeper_leaves_nothing(launcher, tmp_path):
    mark = tmp_path / "daemon"
    other = await launcher.start(python(tmp_path, "import time; time.sleep(60)", name="other"))
    running = await launcher.start(python(tmp_path, DAEMON, mark, 60))
    daemon = await until_written(mark)
    psutil.Process(running.pid).parent().kill()
    assert "killed" in (await running.wait()).error
    assert not psutil.pid_exists(daemon)
    await until_gone(running.pid)
    assert psutil.pid_exists(other.pid)


PARENT = """
import asyncio, json, sys
from certamen_services.launcher import Launcher, Program
async def main():
    async with Launcher() as launcher:
        running = await launcher.start(Program(**json.loads(sys.argv[1])))
        print(running.pid, flush=True)
        await asyncio.sleep(60)
asyncio.run(main())
"""


@pytest.mark.parametrize("victim", ["parent", "helper"])
async def test_nothing_is_left_when_the_parent_or_the_helper_is_killed(tmp_path, victim):
    mark = tmp_path / "daemon"
    command = [sys.executable, "-c", DAEMON, str(mark), "60"]
    program = {"name": "it", "command": command, "log": str(tmp_path / "log"), "grace": 0.2}
    parent = subprocess.Popen(  # noqa: ASYNC220 (a moment)
        [sys.executable, "-c", PARENT, json.dumps(program)], stdout=subprocess.PIPE, text=True
    )
    with parent:
        pid = int(parent.stdout.readline())
        daemon = await until_written(mark)
        helper = psutil.Process(parent.pid).children()[0].pid
        os.kill(parent.pid if victim == "parent" else helper, signal.SIGKILL)
        await until_gone(pid, daemon, helper)
        parent.kill()


KEEPER = """
import os, sys
from certamen_services.launcher.keeper import keep
from certamen_services.launcher.program import Program
set_blocking = os.set_blocking
def after_the_end(descriptor, blocking):
    os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)
    set_blocking(descriptor, blocking)
os.set_blocking = after_the_end
leash, _held = os.pipe()
keep(Program("it", ("sh", "-c", "echo said; exit 3"), log=sys.argv[1]), leash, reports=1)
"""


def test_a_program_that_ends_before_it_is_watched(tmp_path):
    command = [sys.executable, "-c", KEEPER, str(tmp_path / "log")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=50, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    started, gone = map(Report.from_line, done.stdout.splitlines())
    assert (started.gone, gone.gone, gone.pid, gone.error) == (False, True, started.pid, "")
    assert (gone.status, gone.output) == (3, len("said\n"))
    assert (tmp_path / "log").read_text() == "said\n"


async def test_what_cannot_be_started_is_said(launcher, tmp_path):
    program = Program("it", ("/nowhere/mybot",), log=str(tmp_path / "log"))
    with pytest.raises(LaunchError, match=r"'/nowhere/mybot' could not be started: .*No such file"):
        await launcher.start(program)
    with pytest.raises(LaunchError, match="could not be started"):
        await launcher.start(Program("it", (sys.executable,), log=str(tmp_path / "no" / "log")))


def test_commands_are_split_without_a_shell():
    assert parse_command("sh -c 'exit $x; y'") == ("sh", "-c", "exit $x; y")


@pytest.mark.parametrize(
    ("text", "says"),
    [("", "empty"), ("'", "not a command"), ("/nowhere/x", "was not found"), ("/etc", "no executable file")],
)
def test_a_command_that_is_none_is_refused(text, says):
    with pytest.raises(ValueError, match=says):
        parse_command(text)
