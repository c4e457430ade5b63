"""Address and token: from arguments or the environment, refused in one sentence."""

from __future__ import annotations

import subprocess
import sys

import pytest
from certamen_client import Connection, SettingsError


def test_the_environment_is_asked_for_what_is_missing():
    environment = {"CERTAMEN_SERVER": "localhost:7000", "CERTAMEN_TOKEN": "secret"}
    assert Connection.of(environment=environment) == Connection("localhost:7000", "secret")
    assert Connection.of("h:1", "t", environment=environment) == Connection("h:1", "t")


@pytest.mark.parametrize("server", ["", "localhost", "localhost:", ":70", "h:0", "h:65536", "h:x", "unix:"])
def test_a_bad_address_is_refused(server):
    with pytest.raises(SettingsError, match="HOST:PORT or unix:PATH"):
        Connection(server, "t")


@pytest.mark.parametrize("token", ["", "a b", "é", "line\nbreak"])
def test_a_bad_token_is_refused_and_not_shown(token):
    with pytest.raises(SettingsError, match="printable") as caught:
        Connection("h:1", token)
    assert not token or token not in str(caught.value)


def test_a_token_is_never_shown():
    assert "secret" not in repr(Connection("h:1", "secret"))


@pytest.mark.parametrize("missing", ["CERTAMEN_SERVER", "CERTAMEN_TOKEN"])
def test_what_is_missing_is_named(missing):
    environment = {"CERTAMEN_SERVER": "h:1", "CERTAMEN_TOKEN": "t"}
    del environment[missing]
    with pytest.raises(SettingsError, match=missing):
        Connection.of(environment=environment)


def test_a_bot_program_without_address_ends_with_a_sentence():
    program = [sys.executable, "-m", "certamen_client.bots", "random"]
    done = subprocess.run(program, capture_output=True, text=True, timeout=30, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("error: the server's address is missing")
    assert "Traceback" not in done.stderr


def test_the_client_needs_neither_core_nor_services():
    code = (
        "import sys, certamen_client.bots;"
        "print([m for m in sys.modules if m.startswith(('certamen_core', 'certamen_services'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=30, check=True
    )
    assert done.stdout.strip() == "[]"
