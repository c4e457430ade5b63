"""Who may call what: every role and every call, and accounts that play, expire and are revoked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import grpc
import pytest
from certamen.v1 import arena_pb2, match_pb2, operations_pb2, rules_pb2, tournament_pb2
from certamen_services.access import ALLOWED, Role
from certamen_services.records.keys import Signer
from certamen_services.referee.arena import Arena
from certamen_services.referee.tokens import token_hash
from certamen_services.rules.house import RulesHouse
from certamen_services.server import Server, ServerSettings
from certamen_services.session import Limits
from certamen_services.storage.accounts import Accounts
from certamen_services.storage.database import open_database
from certamen_services.storage.store import Store
from certamen_services.tournaments.bureau import Bureau
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message_factory import GetMessageClass

from tests.services.grpc.certificates import self_signed
from tests.services.grpc.harness import Client, bearer, failure, first, refused, settings

ORGANISER = "organiser-token-of-the-tests-0123456789"
FILES = (arena_pb2, tournament_pb2, operations_pb2, rules_pb2)
METHODS: dict[str, MethodDescriptor] = {
    method.name: method
    for file in FILES
    for service in file.DESCRIPTOR.services_by_name.values()
    for method in service.methods
}

# o: organiser, b: bot's account, w: spectator, s: seat's token.
EXPECTED = {
    "CreateMatch": "o",
    "ListMatches": "obw",
    "GetMatch": "obws",
    "CancelMatch": "o",
    "VoidMatch": "o",
    "RerunMatch": "o",
    "RevealMatch": "o",
    "ListRulings": "o",
    "GetRecord": "obws",
    "ReportGone": "o",
    "Play": "bs",
    "WatchMatch": "obws",
    "CreateTournament": "o",
    "GetTournament": "ow",
    "ListTournaments": "ow",
    "StartTournament": "o",
    "PauseTournament": "o",
    "CancelTournament": "o",
    "VoidGame": "o",
    "RerunGame": "o",
    "GetStandings": "ow",
    "ListPairings": "ow",
    "ListTournamentRulings": "o",
    "GetMatchStory": "o",
    "GetServerStatus": "o",
    "ListGames": "obws",
    "NewPosition": "obws",
    "ListLegalActions": "obws",
    "ApplyActions": "obws",
    "GetView": "obws",
    "RunPlayouts": "obws",
    "CountLeaves": "obws",
}
LETTERS = {"o": Role.ORGANISER, "b": Role.BOT, "w": Role.SPECTATOR, "s": Role.SEAT}


@dataclass
class House:
    """A server with everything that one can have, behind TLS, and its accounts."""

    client: Client
    accounts: Accounts
    certificate: bytes
    port: int
    tokens: dict[Role, str] = field(default_factory=dict)

    def token(self, name: str, role: Role = Role.BOT, lifetime: timedelta | None = None) -> str:
        return self.accounts.create_token(name, role, lifetime)[1]


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    certificate, key = self_signed()
    async with AsyncExitStack() as stack:
        signer = Signer.generate()
        store = await Store.open(tmp_path / "matches.db", signer.public_key)
        stack.push_async_callback(store.close)
        arena = await Arena.open(store, signer)
        engine = open_database(tmp_path / "matches.db")
        stack.callback(engine.dispose)
        # Beyond loopback, where RulesService wants a token too.
        listening = ServerSettings(
            "0.0.0.0:0", certificate, key, limits=Limits(calls=100, calls_per_second=1)
        )
        rules = RulesHouse()
        stack.push_async_callback(rules.end)
        server = Server(arena, token_hash(ORGANISER), listening, Bureau(engine, arena, store), rules)
        stack.push_async_callback(server.stop, 0.2)
        await server.start()
        channel = grpc.aio.secure_channel(
            f"127.0.0.1:{server.port}", grpc.ssl_channel_credentials(certificate)
        )
        await stack.enter_async_context(channel)
        yield House(Client(channel, ORGANISER), Accounts(engine), certificate, server.port)


def call(house: House, method: MethodDescriptor, token: str, request: Any = None) -> Any:
    """Call any method with a token."""
    name = f"/{method.containing_service.full_name}/{method.name}"
    answer = GetMessageClass(method.output_type)
    request = request or GetMessageClass(method.input_type)()
    kinds = {
        (False, False): house.client.channel.unary_unary,
        (False, True): house.client.channel.unary_stream,
        (True, True): house.client.channel.stream_stream,
    }
    make = kinds[method.client_streaming, method.server_streaming](
        name, request_serializer=type(request).SerializeToString, response_deserializer=answer.FromString
    )
    metadata = bearer(token)
    if method.client_streaming:
        return make(iter([request]), metadata=metadata, timeout=20)
    return make(request, metadata=metadata, timeout=20)


async def refusal(call: Any) -> str:
    """The reason for which a call is refused; empty if it is not."""
    try:
        if hasattr(call, "read"):
            while await call.read() is not grpc.aio.EOF:
                pass
        else:
            await call
    except grpc.aio.AioRpcError as error:
        return failure(error).reason
    return ""


DENIED = {"ORGANISER_REQUIRED", "SEAT_REQUIRED", "ROLE_REQUIRED"}


async def test_every_role_and_every_call(house: House) -> None:
    created = await house.client.create(settings(2))
    tokens = {
        Role.ORGANISER: house.token("olga", Role.ORGANISER),
        Role.BOT: house.token("bert"),
        Role.SPECTATOR: house.token("wanda", Role.SPECTATOR),
        Role.SEAT: created.seat_tokens[0].token,
    }
    table = {}
    for name, method in METHODS.items():
        reasons = {
            letter: await refusal(call(house, method, tokens[role])) for letter, role in LETTERS.items()
        }
        table[name] = "".join(letter for letter in "obws" if reasons[letter] not in DENIED)
        assert not {reason for reason in reasons.values() if reason.startswith("TOKEN")}, (name, reasons)
        assert "INTERNAL" not in reasons.values(), (name, reasons)
        for token, reason in (("nobody's", "TOKEN_UNKNOWN"), ("", "TOKEN_MISSING")):
            assert await refusal(call(house, method, token)) == reason, name
    assert table == EXPECTED


def test_no_call_is_left_out() -> None:
    assert len(METHODS) == sum(
        len(service.methods) for file in FILES for service in file.DESCRIPTOR.services_by_name.values()
    ), "names of calls must be unique"
    assert {name: {LETTERS[letter] for letter in letters} for name, letters in EXPECTED.items()} == ALLOWED
    assert set(ALLOWED) == set(METHODS)


async def test_a_bot_sees_the_matches_in_which_it_has_a_seat_and_no_others(house: House) -> None:
    bert = house.token("bert")
    own = await house.client.create(settings(2), accounts=["bert", ""])
    other = await house.client.create(settings(2))
    assert [seat.seat for seat in own.seat_tokens] == [1]
    assert [seat.alias for seat in own.match.seats] == ["bert", "seat 1"]
    listed = await call(house, METHODS["ListMatches"], bert)
    assert [match.name for match in listed.matches] == [own.match.name]
    for name in ("GetMatch", "WatchMatch", "GetRecord"):
        suffix = "/record" if name == "GetRecord" else ""
        for match in (other.match.name, "matches/00000000000000000000"):
            request = GetMessageClass(METHODS[name].input_type)(name=match + suffix)
            assert await refusal(call(house, METHODS[name], bert, request)) == "FOREIGN_MATCH"
    request = arena_pb2.GetMatchRequest(name=own.match.name)
    assert (await call(house, METHODS["GetMatch"], bert, request)).match.name == own.match.name


async def test_a_spectator_sees_all_matches_from_outside(house: House) -> None:
    wanda = house.token("wanda", Role.SPECTATOR)
    created = await house.client.create(settings(2))
    listed = await call(house, METHODS["ListMatches"], wanda)
    assert [match.name for match in listed.matches] == [created.match.name]
    bots = await house.client.seated(created)
    watch = call(house, METHODS["WatchMatch"], wanda, arena_pb2.WatchMatchRequest(name=created.match.name))
    started = await watch.read()
    assert started.WhichOneof("message") == "start"
    assert bots[0].told[0].WhichOneof("message") == "welcome"
    watch.cancel()


async def test_an_accounts_matches_come_to_its_stream_while_it_stands(house: House) -> None:
    before = await house.client.create(settings(2), accounts=["", ""], aliases=["", "b"])
    bert, cleo = house.client.bot(house.token("bert")), house.client.bot(house.token("cleo"))
    assert list((await bert.hello(games=["juwelen"])).matches) == []
    await cleo.hello()
    names = set()
    for _ in range(2):
        created = await house.client.create(settings(2), accounts=["bert", "cleo"])
        assert not created.seat_tokens
        names.add(created.match.name)
        for bot in (bert, cleo):
            assert (await bot.receive("match_start")).match_start.match == created.match.name
        ends = await asyncio.gather(bert.play(first), cleo.play(first))
        assert {end.outcome.cause for end in ends} == {match_pb2.END_CAUSE_COMPLETED}
    told = {message.match_start.match for message in bert.told if message.HasField("match_start")}
    assert told == names
    assert before.match.name not in told


async def test_an_account_takes_up_its_matches_with_a_new_stream(house: House) -> None:
    token = house.token("bert")
    created = await house.client.create(settings(2), accounts=["bert", ""])
    other = house.client.bot(created.seat_tokens[0].token)
    await other.hello()
    lost = house.client.bot(token)
    assert list((await lost.hello()).matches) == [created.match.name]
    await lost.receive("match_start")
    lost.call.cancel()
    again = house.client.bot(house.token("bert"))  # any token of the account will do
    assert list((await again.hello()).matches) == [created.match.name]
    assert (await again.receive("match_start")).match_start.seat == 0


async def test_who_does_not_exist_gets_no_seat(house: House) -> None:
    house.token("wanda", Role.SPECTATOR)
    for names, where in ((["nobody", ""], "accounts[0]"), (["", "wanda"], "accounts[1]"), ([""], "accounts")):
        request = arena_pb2.CreateMatchRequest(settings=settings(2), accounts=names)
        error = await refused(call(house, METHODS["CreateMatch"], ORGANISER, request))
        assert (error.reason, error.field) == ("INVALID_FIELD", where)


async def test_a_revoked_token_is_good_for_nothing_and_its_streams_end(house: House) -> None:
    info, token = house.accounts.create_token("bert", Role.BOT, None)
    match = (await house.client.create(settings(2), accounts=["bert", ""])).match.name
    bot = house.client.bot(token)
    await bot.hello()
    watch = call(house, METHODS["WatchMatch"], token, arena_pb2.WatchMatchRequest(name=match))
    kept = house.client.bot(house.token("bert"))
    house.accounts.revoke(info.holder.token)
    for stream in (bot.call, watch):
        error = await refused(stream)
        assert (error.code, error.reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_REVOKED")
    assert await refusal(call(house, METHODS["ListMatches"], token)) == "TOKEN_REVOKED"
    assert list((await kept.hello()).matches) == [match]


async def test_a_token_expires(house: House) -> None:
    token = house.token("bert", lifetime=timedelta(seconds=2))
    bot = house.client.bot(token)
    await bot.hello()
    error = await refused(bot.call)
    assert (error.code, error.reason) == (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_EXPIRED")
    assert await refusal(call(house, METHODS["ListMatches"], token)) == "TOKEN_EXPIRED"


async def test_who_calls_too_often_is_the_only_one_to_wait(house: House) -> None:
    tokens = house.token("bert"), house.token("bert")
    seen = [await refusal(call(house, METHODS["ListMatches"], tokens[turn % 2])) for turn in range(160)]
    assert seen[0] == ""
    assert seen[-1] == "TOO_MANY_CALLS"
    assert await refusal(call(house, METHODS["ListMatches"], house.token("cleo"))) == ""
    for _ in range(160):
        assert await refusal(call(house, METHODS["ListMatches"], house.token("o", Role.ORGANISER))) == ""


async def test_with_mutual_tls_only_known_clients_are_let_in(tmp_path: Path) -> None:
    (certificate, key), (own, own_key), (foreign, foreign_key) = self_signed(), self_signed(), self_signed()
    signer = Signer.generate()
    store = await Store.open(tmp_path / "matches.db", signer.public_key)
    arena = await Arena.open(store, signer)
    server = Server(
        arena, token_hash(ORGANISER), ServerSettings("0.0.0.0:0", certificate, key, client_ca=own)
    )
    await server.start()
    outcomes = []
    for pair in ((own_key, own), (foreign_key, foreign), (None, None)):
        credentials = grpc.ssl_channel_credentials(certificate, *pair)
        async with grpc.aio.secure_channel(f"127.0.0.1:{server.port}", credentials) as channel:
            try:
                created = await Client(channel, ORGANISER).create(settings(2))
                outcomes.append(created.match.state == match_pb2.MATCH_STATE_WAITING)
            except grpc.aio.AioRpcError as error:
                outcomes.append(error.code())
    await server.stop(0.2)
    await store.close()
    assert outcomes == [True, grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.UNAVAILABLE]
