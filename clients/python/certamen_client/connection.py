"""Where the server is, and who we are."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import grpc.aio

from certamen_client.errors import SettingsError

__all__ = ["SERVER_VARIABLE", "TOKEN_VARIABLE", "Connection"]

SERVER_VARIABLE = "CERTAMEN_SERVER"
TOKEN_VARIABLE = "CERTAMEN_TOKEN"  # noqa: S105 (the variable's name)
CERTIFICATE_VARIABLE = "CERTAMEN_CERTIFICATE"
CLIENT_CERTIFICATE_VARIABLE = "CERTAMEN_CLIENT_CERTIFICATE"

_CHANNEL_OPTIONS = (
    # A bot may think for minutes in silence; a lost connection must show all the same.
    ("grpc.keepalive_time_ms", 20_000),
    ("grpc.keepalive_timeout_ms", 20_000),
    ("grpc.http2.max_pings_without_data", 0),
    # Each attempt to connect is a new channel, paced by us: gRPC must not remember the last failure.
    ("grpc.use_local_subchannel_pool", 1),
    ("grpc.enable_http_proxy", 0),
)


@dataclass(frozen=True, slots=True)
class Connection:
    """A server's address and a bot's token.

    Attributes:
        server: `HOST:PORT` or `unix:PATH`.
        token: of a seat or an account; never shown.
        certificate: file of the certificates to trust (PEM), for a server that encrypts; None: it does not.
        client_certificate: file of our own certificate and its private key (PEM), for a server that wants
            one (mutual TLS); None: it does not.
    """

    server: str
    token: str = field(repr=False)
    certificate: Path | None = None
    client_certificate: Path | None = None

    def __post_init__(self) -> None:
        host, colon, port = self.server.rpartition(":")
        is_port = port.isascii() and port.isdecimal() and 0 < int(port) < 65536
        if not (self.server.startswith("unix:") and port) and not (host and colon and is_port):
            raise SettingsError(f"the server's address must be HOST:PORT or unix:PATH, not {self.server!r}")
        if not self.token or not self.token.isascii() or not self.token.isprintable() or " " in self.token:
            raise SettingsError("the token must be printable characters without spaces, and not empty")
        if self.client_certificate is not None and self.certificate is None:
            raise SettingsError("a client's certificate is only accepted together with certificates to trust")

    @classmethod
    def of(
        cls,
        server: str | None = None,
        token: str | None = None,
        certificate: Path | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> Self:
        """Take what is given, and the rest from CERTAMEN_SERVER, CERTAMEN_TOKEN and the like.

        Raises:
            SettingsError: one of them is missing or none.
        """
        variables = os.environ if environment is None else environment
        return cls(
            server if server is not None else _variable(variables, SERVER_VARIABLE, "server's address"),
            token if token is not None else _variable(variables, TOKEN_VARIABLE, "token"),
            certificate or _file(variables, CERTIFICATE_VARIABLE),
            _file(variables, CLIENT_CERTIFICATE_VARIABLE),
        )

    def channel(self) -> grpc.aio.Channel:
        """A new channel to the server. Raises SettingsError if the certificates cannot be read."""
        if self.certificate is None:
            return grpc.aio.insecure_channel(self.server, options=_CHANNEL_OPTIONS)
        try:
            trusted = self.certificate.read_bytes()
            own = None if self.client_certificate is None else self.client_certificate.read_bytes()
        except OSError as error:
            raise SettingsError(f"the certificates cannot be read: {error}") from None
        credentials = grpc.ssl_channel_credentials(trusted, own, own)
        return grpc.aio.secure_channel(self.server, credentials, options=_CHANNEL_OPTIONS)

    @property
    def metadata(self) -> tuple[tuple[str, str], ...]:
        """What every call carries."""
        return (("authorization", f"Bearer {self.token}"),)


def _file(variables: Mapping[str, str], name: str) -> Path | None:
    named = variables.get(name)
    return Path(named) if named else None


def _variable(variables: Mapping[str, str], name: str, what: str) -> str:
    try:
        return variables[name]
    except KeyError:
        raise SettingsError(f"the {what} is missing: give it as an argument, or in {name}") from None
