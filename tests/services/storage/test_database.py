"""Places of databases, what is said about them, and that their secrets are not."""

from __future__ import annotations

from pathlib import Path

import pytest
from certamen_services.storage.database import cause_of, database_name, database_url, open_database
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError, OperationalError


def test_places_of_databases() -> None:
    assert str(database_url(Path("/a/b.db"))) == "sqlite:////a/b.db"
    assert str(database_url("b.db")) == "sqlite:///b.db"
    for scheme in ("postgres", "postgresql", "postgresql+psycopg"):
        url = database_url(f"{scheme}://user@host/name")
        assert (url.drivername, url.host, url.database) == ("postgresql+psycopg", "host", "name")


@pytest.mark.parametrize("scheme", ["mysql", "postgresql+asyncpg", "https"])
def test_other_databases_are_refused_without_telling_the_password(scheme: str) -> None:
    with pytest.raises(ValueError, match="is not accepted: a SQLite file, or postgresql://") as refused:
        database_url(f"{scheme}://user:hidden@host/name")
    assert "hidden" not in str(refused.value)


def test_a_malformed_url_is_refused_without_telling_the_password() -> None:
    with pytest.raises(ValueError, match="not the URL of a database") as refused:
        database_url("postgresql://user:hidden@host:port/name")
    assert "hidden" not in str(refused.value)


def test_names_have_no_password() -> None:
    assert database_name(Path("/a/b.db")) == "/a/b.db"
    named = database_name("postgres://user:hidden@host/name?password=hidden&sslpassword=hidden")
    assert named == "postgresql+psycopg://user:***@host/name"


@pytest.mark.needs("postgres", "initdb")
def test_a_server_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OperationalError) as refused:
        open_database(f"postgresql://user:hidden@/name?host={tmp_path}")
    assert "connection" in cause_of(refused.value)
    assert "hidden" not in str(refused.value)


def test_errors_tell_no_values(place: Path | str) -> None:
    engine = open_database(place)
    with engine.connect() as connection, pytest.raises(DBAPIError) as failed:
        connection.execute(text("INSERT INTO seats VALUES (:a)"), {"a": "secret-value"})
    engine.dispose()
    assert "secret-value" not in cause_of(failed.value)
    assert "\n" not in cause_of(failed.value)
