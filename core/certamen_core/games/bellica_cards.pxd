"""The four nations' cards, and what is stronger: pairs of cards (Charta Bellica), cards on a table (Bellum).

card = 4 * rank + nation, both in ascending byte order of their letters ('123456789CKPQX', 'hopt'), so ascending
bits are ascending texts, as every unordered list is written. A hand holds one nation: its bits are ranks.
"""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from *:
    int leading_zeros32 "__builtin_clz"(uint32_t) noexcept nogil      # undefined for 0

cdef enum:
    RANKS = 14
    NATIONS = 4
    CARDS_IN_ALL = 56
    WHOLE_HAND = (1 << RANKS) - 1

# Values: the rank as a number, the only thing that counts in play.
cdef enum:
    NARR = 1
    TWO = 2
    PRIEST = 11
    QUEEN = 12
    KING = 13
    CAPITAL = 14

# Kinds of pairs. The first five are in the order in which they beat each other; the Narr member has an order
# of his own with each of them.
cdef enum PairKind:
    SUM = 0
    THIRTEEN = 1
    PAIR = 2
    ELITE_MEMBERS = 3
    ELITE_PAIR = 4
    NARR_MEMBER = 5

# The strength of a pair in one number: kind << 10 | number << 4 | its court ranks (bit = value - 11).
cdef enum:
    STRENGTH_COURTS = 15
    STRENGTH_NUMBER = 4
    STRENGTH_KIND = 10
    LEAST_NARR_MEMBER = NARR_MEMBER << STRENGTH_KIND


cdef inline int value_of(int rank) noexcept nogil:
    """The value 1 … 14 of a rank index 0 … 13: one hexadecimal digit each, '1' lowest."""
    return <int>((<uint64_t>0xACBDE987654321 >> (4 * rank)) & 15)


cdef inline int nation_of(int seat) noexcept nogil:
    """The nation of a seat, h p o t, as an index in 'hopt'; also the seat of a nation."""
    return (0xD8 >> (2 * seat)) & 3


cdef inline uint64_t nation_set(int nation) noexcept nogil:
    """All cards of one nation."""
    return (<uint64_t>0x11111111111111) << nation


cdef inline int card_of(int seat, int rank) noexcept nogil:
    """The card of a seat's own nation."""
    return 4 * rank + nation_of(seat)


cdef inline int rank_of_value(int value) noexcept nogil:
    """The rank of a number card."""
    return 13 if value == 10 else value - 1


# --- pairs ------------------------------------------------------------------------------------------------

cdef inline uint32_t strength(int kind, int number, uint32_t courts) noexcept nogil:
    return (kind << STRENGTH_KIND) | (number << STRENGTH_NUMBER) | courts


cdef inline uint32_t simple_strength(int a, int b) noexcept nogil:
    """The strength of two values where only their sum counts."""
    return strength(SUM, a + b, 0)


cdef inline uint32_t composite_strength(int a, int b) noexcept nogil:
    """The strength of two values by the six kinds."""
    cdef int low = a if a < b else b
    cdef int high = b if a < b else a
    cdef uint32_t courts = 0
    if low >= PRIEST:
        courts |= 1u << (low - PRIEST)
    if high >= PRIEST:
        courts |= 1u << (high - PRIEST)
    if low >= PRIEST and low == high:
        # The Priests leave the sequence of the other three: together they are the strongest of all.
        return strength(ELITE_PAIR, 33 if low == PRIEST else 2 * low, courts)
    if low >= PRIEST:
        return strength(ELITE_MEMBERS, low + high + 3, courts)
    if low == NARR and high >= PRIEST:
        return strength(NARR_MEMBER, low + high, courts)
    if low == high:
        return strength(PAIR, low, courts)
    if low == TWO or high == TWO:
        return strength(SUM, 2 + 2 * (low + high - 2), courts)       # the partner counts double
    if low + high == 13:
        return strength(THIRTEEN, 13, courts)
    return strength(SUM, low + high, courts)


cdef inline int narr_against(uint32_t narr, uint32_t other) noexcept nogil:
    """Positive if a Narr member is stronger than the other pair, negative if weaker, 0 if equal."""
    cdef uint32_t kind = other >> STRENGTH_KIND
    if kind == ELITE_PAIR or kind == ELITE_MEMBERS:
        return 1 if narr & other & STRENGTH_COURTS else -1
    if kind == PAIR or kind == THIRTEEN:
        return -1
    return <int>((narr >> STRENGTH_NUMBER) & 63) - <int>((other >> STRENGTH_NUMBER) & 63)


cdef inline int compare_strengths(uint32_t first, uint32_t second) noexcept nogil:
    """Positive if the first pair is stronger, negative if the second one is, 0 if they are equal."""
    if first >= LEAST_NARR_MEMBER:
        return narr_against(first, second)
    if second >= LEAST_NARR_MEMBER:
        return -narr_against(second, first)
    return <int>(first >> STRENGTH_NUMBER) - <int>(second >> STRENGTH_NUMBER)


# --- cards on a table -------------------------------------------------------------------------------------

cdef inline bint narr_rules(uint32_t values) noexcept nogil:
    """Does a Narr on the table beat a Queen or King there? `values` has bit v for every value v on the table."""
    return (values & (1u << NARR)) != 0 and (values & ((1u << QUEEN) | (1u << KING))) != 0


cdef inline int strongest_value(uint32_t values) noexcept nogil:
    """The value of the strongest cards among some (bit v: value v is there; not empty)."""
    if narr_rules(values):
        return CAPITAL if values & (1u << CAPITAL) else NARR
    return 31 - leading_zeros32(values)
