"""Contained programs: what they may use, what they cannot reach, and that nothing of them is left."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

import psutil
import pytest
from certamen_services.launcher import Launcher, Limits, Program, Report, parse_size, show_size

# ruff: noqa: ASYNC110, ASYNC240 (small files, read in a moment)
pytestmark = pytest.mark.timeout(60)

MIB = 1 << 20
ROOMY = Limits()


@pytest.fixture
async def launcher():
    async with Launcher() as running:
        yield running


@pytest.fixture
async def contained(launcher, tmp_path):
    """Run Python code with limits, to its end: report and log."""

    async def run(code: str, limits: Limits = ROOMY, *arguments: object) -> tuple[Report, str]:
        command = (sys.executable, "-c", code, *map(str, arguments))
        log = tmp_path / "it.log"
        running = await launcher.start(Program("it", command, str(log), limits=limits))
        report = await running.wait()
        run.containment = running.containment
        return report, log.read_text()

    return run


def in_force(contained, measure: str) -> None:
    """Skip the test where the platform has no such measure."""
    if contained.containment[measure] != "yes":
        pytest.skip(f"{measure}: {contained.containment[measure]}")


async def test_a_well_behaved_program_does_not_notice(contained):
    code = "import os, sys; open('x', 'w').write('1'); print(os.getcwd() == os.environ['HOME']); sys.exit(3)"
    report, log = await contained(code)
    assert (report.status, report.limit, log.strip()) == (3, "", "True")


async def test_every_measure_is_accounted_for(contained):
    await contained("pass")
    assert set(contained.containment) == {
        "own user",
        "own processes",
        "own mounts",
        "own process list",
        "read-only files",
        "folder of limited size",
    }
    assert all(told == "yes" or told.startswith("no: ") for told in contained.containment.values())


async def test_isolation_can_be_left_out(contained):
    _, log = await contained("import os; print(os.getuid())", Limits(isolated=False))
    assert int(log) == os.getuid()
    assert contained.containment["own user"] == "no: not asked for"


EATER = """
import time
hoard = []
while True:
    hoard.append(bytearray(b'x' * (4 << 20)))
    time.sleep(0.005)
"""


async def test_who_eats_memory_is_ended(contained):
    report, _ = await contained(EATER, Limits(memory=64 * MIB))
    assert report.limit.endswith("of memory; the limit is 64 MiB")
    assert report.status == -signal.SIGKILL


async def test_memory_counts_for_all_processes_together(contained):
    code = (
        "import os, time\n"
        "for _ in range(8):\n"
        "    if os.fork() == 0:\n"
        "        os.setsid(); hoard = bytearray(b'x' * (12 << 20)); time.sleep(60)\n"
        "time.sleep(60)"
    )
    report, _ = await contained(code, Limits(memory=80 * MIB))
    assert report.limit.endswith("of memory; the limit is 80 MiB")


async def test_shared_pages_count_once(contained):
    code = (
        "import os, time\n"
        "hoard = bytearray(b'x' * (40 << 20))\n"
        "for _ in range(4):\n"
        "    if os.fork() == 0: time.sleep(0.7); os._exit(0)\n"
        "time.sleep(0.6)"
    )
    report, _ = await contained(code, Limits(memory=100 * MIB))
    assert (report.status, report.limit) == (0, "")


async def test_one_big_gulp_is_refused(contained):
    report, log = await contained("bytearray(10 << 30)", Limits(memory=64 * MIB))
    assert report.status == 1
    assert "MemoryError" in log


async def test_processor_time_is_limited(contained):
    report, _ = await contained("while True: pass", Limits(cpu=0.3))
    assert report.limit.endswith("s of processor time; the limit is 0.3 s")


async def test_processor_time_counts_for_children_that_are_gone(contained):
    code = (
        "import os\n"
        "while True:\n"
        "    if os.fork() == 0:\n"
        "        for _ in range(300_000): pass\n"
        "        os._exit(0)\n"
        "    os.wait()"
    )
    report, _ = await contained(code, Limits(cpu=0.5))
    assert "processor time" in report.limit


BOMB = """
import os, time
while True:
    try:
        os.fork()
    except OSError:
        print('refused', flush=True)
        time.sleep(60)
