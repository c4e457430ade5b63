"""A server process and bot processes: a bot is killed, a bot comes back."""

from __future__ import annotations

import json
import time

import pytest
from certamen.v1 import event_pb2, match_pb2

pytestmark = pytest.mark.timeout(120)

NS = 1_000_000_000
# Plays slowly enough to be killed in the middle, at random.
SLOW = """
import asyncio
from certamen_client import run
from certamen_client.bots import RandomBot
class Slow(RandomBot):
    async def choose(self, decision):
        await asyncio.sleep(0.05)
        return await super().choose(decision)
run(Slow, name="slow")
"""


def settings(disconnect: float) -> match_pb2.MatchSettings:
    time_control = match_pb2.TimeControl(base_ns=60 * NS, disconnect_ns=int(disconnect * NS))
    match = match_pb2.MatchSettings(game="juwelen", players=4, time_control=time_control)
    match.options.juwelen.rounds = 1
    return match


def until_running(server, name: str) -> None:
    while server.get(name).state == match_pb2.MATCH_STATE_WAITING:
        time.sleep(0.05)


def until_ended(server, name: str) -> match_pb2.Match:
    while (match := server.get(name)).state == match_pb2.MATCH_STATE_RUNNING:
        time.sleep(0.05)
    return match


def verified(certamen, tmp_path, data: bytes) -> dict:
    path = tmp_path / "record.json"
    path.write_bytes(data)
    result = certamen("verify", path)
    assert result.exit_code == 0, result.output
    return json.loads(data)


def test_four_bots_play_a_match(server, bot, certamen, tmp_path):
    created = server.create(settings(disconnect=5))
    bots = [bot(server, seat.token, "greedy" if seat.seat else "random") for seat in created.seat_tokens]
    assert [process.wait(60) for process in bots] == [0] * 4
    match = server.get(created.match.name)
    assert match.state == match_pb2.MATCH_STATE_FINISHED
    assert match.outcome.cause == match_pb2.END_CAUSE_COMPLETED
    assert min(match.outcome.placements) == 1
    verified(certamen, tmp_path, server.record(match.name))


def test_a_killed_bot_forfeits_and_the_others_finish(server, bot, certamen, tmp_path):
    created = server.create(settings(disconnect=1))
    bots = [bot(server, seat.token, SLOW) for seat in created.seat_tokens]
    until_running(server, created.match.name)
    time.sleep(0.5)
    bots[2].kill()
    killed = time.monotonic()
    assert [bots[seat].wait(60) for seat in (0, 1, 3)] == [0] * 3
    match = server.get(created.match.name)
    assert match.outcome.cause == match_pb2.END_CAUSE_COMPLETED
    assert [(fault.seat, fault.cause) for fault in match.outcome.faults] == [
        (2, event_pb2.FAULT_CAUSE_DISCONNECTED)
    ]
    assert match.outcome.placements[2] == 4
    # Nobody paid for the second that the others had to wait: a decision is thought about for 50 ms.
    for clock in match.outcome.clocks:
        assert clock.decisions == 0 or clock.longest_ns < 0.5 * NS
    assert time.monotonic() - killed < 30
    verified(certamen, tmp_path, server.record(match.name))


def test_a_bot_restarted_in_time_goes_on(server, bot, certamen, tmp_path):
    created = server.create(settings(disconnect=20))
    bots = [bot(server, seat.token, SLOW) for seat in created.seat_tokens]
    until_running(server, created.match.name)
    time.sleep(0.5)
    bots[1].kill()
    bots[1].wait()
    again = bot(server, created.seat_tokens[1].token, SLOW)
    assert [process.wait(60) for process in (bots[0], again, bots[2], bots[3])] == [0] * 4
    match = server.get(created.match.name)
    assert match.outcome.cause == match_pb2.END_CAUSE_COMPLETED
    assert list(match.outcome.faults) == []
    record = verified(certamen, tmp_path, server.record(match.name))
    assert {"away", "back"} <= {entry["type"] for entry in record["entries"]}


def test_a_terminated_bot_says_no_goodbye(server, bot):
    """SIGTERM ends it like a crash: it may be started again."""
    created = server.create(settings(disconnect=20))
    bots = [bot(server, seat.token, SLOW) for seat in created.seat_tokens]
    until_running(server, created.match.name)
    bots[3].terminate()
    assert bots[3].wait(20) == 143
    again = bot(server, created.seat_tokens[3].token, SLOW)
    assert again.wait(60) == 0
    assert list(until_ended(server, created.match.name).outcome.faults) == []


def test_a_wrong_token_is_refused_in_a_sentence(server, bot, tmp_path):
    assert bot(server, "no-such-token").wait(30) == 1
    said = (tmp_path / "bot-0.log").read_text()
    assert "error: the server refused the bot" in said
    assert "TOKEN_UNKNOWN" in said
    assert "Traceback" not in said


def test_two_servers_do_not_share_a_database(server, certamen):
    result = certamen("serve", "--address", "127.0.0.1:0")
    assert result.exit_code == 2
    assert "in use by another server" in result.output
