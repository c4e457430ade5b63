"""Codes of Lusus Chartarum for drawing, ending a turn, keeping, and the plays that name a seat; see lusus.pyx."""

cdef enum:
    CODE_CARNIFEX = 0x71
    CODE_DRAW = 0x72
    CODE_TAKE = 0x80              # | number of cards
    CODE_KEEP = 0x100             # | card
    KIND_SEAT = 7 << 24           # | seat: INVICTUS upon a seat
    SEAT_INCOMPARABILIS = 0x10    # flag: INCOMPARABILIS
