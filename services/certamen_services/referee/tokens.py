"""Seats' credentials: long random texts of which only hashes are kept."""

from __future__ import annotations

import secrets
from hashlib import sha256

_TOKEN_BYTES = 32


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def token_hash(token: str) -> bytes:
    """What is kept of a token, 32 bytes.

    A token has 256 random bits, so neither salt nor a slow hash is needed.
    """
    return sha256(token.encode("utf-8", "surrogatepass")).digest()
