"""Codes of Lusus Chartarum for drawing, ending a turn, keeping and plays that name a seat, see lusus.pyx; events."""

from certamen_core.events cimport EVENT_OWN

cdef enum:
    CODE_CARNIFEX = 0x71
    CODE_DRAW = 0x72
    CODE_TAKE = 0x80              # | number of cards
    CODE_KEEP = 0x100             # | card
    KIND_SEAT = 7 << 24           # | seat: INVICTUS upon a seat
    SEAT_INCOMPARABILIS = 0x10    # flag: INCOMPARABILIS

    EVENT_KEEPING = EVENT_OWN        # seat, from, card: the action `keep`, whose text two seats see
    EVENT_DRAWN = EVENT_OWN + 1      # seat, card
    EVENT_TAKEN = EVENT_OWN + 2      # seat, the cards
    EVENT_COMPLETED = EVENT_OWN + 3  # id, seat, line, stultus, serva
    EVENT_GAINED = EVENT_OWN + 4     # seat, card or STULTUS | card
    EVENT_OFFERED = EVENT_OWN + 5    # seat, from, two cards
    EVENT_KEPT = EVENT_OWN + 6       # seat, from, card
    EVENT_ROUND = EVENT_OWN + 7      # round, 1 + who closed or 0, gains by seat, scores by seat
