"""`certamen token`, and a server that knows the tokens at once."""

from __future__ import annotations

import json
import subprocess
import time
from pathlib import Path

import grpc
import pytest
from certamen.v1 import arena_pb2, arena_pb2_grpc

from tests.services.cli.conftest import CERTAMEN

pytestmark = pytest.mark.timeout(120)


def test_made_listed_revoked(certamen, tmp_path: Path) -> None:
    store = ("--store", tmp_path / "club.db")
    made = certamen("token", "create", "bert", "--expires", "2h", "--json", *store)
    assert made.exit_code == 0, made.output
    info = json.loads(made.output)
    plain = certamen("token", "create", "wanda", "--role", "spectator", "--expires", "never", *store)
    assert plain.exit_code == 0
    assert len(plain.stdout.strip()) >= 32
    listed = json.loads(certamen("token", "list", "--json", *store).stdout)
    assert [(token["account"], token["role"], token["state"]) for token in listed] == [
        ("bert", "bot", "valid"),
        ("wanda", "spectator", "valid"),
    ]
    assert listed[1]["expires"] == ""
    assert info["token"] not in json.dumps(listed)
    assert certamen("token", "revoke", info["id"], *store).exit_code == 0
    table = certamen("token", "list", "bert", *store).stdout
    assert "revoked" in table
    assert "wanda" not in table


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (("create", "bert", "--expires", "soon"), "--expires"),
        (("create", "bert", "--expires", "999999w"), "--expires"),
        (("create", " "), "ACCOUNT"),
        (("create", "bert", "--role", "king"), "--role"),
        (("revoke", "none"), "TOKEN"),
    ],
)
def test_bad_input_is_refused(certamen, tmp_path: Path, arguments, named) -> None:
    refused = certamen("token", *arguments, "--store", tmp_path / "club.db")
    assert refused.exit_code == 2
    assert named in refused.output


def test_a_server_that_runs_knows_at_once_and_logs_no_token(certamen, home: Path, tmp_path: Path) -> None:
    announce, log = tmp_path / "announce.json", tmp_path / "server.log"
    command = [*CERTAMEN, "serve", "--address", "127.0.0.1:0", "--announce", str(announce)]
    with log.open("wb") as output:
        server = subprocess.Popen(command, stdout=output, stderr=output)
    try:
        until = time.monotonic() + 60
        while not announce.exists():
            assert server.poll() is None, log.read_text()
            assert time.monotonic() < until
            time.sleep(0.05)
        made = json.loads(certamen("token", "create", "bert", "--json").stdout)
        with grpc.insecure_channel(json.loads(announce.read_text())["address"]) as channel:
            stub = arena_pb2_grpc.ArenaServiceStub(channel)

            def ask(token: str) -> str:
                metadata = (("authorization", f"Bearer {token}"),)
                try:
                    stub.ListMatches(arena_pb2.ListMatchesRequest(), metadata=metadata, timeout=20)
                except grpc.RpcError as error:
                    return error.details()
                return ""

            assert ask(made["token"]) == ""
            assert certamen("token", "revoke", made["id"]).exit_code == 0
            assert "revoked" in ask(made["token"])
            assert "not known" in ask("made-up-token")
            said = log.read_text()
            organiser = (home / "organiser-token").read_text().strip()
            for secret in (made["token"], organiser, "made-up-token"):
                assert secret not in said
    finally:
        server.terminate()
        assert server.wait(30) == 0
