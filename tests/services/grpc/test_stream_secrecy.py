"""What reaches a seat does not depend on what the others chose in secret."""

from __future__ import annotations

import pytest
from certamen.v1 import play_pb2

from tests.services.grpc.harness import Bot, Client, first, settings


def without_clocks(message: play_pb2.PlayResponse) -> bytes:
    """The bytes of a message, leaving out its match and the times that differ from run to run."""
    copy = play_pb2.PlayResponse()
    copy.CopyFrom(message)
    match copy.WhichOneof("message"):
        case "decision":
            copy.decision.ClearField("time_left_ns")
            copy.decision.match = ""
        case "event":
            copy.event.match = ""
        case "match_start":
            copy.match_start.match = ""
            copy.match_start.commitment = b""
        case "welcome":
            del copy.welcome.matches[:]
    return copy.SerializeToString(deterministic=True)


async def told_while_others_pass(client: Client, choice: int) -> tuple[Bot, list[bytes]]:
    """What seat 0 is told until it has to choose and two others have chosen."""
    created = await client.create(settings(4), seed=bytes([9] * 32))
    bots = await client.seated(created)
    announce = await bots[0].decision()
    await bots[0].act(announce, text="announce 3")
    await bots[0].receive("accepted")
    owed = await bots[0].decision()
    for seat in (1, 2):
        decision = await bots[seat].decision()
        await bots[seat].act(decision, code=decision.legal_actions[choice].code)
        await bots[seat].receive("accepted")
    for _ in range(2):
        await bots[0].receive("event")
    told = [without_clocks(message) for message in bots[0].told if not message.HasField("accepted")]
    await bots[0].act(owed, code=first(owed))
    await bots[0].receive("accepted")
    return bots[0], told


@pytest.mark.parametrize("choice", [1, 57, -1])
async def test_others_choices_do_not_show(client: Client, choice: int) -> None:
    _, expected = await told_while_others_pass(client, 0)
    _, told = await told_while_others_pass(client, choice)
    assert told == expected


async def test_a_choice_is_told_without_its_cards(client: Client) -> None:
    bot, _ = await told_while_others_pass(client, 3)
    actions = [event.action for event in bot.events() if event.WhichOneof("body") == "action"]
    assert [action.text for action in actions[:3]] == ["announce 3", "pass ? ? ?", "pass ? ? ?"]
    assert [action.HasField("code") for action in actions[:3]] == [True, False, False]
    assert list(actions[1].action.juwelen.pass_cards.cards) == ["?", "?", "?"]
