"""Opening a database: its settings, and its tables in their present form."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine import URL, make_url

_BUSY_MS = 10_000


def database_url(place: Path | str) -> URL:
    """The URL of a database.

    Args:
        place: a SQLite file, or a URL of SQLAlchemy's.
    """
    if isinstance(place, Path) or "://" not in place:
        return URL.create("sqlite", database=str(place))
    return make_url(place)


def open_database(place: Path | str) -> Engine:
    """An engine for a database whose tables are in their present form; both are made when missing.

    Raises:
        sqlalchemy.exc.SQLAlchemyError: it cannot be opened.
        alembic.util.CommandError: its form is one that this program does not know.
    """
    url = database_url(place)
    if url.get_backend_name() == "sqlite" and url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(url)
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
    migrate(engine)
    return engine


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


def migrate(engine: Engine) -> None:
    """Bring the tables into their present form."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")
