"""The dealing stream: all chance of a game, from one 32-byte seed.

Deal number d reads ChaCha20 (RFC 8439) with key = seed and nonce = d as 12 little-endian bytes, as 32-bit
little-endian words. `draws` counts the words read in the current deal, so a state stores only seed, deal
and draws, and a stream is opened on the stack wherever chance is needed:

    stream_open(&stream, head.seed, head.deal, head.draws)
    stream_shuffle(&stream, deck, 52)
    head.draws = stream.draws
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef extern from "chacha.h":
    void chacha20_x4 "certamen_chacha20_x4"(
        const uint8_t* key, uint32_t counter, const uint32_t* nonce, uint32_t* out
    ) noexcept nogil


cdef struct DealStream:
    uint8_t  seed[32]
    uint32_t deal
    uint32_t draws        # words read so far in this deal
    uint32_t first_word   # position in the stream of words[0]
    uint32_t loaded       # words held: 0 or 64
    uint32_t words[64]


cdef inline void stream_open(DealStream* stream, const uint8_t* seed, uint32_t deal, uint32_t draws) noexcept nogil:
    """Prepare to read word number `draws` of deal number `deal`."""
    cdef int i
    for i in range(32):
        stream.seed[i] = seed[i]
    stream.deal = deal
    stream.draws = draws
    stream.first_word = 0
    stream.loaded = 0


cdef inline uint32_t stream_word(DealStream* stream) noexcept nogil:
    """Read the next word."""
    cdef uint32_t offset = stream.draws - stream.first_word
    cdef uint32_t[3] nonce
    if stream.loaded == 0 or offset >= 64:
        nonce[0] = stream.deal
        nonce[1] = 0
        nonce[2] = 0
        chacha20_x4(stream.seed, stream.draws >> 4, nonce, stream.words)
        stream.first_word = stream.draws & ~<uint32_t>15
        stream.loaded = 64
        offset = stream.draws - stream.first_word
    stream.draws += 1
    return stream.words[offset]


cdef inline uint32_t stream_bounded(DealStream* stream, uint32_t k) noexcept nogil:
    """A uniform number in 0 … k-1, k at least 1; k = 1 reads nothing.

    Words at or above 2^32 - (2^32 mod k) are rejected, so every result is equally likely.
    """
    cdef uint32_t u, excess
    if k == 1:
        return 0
    excess = (<uint32_t>0 - k) % k        # 2^32 mod k
    while True:
        u = stream_word(stream)
        if u <= 0xFFFFFFFFu - excess:
            return u % k


cdef inline void stream_shuffle(DealStream* stream, uint8_t* items, int n) noexcept nogil:
    """Shuffle n items in place: for i = n-1 … 1 swap item i with item bounded(i + 1)."""
    cdef int i
    cdef uint32_t j
    cdef uint8_t swapped
    for i in range(n - 1, 0, -1):
        j = stream_bounded(stream, <uint32_t>(i + 1))
        swapped = items[i]
        items[i] = items[j]
        items[j] = swapped
