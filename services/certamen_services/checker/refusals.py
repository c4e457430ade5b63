"""Scripts that refuse the bot for good."""

from __future__ import annotations

import grpc
from certamen.v1 import play_pb2

from certamen_services.checker.script import Script
from certamen_services.errors import StatusError

__all__ = ["RefusesToken", "RefusesVersion", "Supersedes"]


class RefusesVersion(Script):
    """The bot's version of the protocol is not spoken any more."""

    def greeted(self, hello: play_pb2.Hello) -> None:
        """Refuse."""
        raise StatusError(
            grpc.StatusCode.FAILED_PRECONDITION,
            "PROTOCOL_VERSION",
            f"protocol version {hello.protocol_version} is not spoken; 1000 … 1001 are",
            metadata={"min": "1000", "max": "1001"},
        )


class RefusesToken(Script):
    """The bot's token is not known."""

    def greeted(self, hello: play_pb2.Hello) -> None:  # noqa: ARG002
        """Refuse."""
        raise StatusError(
            grpc.StatusCode.UNAUTHENTICATED, "TOKEN_UNKNOWN", "the bearer token is not known here"
        )


class Supersedes(Script):
    """The bot is told that another one with its token has taken over."""

    def delivered(self, response: play_pb2.PlayResponse) -> None:
        """End the stream in the middle of the match."""
        if response.WhichOneof("message") == "decision" and response.decision.decision >= 2:
            raise StatusError(
                grpc.StatusCode.ABORTED, "SUPERSEDED", "the same token has opened a newer stream"
            )
