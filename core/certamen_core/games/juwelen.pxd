"""Juwelentresor: the struct that is one position. The rules are in juwelen.pyx."""

from libc.stdint cimport int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t

from certamen_core.engine cimport Game
from certamen_core.table cimport StateHead

cdef enum:
    SEATS = 6

cdef enum Phase:
    ANNOUNCE = 1
    PASS = 2
    PLAY = 3
    STEAL = 4

cdef enum StealReason:
    NO_STEAL = 0
    DISCARD = 1      # the acting seat did not follow suit
    TRICK = 2        # it won a trick
    ROUND = 3        # its party won most clubs of the round


cdef struct Juwelen:
    StateHead head              # head.deal is the round
    uint64_t  hands[SEATS]      # a chosen card stays in its hand until the exchange
    uint64_t  passing[SEATS]    # chosen cards; all empty outside PASS
    uint64_t  aside
    uint64_t  played            # cards of the completed tricks of this round
    int16_t   showcase[SEATS]   # jewels by party
    int16_t   vault[SEATS]
    int16_t   supply
    int16_t   jewels            # option
    uint8_t   won[SEATS][4]     # cards won this round, by seat and suit (c d h s)
    uint8_t   tricks[SEATS]     # tricks won this round
    uint8_t   trick[SEATS]      # cards on the table in play order, from the leader on
    uint8_t   trick_length
    uint8_t   dealer
    uint8_t   leader
    uint8_t   announced         # 0 in ANNOUNCE, else 1 … 3
    uint8_t   steal_seat        # who chooses the victim in STEAL, else 0
    uint8_t   steal_reason
    uint8_t   rounds            # option
    uint8_t   parties           # number of parties; party = seat mod parties
    uint8_t   hand_size         # cards dealt to a seat
    uint8_t   trick_size        # cards in a trick: the seats, with two seats 4
    uint8_t   known             # option pack = known
    uint8_t   padding[5]        # zero; fills the struct up to a multiple of 8


cdef class JuwelenGame(Game):
    pass
