"""The dealing stream: ChaCha20 (RFC 8439) read as 32-bit words, one nonce per deal."""

from __future__ import annotations

import struct

_MASK = 0xFFFFFFFF


def _rotate(value: int, bits: int) -> int:
    return ((value << bits) | (value >> (32 - bits))) & _MASK


def _quarter_round(x: list[int], a: int, b: int, c: int, d: int) -> None:
    x[a] = (x[a] + x[b]) & _MASK
    x[d] = _rotate(x[d] ^ x[a], 16)
    x[c] = (x[c] + x[d]) & _MASK
    x[b] = _rotate(x[b] ^ x[c], 12)
    x[a] = (x[a] + x[b]) & _MASK
    x[d] = _rotate(x[d] ^ x[a], 8)
    x[c] = (x[c] + x[d]) & _MASK
    x[b] = _rotate(x[b] ^ x[c], 7)


def chacha20_block(key: bytes, counter: int, nonce: bytes) -> bytes:
    """One 64-byte block of the key stream (RFC 8439, section 2.3)."""
    start = list(struct.unpack("<4I", b"expand 32-byte k"))
    start += struct.unpack("<8I", key)
    start.append(counter)
    start += struct.unpack("<3I", nonce)
    x = list(start)
    for _ in range(10):
        _quarter_round(x, 0, 4, 8, 12)
        _quarter_round(x, 1, 5, 9, 13)
        _quarter_round(x, 2, 6, 10, 14)
        _quarter_round(x, 3, 7, 11, 15)
        _quarter_round(x, 0, 5, 10, 15)
        _quarter_round(x, 1, 6, 11, 12)
        _quarter_round(x, 2, 7, 8, 13)
        _quarter_round(x, 3, 4, 9, 14)
    return struct.pack("<16I", *((a + b) & _MASK for a, b in zip(x, start, strict=True)))


class DealStream:
    """Chance of one deal; ``draws`` counts the words read so far."""

    def __init__(self, seed: bytes, deal: int, draws: int = 0) -> None:
        if len(seed) != 32:
            raise ValueError("seed must be 32 bytes")
        self.seed = seed
        self.deal = deal
        self.draws = draws
        self._block_number = -1
        self._words: tuple[int, ...] = ()

    def word(self) -> int:
        """Return the next 32-bit word."""
        block, offset = divmod(self.draws, 16)
        if block != self._block_number:
            data = chacha20_block(self.seed, block, self.deal.to_bytes(12, "little"))
            self._words = struct.unpack("<16I", data)
            self._block_number = block
        self.draws += 1
        return self._words[offset]

    def bounded(self, k: int) -> int:
        """Return a uniform number in 0 … k-1; k = 1 reads nothing."""
        if k == 1:
            return 0
        limit = 2**32 - (2**32 % k)
        while True:
            u = self.word()
            if u < limit:
                return u % k

    def shuffle(self, items: list[str]) -> None:
        """Shuffle in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.bounded(i + 1)
            items[i], items[j] = items[j], items[i]

    def pick(self, cards: list[str]) -> str:
        """Return one of the cards (not removed)."""
        return sorted(cards)[self.bounded(len(cards))]