"""


async def test_a_fork_bomb_is_contained(launcher, contained, tmp_path):
    limits = Limits(processes=40, cpu=5)
    running = await launcher.start(
        Program("it", (sys.executable, "-c", BOMB), str(tmp_path / "l"), limits=limits)
    )
    await asyncio.sleep(1)
    assert len(psutil.Process(running.pid).children(recursive=True)) <= 40 if not running.is_gone else True
    begun = time.monotonic()
    report = await running.stop()
    assert time.monotonic() - begun < 10
    assert not psutil.pid_exists(running.pid)
    # With a user of its own it is refused more of them; without, it is ended.
    assert "refused" in (tmp_path / "l").read_text() or "processes and threads" in report.limit


async def test_a_file_has_a_limit(contained):
    code = "open('big', 'wb').write(bytes(3 << 20))"
    report, log = await contained(code, Limits(files=2 * MIB))
    assert report.status == 1
    assert "File too large" in log or "No space left" in log


async def test_all_files_together_have_a_limit(contained):
    code = "import time\nfor n in range(60): open(f'f{n}', 'wb').write(bytes(1 << 20)); time.sleep(0.1)"
    report, log = await contained(code, Limits(files=2 * MIB))
    assert "No space left" in log or report.limit.endswith("of files; the limit is 2 MiB")


async def test_shared_memory_does_not_escape(contained):
    code = "open('/dev/shm/x', 'wb').write(bytes(1 << 20)); open('/dev/shm/y', 'wb').write(bytes(2 << 20))"
    _, log = await contained(code, Limits(files=2 * MIB))
    in_force(contained, "folder of limited size")
    assert "No space left" in log
    assert not Path("/dev/shm/x").exists()  # noqa: S108


async def test_nothing_else_can_be_written(contained, tmp_path):
    code = "import sys; open(sys.argv[1], 'w')"
    _, log = await contained(code, ROOMY, "/tmp/left-behind")  # noqa: S108
    in_force(contained, "read-only files")
    assert "Read-only file system" in log


async def test_its_folder_is_removed(contained):
    _, log = await contained("import os; open('x', 'w').write('1'); print(os.getcwd())")
    assert "certamen-bot-" in log
    assert not Path(log.strip()).exists()


async def test_its_folder_is_removed_when_its_keeper_is_killed(launcher, tmp_path):
    code = "import os, time; print(os.getcwd(), flush=True); time.sleep(60)"
    log = tmp_path / "it.log"
    running = await launcher.start(Program("it", (sys.executable, "-c", code), str(log), limits=ROOMY))
    while not log.read_text().endswith("\n"):
        await asyncio.sleep(0.02)
    ancestors = psutil.Process(running.pid).parents()
    keeper = ancestors[1]  # behind the warden
    keeper.kill()
    assert "killed" in (await running.wait()).error
    for _ in range(100):
        if not psutil.pid_exists(running.pid) and not Path(log.read_text().strip()).exists():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("something is left")


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser can give users")
async def test_each_has_a_user_of_its_own(launcher, tmp_path):
    code = (
        "import os, time; print(*os.getresuid(), *os.getresgid(), os.getgroups(), flush=True); time.sleep(60)"
    )
    users = set()
    for name in ("a", "b"):
        log = tmp_path / name
        running = await launcher.start(Program(name, (sys.executable, "-c", code), str(log), limits=ROOMY))
        assert running.containment["own user"] == "yes"
        while not log.read_text():
            await asyncio.sleep(0.02)
        *numbers, groups = log.read_text().split()
        assert groups == "[]"
        assert len(set(numbers)) == 1
        users.add(int(numbers[0]))
    assert len(users) == 2
    assert 0 not in users


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser can give users")
async def test_a_program_in_a_closed_folder_can_be_reached_and_nothing_beside_it(contained, tmp_path):
    closed, open_one = tmp_path / "closed", tmp_path / "closed" / "bots"
    open_one.mkdir(parents=True)
    tmp_path.chmod(0o700)
    closed.chmod(0o700)
    open_one.chmod(0o755)
    (closed / "secret").write_text("seed")
    code = open_one / "bot.py"
    code.write_text(
        "import sys, pathlib, beside\nprint('runs', pathlib.Path('/', sys.argv[1]).exists(), beside.x)"
    )
    (open_one / "beside.py").write_text("x = 5")
    runner = (
        "import os, runpy, sys; sys.argv.pop(0)\n"
        "sys.path[0] = os.path.dirname(sys.argv[0]); runpy.run_path(sys.argv[0])"
    )
    _, log = await contained(runner, ROOMY, code, str(closed / "secret")[1:])
    in_force(contained, "own user")
    assert log.split() == ["runs", "False", "5"]


async def test_a_program_whose_folder_is_closed_runs_without_a_user_and_it_is_said(contained, tmp_path):
    folder = tmp_path / "closed"
    folder.mkdir(mode=0o700)
    (folder / "data").write_text("5")
    _, log = await contained("import sys; print(open(sys.argv[1]).read())", ROOMY, folder / "data")
    assert log.strip() == "5"
    assert contained.containment["own user"].startswith("no: ")


async def test_files_named_from_here_are_found_from_there(contained, tmp_path, monkeypatch):
    name = str(Path(__file__).relative_to(Path.cwd()))
    _, log = await contained("import sys; print(open(sys.argv[1]).read()[:3])", ROOMY, name)
    assert log.strip() == '"""'


