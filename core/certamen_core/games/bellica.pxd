"""Charta Bellica and Bellum: the struct that is one position. The rules are in bellica.pyx."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from certamen_core.dealing cimport DealStream
from certamen_core.engine cimport Game
from certamen_core.table cimport StateHead

cdef enum:
    SEATS = 4
    MAX_TRICK = 56          # every card may end up in one trick, by tie after tie

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


cdef class BellicaGame(Game):
    pass
