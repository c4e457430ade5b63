"""Bots in three languages on a server that encrypts and wants their certificates."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import time

import grpc
import pytest
from certamen.v1 import arena_pb2, arena_pb2_grpc, match_pb2

from tests.services.grpc.certificates import self_signed

pytestmark = [pytest.mark.timeout(240), pytest.mark.needs("go", "npm")]


def test_a_match_of_three_languages(tmp_path, python_bot, go_bot, typescript_bot):
    (certificate, key), (own, own_key) = self_signed(), self_signed()
    files = {"server.pem": certificate, "server.key": key, "club.pem": own, "own.pem": own + own_key}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    announce = tmp_path / "announce.json"
    environment = {**os.environ, "CERTAMEN_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-m", "certamen_services.cli", "serve", "--address", "127.0.0.1:0"]
    command += ["--certificate", str(tmp_path / "server.pem"), "--client-ca", str(tmp_path / "club.pem")]
    command += ["--certificate-key", str(tmp_path / "server.key"), "--announce", str(announce)]
    server = subprocess.Popen(command, env=environment)
    try:
        until = time.monotonic() + 60
        while not announce.exists():
            assert server.poll() is None
            assert time.monotonic() < until
            time.sleep(0.05)
        address = json.loads(announce.read_text())["address"]
        token = (tmp_path / "home" / "organiser-token").read_text().strip()
        metadata = (("authorization", f"Bearer {token}"),)
        with grpc.secure_channel(address, grpc.ssl_channel_credentials(certificate, own_key, own)) as channel:
            stub = arena_pb2_grpc.ArenaServiceStub(channel)
            settings = match_pb2.MatchSettings(game="juwelen", players=3)
            request = arena_pb2.CreateMatchRequest(settings=settings)
            created = stub.CreateMatch(request, metadata=metadata, timeout=20)
            bots = []
            for bot, seat in zip((python_bot, go_bot, typescript_bot), created.seat_tokens, strict=True):
                variables = {
                    **environment,
                    "CERTAMEN_SERVER": address,
                    "CERTAMEN_TOKEN": seat.token,
                    "CERTAMEN_CERTIFICATE": str(tmp_path / "server.pem"),
                    "CERTAMEN_CLIENT_CERTIFICATE": str(tmp_path / "own.pem"),
                }
                bots.append(subprocess.Popen([*shlex.split(str(bot)), "greedy"], env=variables))
            assert [bot.wait(120) for bot in bots] == [0, 0, 0]
            match = stub.GetMatch(
                arena_pb2.GetMatchRequest(name=created.match.name), metadata=metadata, timeout=20
            ).match
        assert match.outcome.cause == match_pb2.END_CAUSE_COMPLETED
        listing = [
            sys.executable,
            "-m",
            "certamen_services.cli",
            "matches",
            "list",
            "--server",
            address,
            "--json",
        ]
        variables = {**environment, "CERTAMEN_CERTIFICATE": str(tmp_path / "server.pem")}
        refused = subprocess.run(listing, env=variables, capture_output=True, text=True, check=False)
        assert refused.returncode == 1
        variables["CERTAMEN_CLIENT_CERTIFICATE"] = str(tmp_path / "own.pem")
        listed = subprocess.run(listing, env=variables, capture_output=True, text=True, check=True)
        assert created.match.name.removeprefix("matches/") in listed.stdout
    finally:
        server.terminate()
        assert server.wait(30) == 0
