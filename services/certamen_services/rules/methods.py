"""The calls of RulesService by name: from the bytes of a request to the message of the answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from certamen.v1 import rules_pb2
from google.protobuf.message import DecodeError, Message

from certamen_services.rules import answers, counting
from certamen_services.rules.catalogue import list_games
from certamen_services.wire.base import WireError

__all__ = ["METHODS", "Method"]


@dataclass(frozen=True, slots=True)
class Method:
    """A call.

    Attributes:
        request: type of its request.
        compute: takes the request, and what a long computation calls again and again.
        long: whether it may take seconds.
    """

    request: type[Message]
    compute: Callable[[Any, Callable[[], None]], Message]
    long: bool = False

    def answer(self, data: bytes, go_on: Callable[[], None]) -> bytes:
        """The answer's bytes.

        Args:
            data: the request's bytes.
            go_on: raises what is to end the computation.

        Raises:
            WireError: the request is not valid.
        """
        request = self.request()
        try:
            request.ParseFromString(data)
        except DecodeError:
            raise WireError("request", f"must be a {self.request.__name__}") from None
        return self.compute(request, go_on).SerializeToString()


METHODS: dict[str, Method] = {
    "ListGames": Method(rules_pb2.ListGamesRequest, lambda _asked, _: list_games()),
    "NewPosition": Method(rules_pb2.NewPositionRequest, lambda asked, _: answers.new_position(asked)),
    "ListLegalActions": Method(
        rules_pb2.ListLegalActionsRequest, lambda asked, _: answers.list_legal_actions(asked)
    ),
    "ApplyActions": Method(rules_pb2.ApplyActionsRequest, lambda asked, _: answers.apply_actions(asked)),
    "GetView": Method(rules_pb2.GetViewRequest, lambda asked, _: answers.get_view(asked)),
    "RunPlayouts": Method(rules_pb2.RunPlayoutsRequest, counting.run_playouts, long=True),
    "CountLeaves": Method(rules_pb2.CountLeavesRequest, counting.count_leaves, long=True),
}
"""All calls."""
