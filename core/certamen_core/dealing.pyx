"""The dealing stream for Python: verifying deals by hand, and tests against RFC 8439."""

from libc.stdint cimport uint8_t, uint32_t
from libc.string cimport memcpy

from certamen_core.dealing cimport DealStream, chacha20_x4, stream_bounded, stream_open, stream_word

__all__ = ["Dealing", "chacha20_block", "seed_bytes"]


def chacha20_block(key: bytes, counter: int, nonce: bytes) -> bytes:
    """Return one 64-byte block of the ChaCha20 key stream (RFC 8439, section 2.3)."""
    cdef uint32_t[3] nonce_words
    cdef uint32_t[64] out
    if len(key) != 32:
        raise ValueError(f"key must be 32 bytes, not {len(key)}")
    if len(nonce) != 12:
        raise ValueError(f"nonce must be 12 bytes, not {len(nonce)}")
    if not 0 <= counter < 2**32:
        raise ValueError("counter must be in 0 … 2^32 - 1")
    memcpy(nonce_words, <const char*>nonce, 12)
    chacha20_x4(<const uint8_t*><const char*>key, counter, nonce_words, out)
    return (<const char*>out)[:64]


def seed_bytes(seed) -> bytes:
    """Return the 32 bytes of a seed given as int (0 … 2^256 - 1), 32 bytes, or 64 hex digits."""
    if isinstance(seed, bool):
        raise ValueError("seed must be an int, 32 bytes or 64 hex digits, not a bool")
    if isinstance(seed, int):
        if not 0 <= seed < 2**256:
            raise ValueError("seed as an int must be in 0 … 2^256 - 1")
        return seed.to_bytes(32, "little")
    if isinstance(seed, (bytes, bytearray)):
        if len(seed) != 32:
            raise ValueError(f"seed as bytes must be 32 bytes, not {len(seed)}")
        return bytes(seed)
    if isinstance(seed, str):
        if len(seed) != 64 or not set(seed) <= set("0123456789abcdefABCDEF"):
            raise ValueError("seed as text must be 64 hex digits")
        return bytes.fromhex(seed)
    raise ValueError(f"seed must be an int, 32 bytes or 64 hex digits, not {type(seed).__name__}")


cdef class Dealing:
    """The dealing stream of one deal.

    Args:
        seed: int, 32 bytes or 64 hex digits.
        deal: number of the deal, 0-based.
        draws: words already read.
    """

    cdef DealStream stream

    def __init__(self, seed, deal: int = 0, draws: int = 0) -> None:
        cdef bytes key = seed_bytes(seed)
        if not 0 <= deal < 2**32:
            raise ValueError("deal must be in 0 … 2^32 - 1")
        if not 0 <= draws < 2**32:
            raise ValueError("draws must be in 0 … 2^32 - 1")
        stream_open(&self.stream, <const uint8_t*><const char*>key, deal, draws)

    @property
    def draws(self) -> int:
        """Words read so far."""
        return self.stream.draws

    def word(self) -> int:
        """Read the next 32-bit word."""
        return stream_word(&self.stream)

    def bounded(self, k: int) -> int:
        """Return a uniform number in 0 … k-1; k = 1 reads nothing."""
        if not 1 <= k < 2**32:
            raise ValueError("k must be in 1 … 2^32 - 1")
        return stream_bounded(&self.stream, k)

    def shuffle(self, items: list) -> None:
        """Shuffle a list in place."""
        for i in range(len(items) - 1, 0, -1):
            j = stream_bounded(&self.stream, i + 1)
            items[i], items[j] = items[j], items[i]

    def pick(self, cards):
        """Return one of the cards (texts), uniformly; it is not removed."""
        ordered = sorted(cards)
        if not ordered:
            raise ValueError("nothing to pick from")
        return ordered[stream_bounded(&self.stream, len(ordered))]
