"""Tokens and addresses, without a server."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from certamen_services.auth import check_address, is_local, organiser_token
from certamen_services.referee.errors import FieldError


def test_the_organisers_token_is_written_once_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "token"
    before = os.umask(0)
    try:
        token = organiser_token(path)
    finally:
        os.umask(before)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert len(token) >= 32
    assert organiser_token(path) == token
    assert organiser_token(tmp_path / "other") != token


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o604, 0o660])
def test_a_token_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "token"
    organiser_token(path)
    path.chmod(mode)
    with pytest.raises(FieldError, match="mode 600"):
        organiser_token(path)


@pytest.mark.parametrize("content", ["", "short", "x" * 600, "with space " * 5, "ü" * 40])
def test_a_file_without_a_usable_token_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "token"
    path.touch(0o600)
    path.write_text(content)
    with pytest.raises(FieldError, match="token_file"):
        organiser_token(path)


@pytest.mark.parametrize(
    "address", ["127.0.0.1:1", "127.9.9.9:1", "[::1]:80", "localhost:0", "unix:/run/certamen"]
)
def test_local_addresses(address: str) -> None:
    assert is_local(address)
    check_address(address, encrypted=False)


@pytest.mark.parametrize("address", ["0.0.0.0:1", "[::]:1", "10.0.0.1:5", "example.org:5"])
def test_other_addresses_need_a_certificate(address: str) -> None:
    check_address(address, encrypted=True)
    with pytest.raises(FieldError, match="loopback"):
        check_address(address, encrypted=False)


@pytest.mark.parametrize(
    "address", ["", "localhost", "localhost:", ":80", "localhost:x", "localhost:65536", "unix:"]
)
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(FieldError, match="HOST:PORT"):
        check_address(address, encrypted=True)
