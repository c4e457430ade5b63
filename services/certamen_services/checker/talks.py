"""Scripts of what may be said to a bot while it plays: pings, refusals, what a newer server adds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from certamen.v1 import event_pb2, play_pb2
from google.protobuf.message import Message

from certamen_services.checker.script import Script

__all__ = ["Newer", "Pings", "Refuses", "Stale", "add_unknown"]

_UNKNOWN_ENUM = 99
_UNKNOWN_FIELD = b"\xca\xbb\x04\x05later"
"""Field 9001: a string of five bytes."""
_MOST_PINGS = 20


class Pings(Script):
    """A Ping before everything that happens."""

    def __init__(self) -> None:
        self._sent = 0

    def told(self, response: play_pb2.PlayResponse) -> Iterable[play_pb2.PlayResponse]:
        """A Ping, then what is said."""
        if (
            response.WhichOneof("message") in ("match_start", "event", "decision")
            and self._sent < _MOST_PINGS
        ):
            self._sent += 1
            yield play_pb2.PlayResponse(ping=play_pb2.Ping(id=self._sent * 1_000_000_007))
        yield response


class Refuses(Script):
    """Some answers are made illegal on their way, so that the referee refuses them.

    Args:
        reason: what the bot is told in place of ILLEGAL_ACTION; None: that.
    """

    _SPOILT = (2, 5, 6)
    """Which of the bot's answers."""

    def __init__(self, reason: int | None = None) -> None:
        self._reason = reason
        self._seen = 0

    def heard(self, request: play_pb2.PlayRequest) -> play_pb2.PlayRequest:
        """What the bot said, or nonsense in its place."""
        if request.WhichOneof("message") != "act":
            return request
        self._seen += 1
        if self._seen not in self._SPOILT:
            return request
        spoilt = play_pb2.PlayRequest()
        spoilt.CopyFrom(request)
        spoilt.act.text = "spoilt on its way"
        return spoilt

    def told(self, response: play_pb2.PlayResponse) -> Iterable[play_pb2.PlayResponse]:
        """The referee's refusal, perhaps with a reason that nobody knows yet."""
        if self._reason is not None and response.WhichOneof("message") == "rejected":
            response.rejected.reason = self._reason  # type: ignore[assignment]
            response.rejected.detail = ""
        return (response,)


class Stale(Script):
    """After some accepted answers come refusals that want no answer."""

    _REASONS = (
        play_pb2.REJECT_REASON_STALE_DECISION,
        play_pb2.REJECT_REASON_NOT_YOUR_TURN,
        play_pb2.REJECT_REASON_UNKNOWN_MATCH,
    )

    def __init__(self) -> None:
        self._left = list(self._REASONS)

    def told(self, response: play_pb2.PlayResponse) -> Iterator[play_pb2.PlayResponse]:
        """What is said, then a refusal."""
        yield response
        if response.WhichOneof("message") == "accepted" and self._left:
            accepted = response.accepted
            rejected = play_pb2.Rejected(
                match=accepted.match,
                decision=accepted.decision,
                reason=self._left.pop(0),
                explanation="this wants no answer",
            )
            yield play_pb2.PlayResponse(rejected=rejected)


class Newer(Script):
    """Speaks as a newer server might: unknown fields everywhere, unknown messages, events and enum values."""

    def told(self, response: play_pb2.PlayResponse) -> Iterator[play_pb2.PlayResponse]:
        """What is said, and more."""
        unknown = play_pb2.PlayResponse()
        unknown.MergeFromString(_UNKNOWN_FIELD)
        match response.WhichOneof("message"):
            case "match_start":
                settings = response.match_start.settings
                settings.fault_policy = settings.reveal = _UNKNOWN_ENUM  # type: ignore[assignment]
            case "match_end":
                # Before the end, so that there is no gap.
                event = event_pb2.Event(match=self.conduct.match, number=self.conduct.last_event + 1)
                event.MergeFromString(_UNKNOWN_FIELD)
                yield play_pb2.PlayResponse(event=event)
                outcome = response.match_end.outcome
                outcome.cause = outcome.culprit = _UNKNOWN_ENUM  # type: ignore[assignment]
        yield unknown
        add_unknown(response)
        yield response
        yield unknown


def add_unknown(message: Message) -> None:
    """Add a field that nobody knows to a message and to all messages in it."""
    for field, value in message.ListFields():
        if field.message_type is None or field.message_type.GetOptions().map_entry:
            continue
        if field.message_type.full_name.startswith("google.protobuf."):
            continue
        for one in value if isinstance(value, Iterable) else (value,):
            add_unknown(one)
    message.MergeFromString(_UNKNOWN_FIELD)
