"""Tournaments on a server, by gRPC: made, played, decided about, killed."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from certamen.v1 import arena_pb2, arena_pb2_grpc, match_pb2, tournament_pb2_grpc
from certamen.v1 import tournament_pb2 as pb
from certamen_services.referee.seeds import commitment_to
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from tests.services.grpc.certificates import self_signed

pytestmark = pytest.mark.timeout(170)
CERTAMEN = [sys.executable, "-m", "certamen_services.cli"]
OVER = (pb.TOURNAMENT_STATE_FINISHED, pb.TOURNAMENT_STATE_CANCELLED, pb.TOURNAMENT_STATE_FAILED)


LOCAL = ("--address", "127.0.0.1:0")


class Host:
    """A server with tournaments, and its organiser; may be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, *options: str, trusted: bytes | None = None) -> None:
        announce = self.folder / "announce.json"
        announce.unlink(missing_ok=True)
        command = [*CERTAMEN, "serve", "--announce", str(announce)]
        with (self.folder / "server.log").open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--tournaments", str(self.folder / "bots"), *(options or LOCAL)],
                stdout=log,
                stderr=log,
            )
        while not announce.exists():
            assert self.process.poll() is None, (self.folder / "server.log").read_text()
            time.sleep(0.02)
        self.address = json.loads(announce.read_text())["address"]
        self.token = (self.folder / "home" / "organiser-token").read_text().strip()
        self.channel = (
            grpc.insecure_channel(self.address)
            if trusted is None
            else grpc.secure_channel(
                f"127.0.0.1:{self.address.rpartition(':')[2]}", grpc.ssl_channel_credentials(trusted)
            )
        )

    def stop(self, number: int = signal.SIGTERM) -> int:
        assert self.process is not None
        self.channel.close()
        self.process.send_signal(number)
        return self.process.wait(60)

    def call(self, method: str, request: object, token: str | None = None):
        stub = tournament_pb2_grpc.TournamentServiceStub(self.channel)
        metadata = (("authorization", f"Bearer {token or self.token}"),)
        return getattr(stub, method)(request, metadata=metadata, timeout=60)

    def create(self, plan: str) -> pb.CreateTournamentResponse:
        return self.call("CreateTournament", pb.CreateTournamentRequest(plan=plan))

    def get(self, name: str) -> pb.Tournament:
        return self.call("GetTournament", pb.GetTournamentRequest(name=name)).tournament

    def begin(self, plan: str) -> str:
        name = self.create(plan).tournament.name
        self.call("StartTournament", pb.StartTournamentRequest(name=name))
        return name

    def wait(self, name: str, *states: int) -> pb.Tournament:
        while (found := self.get(name)).state not in (states or OVER):
            assert found.state not in OVER, found
            time.sleep(0.1)
        return found

    def pairings(self, name: str) -> list[pb.Pairing]:
        found: list[pb.Pairing] = []
        token = ""
        while True:
            request = pb.ListPairingsRequest(name=name, page_size=3, page_token=token)
            page = self.call("ListPairings", request)
            found += page.pairings
            if not (token := page.next_page_token):
                return found

    def rulings(self, name: str) -> list[pb.TournamentRuling]:
        request = pb.ListTournamentRulingsRequest(name=name)
        return list(self.call("ListTournamentRulings", request).rulings)


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Host]:
    monkeypatch.setenv("CERTAMEN_HOME", str(tmp_path / "home"))
    host = Host(tmp_path)
    host.start()
    yield host
    if host.process is not None and host.process.poll() is None:
        assert host.stop() == 0


def plan(kind: str = "round-robin", *, seats: int = 2, bots: int = 2, more: str = "", **form: int) -> str:
    form = {"blocks": 1} | form
    fields = "".join(f", {name} = {value}" for name, value in form.items())
    entered = ", ".join(
        f'{{ name = "b{number}", bot = "{("greedy", "random")[number % 2]}" }}' for number in range(bots)
    )
    return (
        f'name = "A {kind}"\ngame = "juwelen"\nseats = {seats}\noptions = {{ rounds = 1 }}\n'
        f'format = {{ kind = "{kind}"{fields} }}\ntime = {{ control = "30+1" }}\n{more}\nbots = [{entered}]\n'
    )


def refusal(error: grpc.RpcError) -> tuple[grpc.StatusCode, str, str]:
    """Status, reason, and the field at fault."""
    reason = field = ""
    for detail in rpc_status.from_call(error).details:
        info, bad = error_details_pb2.ErrorInfo(), error_details_pb2.BadRequest()
        if detail.Unpack(info):
            reason = info.reason
        elif detail.Unpack(bad):
            field = bad.field_violations[0].field
    return error.code(), reason, field


