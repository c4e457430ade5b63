"""Starts the processes that answer RulesService, and others for those that end.

`python -m certamen_services.rules.overseer PARENT LIMITS SHORT LONG`: pid of the server, the limits, and
the sockets that hand over short and long calls. It has one thread and serves no gRPC, so it may fork. It
ends, with all workers, when its standard input ends or its parent is gone.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import socket
import sys
import time
import traceback

from certamen_services.launcher.processes import die_with_parent, kill_all_children, reap
from certamen_services.rules.limits import RulesLimits
from certamen_services.rules.worker import work

__all__ = ["main"]

_PAUSE = 0.05
"""Seconds before a worker that ended is replaced, lest one that cannot live keeps a processor busy."""


def main() -> None:
    """The process's main program."""
    die_with_parent(int(sys.argv[1]))
    limits = RulesLimits.from_text(sys.argv[2])
    short, long = (socket.socket(fileno=int(text)) for text in sys.argv[3:5])
    os.nice(limits.niceness)
    with contextlib.suppress(OSError):  # a nice process may still delay one that wakes; these do not
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
    wake, wake_end = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    signal.set_wakeup_fd(wake_end)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    lanes = {_start(lane, limits): lane for lane in (short, *[long] * limits.processes)}
    poll = select.poll()
    poll.register(0, select.POLLIN)
    poll.register(wake, select.POLLIN)
    while 0 not in (ready := {descriptor for descriptor, _ in poll.poll()}):
        if wake in ready:
            os.read(wake, 4096)
            ended = reap() or {}
            time.sleep(_PAUSE)
            for pid in ended:
                lane = lanes.pop(pid)
                lanes[_start(lane, limits)] = lane
    kill_all_children()


def _start(lane: socket.socket, limits: RulesLimits) -> int:
    parent = os.getpid()
    if pid := os.fork():
        return pid
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        die_with_parent(parent)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        work(lane, limits)
    except BaseException:  # noqa: BLE001 (a forked process must never run its parent's code)
        traceback.print_exc()
    finally:
        os._exit(0)


if __name__ == "__main__":
    main()
