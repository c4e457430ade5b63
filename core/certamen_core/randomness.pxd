"""A fast generator for random *play* (never for deals): xoroshiro128++ by Blackman and Vigna.

Seeds are spread by SplitMix64, so neighbouring seeds give unrelated sequences.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t


cdef struct PlayRandom:
    uint64_t s0
    uint64_t s1


cdef inline uint64_t splitmix64(uint64_t* counter) noexcept nogil:
    """Advance the counter and return its next well-mixed value."""
    cdef uint64_t z
    counter[0] += 0x9E3779B97F4A7C15u
    z = counter[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9u
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EBu
    return z ^ (z >> 31)


cdef inline uint64_t rotate_left(uint64_t x, int k) noexcept nogil:
    return (x << k) | (x >> (64 - k))


cdef inline void random_seed(PlayRandom* rng, uint64_t seed, uint64_t stream) noexcept nogil:
    """Start the sequence number `stream` of `seed`."""
    cdef uint64_t counter = seed
    counter = splitmix64(&counter) ^ (stream * <uint64_t>0xD1342543DE82EF95u)
    rng.s0 = splitmix64(&counter)
    rng.s1 = splitmix64(&counter) | 1      # the all-zero state is not allowed


cdef inline uint64_t random_next(PlayRandom* rng) noexcept nogil:
    """64 random bits."""
    cdef uint64_t s0 = rng.s0, s1 = rng.s1
    cdef uint64_t result = rotate_left(s0 + s1, 17) + s0
    s1 ^= s0
    rng.s0 = rotate_left(s0, 49) ^ s1 ^ (s1 << 21)
    rng.s1 = rotate_left(s1, 28)
    return result


cdef inline uint32_t random_bounded(PlayRandom* rng, uint32_t k) noexcept nogil:
    """A uniform number in 0 … k-1, k at least 1 (Lemire's multiplication with rejection)."""
    cdef uint64_t product = (random_next(rng) >> 32) * k
    cdef uint32_t threshold
    if <uint32_t>product < k:
        threshold = (<uint32_t>0 - k) % k
        while <uint32_t>product < threshold:
            product = (random_next(rng) >> 32) * k
    return <uint32_t>(product >> 32)


cdef inline void random_bytes(PlayRandom* rng, uint8_t* out, int n) noexcept nogil:
    """Fill n bytes; n must be a multiple of 8."""
    cdef int i, j
    cdef uint64_t word
    for i in range(0, n, 8):
        word = random_next(rng)
        for j in range(8):
            out[i + j] = <uint8_t>(word >> (8 * j))
