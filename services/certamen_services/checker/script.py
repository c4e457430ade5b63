"""What a check may do to the messages between the referee and the bot."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import grpc
from certamen.v1 import play_pb2

from certamen_services.errors import StatusError

if TYPE_CHECKING:
    from certamen_services.checker.conduct import Conduct

__all__ = ["Script", "broken"]


def broken(why: str = "the connection was dropped on purpose") -> StatusError:
    """How a stream ends that a check drops."""
    return StatusError(grpc.StatusCode.UNAVAILABLE, "SHUTTING_DOWN", why)


class Script:
    """Lets everything pass. Checks override what they need.

    Each method may raise StatusError: the stream ends with it. `conduct` knows what was said so far.
    """

    conduct: Conduct

    def greeted(self, hello: play_pb2.Hello) -> None:
        """The bot opened a stream; the referee has not seen its Hello yet."""

    def heard(self, request: play_pb2.PlayRequest) -> play_pb2.PlayRequest | None:
        """What the referee shall read in place of what the bot sent; None: nothing."""
        return request

    def told(self, response: play_pb2.PlayResponse) -> Iterable[play_pb2.PlayResponse]:
        """What the bot shall be sent in place of what the referee says; never called with a Batch."""
        return (response,)

    def delivered(self, response: play_pb2.PlayResponse) -> None:
        """The transport took a message, after `told` and perhaps with others."""
