"""Bots that play through anything: `python -m tests.load.lasting_bots SERVER LOG`.

Tokens come on standard input, one a line. They answer at random, and write down what they chose and what they
were told, so that both can be compared with the records. They end when standard input has ended and all
matches have.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
import time
from hashlib import sha256
from pathlib import Path
from typing import TextIO

from certamen_client import Bot, Connection, Decision, Event, MatchEnd, MatchStart, Session

THINK = 0.004


class LastingBot(Bot):
    """Plays at random and takes notes."""

    log: TextIO

    def _note(self, **fields: object) -> None:
        fields["match"], fields["seat"] = self.match.match, self.match.seat
        self.log.write(json.dumps(fields) + "\n")
        self.log.flush()

    def on_start(self, start: MatchStart) -> None:
        self._note(start=start.commitment.hex())

    def on_event(self, event: Event) -> None:
        self._note(event=event.number, hash=digest(event))

    def choose(self, decision: Decision) -> int:
        began = time.monotonic_ns()
        time.sleep(random.uniform(0, THINK))
        code = random.choice(decision.legal_actions).code
        self._note(decision=decision.decision, code=code, thought_ns=time.monotonic_ns() - began)
        return code

    def on_end(self, end: MatchEnd) -> None:
        self._note(end=end.outcome.record_head.hex())


def digest(event: Event) -> str:
    """What an event says."""
    return sha256(event.SerializeToString(deterministic=True)).hexdigest()[:16]


async def main(server: str) -> None:
    """Play the matches of all tokens that come in."""
    loop = asyncio.get_running_loop()
    sessions: list[asyncio.Task[object]] = []
    while line := (await loop.run_in_executor(None, sys.stdin.readline)).strip():
        session = Session(LastingBot, Connection(server, line), connect_limit=120.0, reconnect_limit=120.0)
        sessions.append(asyncio.create_task(session.run()))
    await asyncio.gather(*sessions)


if __name__ == "__main__":
    with Path(sys.argv[2]).open("w", encoding="utf-8") as LastingBot.log:
        asyncio.run(main(sys.argv[1]))
