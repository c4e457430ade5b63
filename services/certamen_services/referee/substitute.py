"""The choice that the referee makes for a seat at fault: uniformly random, and open to checking afterwards.

It is ``bounded(number of legal actions)`` over ChaCha20 (RFC 8439, block counter from 0) with the key
HMAC-SHA-256(seed, "substitute") and as nonce the number of the decision in the match: the number of actions
taken in it before, as a 12-byte little-endian integer. ``bounded`` is the one of the dealing stream. As long
as the seed is secret, nobody can guess it.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence

from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import ChaCha20

_BLOCK = bytes(64)
_WORD = 2**32


def _words(key: bytes, number: int) -> Iterator[int]:
    """The keystream as little-endian 32-bit words."""
    nonce = bytes(4) + number.to_bytes(12, "little")
    stream = Cipher(ChaCha20(key, nonce), mode=None).encryptor()
    while True:
        block = stream.update(_BLOCK)
        for at in range(0, len(block), 4):
            yield int.from_bytes(block[at : at + 4], "little")


def choose(seed: bytes, number: int, legal: Sequence[int]) -> int:
    """One of the legal actions.

    Args:
        seed: of the match, 32 bytes.
        number: how many actions were taken in the match before.
        legal: codes of the legal actions, ascending; at least one.
    """
    k = len(legal)
    if k == 1:
        return legal[0]
    limit = _WORD - _WORD % k
    key = hmac.digest(seed, b"substitute", "sha256")
    word = next(word for word in _words(key, number) if word < limit)
    return legal[word % k]
