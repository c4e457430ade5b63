"""A bot written from the protocol's page, and many that do one thing wrong: `wrong_bots.py NAME`."""

from __future__ import annotations

import os
import queue
import sys
import time

import grpc
from certamen.v1 import arena_pb2_grpc, play_pb2

CHANNEL = [("grpc.use_local_subchannel_pool", 1), ("grpc.enable_http_proxy", 0)]
LASTING = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.RESOURCE_EXHAUSTED, grpc.StatusCode.CANCELLED)


class Good:
    """Does what the protocol wants: the others differ in one method."""

    name = "good"
    batches = False
    pauses = True

    def __init__(self):
        self.server = os.environ["CERTAMEN_SERVER"]
        self.metadata = (("authorization", f"Bearer {os.environ['CERTAMEN_TOKEN']}"),)
        self.match = None
        self.last_event = 0
        self.decisions = {}
        self.left = False
        self.requests = None

    # ------------------------------------------------------------------------------------------- the stream

    def run(self):
        pause = 0.1
        while not self.left:
            try:
                self.converse()
            except grpc.RpcError as error:
                if not self.comes_back(error):
                    return 1
            if not self.left and self.pauses:
                time.sleep(pause)
                pause = min(2 * pause, 1.0)
        return 0

    def comes_back(self, error):
        return error.code() in LASTING

    def converse(self):
        self.requests = queue.SimpleQueue()
        self.requests.put(play_pb2.PlayRequest(hello=self.hello()))
        with grpc.insecure_channel(self.server, options=CHANNEL) as channel:
            play = arena_pb2_grpc.ArenaServiceStub(channel).Play
            for response in play(iter(self.requests.get, None), metadata=self.metadata):
                self.take(response)

    def say(self, **message):
        self.requests.put(play_pb2.PlayRequest(**message))

    def hello(self):
        hello = play_pb2.Hello(protocol_version=1, bot_name=self.name, batches=self.batches)
        if self.match is not None:
            hello.cursors.add(match=self.match, last_event=self.cursor())
        return hello

    def cursor(self):
        return self.last_event

    def take(self, response):
        kind = response.WhichOneof("message")
        if kind is not None:
            getattr(self, f"on_{kind}")(getattr(response, kind))

    # ----------------------------------------------------------------------------------------- the messages

    def on_welcome(self, welcome):
        pass

    def on_match_start(self, start):
        self.match = start.match

    def on_event(self, event):
        self.last_event = event.number

    def on_decision(self, decision):
        self.decisions[decision.decision] = decision
        self.answer(decision)

    def answer(self, decision):
        self.act(decision, decision.legal_actions[0].code)

    def act(self, decision, code):
        self.say(act=play_pb2.Act(match=decision.match, decision=decision.decision, code=code))

    def on_accepted(self, accepted):
        pass

    def on_rejected(self, rejected):
        harmless = set(play_pb2.RejectReason.values()) - {0, play_pb2.REJECT_REASON_ILLEGAL_ACTION}
        if rejected.reason not in harmless:
            self.answer(self.decisions[rejected.decision])

    def on_ping(self, ping):
        self.say(pong=play_pb2.Pong(id=ping.id))

    def on_pong(self, pong):
        pass

    def on_match_end(self, _end):
        self.leave()

    def leave(self):
        self.left = True
        self.say(leave=play_pb2.Leave())
        self.requests.put(None)

    def on_seed_revealed(self, revealed):
        pass


class AnswersIllegally(Good):
    def answer(self, decision):
        self.act(decision, decision.legal_actions[0].code if decision.decision < 3 else 0xFFFFFF)


class AnswersTwice(Good):
    def answer(self, decision):
        super().answer(decision)
        super().answer(decision)


class CountsByItself(Good):
    """Numbers its answers itself, over all decisions that come, also those that come again."""

    counted = 0

    def act(self, decision, code):
        self.counted += 1
        self.say(act=play_pb2.Act(match=decision.match, decision=self.counted, code=code))


class IgnoresPings(Good):
    def on_ping(self, ping):
        pass


class NeverComesBack(Good):
    def comes_back(self, _error):
        return False


class ForgetsItsPlace(Good):
    """Says that it has more events than it was sent."""

    def cursor(self):
        return self.last_event + 1000


class Hammers(Good):
    pauses = False


class ComesBackAlways(Good):
    def comes_back(self, _error):
        return True


class TripsOverTheUnknown(Good):
    def take(self, response):
        if response.WhichOneof("message") is None:
            raise ValueError("what is this?")
        super().take(response)


class GivesUpWhenRejected(Good):
    def on_rejected(self, rejected):
        pass


class AnswersEveryRefusal(Good):
    def on_rejected(self, rejected):
        if rejected.decision in self.decisions:
            self.answer(self.decisions[rejected.decision])


class ThinksTooLong(Good):
    def answer(self, decision):
        if decision.decision > 1:
            time.sleep(1.5)
        super().answer(decision)


class GoesWithoutGoodbye(Good):
    def leave(self):
        self.left = True
        self.requests.put(None)


class GoesTooEarly(Good):
    def answer(self, decision):
        super().answer(decision)
        if decision.decision == 3:
            self.leave()


class Stays(Good):
    def on_match_end(self, end):
        pass


class PromisesBatches(Good):
    """Says that it takes batches, and takes only the first message of each."""

    batches = True

    def on_batch(self, batch):
        self.take(batch.messages[0])


class CannotSteal(Good):
    def answer(self, decision):
        if decision.legal_actions[0].text.startswith("steal"):
            raise NotImplementedError("steal")
        super().answer(decision)


class NoHello(Good):
    def converse(self):
        self.requests = queue.SimpleQueue()
        self.requests.put(play_pb2.PlayRequest(ping=play_pb2.Ping(id=1)))
        with grpc.insecure_channel(self.server, options=CHANNEL) as channel:
            play = arena_pb2_grpc.ArenaServiceStub(channel).Play
            for response in play(iter(self.requests.get, None), metadata=self.metadata):
                self.take(response)


class HangsAtTheEnd(Good):
    def run(self):
        super().run()
        time.sleep(100)
        return 0


class EndsBadly(Good):
    def run(self):
        super().run()
        return 3


if __name__ == "__main__":
    sys.exit({bot.__name__: bot for bot in (Good, *Good.__subclasses__())}[sys.argv[1]]().run())
