"""Das Luschenspiel: codes, cards and rows, see luschen.pyx."""

from libc.stdint cimport uint8_t, uint32_t

from certamen_core.bits cimport lowest32
from certamen_core.events cimport EVENT_OWN
from certamen_core.games.luschen cimport PACK, Luschen

cdef enum:
    KIND_CARD = 0
    KIND_DONE = 1 << 24
    KIND_PASS = 2 << 24
    KIND_CHOOSE = 3 << 24
    KIND_MASK = 0xFF << 24
    LOW_24 = 0xFFFFFF
    LAYING = 32                   # in a card's code
    NOBODY = 255

    EVENT_SKAT = EVENT_OWN        # seat or NOBODY, cards
    EVENT_ADDED = EVENT_OWN + 1   # card
    EVENT_TRICK = EVENT_OWN + 2   # seat (winner), the cards
    EVENT_BOOKED = EVENT_OWN + 3  # seat, points
    EVENT_OUT = EVENT_OWN + 4     # seat, place

    OPTION_LIMIT = 0

    CARD_MASK = 31
    SEAT_SHIFT = 5
    COUNT_END = 100               # of luschen
    COUNT_STEP = 25               # between its thresholds
    ALL_QUEENS = 4
    NUMBER_MAX = 1000000000       # where counting stops

    HEART_KING = 1 << 22
    JACKS = 0xF << 16
    QUEENS = 0xF << 24

# By rank index in '789AJKQT': strength in a trick, card points, and the neighbours that a card of 'c' opens.
cdef extern from *:
    """
    static const uint8_t LUSCHEN_STRENGTH[8] = {1, 2, 3, 8, 4, 6, 5, 7};
    static const uint8_t LUSCHEN_POINTS[8] = {0, 0, 0, 11, 2, 4, 3, 10};
    static const uint32_t LUSCHEN_OPENS[8] = {0, 1u << 0, 1u << 4, 0, 1u << 24 | 1u << 28, 1u << 12, 1u << 20, 1u << 8};
    """
    const uint8_t STRENGTH "LUSCHEN_STRENGTH"[8]
    const uint8_t POINTS "LUSCHEN_POINTS"[8]
    const uint32_t OPENS "LUSCHEN_OPENS"[8]


cdef inline uint32_t bit32(int card) noexcept nogil:
    """The set that holds one card."""
    return (<uint32_t>1) << card


cdef inline uint32_t all_cards() noexcept nogil:
    return 0xFFFFFFFFu


cdef inline uint32_t suit_of_card(int card) noexcept nogil:
    """All cards of a card's suit."""
    return (<uint32_t>0x11111111) << (card & 3)


cdef inline uint32_t opened_by(int card) noexcept nogil:
    """What fits a row once this card lies in it."""
    return OPENS[card >> 2] << (card & 3)


cdef inline int card_points(int card) noexcept nogil:
    return POINTS[card >> 2]


cdef inline uint32_t open_of(uint32_t rows) noexcept nogil:
    """The cards that fit the rows."""
    cdef uint32_t open = JACKS, left = rows
    while left:
        open |= opened_by(lowest32(left))
        left &= left - 1
    return open & ~rows


cdef inline uint32_t add_up(uint32_t number, uint32_t more) noexcept nogil:
    """The sum; counting stops at NUMBER_MAX, which only positions made by hand come near."""
    number += more
    return number if number < NUMBER_MAX else NUMBER_MAX


cdef inline int hand_size_of(int players) noexcept nogil:
    return PACK // players


cdef inline int left_of(const Luschen* s, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < s.head.players else 0
