"""Programs that misbehave as programs; each is started as a bot, by its name.

The name is the first argument, a file where they may leave a mark the second one.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from certamen_client import run
from certamen_client.bots import RandomBot


def later(act):
    """A bot that plays at random, does something at its fourth decision, and plays on."""

    class Later(RandomBot):
        asked = 0

        async def choose(self, decision):
            self.asked += 1
            if self.asked == 4:
                act()
            return await super().choose(decision)

    run(Later, name="bad")


def crash():
    os.kill(os.getpid(), signal.SIGSEGV)


def fork_without_end():
    while True:
        try:
            if os.fork() == 0:
                os.setsid()
        except OSError:
            time.sleep(0.2)


def leave_children():
    """Children that left session and group, hold on to the output and will not end when asked to."""
    for _ in range(5):
        if os.fork() == 0:
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            subprocess.Popen(["sleep", "4321.5"], start_new_session=True)
            time.sleep(4321.5)


def eat():
    hoard = []
    while True:
        hoard.append(bytearray(b"x" * (4 << 20)))
        time.sleep(0.002)


def fill_the_disk():
    number = 0
    while True:
        try:
            with Path(f"junk-{number}").open("wb") as file:
                file.write(bytes(1 << 20))
        except OSError:
            return
        number += 1


def shout():
    for _ in range(50_000):
        print("x" * 200, flush=False)


def burn():
    while True:
        pass


WAYS = {
    "crashes in a move": lambda: later(crash),
    "forks": lambda: later(fork_without_end),
    "leaves children": lambda: later(leave_children),
    "eats memory": lambda: later(eat),
    "fills the disk": lambda: later(fill_the_disk),
    "shouts": lambda: later(shout),
    "burns": lambda: later(burn),
    "crashes at the start": lambda: sys.exit("no such file: weights.bin"),
    "crashes at the end": lambda: (run(RandomBot), crash()),
}

if __name__ == "__main__":
    WAYS[sys.argv[1]]()
