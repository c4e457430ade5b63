"""Lusus Chartarum: the struct that is one position. The rules are in lusus.pyx."""

from libc.stdint cimport int32_t, uint16_t, uint8_t

from certamen_core.engine cimport Game
from certamen_core.games.lusus_melds cimport PACK, STULTI, CardSet
from certamen_core.table cimport StateHead

cdef enum:
    SEATS = 4
    MELDS = 32             # each has three of the 97 cards that a meld may hold, at least
    GROUP_LINE = 6         # lines of groups follow those of runs
    STULTI_LINE = 21
    LAST_ID = 65535        # an id has 16 bits
    DEALT = 12             # cards dealt to a seat

cdef enum Phase:
    DRAW = 1
    PLAY = 2
    KEEP = 3


cdef struct Meld:
    # A meld on the table. Its places: run, the ranks; group, the suits; stulti group, 0 … number - 1.
    uint16_t id
    uint16_t places        # mask of the places that hold a card; the ends of a run always do
    uint8_t  line          # the suit of a run, GROUP_LINE + the rank of a group, or STULTI_LINE
    uint8_t  owner
    uint8_t  stultus       # 1 + the place that a STULTUS takes, else 0; 0 in a stulti group
    uint8_t  serva         # the same for SERVA


cdef struct Lusus:
    StateHead head                       # head.deal is the round; the acting seat's turn it is
    CardSet   hands[SEATS]
    CardSet   value[SEATS]               # value piles without their STULTI
    Meld      melds[MELDS]               # by id ascending
    int32_t   scores[SEATS]
    int32_t   target                     # option
    uint16_t  max_rounds                 # option
    uint16_t  next_id
    uint8_t   stulti_won[SEATS][STULTI]  # STULTI of the value piles: 1 + what each stands for, ascending, then 0
    uint8_t   talon[PACK]                # last = top
    uint8_t   pile[PACK]                 # last = top
    uint8_t   talon_length
    uint8_t   pile_length
    uint8_t   meld_count
    uint8_t   out                        # bit s: seat s is out
    uint8_t   opening
    uint8_t   owes_play
    uint8_t   removed                    # INCOMPARABILIS has left the round
    uint8_t   closed                     # 1 + the seat that closed the last round, or 0
    uint8_t   offer_from                 # KEEP: whose cards they are, else 0
    uint8_t   offer[2]                   # KEEP: the two cards, ascending, else 0
    uint8_t   padding[7]                 # zero; the position's size is a multiple of 8
    # Derived, so that what the table allows is seen without going over it:
    uint8_t   held[SEATS]                # cards in hand
    uint8_t   lays_stultus               # bit s: seat s can lay off a STULTUS on its melds
    uint8_t   stultus_covers             # bit s: a STULTUS can cover something in the melds of seat s
    uint8_t   serva_serves               # bit s: SERVA can replace a card in the melds of seat s
    uint8_t   unused[1]
    CardSet   fits[SEATS]                # cards that the melds of a seat can be extended by, or covered with
    CardSet   exchanges[SEATS]           # cards that the STULTI in the melds of a seat stand for



cdef class LususGame(Game):
    pass
