"""Artus: the struct that is one position. The rules are in artus.pyx."""

from libc.stdint cimport int32_t, uint8_t, uint32_t

from certamen_core.engine cimport Game
from certamen_core.table cimport StateHead

cdef enum:
    SEATS = 4
    CHAIRS = 28
    CARDS_EACH = 22      # cards of a seat's set; basic leaves the scoring cards out
    PILES = 3            # R K W

cdef enum Phase:
    PLACE = 1
    PLAY = 2
    DRAW = 3

cdef enum:
    # Bit sets of chairs; 0 … 3 are the seats' knights. One array, so that a move treats all sets alike.
    SILVER = 4           # princes and king by colour
    BRONZE = 5
    DOUBLED = 6          # princes with two rings
    KING = 7
    FIGURE_SETS = 8


cdef struct Artus:
    StateHead head
    uint32_t  figures[FIGURE_SETS]
    uint32_t  hands[SEATS]           # bit sets of cards
    uint32_t  piles[SEATS][PILES]    # a hex digit per card: its number in the pile's kind + 1, the top lowest
    int32_t   scores[SEATS]
    uint32_t  turn
    uint8_t   placed
    uint8_t   step
    uint8_t   played_count
    uint8_t   advanced               # option mode
    uint8_t   played[SEATS * CARDS_EACH]   # seat << 5 | card


cdef class ArtusGame(Game):
    pass
