"""Opening a database: its settings, and its tables in their present form."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine, ExceptionContext, create_engine, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

__all__ = ["Lost", "cause_of", "database_name", "database_url", "migrate", "open_database"]

_BUSY_MS = 10_000
_DRIVERS = {
    "sqlite": "sqlite",
    "postgresql": "postgresql+psycopg",
    "postgresql+psycopg": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
}
_PATIENCE: dict[str, int] = {
    "connect_timeout": 10,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 4,
    "tcp_user_timeout": 30_000,
}
"""libpq's own settings (seconds, the last milliseconds), so that no silence of a server lasts for ever."""
_MIGRATION_LOCK = 0x43_45_52_54_41_4D_45_4E
"""Number of PostgreSQL's advisory lock for migrations: any, but always the same."""

Lost = Callable[[BaseException], None]
"""Called with the error, from any thread, when the connection to a database broke."""


def database_url(place: Path | str) -> URL:
    """The URL of a database.

    Args:
        place: a SQLite file, or a URL of SQLite or PostgreSQL.

    Raises:
        ValueError: the URL is malformed, or of another kind of database. The message does not repeat it:
            there may be a password in it.
    """
    if isinstance(place, Path) or "://" not in place:
        return URL.create("sqlite", database=str(place))
    try:
        url = make_url(place)
    except (ArgumentError, ValueError):
        raise ValueError("not the URL of a database: postgresql://USER@HOST:PORT/DATABASE") from None
    driver = _DRIVERS.get(url.drivername)
    if driver is None:
        raise ValueError(
            f"{url.drivername}:// is not accepted: a SQLite file, or postgresql://USER@HOST:PORT/DATABASE"
        )
    return url.set(drivername=driver)


def database_name(place: Path | str) -> str:
    """What to call a database in messages: its file or its URL without the password.

    Raises:
        ValueError: as `database_url`.
    """
    url = database_url(place)
    if isinstance(place, Path) or "://" not in place:
        return str(place)
    secrets = [key for key in url.query if "password" in key]
    return url.difference_update_query(secrets).render_as_string(hide_password=True)


def cause_of(error: BaseException) -> str:
    """What a database said, in one line and without the statement, whose values may be secret."""
    original = error.orig if isinstance(error, DBAPIError) else error
    lines = str(original).strip().splitlines()
    return lines[0] if lines else type(error).__name__


def open_database(place: Path | str, lost: Lost | None = None) -> Engine:
    """An engine for a database whose tables are in their present form.

    The tables are made when missing, and so is the file of SQLite.

    Args:
        place: a SQLite file, or a URL of SQLite or PostgreSQL.
        lost: told when a connection broke in use.

    Raises:
        ValueError: the URL is not accepted.
        sqlalchemy.exc.SQLAlchemyError: it cannot be opened.
        alembic.util.CommandError: its form is one that this program does not know.
    """
    url = database_url(place)
    if url.get_backend_name() == "sqlite":
        if url.database:
            Path(url.database).parent.mkdir(parents=True, exist_ok=True)
        engine = create_engine(url, hide_parameters=True)
        event.listen(engine, "connect", _set_up_sqlite)
    else:
        patience = {name: value for name, value in _PATIENCE.items() if name not in url.query}
        engine = create_engine(url, hide_parameters=True, pool_pre_ping=True, connect_args=patience)
        if lost is not None:
            event.listen(engine, "handle_error", _tell(lost))
    try:
        migrate(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _tell(lost: Lost) -> Callable[[ExceptionContext], None]:
    """A listener to a database's errors. A connection that broke while nobody used it is just replaced."""

    def listen(context: ExceptionContext) -> None:
        if context.is_disconnect and not context.is_pre_ping:
            lost(context.original_exception)

    return listen


def _set_up_sqlite(connection: Any, _record: object) -> None:
    """Write ahead: a commit is in the operating system's hands, so it survives the end of this process."""
    cursor = connection.cursor()
    try:
        for pragma in (
            f"busy_timeout = {_BUSY_MS}",
            "journal_mode = WAL",
            "synchronous = NORMAL",
            "foreign_keys = ON",
        ):
            cursor.execute(f"PRAGMA {pragma}")
    finally:
        cursor.close()


def migrate(engine: Engine, revision: str = "head") -> None:
    """Bring the tables into their present form.

    Several processes may do so at once: the others wait for the first.

    Args:
        engine: of the database.
        revision: to which form; default: the present one.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: it failed; the tables are as they were.
        alembic.util.CommandError: their form is one that this program does not know, or rows refer to what is
            not there.
    """
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with engine.connect() as connection:
        if engine.dialect.name == "postgresql":
            _be_the_only_one(connection)
        else:
            _begin_on_sqlite(connection)
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        if engine.dialect.name == "sqlite":
            _look_at_references(connection)
        connection.commit()
        if engine.dialect.name == "sqlite":
            connection.invalidate()  # a fresh one heeds references again


def _begin_on_sqlite(connection: Connection) -> None:
    """All or nothing, and nobody beside it.

    A table is changed by putting a copy in its place, which no reference to it may prevent.
    """
    connection.exec_driver_sql("PRAGMA foreign_keys = OFF")
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _look_at_references(connection: Connection) -> None:
    broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if broken:
        raise CommandError(f"{len(broken)} rows refer to what is not there, the first one in {broken[0][0]}")


def _be_the_only_one(connection: Connection) -> None:
    """Until the end of the transaction; who waits for longer than a minute gets an error."""
    connection.execute(text("SET LOCAL lock_timeout = '60s'"))
    connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _MIGRATION_LOCK})
