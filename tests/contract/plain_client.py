"""A client written from the protocol's page alone: `plain_client.py SERVER ORGANISER_TOKEN GAME SEATS`.

It knows nothing of ours but the code that protoc makes of the .proto files, which is to be found on
PYTHONPATH. It creates a match, plays all its seats over streams of their own, drops one of them in the middle
and takes it up again, and prints what it learned as JSON.
"""

import hashlib
import json
import queue
import random
import sys
import threading

import grpc
from certamen.v1 import arena_pb2, arena_pb2_grpc, match_pb2, play_pb2

CHANNEL = [
    ("grpc.keepalive_time_ms", 10_000),
    ("grpc.keepalive_timeout_ms", 10_000),
    ("grpc.keepalive_permit_without_calls", 1),
    ("grpc.http2.max_pings_without_data", 0),
    ("grpc.http2.bdp_probe", 0),
]
DROP_AFTER = 5
"""Decisions after which the first seat loses its connection once."""
DROPPED = object()


def bearer(token):
    return (("authorization", f"Bearer {token}"),)


class Seat(threading.Thread):
    """Plays one seat at random."""

    def __init__(self, server, token, number):
        super().__init__(daemon=True)
        self.server, self.token = server, token
        self.drops = 1 if number == 0 else 0
        self.events = []
        self.decisions = self.accepted = self.rejected = 0
        self.start_message = self.outcome = self.fair = None

    def run(self):
        while self.outcome is None or self.fair is None:
            with grpc.insecure_channel(self.server, options=CHANNEL) as channel:
                self.converse(arena_pb2_grpc.ArenaServiceStub(channel))

    def converse(self, stub):
        requests = queue.SimpleQueue()
        hello = play_pb2.Hello(protocol_version=1, bot_name="plain")
        if self.start_message is not None:
            hello.cursors.add(match=self.start_message.match, last_event=len(self.events))
        requests.put(play_pb2.PlayRequest(hello=hello))
        call = stub.Play(iter(requests.get, None), metadata=bearer(self.token))
        for response in call:
            kind = response.WhichOneof("message")
            react = getattr(self, f"on_{kind}", None)  # what we do not know, or do not need, we ignore
            answer = react(getattr(response, kind)) if react is not None else None
            if answer is DROPPED:
                call.cancel()
                return
            if answer is not None:
                requests.put(answer)

    def on_match_start(self, start):
        assert self.start_message is None, "told twice"
        self.start_message = start

    def on_event(self, event):
        self.events.append(event)
        assert event.number == len(self.events), "a gap"

    def on_decision(self, decision):
        assert decision.last_event == len(self.events), "not after its events"
        self.decisions = max(self.decisions, decision.decision)
        if self.drops and decision.decision > DROP_AFTER:
            self.drops -= 1
            return DROPPED
        chosen = random.choice(decision.legal_actions)
        act = play_pb2.Act(match=decision.match, decision=decision.decision)
        if random.random() < 0.5:
            act.code = chosen.code
        else:
            act.text = chosen.text
        return play_pb2.PlayRequest(act=act)

    def on_accepted(self, _accepted):
        self.accepted += 1

    def on_rejected(self, _rejected):
        self.rejected += 1

    def on_ping(self, ping):
        return play_pb2.PlayRequest(pong=play_pb2.Pong(id=ping.id))

    def on_match_end(self, end):
        self.outcome = end.outcome

    def on_seed_revealed(self, revealed):
        self.fair = self.commitment_holds(revealed)
        return play_pb2.PlayRequest(leave=play_pb2.Leave())

    def commitment_holds(self, revealed):
        position = hashlib.sha256(revealed.start_position.encode()).digest()
        made_of = revealed.nonce + revealed.seed + position
        return hashlib.sha256(made_of).digest() == self.start_message.commitment


def main():
    server, organiser, game, seats = sys.argv[1:]
    with grpc.insecure_channel(server, options=CHANNEL) as channel:
        stub = arena_pb2_grpc.ArenaServiceStub(channel)
        settings = match_pb2.MatchSettings(game=game, players=int(seats))
        request = arena_pb2.CreateMatchRequest(settings=settings)
        created = stub.CreateMatch(request, metadata=bearer(organiser))
        players = [Seat(server, seat.token, seat.seat) for seat in created.seat_tokens]
        for player in players:
            player.start()
        for player in players:
            player.join(120)
            assert not player.is_alive(), "it did not come to its end"
        request = arena_pb2.GetRecordRequest(name=f"{created.match.name}/record")
        record = b"".join(piece.data for piece in stub.GetRecord(request, metadata=bearer(organiser)))
    outcome = players[0].outcome
    told = {
        "match": created.match.name,
        "cause": match_pb2.EndCause.Name(outcome.cause),
        "placements": list(outcome.placements),
        "same_outcome": all(player.outcome == outcome for player in players),
        "same_events": len({len(player.events) for player in players}) == 1,
        "fair": all(player.fair for player in players),
        "decisions": [player.decisions for player in players],
        "accepted": [player.accepted for player in players],
        "rejected": [player.rejected for player in players],
        "record": record.decode(),
        "modules": sorted(name for name in sys.modules if name.startswith("certamen")),
        "code": play_pb2.__file__,
    }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
