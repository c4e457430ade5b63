"""What `certamen matches` does: calls a server as its organiser, and prints what it says."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import grpc
import typer
from certamen.v1 import arena_pb2, arena_pb2_grpc, match_pb2, operations_pb2, operations_pb2_grpc
from certamen_client import Connection
from certamen_client.connection import CLIENT_CERTIFICATE_VARIABLE
from certamen_client.errors import SettingsError
from google.protobuf.json_format import MessageToDict
from google.protobuf.message import Message

from certamen_services.cli.home import home
from certamen_services.cli.refusal import fail, refusals, refuse

__all__ = ["Desk", "match_details", "match_line", "ruling_line"]

_LIMIT = 30.0
"""Seconds for the server to answer."""


class Desk:
    """An organiser's connection to a server.

    Args:
        channel: to the server.
        metadata: what every call carries.
        as_json: print JSON.
    """

    def __init__(self, channel: grpc.Channel, metadata: Sequence[tuple[str, str]], *, as_json: bool) -> None:
        self._stub = arena_pb2_grpc.ArenaServiceStub(channel)  # type: ignore[no-untyped-call]
        self._operations = operations_pb2_grpc.OperationsServiceStub(channel)  # type: ignore[no-untyped-call]
        self._metadata = metadata
        self._as_json = as_json

    @classmethod
    @contextmanager
    def open(
        cls, server: str, token_file: Path | None, certificate: Path | None, *, as_json: bool
    ) -> Iterator[Self]:
        """Connect; what the server refuses ends the program with one sentence and exit status 1."""
        with refusals("--token-file"):
            token = (token_file or home() / "organiser-token").read_text().strip()
        try:
            connection = Connection(server, token)
        except SettingsError as error:
            raise refuse("--server", error) from None
        if certificate is None:
            channel = grpc.insecure_channel(server)
        else:
            with refusals("--certificate"):
                trusted, own = certificate.read_bytes(), _own_certificate()
            channel = grpc.secure_channel(server, grpc.ssl_channel_credentials(trusted, own, own))
        with channel:
            try:
                yield cls(channel, connection.metadata, as_json=as_json)
            except grpc.RpcError as error:
                raise fail(f"{server}: {error.details() or error.code().name}") from None

    # ----------------------------------------------------------------------------------------------- looking

    def list(self, limit: int) -> None:
        """Print matches."""
        answer = self._call("ListMatches", arena_pb2.ListMatchesRequest(page_size=limit))
        self.say(answer, [match_line(match) for match in answer.matches] or ["no matches"])

    def show(self, match: str) -> None:
        """Print a match, and what was decided about it."""
        found = self._call("GetMatch", arena_pb2.GetMatchRequest(name=_name(match))).match
        decided = self._decided(found.name, 1000)
        if self._as_json:
            both = {"match": MessageToDict(found), "rulings": [MessageToDict(each) for each in decided]}
            typer.echo(json.dumps(both, ensure_ascii=False, indent=2))
            return
        lines = [match_line(found), *(f"  {line}" for line in match_details(found))]
        self.say(found, [*lines, *(f"  {ruling_line(each)}" for each in decided)])

    def story(self, match: str) -> operations_pb2.GetMatchStoryResponse:
        """All that happened around a match."""
        request = operations_pb2.GetMatchStoryRequest(name=_name(match))
        answer: operations_pb2.GetMatchStoryResponse = self._operations.GetMatchStory(
            request, metadata=self._metadata, timeout=_LIMIT
        )
        return answer

    def status(self) -> operations_pb2.GetServerStatusResponse:
        """How the servers fare."""
        request = operations_pb2.GetServerStatusRequest()
        answer: operations_pb2.GetServerStatusResponse = self._operations.GetServerStatus(
            request, metadata=self._metadata, timeout=_LIMIT
        )
        return answer

    def rulings(self, match: str, limit: int) -> None:
        """Print what was decided."""
        decided = self._decided(_name(match) if match else "", limit)
        if self._as_json:
            typer.echo(json.dumps([MessageToDict(each) for each in decided], ensure_ascii=False, indent=2))
            return
        for line in [f"{each.match} {ruling_line(each)}" for each in decided] or ["nothing was decided"]:
            typer.echo(line)

    # -------------------------------------------------------------------------------------------- deciding

    def cancel(self, match: str, reason: str) -> None:
        """End a match without a result."""
        answer = self._call("CancelMatch", arena_pb2.CancelMatchRequest(name=_name(match), reason=reason))
        self.say(answer, [match_line(answer.match)])

    def void(self, match: str, culprit: str, reason: str) -> None:
        """Let a match not count."""
        request = arena_pb2.VoidMatchRequest(
            name=_name(match), culprit=f"CULPRIT_{culprit.upper()}", reason=reason
        )
        answer = self._call("VoidMatch", request)
        self.say(answer, [match_line(answer.match)])

    def rerun(self, match: str, deal: str, reason: str) -> None:
        """Play a match again."""
        which = "DEAL_UNSPECIFIED" if deal == "auto" else f"DEAL_{deal.upper()}"
        request = arena_pb2.RerunMatchRequest(name=_name(match), deal=which, reason=reason)
        answer = self._call("RerunMatch", request)
        tokens = [f"  seat {each.seat}: {each.token}" for each in answer.seat_tokens]
        self.say(answer, [match_line(answer.match), *tokens])

    def reveal(self, match: str) -> None:
        """Reveal a match's seed."""
        answer = self._call("RevealMatch", arena_pb2.RevealMatchRequest(name=_name(match)))
        self.say(answer, [match_line(answer.match)])

    def _decided(self, match: str, limit: int) -> Sequence[arena_pb2.Ruling]:
        request = arena_pb2.ListRulingsRequest(match=match, page_size=limit)
        decided: Sequence[arena_pb2.Ruling] = self._call("ListRulings", request).rulings
        return decided

    def _call(self, method: str, request: Message) -> Any:
        return getattr(self._stub, method)(request, metadata=self._metadata, timeout=_LIMIT)

    def say(self, answer: Message, lines: Sequence[str]) -> None:
        """Print lines, or the message if JSON is wanted."""
        if self._as_json:
            lines = [json.dumps(MessageToDict(answer), ensure_ascii=False, indent=2)]
        for line in lines:
            typer.echo(line)


