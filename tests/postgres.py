"""A PostgreSQL server of our own, for tests and measurements."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

__all__ = ["NEEDED", "Postgres", "find_programs"]

NEEDED = ("initdb", "postgres")
_PATIENCE = 60.0


def find_programs() -> None:
    """Distributions keep the server's programs off the search path; put the newest there if none is."""
    if all(shutil.which(tool) for tool in NEEDED):
        return
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    if found:
        os.environ["PATH"] = os.pathsep.join([os.environ.get("PATH", os.defpath), str(found[-1])])


class Postgres:
    """A server on a Unix socket in a temporary folder. The superuser runs it as nobody, as it insists.

    Args:
        durable: whether commits wait for the disk.
    """

    def __init__(self, *, durable: bool = False) -> None:
        find_programs()
        self._as: dict[str, Any] = {}
        # The folder must be open to the other user, wherever TMPDIR is.
        self._folder = Path(tempfile.mkdtemp(prefix="certamen-pg-", dir="/tmp"))
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(self._folder, nobody.pw_uid, nobody.pw_gid)
            self._as = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        self._durable = durable
        self._process: subprocess.Popen[bytes] | None = None
        try:
            subprocess.run(
                ["initdb", "-D", "data", "-U", "certamen", "-A", "trust", "-E", "UTF8", "--no-sync"],
                cwd=self._folder,
                check=True,
                stdout=subprocess.DEVNULL,
                timeout=_PATIENCE,
                **self._as,
            )
            self.start()
        except BaseException:
            self.close()
            raise

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        settings = {"listen_addresses": "", "unix_socket_directories": str(self._folder)}
        if not self._durable:
            settings |= {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}
        options = [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                ["postgres", "-D", "data", *options],
                cwd=self._folder,
                stdout=log,
                stderr=log,
                **self._as,
            )
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                psycopg.connect(self._address("postgres")).close()
            except psycopg.OperationalError:
                if self._process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError((self._folder / "log").read_text()) from None
                time.sleep(0.02)
            else:
                return

    def stop(self, number: signal.Signals = signal.SIGINT) -> None:
        """Stop the server; SIGINT: fast, SIGQUIT: at once, as in a crash."""
        if self._process is not None:
            self._process.send_signal(number)
            try:
                self._process.wait(_PATIENCE)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    def close(self) -> None:
        """Stop it, and remove its files."""
        self.stop(signal.SIGQUIT)
        shutil.rmtree(self._folder, ignore_errors=True)

    def url(self, database: str) -> str:
        """The URL of a database, for Certamen and for PostgreSQL's own programs."""
        return self._address(database)

    @contextmanager
    def database(self) -> Iterator[str]:
        """The URL of a new, empty database that lasts as long as the context."""
        name = f"test_{uuid.uuid4().hex}"
        self._say(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield self.url(name)
        finally:
            self._say(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))

    def _address(self, database: str) -> str:
        return f"postgresql://certamen@/{database}?host={self._folder}"

    def _say(self, statement: sql.Composed) -> None:
        with psycopg.connect(self._address("postgres"), autocommit=True) as connection:
            connection.execute(statement)