async def test_it_sees_no_processes_but_its_own(contained):
    _, log = await contained(
        "import os; print([n for n in os.listdir('/proc') if n.isdecimal()], os.getpid())"
    )
    in_force(contained, "own process list")
    assert log.strip() == "['1', '2'] 2"


async def test_it_cannot_end_its_warden(contained):
    code = (
        "import os, signal\n"
        "for n in (9, 15, 1): \n"
        "    try: os.kill(os.getppid(), n)\n"
        "    except PermissionError: pass\n"
        "print('still here')"
    )
    _, log = await contained(code)
    in_force(contained, "own processes")
    assert log.strip() == "still here"


async def test_being_stopped_is_polite_first(launcher, tmp_path):
    code = (
        "import signal, sys, time\n"
        "signal.signal(signal.SIGTERM, lambda *_: (print('goodbye'), sys.exit(7)))\n"
        "print('ready', flush=True); time.sleep(60)"
    )
    log = tmp_path / "it.log"
    program = Program("it", (sys.executable, "-c", code), str(log), grace=10, limits=ROOMY)
    running = await launcher.start(program)
    while "ready" not in log.read_text():
        await asyncio.sleep(0.02)
    assert (await running.stop()).status == 7
    assert "goodbye" in log.read_text()


@pytest.mark.parametrize(
    ("text", "size"), [("512", 512), ("1k", 1024), ("1.5 MiB", 3 * MIB // 2), ("2G", 1 << 31), ("0", 0)]
)
def test_sizes(text, size):
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "M", "-1M", "1T", "1e9", "١"])
def test_no_sizes(text):
    with pytest.raises(ValueError, match="is no size"):
        parse_size(text)


def test_sizes_for_people():
    assert [show_size(size) for size in (5, 2048, 80 * MIB, 3 << 29)] == ["5 B", "2 KiB", "80 MiB", "1.5 GiB"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only the superuser can give users")
async def test_the_folder_in_which_we_were_started_may_be_closed(tmp_path, monkeypatch):
    closed = tmp_path / "closed"
    closed.mkdir(0o700)
    monkeypatch.chdir(closed)
    async with Launcher() as launcher:
        command = (sys.executable, "-c", "print('here')")
        running = await launcher.start(Program("it", command, str(tmp_path / "log"), limits=ROOMY))
        assert running.containment["own user"] == "yes"
        assert (await running.wait()).status == 0
