"""Timed matches of every game over the wire, at random, each with a record that verifies."""

from __future__ import annotations

from typing import Any

import certamen_core as cc
import pytest
from certamen.v1 import arena_pb2, match_pb2
from certamen_services.records.document import read_record
from certamen_services.records.verify import verify

from tests.services.grpc.harness import Client, all_ends, bearer, seconds, settings_of

MATCHES = [
    *(("luschen", players, {"limit": 10}) for players in (2, 3, 5, 8)),
    *(("bellica", players, {"variant": "bellum"}) for players in (2, 3, 4)),
    ("bellica", 4, {"variant": "composite"}),
    ("bellica", 4, {"variant": "simple"}),
    ("artus", 2, {"mode": "basic"}),
    ("artus", 4, {"mode": "advanced"}),
    ("juwelen", 4, {"rounds": 1, "teams": True}),
    ("lusus", 3, {"max_rounds": 1}),
]


@pytest.mark.parametrize(
    ("game", "players", "options"),
    MATCHES,
    ids=lambda value: "-".join(map(str, value.values())) if isinstance(value, dict) else str(value),
)
async def test_a_timed_match_is_played_and_verified(
    client: Client, game: str, players: int, options: dict[str, Any]
) -> None:
    settings = settings_of(game, players, **options)
    settings.time_control.CopyFrom(seconds(base=5, increment=0.1))
    created = await client.create(settings)
    bots = await client.seated(created)
    ends = await all_ends(bots)
    outcome = ends[0].outcome
    assert all(end == ends[0] for end in ends)
    assert (outcome.cause, len(outcome.faults)) == (match_pb2.END_CAUSE_COMPLETED, 0)
    assert list(outcome.placements) == list(outcome.game_result.placements)
    counts = {len(bot.events()) for bot in bots}
    assert len(counts) == 1, "every seat gets every event"
    await bots[0].receive("seed_revealed")
    request = arena_pb2.GetRecordRequest(name=f"{created.match.name}/record")
    stream = client.stub.GetRecord(request, metadata=bearer(client.organiser))
    record = b"".join([piece.data async for piece in stream])
    assert verify(record, [read_record(record).public_key]) == []


def test_all_games_are_played() -> None:
    assert {game for game, *_ in MATCHES} == set(cc.registered_games())
