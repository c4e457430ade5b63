"""Charta Bellica and Bellum: the struct that is one position. The rules are in bellica.pyx."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from certamen_core.bits cimport bit64, lowest32
from certamen_core.dealing cimport DealStream
from certamen_core.engine cimport Game
from certamen_core.games.bellica_cards cimport card_of, rank_of_value
from certamen_core.table cimport GameConfig, StateHead

cdef enum:
    SEATS = 4
    BATTLES = 14
    LAST_ROUND = 13
    MAX_TRICK = 56          # every card may end up in one trick, by tie after tie

    OPTION_VARIANT = 0
    OPTION_ALLIANCE = 1     # 0 drawn, 1 … 3 the ally of seat 0, 4 none
    OPTION_RIDER = 2

cdef enum Phase:
    SUPPORT = 1
    COMMIT = 2
    RIDER = 3
    THROW = 4

cdef enum:                 # variants by index
    SIMPLE = 0
    COMPOSITE = 1
    BELLUM = 2


cdef struct Bellica:
    StateHead head
    uint64_t  won[SEATS]         # by team, in Bellum by seat
    uint64_t  stacks[SEATS]      # four bits per card, the top one lowest: rank + 1; 0 ends the stack
    uint16_t  hands[SEATS]       # bit = rank; a committed card stays until all are in
    uint8_t   committed[SEATS]   # rank + 1, or 0
    uint8_t   fronts[SEATS]      # card + 1 turned up before a seat, or 0
    uint8_t   trick[MAX_TRICK]   # Bellum: seat << 6 | card, in the order they joined
    uint8_t   trick_length
    uint8_t   round
    uint8_t   variant            # option
    uint8_t   rider              # option, as a rank; 0 outside Bellum (no rank that it could be)
    uint8_t   ally               # ally of seat 0; 0 in Bellum
    uint8_t   attacker           # r in RIDER and during an attack's THROW, else 0
    uint8_t   defender           # w there, else 0
    uint8_t   tied               # T (bit = seat) during a tie's THROW, else 0
    uint8_t   attack             # 1 during an attack's THROW
    uint8_t   padding[7]         # zero; the position ends at a multiple of 8
    DealStream stream            # derived: Bellum draws a card now and then, so a block lasts for many draws


cdef inline void apply_options(Bellica* s, const GameConfig* config) noexcept nogil:
    """Put what the rules need of the options into the struct."""
    s.variant = config.options[OPTION_VARIANT]
    s.rider = rank_of_value(config.options[OPTION_RIDER]) if s.variant == BELLUM else 0


cdef inline int opponent_of_0(int ally) noexcept nogil:
    """x: the seat that turns up against seat 0; the fourth seat, y, turns up against the ally."""
    return 1 if ally == 2 else 2


cdef inline int team_of(const Bellica* s, int seat) noexcept nogil:
    return 0 if seat == 0 or seat == s.ally else 1


cdef inline uint64_t hand_set(const Bellica* s, int seat) noexcept nogil:
    """A hand as a set of cards."""
    cdef uint32_t hand = s.hands[seat]
    cdef inline uint64_t cards = 0
    while hand:
        cards |= bit64(card_of(seat, lowest32(hand)))
        hand &= hand - 1
    return cards


cdef inline int stack_size(uint64_t stack) noexcept nogil:
    cdef int size = 0
    while stack:
        size += 1
        stack >>= 4
    return size


cdef class BellicaGame(Game):
    pass
