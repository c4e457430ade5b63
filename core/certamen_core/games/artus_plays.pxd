"""Artus: the legal plays of a hand."""

from libc.stdint cimport uint32_t

from certamen_core.bits cimport lowest32
from certamen_core.games.artus cimport BRONZE, KING, SILVER, Artus
from certamen_core.games.artus_table cimport (
    A_1,
    A_3,
    A_BACK,
    A_RING,
    B_2,
    B_RING,
    KIND_RING,
    KIND_SCORE,
    KNIGHT_RANGES,
    R_BACK,
    SCORING,
    S_2,
    S_RING,
    W_6,
)


cdef inline int put_moves(uint32_t chairs, uint32_t first, int width, uint32_t* out) noexcept nogil:
    """The codes first … first + width - 1 for each chair. Four at a time are written, one too many for width 3."""
    cdef uint32_t code
    cdef int n = 0, i
    while chairs:
        code = first | <uint32_t>lowest32(chairs) << 3
        for i in range(4):
            out[n + i] = code + i
        if width > 4:
            out[n + 4] = code + 4
        n += width
        chairs &= chairs - 1
    return n


cdef inline int put_rings(uint32_t princes, uint32_t card, uint32_t* out) noexcept nogil:
    cdef int n = 0
    while princes:
        out[n] = KIND_RING | card << 8 | <uint32_t>lowest32(princes) << 3
        n += 1
        princes &= princes - 1
    return n


cdef inline int legal_plays(const Artus* s, int seat, uint32_t* out) noexcept nogil:
    """Moves, rings, scores, each by ascending card.

    Moves are written in whole vectors and touch up to 4 words after their last code. A list without rings is at
    least 6 shorter than the longest, so that nothing beyond `max_legal_actions` words is ever touched.
    """
    cdef uint32_t hand = s.hands[seat], cards, shift
    cdef uint32_t own = s.figures[seat], silver = s.figures[SILVER], bronze = s.figures[BRONZE]
    cdef uint32_t king = s.figures[KING]
    cdef uint32_t[24] pattern
    cdef int n = 0, i, size
    if hand & (1 << A_BACK):
        n += put_moves(silver | bronze, A_BACK << 8, 5, out + n)
    if hand & (1 << A_1):
        n += put_moves(silver | bronze, A_1 << 8, 3, out + n)
    if hand & (1 << A_3):
        n += put_moves(silver | bronze, A_3 << 8, 3, out + n)
    if hand & (1 << B_2):
        n += put_moves(bronze, B_2 << 8, 3, out + n)
    if hand & (1 << R_BACK):
        n += put_moves(own, R_BACK << 8, 5, out + n)
    cards = hand & KNIGHT_RANGES
    if cards:
        size = put_moves(own, 0, 4, pattern)
        while cards:
            shift = <uint32_t>lowest32(cards) << 8
            cards &= cards - 1
            for i in range(20):
                out[n + i] = pattern[i] + shift
            n += size
    if hand & (1 << S_2):
        n += put_moves(silver, S_2 << 8, 3, out + n)
    if hand & (1 << W_6):
        n += put_moves(own | silver | bronze, W_6 << 8, 3, out + n)
    if hand & (1 << A_RING):
        n += put_rings((silver | bronze) & ~king, A_RING, out + n)
    if hand & (1 << B_RING):
        n += put_rings(bronze & ~king, B_RING, out + n)
    if hand & (1 << S_RING):
        n += put_rings(silver & ~king, S_RING, out + n)
    if hand & (1 << W_6):
        n += put_rings((silver | bronze) & ~king, W_6, out + n)
    cards = hand & SCORING
    while cards:
        out[n] = KIND_SCORE | <uint32_t>lowest32(cards) << 8
        n += 1
        cards &= cards - 1
    return n