def _name(match: str) -> str:
    return match if match.startswith("matches/") else f"matches/{match}"


def match_line(match: match_pb2.Match) -> str:
    """A match in a line."""
    state = match_pb2.MatchState.Name(match.state).removeprefix("MATCH_STATE_").lower()
    created = match.create_time.ToDatetime().isoformat(sep=" ", timespec="seconds")
    seats = ", ".join(seat.alias for seat in match.seats)
    attempt = f", attempt {match.attempt}" if match.attempt > 1 else ""
    return f"{match.name}  {created} UTC  {match.settings.game}  {state}{attempt}  ({seats})"


def match_details(match: match_pb2.Match) -> Iterator[str]:
    """What else there is to say of it."""
    if match.predecessor:
        yield f"plays {match.predecessor} again"
    if match.HasField("outcome"):
        outcome = match.outcome
        cause = match_pb2.EndCause.Name(outcome.cause).removeprefix("END_CAUSE_").lower()
        culprit = match_pb2.Culprit.Name(outcome.culprit).removeprefix("CULPRIT_").lower()
        yield f"ended: {cause}, by {culprit}" + (f": {outcome.explanation}" if outcome.explanation else "")
        if outcome.placements:
            yield f"places {list(outcome.placements)}"
    yield "seed revealed" if match.revealed else "seed withheld"


def ruling_line(ruling: arena_pb2.Ruling) -> str:
    """A decision in a line."""
    at = ruling.create_time.ToDatetime().isoformat(sep=" ", timespec="seconds")
    kind = arena_pb2.RulingKind.Name(ruling.kind).removeprefix("RULING_KIND_").lower()
    blamed = match_pb2.Culprit.Name(ruling.culprit).removeprefix("CULPRIT_").lower()
    parts = [f"{at} UTC", kind]
    parts += [f"by {blamed}"] if ruling.culprit else []
    parts += [f"as {ruling.successor}"] if ruling.successor else []
    parts += [f"({ruling.reason})"] if ruling.reason else []
    return " ".join(parts)


def _own_certificate() -> bytes | None:
    """What we show to a server that wants mutual TLS, as the SDKs do."""
    named = os.environ.get(CLIENT_CERTIFICATE_VARIABLE)
    return Path(named).read_bytes() if named else None
