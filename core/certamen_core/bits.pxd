"""Bit sets of up to 64 members; member i is bit i."""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    int popcount64 "__builtin_popcountll"(uint64_t) noexcept nogil
    int lowest64 "__builtin_ctzll"(uint64_t) noexcept nogil       # undefined for 0
    int popcount32 "__builtin_popcount"(uint32_t) noexcept nogil
    int lowest32 "__builtin_ctz"(uint32_t) noexcept nogil         # undefined for 0


cdef inline uint64_t bit64(int member) noexcept nogil:
    """The set that holds one member."""
    return (<uint64_t>1) << member


cdef inline int nth64(uint64_t members, int index) noexcept nogil:
    """The member with `index` smaller ones before it; index must be below the size of the set."""
    while index > 0:
        members &= members - 1
        index -= 1
    return lowest64(members)
