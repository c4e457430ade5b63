"""Clients that ask RulesService for as much as it allows, each on a connection of its own."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import certamen_core as cc
import grpc
from certamen.v1 import rules_pb2, rules_pb2_grpc

_GAME = "artus"
_PATIENCE = 130.0
_PAUSE = 0.05


@dataclass
class Hammer:
    """What came of it.

    Attributes:
        answered: calls that were answered or refused for their size.
    """

    answered: int = 0


@contextmanager
def hammering(address: str, connections: int) -> Iterator[Hammer]:
    """Keep a server's rules busy meanwhile.

    Args:
        address: the server's.
        connections: how many ask at once.
    """
    hammer, over = Hammer(), threading.Event()
    channels = [
        grpc.insecure_channel(address, options=[("grpc.use_local_subchannel_pool", 1)])
        for _ in range(connections)
    ]
    threads = [
        threading.Thread(target=_ask, args=(channel, hammer, over), kwargs={"playouts": number % 2 == 0})
        for number, channel in enumerate(channels)
    ]
    for thread in threads:
        thread.start()
    try:
        yield hammer
    finally:
        over.set()
        for channel in channels:
            channel.close()
        for thread in threads:
            thread.join(30)


def _ask(channel: grpc.Channel, hammer: Hammer, over: threading.Event, playouts: bool) -> None:
    stub = rules_pb2_grpc.RulesServiceStub(channel)  # type: ignore[no-untyped-call]
    game = cc.load_game(_GAME, players=4)
    setup = rules_pb2.GameSetup(game=_GAME, players=4)
    most = min(100_000, 20_000_000 // game.max_game_length)
    position = rules_pb2.Position(setup=setup, state=game.new_initial_state(1).serialize())
    while not over.is_set():
        try:
            if playouts:
                stub.RunPlayouts(rules_pb2.RunPlayoutsRequest(setup=setup, playouts=most), timeout=_PATIENCE)
            else:
                stub.CountLeaves(rules_pb2.CountLeavesRequest(position=position, depth=20), timeout=_PATIENCE)
        except grpc.RpcError as error:
            if over.is_set():
                return
            refused = error.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
            if not refused or "too many calls" in (error.details() or ""):
                over.wait(_PAUSE)
                continue
        except ValueError:  # the channel has been closed
            return
        hammer.answered += 1
