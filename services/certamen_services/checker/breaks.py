"""Scripts that break connections, each at another point."""

from __future__ import annotations

from collections.abc import Iterable

from certamen.v1 import play_pb2

from certamen_services.checker import advice
from certamen_services.checker.conduct import Conduct
from certamen_services.checker.script import Script, broken

__all__ = ["Absent", "AfterDecision", "LosesAnswer", "TakesAnswer"]

_AT = 3
"""The decision at which a stream breaks: the bot is in the middle of the match then."""


class AfterDecision(Script):
    """The stream breaks just after a decision was sent."""

    def __init__(self) -> None:
        self._done = False

    def delivered(self, response: play_pb2.PlayResponse) -> None:
        """Break, once."""
        if (
            not self._done
            and response.WhichOneof("message") == "decision"
            and response.decision.decision >= _AT
        ):
            self._done = True
            raise broken()


class LosesAnswer(Script):
    """The stream breaks, and an answer that was on its way is lost."""

    def __init__(self) -> None:
        self._done = False

    def heard(self, request: play_pb2.PlayRequest) -> play_pb2.PlayRequest | None:
        """Break in place of an answer, once."""
        if not self._done and request.WhichOneof("message") == "act" and request.act.decision >= _AT:
            self._done = True
            raise broken()
        return request


class TakesAnswer(Script):
    """The stream breaks after an answer was taken, before the bot hears of it."""

    def __init__(self) -> None:
        self._done = False

    def told(self, response: play_pb2.PlayResponse) -> Iterable[play_pb2.PlayResponse]:
        """Break in place of Accepted, once."""
        if (
            not self._done
            and response.WhichOneof("message") == "accepted"
            and response.accepted.decision >= _AT
        ):
            self._done = True
            raise broken()
        return (response,)


class Absent(Script):
    """For a while nobody lets the bot in, first at the start and then in the middle.

    Args:
        seconds: how long.
    """

    MOST = 25
    """Attempts in each such while that are not too many."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until: float | None = None
        self._spells: list[int] = []
        self._done = False

    def greeted(self, hello: play_pb2.Hello) -> None:  # noqa: ARG002
        """Refuse until the time is over."""
        now = self.conduct.clock()
        if self._until is None:
            self._until = now + self._seconds
            self._spells.append(0)
        if now < self._until:
            self._spells[-1] += 1
            raise broken("the server is starting; come back later")

    def heard(self, request: play_pb2.PlayRequest) -> play_pb2.PlayRequest | None:
        """Break in the middle, once."""
        if not self._done and request.WhichOneof("message") == "act" and request.act.decision >= _AT:
            self._done, self._until = True, None
            raise broken()
        return request

    def judge(self, conduct: Conduct) -> None:
        """Whether the bot waited between its attempts."""
        if (most := max(self._spells, default=0)) > self.MOST:
            conduct.find(advice.hammers(most, self._seconds))
