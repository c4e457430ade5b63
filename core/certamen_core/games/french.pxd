"""The French pack as bit sets: card = 4 * rank index + suit index, both in ascending byte order of their
letters, so ascending bits are ascending texts ('2c', '2d', …, 'Ts'), as every unordered list is written."""

from libc.stdint cimport uint64_t

cdef enum:
    SUITS = 4                # c d h s
    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3


cdef inline int suit_of(int card) noexcept nogil:
    return card & 3


cdef inline int rank_of(int card) noexcept nogil:
    """Index in '23456789AJKQT'; what beats what is the game's business."""
    return card >> 2


cdef inline uint64_t suit_set(int suit) noexcept nogil:
    """All cards of one suit."""
    return (<uint64_t>0x1111111111111) << suit
