"""`certamen match` plays a void match again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import certamen_core as cc
import grpc
import pytest
from certamen.v1 import arena_pb2, arena_pb2_grpc, match_pb2
from certamen_services.cli.contest import Contest
from certamen_services.cli.local_server import LocalServer, start_server
from certamen_services.cli.order import Order
from certamen_services.cli.players import parse_players
from certamen_services.launcher import Launcher
from certamen_services.records.verify import verify
from certamen_services.referee.settings import MatchSettings


async def void_whatever_runs(server: LocalServer, times: int) -> None:
    """Void so many matches as soon as they are running."""
    metadata = (("authorization", f"Bearer {server.token}"),)
    async with grpc.aio.insecure_channel(server.address) as channel:
        stub = arena_pb2_grpc.ArenaServiceStub(channel)
        while times:
            request = arena_pb2.ListMatchesRequest(state=match_pb2.MATCH_STATE_RUNNING)
            for match in (await stub.ListMatches(request, metadata=metadata)).matches:
                void = arena_pb2.VoidMatchRequest(
                    name=match.name, culprit=match_pb2.CULPRIT_HOST, reason="power cut"
                )
                await stub.VoidMatch(void, metadata=metadata)
                times -= 1
            await asyncio.sleep(0.005)


@pytest.mark.slow
@pytest.mark.timeout(120)
@pytest.mark.parametrize(("voids", "state"), [(1, "FINISHED"), (3, "VOIDED")])
async def test_a_void_match_is_played_again_three_times_at_most(
    tmp_path: Path, home: Path, voids: int, state: str
) -> None:
    (tmp_path / "records" / "logs").mkdir(parents=True)
    options = cc.load_game("juwelen", players=2, rounds=8).options
    settings = MatchSettings(game="juwelen", players=2, options=options)
    players = parse_players(["random", "random"], "juwelen")
    order = Order(settings, players, 1, None, 1, tmp_path / "records", True)
    async with Launcher() as launcher:
        server = await start_server(launcher, tmp_path, tmp_path / "server.log")
        contest = Contest(order, launcher, server, lambda _: None)
        voiding = asyncio.create_task(void_whatever_runs(server, voids))
        (played,) = await contest.play()
        await voiding
    assert match_pb2.MatchState.Name(played.match.state) == f"MATCH_STATE_{state}"
    again = [note for note in played.notes if "played again" in note]
    attempts = min(voids, 2)
    assert again == ["match 1 was void and is played again: power cut"] * attempts
    assert played.match.attempt == attempts + 1
    if state == "FINISHED":
        assert played.record is not None
        assert played.record.name == "game-1-attempt-2.json"
        assert verify(played.record.read_bytes(), [server.public_key]) == []
