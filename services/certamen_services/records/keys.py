"""The server's signing key (Ed25519)."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from certamen_services.records.chain import signed_text

_HEX_KEY = re.compile(r"[0-9a-f]{64}")


class KeyFileError(ValueError):
    """A key or key file that cannot be used; the text says why."""


class Signer:
    """Signs the heads of records with the server's private key."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key

    @property
    def public_key(self) -> bytes:
        """The public key, 32 bytes."""
        return self._key.public_key().public_bytes_raw()

    def sign(self, match: str, head: bytes) -> bytes:
        """The signature over match id and head, 64 bytes."""
        return self._key.sign(signed_text(match, head))

    @classmethod
    def generate(cls) -> Signer:
        """A signer with a fresh key that is kept nowhere."""
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def load_or_create(cls, path: Path) -> Signer:
        """The key in a PEM file (PKCS 8) that only its owner may read; made when missing.

        Raises:
            KeyFileError: the file is readable for others, or holds no Ed25519 key.
            OSError: the file cannot be read or made.
        """
        try:
            return cls(_load(path))
        except FileNotFoundError:
            pass
        _create(path)
        return cls(_load(path))


def _load(path: Path) -> Ed25519PrivateKey:
    """The private key in a file."""
    with path.open("rb") as file:
        if stat.S_IMODE(os.fstat(file.fileno()).st_mode) & 0o077:
            raise KeyFileError(f"{path}: a signing key must be readable for its owner only (chmod 600)")
        data = file.read()
    try:
        key = load_pem_private_key(data, password=None)
    except (ValueError, TypeError):
        raise KeyFileError(f"{path}: no private key in PEM form (PKCS 8, without a password)") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyFileError(f"{path}: the key must be an Ed25519 key")
    return key


def _create(path: Path) -> None:
    """Write a fresh key; whoever else makes the file at the same time wins, so that there is only one key."""
    path.parent.mkdir(parents=True, exist_ok=True)
    pem = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(pem)
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def parse_public_key(text: str) -> bytes:
    """A public key from its 64 lower-case hex digits.

    Raises:
        KeyFileError: the text is something else.
    """
    if _HEX_KEY.fullmatch(text.strip()) is None:
        raise KeyFileError("a public key is 64 lower-case hex digits")
    return bytes.fromhex(text.strip())


def signature_holds(public_key: bytes, match: str, head: bytes, signature: bytes) -> bool:
    """Whether a signature over match id and head was made with the private half of this key."""
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, signed_text(match, head))
    except (InvalidSignature, ValueError):
        return False
    return True
