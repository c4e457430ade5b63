"""An action of which somebody was told survives the sudden death of the server."""

import random
import signal
import subprocess
import sys
from pathlib import Path

from certamen_services.storage.database import database_url
from sqlalchemy import create_engine, text

PROGRAM = """
import asyncio, itertools, sys
from certamen_services.storage.store import Store
from tests.services.storage.support import PUBLIC_KEY, append, new_match

async def main():
    store = await Store.open(sys.argv[1], PUBLIC_KEY)
    await store.create(new_match(sys.argv[2]))
    for number in itertools.count(1):
        await append(store, sys.argv[2], number, [b'{"number":%d}' % number])
        print(number, flush=True)

asyncio.run(main())
"""


def test_what_was_told_is_there_after_kill_minus_nine(place: Path | str) -> None:
    root = Path(__file__).parents[3]
    rng = random.Random(4)
    query = text("SELECT number, body FROM entries WHERE number > 0 AND match_id = :match ORDER BY number")
    for attempt in range(3):
        with subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(place), f"m{attempt}"],
            stdout=subprocess.PIPE,
            text=True,
            cwd=root,
        ) as server:
            assert server.stdout is not None
            wanted = rng.randrange(20, 400)
            told = 0
            while told < wanted:
                told = int(server.stdout.readline())
            server.send_signal(signal.SIGKILL)
            rest = server.stdout.read().split("\n")
            told = max([told, *(int(line) for line in rest[:-1])])
        engine = create_engine(database_url(place))
        with engine.connect() as connection:
            rows = connection.execute(query, {"match": f"m{attempt}"}).all()
        engine.dispose()
        assert told <= len(rows) <= told + 1, "nothing lost, and at most the one that was being told"
        assert all(body == f'{{"number":{number}}}' for number, body in rows)
