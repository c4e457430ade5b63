"""Das Luschenspiel: the struct that is one position. The rules are in luschen.pyx."""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from certamen_core.engine cimport Game
from certamen_core.table cimport StateHead

cdef enum:
    SEATS = 8
    PACK = 32

cdef enum Phase:
    CHOOSE = 1
    PLAY = 2         # contracts luschen, koenig, damen
    LAY = 3          # contract anlegen

cdef enum Contract:
    NONE = 0
    LUSCHEN = 1
    KOENIG = 2
    DAMEN = 3
    ANLEGEN = 4


cdef struct Luschen:
    StateHead head               # head.deal is the number of the contract
    uint32_t  hands[SEATS]
    uint32_t  skat               # in ANLEGEN the cards not yet added
    uint32_t  rows               # ANLEGEN: the cards on the table
    uint32_t  penalties[SEATS]
    uint32_t  reached[SEATS]     # stamp of the last booking, 0 if never booked
    uint32_t  stamp              # of the next booking
    uint32_t  count              # LUSCHEN
    uint32_t  tricks             # KOENIG, DAMEN
    uint32_t  queens             # DAMEN
    uint8_t   played[PACK]       # card | seat << 5, in order; the trick on the table is its end
    uint8_t   played_size
    uint8_t   trick_size         # cards on the table
    uint8_t   dealer
    uint8_t   contract
    uint8_t   previous
    uint8_t   laid
    uint8_t   out[SEATS]         # seats in the order in which they ran out of cards
    uint8_t   out_size
    uint8_t   hand_size          # cards dealt to a seat
    uint32_t  limit              # option
    # What follows is derived.
    uint32_t  follow             # cards that follow suit; all while nothing is led
    uint32_t  open               # cards that continue a row, and jacks not laid


cdef class LuschenGame(Game):
    pass
