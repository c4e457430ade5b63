"""The first message of a Play stream: what a bot says of itself, checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import grpc
from certamen.v1 import play_pb2

from certamen_services.errors import StatusError, field_error
from certamen_services.wire.base import WireError
from certamen_services.wire.names import match_id
from certamen_services.wire.registry import GAMES
from certamen_services.wire.texts import check_label

__all__ = ["MAX_VERSION", "MIN_VERSION", "Greeting", "read_hello"]

MIN_VERSION = 1
"""Oldest version of the protocol that is spoken."""
MAX_VERSION = 1
"""Newest version of the protocol that is spoken."""
_MAX_ITEMS = 10_000
_MAX_LINGER_NS = 100_000_000


@dataclass(frozen=True, slots=True)
class Greeting:
    """What a bot said of itself.

    Attributes:
        bot_name: its name.
        bot_version: its version; may be empty.
        version: the version of the protocol to speak.
        games: ids of the games that it plays; empty for any.
        form: play_pb2.ActionForm.
        cursors: number of the last event that it has, by match id.
        batches: whether messages may come together.
        linger_ns: how long those that want no answer may be held back; 0 without batches.
    """

    bot_name: str
    bot_version: str
    version: int
    games: frozenset[str]
    form: int
    cursors: Mapping[str, int]
    batches: bool
    linger_ns: int

    def plays(self, game: str) -> bool:
        """Whether the bot plays this game."""
        return not self.games or game in self.games

    def check_game(self, game: str) -> None:
        """Raise StatusError GAME_NOT_PLAYED if the bot does not play this game."""
        if not self.plays(game):
            raise StatusError(
                grpc.StatusCode.FAILED_PRECONDITION,
                "GAME_NOT_PLAYED",
                f"the seat is in a match of {game}; the bot plays {', '.join(sorted(self.games))}",
                metadata={"game": game},
            )


def read_hello(message: play_pb2.PlayRequest) -> Greeting:
    """Check the first message of a stream.

    Raises:
        StatusError: HELLO_EXPECTED; PROTOCOL_VERSION with `min` and `max`; INVALID_FIELD.
    """
    if message.WhichOneof("message") != "hello":
        raise StatusError(
            grpc.StatusCode.INVALID_ARGUMENT, "HELLO_EXPECTED", "the first message of a stream must be Hello"
        )
    hello = message.hello
    # A newer bot may well speak our version too, but only it can know: it is told what is accepted.
    if not MIN_VERSION <= hello.protocol_version <= MAX_VERSION:
        raise StatusError(
            grpc.StatusCode.FAILED_PRECONDITION,
            "PROTOCOL_VERSION",
            f"protocol version {hello.protocol_version} is not spoken; {MIN_VERSION} … {MAX_VERSION} are",
            metadata={"min": str(MIN_VERSION), "max": str(MAX_VERSION)},
        )
    try:
        return Greeting(
            bot_name=check_label(hello.bot_name, "hello.bot_name", required=True),
            bot_version=check_label(hello.bot_version, "hello.bot_version"),
            version=hello.protocol_version,
            games=_games(hello),
            form=_form(hello),
            cursors=_cursors(hello),
            batches=hello.batches,
            linger_ns=_linger_ns(hello),
        )
    except WireError as error:
        raise field_error(error.field, error.message) from None


def _games(hello: play_pb2.Hello) -> frozenset[str]:
    for index, game in enumerate(hello.games):
        if game not in GAMES:
            raise WireError(f"hello.games[{index}]", f"must be one of {', '.join(sorted(GAMES))}")
    return frozenset(hello.games)


def _form(hello: play_pb2.Hello) -> int:
    if hello.action_form not in play_pb2.ActionForm.values():
        names = ", ".join(name for name, number in play_pb2.ActionForm.items() if number)
        raise WireError("hello.action_form", f"must be one of {names}")
    return hello.action_form or play_pb2.ACTION_FORM_FULL


def _cursors(hello: play_pb2.Hello) -> dict[str, int]:
    if len(hello.cursors) > _MAX_ITEMS:
        raise WireError("hello.cursors", f"must be at most {_MAX_ITEMS}")
    cursors: dict[str, int] = {}
    for index, cursor in enumerate(hello.cursors):
        field = f"hello.cursors[{index}]"
        match = match_id(cursor.match, f"{field}.match")
        if match in cursors:
            raise WireError(f"{field}.match", "must not be named twice")
        if cursor.last_event < 0:
            raise WireError(f"{field}.last_event", "must be 0 or more")
        cursors[match] = cursor.last_event
    return cursors


def _linger_ns(hello: play_pb2.Hello) -> int:
    if hello.linger_ns < 0:
        raise WireError("hello.linger_ns", "must be 0 or more")
    if hello.linger_ns and not hello.batches:
        raise WireError("hello.linger_ns", "is only accepted together with hello.batches")
    return min(hello.linger_ns, _MAX_LINGER_NS)