@pytest.mark.parametrize(
    ("text", "games"),
    [
        (plan(blocks=2), 4),
        (plan("gauntlet", bots=3, more="").replace('"gauntlet"', '"gauntlet", heroes = ["b1"]'), 4),
        (plan("swiss", bots=4, rounds=2), 8),
        (plan("knockout", bots=3, extra_blocks=1), None),
    ],
)
def test_a_tournament_of_each_format(host, text, games):
    created = host.create(text)
    name = created.tournament.name
    assert (created.tournament.state, list(created.bot_tokens)) == (pb.TOURNAMENT_STATE_PAUSED, [])
    assert host.pairings(name) == []
    host.call("StartTournament", pb.StartTournamentRequest(name=name))
    running = host.get(name)
    assert running.state == pb.TOURNAMENT_STATE_RUNNING
    assert (running.root, running.nonce) == (b"", b"")
    done = host.wait(name)
    assert done.state == pb.TOURNAMENT_STATE_FINISHED
    assert commitment_to(done.nonce, done.root, b"") == done.commitment == running.commitment
    assert done.HasField("end_time")
    pairings = host.pairings(name)
    assert games in (None, len(pairings))
    assert done.games_finished == done.games_scheduled == len(pairings)
    assert {pairing.state for pairing in pairings} == {pb.PAIRING_STATE_FINISHED}
    assert all(min(pairing.placements) == 1 for pairing in pairings)
    assert len({pairing.match for pairing in pairings}) == len(pairings)
    standings = host.call("GetStandings", pb.GetStandingsRequest(name=name)).standings
    assert sorted(row.bot for row in standings) == sorted(done.bots)
    assert sum(row.games for row in standings) == 2 * len(pairings)
    assert all(row.HasField("rating") for row in standings)
    assert [ruling.kind for ruling in host.rulings(name)] == ["create", "resume", "finish"]
    listed = host.call("ListTournaments", pb.ListTournamentsRequest()).tournaments
    assert [tournament.name for tournament in listed] == [name]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("name = ", "plan"),
        ("x" * (1 << 19), "plan"),
        (plan().replace('"juwelen"', '"chess"'), "plan.game"),
        (plan().replace('bot = "greedy"', 'bot = "cmd:/bin/true"'), "plan.bots[0].bot"),
        (plan(more='venue = "direct"').replace('time = { control = "30+1" }', ""), "plan.venue"),
        (plan(more='run = { memory = "8G" }'), "plan.run.memory"),
        (plan(blocks=0), "plan.format.blocks"),
    ],
)
def test_a_plan_that_is_not_accepted_names_the_field(host, text, field):
    with pytest.raises(grpc.RpcError) as refused:
        host.create(text)
    assert refusal(refused.value) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELD", field)
    assert list(host.call("ListTournaments", pb.ListTournamentsRequest()).tournaments) == []


def test_who_may_call_and_when(host):
    name = host.create(plan()).tournament.name
    void, label = pb.VoidGameRequest, "r1-t1-b1-g1"
    missing, unaccepted, not_now = "TOURNAMENT_NOT_FOUND", "INVALID_FIELD", "TOURNAMENT_STATE"
    wrong = [
        ("GetTournament", pb.GetTournamentRequest(name="tournaments/none"), missing),
        ("GetTournament", pb.GetTournamentRequest(name=f"{name}/x"), unaccepted),
        ("PauseTournament", pb.PauseTournamentRequest(name=name), not_now),
        ("VoidGame", void(name=name, game=label, reason="x"), not_now),
        ("VoidGame", void(name=name, game="first", reason="x"), unaccepted),
        ("VoidGame", void(name=name, game=label), unaccepted),
        ("ListPairings", pb.ListPairingsRequest(name=name, page_token="no"), unaccepted),  # noqa: S106
    ]
    codes = {missing: "NOT_FOUND", unaccepted: "INVALID_ARGUMENT", not_now: "FAILED_PRECONDITION"}
    for method, request, reason in wrong:
        with pytest.raises(grpc.RpcError) as refused:
            host.call(method, request)
        assert refusal(refused.value)[:2] == (grpc.StatusCode[codes[reason]], reason), method
    settings = match_pb2.MatchSettings(game="juwelen", players=2)
    arena = arena_pb2_grpc.ArenaServiceStub(host.channel)
    match = arena.CreateMatch(
        arena_pb2.CreateMatchRequest(settings=settings), metadata=(("authorization", f"Bearer {host.token}"),)
    )
    for method in (each.name for each in pb.DESCRIPTOR.services_by_name["TournamentService"].methods):
        request = getattr(pb, f"{method}Request")()
        for token, reason in (
            ("nobody" * 8, "TOKEN_UNKNOWN"),
            (match.seat_tokens[0].token, "ORGANISER_REQUIRED"),
        ):
            with pytest.raises(grpc.RpcError) as refused:
                host.call(method, request, token)
            assert refusal(refused.value)[1] == reason, method


