"""Accounts and tokens in the database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from certamen_services.access import Role
from certamen_services.referee.errors import FieldError
from certamen_services.referee.tokens import token_hash
from certamen_services.storage.accounts import Accounts
from certamen_services.storage.database import open_database


@pytest.fixture
def accounts(place: Path | str):
    engine = open_database(place)
    yield Accounts(engine)
    engine.dispose()


def test_a_token_is_its_accounts(accounts: Accounts) -> None:
    info, token = accounts.create_token("bert", Role.BOT, timedelta(days=1))
    other, _ = accounts.create_token("bert", Role.BOT, None)
    assert info.holder.account == other.holder.account
    assert accounts.holder(token_hash(token)) == info.holder
    assert accounts.holder(token_hash("another")) is None
    assert info.state(datetime.now(UTC)) == "valid"
    assert info.state(datetime.now(UTC) + timedelta(days=1)) == "expired"
    assert other.state(datetime.now(UTC) + timedelta(days=10_000)) == "valid"
    assert {known.holder.token for known in accounts.tokens()} == {info.holder.token, other.holder.token}


def test_nothing_that_is_kept_gives_a_token_away(tmp_path: Path) -> None:
    engine = open_database(tmp_path / "store.db")
    accounts = Accounts(engine)
    _, token = accounts.create_token("bert", Role.BOT, None)
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"bert" in kept
    assert token.encode() not in kept
    assert token not in repr(accounts.tokens())
    engine.dispose()


def test_revoking_is_for_good_and_for_one_token(accounts: Accounts) -> None:
    (first, token), (second, _) = (accounts.create_token("bert", Role.BOT, None) for _ in range(2))
    revoked = accounts.revoke(first.holder.token)
    assert revoked.revoked is not None
    assert accounts.revoke(first.holder.token) == revoked
    holder = accounts.holder(token_hash(token))
    assert holder is not None
    assert holder.revoked
    assert accounts.revoked([first.holder.token, second.holder.token, "none"]) == {first.holder.token}
    with pytest.raises(FieldError, match="no token with the id 'none'"):
        accounts.revoke("none")


def test_only_bots_have_seats(accounts: Accounts) -> None:
    bert, _ = accounts.create_token("bert", Role.BOT, None)
    accounts.create_token("wanda", Role.SPECTATOR, None)
    assert accounts.named(["bert", "wanda", "nobody"]) == {"bert": bert.holder.account}


def test_an_account_keeps_its_role(accounts: Accounts) -> None:
    accounts.create_token("bert", Role.BOT, None)
    with pytest.raises(FieldError, match="must be bot"):
        accounts.create_token("bert", Role.ORGANISER, None)
    assert len(accounts.tokens("bert")) == 1


@pytest.mark.parametrize(
    ("name", "role", "lifetime", "field"),
    [
        ("", Role.BOT, None, "name"),
        ("x" * 65, Role.BOT, None, "name"),
        (" bert", Role.BOT, None, "name"),
        ("be\nrt", Role.BOT, None, "name"),
        ("bert", Role.SEAT, None, "role"),
        ("bert", Role.BOT, timedelta(0), "expires"),
        ("bert", Role.BOT, timedelta(days=4000), "expires"),
    ],
)
def test_what_is_not_accepted_is_named(accounts: Accounts, name, role, lifetime, field) -> None:
    with pytest.raises(FieldError) as error:
        accounts.create_token(name, role, lifetime)
    assert error.value.field == field
    assert accounts.tokens() == []
