"""Simultaneous decisions over the wire: asked at once, each on its own clock, and no choice shows."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from certamen.v1 import arena_pb2, match_pb2, play_pb2

from tests.services.grpc.harness import NS, Bot, Client, bearer, seconds, settings_of
from tests.services.grpc.test_stream_secrecy import without_clocks

SEED = bytes([9] * 32)


@dataclass(frozen=True)
class Case:
    """A game, the seats that decide at once, how many choices the first has, and how to come there."""

    settings: match_pb2.MatchSettings
    seats: tuple[int, ...]
    choices: int
    announce: str = ""


BELLUM = Case(settings_of("bellica", 4, variant="bellum"), (0, 1, 2, 3), 14)
COMPOSITE = Case(settings_of("bellica", 4, variant="composite", alliance="2"), (2, 3), 7)
PASSING = Case(settings_of("juwelen", 4, rounds=1), (0, 1, 2, 3), 45, announce="announce 2")
CASES = [
    pytest.param(BELLUM, id="bellum-commit"),
    pytest.param(COMPOSITE, id="composite-support"),
    pytest.param(PASSING, id="juwelen-pass"),
]


async def asked(client: Client, case: Case) -> tuple[str, list[Bot], dict[int, play_pb2.Decision]]:
    """A match in its first simultaneous decision: its name, its bots, and what seats were asked."""
    created = await client.create(case.settings, seed=SEED)
    bots = await client.seated(created)
    if case.announce:
        await bots[0].act(await bots[0].decision(), text=case.announce)
    return created.match.name, bots, {seat: await bots[seat].decision() for seat in case.seats}


async def up_to_now(bot: Bot) -> list[play_pb2.PlayResponse]:
    """All that the bot was sent until now but pings: what comes before the answer to a ping."""
    await bot.send(ping=play_pb2.Ping(id=1))
    await bot.receive("pong")
    return [m for m in bot.told if m.WhichOneof("message") not in ("ping", "pong")]


async def what_others_are_sent(client: Client, case: Case, choice: int) -> list[list[bytes]]:
    """What all seats but the one that chooses, and a spectator, were sent when it has chosen."""
    name, bots, owed = await asked(client, case)
    seat = case.seats[0]
    request = arena_pb2.WatchMatchRequest(name=name)
    watching = client.stub.WatchMatch(request, metadata=bearer(client.organiser))
    spectator = await spectated(watching, owed[seat].last_event)
    legal = owed[seat].legal_actions
    assert len(legal) == case.choices
    await bots[seat].act(owed[seat], code=legal[choice].code)
    await bots[seat].receive("accepted")
    await up_to_now(bots[seat])
    told = [
        [without_clocks(message) for message in await up_to_now(bot)]
        for other, bot in enumerate(bots)
        if other != seat
    ]
    last = bots[seat].events()[-1].number
    told.append(spectator + await spectated(watching, last))
    watching.cancel()
    for bot in bots:
        bot.call.cancel()
    await client.stub.CancelMatch(arena_pb2.CancelMatchRequest(name=name), metadata=bearer(client.organiser))
    return told


async def spectated(call: Any, last_event: int) -> list[bytes]:
    """What a spectator was sent up to the view after an event; without the match."""
    told = []
    while True:
        message = await call.read()
        match message.WhichOneof("message"):
            case "start":
                told.append(message.start.view.SerializeToString(deterministic=True))
            case "event":
                message.event.match = ""
                told.append(message.event.SerializeToString(deterministic=True))
            case "view":
                told.append(message.view.SerializeToString(deterministic=True))
                if message.view.last_event == last_event:
                    return told


@pytest.mark.parametrize("case", CASES)
async def test_no_choice_shows_in_the_bytes_that_others_are_sent(client: Client, case: Case) -> None:
    expected = await what_others_are_sent(client, case, 0)
    assert all(told and all(told) for told in expected)
    for choice in range(1, case.choices):
        assert await what_others_are_sent(client, case, choice) == expected, choice


@pytest.mark.parametrize("case", CASES)
async def test_all_seats_are_asked_at_once(client: Client, case: Case) -> None:
    """Before anybody has answered, and nobody else is."""
    _, bots, owed = await asked(client, case)
    assert len({decision.last_event for decision in owed.values()}) == 1
    for seat, bot in enumerate(bots):
        decisions = [m for m in await up_to_now(bot) if m.HasField("decision")]
        announced = 1 if case.announce and seat == 0 else 0
        assert len(decisions) == announced + (seat in case.seats)


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 1, 0, 2)])
async def test_the_order_of_answers_does_not_matter(client: Client, order: Sequence[int]) -> None:
    """Nobody is asked again before all are in; then all see the same cards."""
    _, bots, owed = await asked(client, BELLUM)
    for seat in order[:-1]:
        await bots[seat].act(owed[seat], code=owed[seat].legal_actions[seat].code)
        await bots[seat].receive("accepted")
        sent = await up_to_now(bots[seat])
        assert [m.WhichOneof("message") for m in sent].count("decision") == 1
    last = order[-1]
    await bots[last].act(owed[last], code=owed[last].legal_actions[last].code)
    for bot in bots:
        event = (await bot.receive("event")).event
        while event.bellica.WhichOneof("event") != "revealed":
            event = (await bot.receive("event")).event
        assert [card.card for card in event.bellica.revealed.cards] == ["1h", "2p", "3o", "4t"]


async def test_each_seat_thinks_on_its_own_clock(client: Client) -> None:
    case = Case(settings_of("bellica", 3), (0, 1, 2), 14)
    case.settings.time_control.CopyFrom(seconds(base=10, lag=0))
    _, bots, owed = await asked(client, case)
    for seat, card in enumerate(("5h", "3p", "2o")):  # the first answers are not charged
        await bots[seat].act(owed[seat], text=f"commit {card}")
    decisions = [await bot.decision() for bot in bots]
    charged = []
    for seat, decision in enumerate(decisions):
        await bots[seat].act(decision, code=decision.legal_actions[0].code)
        charged.append((await bots[seat].receive("accepted")).accepted.charged_ns)
        await asyncio.sleep(0.15)
    # On a busy machine some of the 0.15 s and 0.3 s is given back, since the server was held up.
    assert charged[0] < charged[1] < charged[2]
    assert charged[1] >= 0.05 * NS
    assert charged[2] >= 0.1 * NS
