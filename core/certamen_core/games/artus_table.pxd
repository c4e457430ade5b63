"""Artus: codes, cards, and the chairs with who sits on them, see artus.pyx."""

from libc.stdint cimport int8_t, uint8_t, uint32_t

from certamen_core.bits cimport lowest32
from certamen_core.events cimport EVENT_OWN
from certamen_core.games.artus cimport BRONZE, CHAIRS, DOUBLED, KING, SEATS, SILVER, Artus

cdef enum:
    KIND_MOVE = 0
    KIND_RING = 1 << 24
    KIND_SCORE = 2 << 24
    KIND_PLACE = 3 << 24
    KIND_DRAW = 4 << 24
    KIND_MASK = 0xFF << 24
    LOW_24 = 0xFFFFFF

    A_BACK = 0
    A_1 = 1
    A_3 = 2
    A_RING = 3
    B_2 = 4
    B_RING = 5
    R_BACK = 6
    R_1 = 7
    S_2 = 14
    S_RING = 15
    W_1 = 16
    W_2 = 17
    W_3 = 18
    W_4 = 19
    W_5 = 20
    W_6 = 21
    KNIGHT_RANGES = 0x3F80         # R1-4 … R7-10
    SCORING = 0x3F0000             # W1 … W6
    BASIC_SET = 0xFFFF
    ADVANCED_SET = 0x3FFFFF

    ALL_CHAIRS = (1 << 28) - 1
    CARPET = 7 << 13 | 1 << 27 | 3
    RED = 0xFFFE                   # chairs by their distance from the king
    YELLOW = 3 << 16

    OWN = 1                        # which figures a card is for
    OF_SILVER = 2
    OF_BRONZE = 4
    OF_BOTH = OF_SILVER | OF_BRONZE

    MOST_POINTS = 65               # no card scores more, or less than minus this (five knights on 1 … 5 by W1)
    FAR = 1 << 30                  # counters set up by hand stay below this, with room for the cards to come

    EVENT_DISPLACED = EVENT_OWN    # figure (colour or seat, rings << 8), from, to
    EVENT_POINTS = EVENT_OWN + 1   # seat, points (as int32)
    EVENT_KING = EVENT_OWN + 2     # chair
    EVENT_DRAWN = EVENT_OWN + 3    # seat, card

    OPTION_ADVANCED = 0

cdef extern from *:
    """
    /* By distance from the king. */
    static const int8_t ARTUS_VALUES[28] = {
        0, -15, -14, -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

    /* By card: whom it moves (1 own knights, 2 silver, 4 bronze), by how many different numbers of chairs, the
       fewest of them; on whom it puts a ring. */
    static const uint8_t ARTUS_MOVES_WHOM[22] = {
        6, 6, 6, 0, 4, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 7};
    static const uint8_t ARTUS_WIDTHS[22] = {5, 3, 3, 0, 3, 0, 5, 4, 4, 4, 4, 4, 4, 4, 3, 0, 0, 0, 0, 0, 0, 3};
    static const uint8_t ARTUS_FEWEST[22] = {1, 1, 3, 0, 2, 0, 1, 1, 2, 3, 4, 5, 6, 7, 2, 0, 0, 0, 0, 0, 0, 1};
    static const uint8_t ARTUS_RINGS_WHOM[22] = {0, 0, 0, 6, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 6};

    /* By pile: its kind's cards ascending, and how many these are. */
    static const uint8_t ARTUS_PILE_CARDS[3][8] = {
        {6, 7, 8, 9, 10, 11, 12, 13}, {0, 1, 2, 3, 4, 5, 14, 15}, {16, 17, 18, 19, 20, 21, 0, 0}};
    static const uint8_t ARTUS_PILE_SIZES[3] = {8, 8, 6};
    """
    const int8_t VALUES "ARTUS_VALUES"[28]
    const uint8_t MOVES_WHOM "ARTUS_MOVES_WHOM"[22]
    const uint8_t WIDTHS "ARTUS_WIDTHS"[22]
    const uint8_t FEWEST "ARTUS_FEWEST"[22]
    const uint8_t RINGS_WHOM "ARTUS_RINGS_WHOM"[22]
    const uint8_t PILE_CARDS "ARTUS_PILE_CARDS"[3][8]
    const uint8_t PILE_SIZES "ARTUS_PILE_SIZES"[3]

    int leading_zeros "__builtin_clz"(uint32_t) noexcept nogil       # undefined for 0


# --- chairs -----------------------------------------------------------------------------------------------

cdef inline int highest32(uint32_t members) noexcept nogil:
    return 31 - leading_zeros(members)


cdef inline int knights_each(int players) noexcept nogil:
    return 4 if players == SEATS else 5


cdef inline int king_chair(const Artus* s) noexcept nogil:
    return lowest32(s.figures[KING])


cdef inline int value_of(const Artus* s, int chair) noexcept nogil:
    """What leaving a chair is worth; the king's own has 0."""
    cdef int distance = chair - king_chair(s)
    return VALUES[distance + CHAIRS if distance < 0 else distance]


cdef inline uint32_t occupied(const Artus* s) noexcept nogil:
    return (
        s.figures[0] | s.figures[1] | s.figures[2] | s.figures[3] | s.figures[SILVER] | s.figures[BRONZE]
    )


cdef inline uint32_t from_king(const Artus* s, uint32_t chairs) noexcept nogil:
    """Chairs as distances from the king. Higher ones are never worth less, but for 0, where he sits."""
    cdef int king = king_chair(s)
    return (chairs >> king | chairs << (CHAIRS - king)) & ALL_CHAIRS


cdef inline uint32_t figures_for(const Artus* s, int seat, int whom) noexcept nogil:
    """The figures that a card of this seat may be played on."""
    cdef uint32_t chairs = 0
    if whom & OWN:
        chairs = s.figures[seat]
    if whom & OF_SILVER:
        chairs |= s.figures[SILVER]
    if whom & OF_BRONZE:
        chairs |= s.figures[BRONZE]
    return chairs


cdef inline uint32_t figure_at(const Artus* s, int chair) noexcept nogil:
    """The figure of an event: the set that it is in, and a prince's rings above."""
    cdef int kind
    for kind in range(SEATS + 2):
        if s.figures[kind] >> chair & 1:
            break
    if kind < SEATS:
        return kind
    return kind | (1 + (s.figures[DOUBLED] >> chair & 1) + 2 * (s.figures[KING] >> chair & 1)) << 8


cdef inline int filled_piles(const Artus* s, int seat) noexcept nogil:
    """The piles of a seat that have cards, as a bit set."""
    return (s.piles[seat][0] != 0) | (s.piles[seat][1] != 0) << 1 | (s.piles[seat][2] != 0) << 2