def test_pause_start_void_rerun_and_cancel(host):
    name = host.begin(plan(blocks=20))
    while host.get(name).games_finished < 2:
        time.sleep(0.05)
    host.call("PauseTournament", pb.PauseTournamentRequest(name=name, reason="lunch"))
    while any(pairing.state == pb.PAIRING_STATE_RUNNING for pairing in host.pairings(name)):
        time.sleep(0.05)
    rest = host.get(name)
    assert rest.state == pb.TOURNAMENT_STATE_PAUSED
    assert 2 <= rest.games_finished < 40
    host.call("VoidGame", pb.VoidGameRequest(name=name, game="r1-t1-b1-g1", reason="the cable"))
    assert host.get(name).games_finished == rest.games_finished - 1
    first = host.pairings(name)[0]
    assert (first.state, first.explanation) == (pb.PAIRING_STATE_VOID, "the cable")
    said = host.call("RerunGame", pb.RerunGameRequest(name=name, game="r1-t1-b1-g1"))
    assert "r1-t1-b1" in said.explanation
    host.call("StartTournament", pb.StartTournamentRequest(name=name))
    while host.pairings(name)[0].state != pb.PAIRING_STATE_FINISHED:
        time.sleep(0.05)
    assert host.pairings(name)[0].attempts == 2
    host.call("CancelTournament", pb.CancelTournamentRequest(name=name, reason="rain"))
    gone = host.get(name)
    assert gone.state == pb.TOURNAMENT_STATE_CANCELLED
    assert gone.games_finished < 40
    assert len(gone.root) == 32
    states = {pairing.state for pairing in host.pairings(name)}
    assert pb.PAIRING_STATE_RUNNING not in states
    kinds = [(ruling.kind, ruling.subject, ruling.reason) for ruling in host.rulings(name)]
    assert ("pause", "", "lunch") in kinds
    assert ("void", "r1-t1-b1-g1", "the cable") in kinds
    assert kinds[-1] == ("cancel", "", "rain")
    with pytest.raises(grpc.RpcError) as refused:
        host.call("StartTournament", pb.StartTournamentRequest(name=name))
    assert refusal(refused.value)[1] == "TOURNAMENT_STATE"


def test_a_server_that_is_killed_goes_on_with_its_tournaments(host):
    name = host.begin(plan(blocks=4, more="run = { concurrency = 2 }"))
    waiting = host.create(plan()).tournament.name
    chance = random.Random(5)
    for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGKILL):
        before = sum(pairing.attempts for pairing in host.pairings(name))
        while sum(pairing.attempts for pairing in host.pairings(name)) == before:
            if host.get(name).state in OVER:
                break
            time.sleep(0.02)
        time.sleep(chance.uniform(0, 0.4))
        host.stop(number)
        host.start()
    done = host.wait(name)
    assert (done.state, done.games_finished) == (pb.TOURNAMENT_STATE_FINISHED, 8)
    assert host.get(waiting).state == pb.TOURNAMENT_STATE_PAUSED
    deals: dict[str, set[str]] = {}
    arena = arena_pb2_grpc.ArenaServiceStub(host.channel)
    metadata = (("authorization", f"Bearer {host.token}"),)
    for pairing in host.pairings(name):
        request = arena_pb2.GetRecordRequest(name=f"{pairing.match}/record")
        record = b"".join(piece.data for piece in arena.GetRecord(request, metadata=metadata, timeout=20))
        seed = json.loads(record)["entries"][0]["seed"]
        deals.setdefault(pairing.game.rpartition("-")[0], set()).add(seed)
    assert [len(seeds) for seeds in deals.values()] == [1] * 4
    assert len(set.union(*deals.values())) == 4


def test_a_bot_that_dials_in(host):
    text = plan(blocks=2).replace('bot = "random"', 'bot = "dial-in"')
    created = host.create(text)
    ((bot, token),) = [(each.bot, each.token) for each in created.bot_tokens]
    assert bot == "b1"
    name = created.tournament.name
    over = threading.Event()

    def play() -> None:
        known = os.environ | {"CERTAMEN_SERVER": host.address, "CERTAMEN_TOKEN": token}
        command = [sys.executable, "-m", "certamen_client.bots", "random"]
        while not over.is_set():
            subprocess.run(command, env=known, capture_output=True, timeout=100, check=False)

    player = threading.Thread(target=play)
    player.start()
    try:
        host.call("StartTournament", pb.StartTournamentRequest(name=name))
        done = host.wait(name)
    finally:
        over.set()
        player.join()
    assert done.state == pb.TOURNAMENT_STATE_FINISHED
    standings = host.call("GetStandings", pb.GetStandingsRequest(name=name)).standings
    assert {row.bot: row.faults for row in standings} == {"b0": 0, "b1": 0}
    games = Counter(pairing.state for pairing in host.pairings(name))
    assert games == {pb.PAIRING_STATE_FINISHED: 4}
    assert token.encode() not in (host.folder / "server.log").read_bytes()


def test_the_servers_own_bots_play_where_a_certificate_is_needed(tmp_path, monkeypatch):
    monkeypatch.setenv("CERTAMEN_HOME", str(tmp_path / "home"))
    certificate, key = self_signed()
    (tmp_path / "server.pem").write_bytes(certificate)
    (tmp_path / "server.key").write_bytes(key)
    host = Host(tmp_path)
    host.start(
        *("--address", "0.0.0.0:0", "--certificate", str(tmp_path / "server.pem")),
        *("--certificate-key", str(tmp_path / "server.key")),
        trusted=certificate,
    )
    try:
        found = host.wait(host.begin(plan()))
        assert (found.state, found.games_finished) == (pb.TOURNAMENT_STATE_FINISHED, 2)
    finally:
        assert host.stop() == 0
