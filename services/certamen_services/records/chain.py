r"""The chain of hashes over a record's entries, and what is signed.

``h₀ = SHA-256("certamen record 1\n" ‖ match id)``, ``hᵢ = SHA-256(hᵢ₋₁ ‖ canonical entry i)``; the last is
the record's head. The server signs ``"certamen record 1\n" ‖ match id ‖ "\\n" ‖ head``.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256

_DOMAIN = b"certamen record 1\n"


def chain_start(match: str) -> bytes:
    """What the first entry of a match's record is chained to."""
    return sha256(_DOMAIN + match.encode()).digest()


def chain(head: bytes, entries: Iterable[bytes]) -> bytes:
    """The head after some more entries."""
    for entry in entries:
        head = sha256(head + entry).digest()
    return head


def signed_text(match: str, head: bytes) -> bytes:
    """The bytes under the server's signature."""
    return _DOMAIN + match.encode() + b"\n" + head
