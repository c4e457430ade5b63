"""Plays upon the melds that lie on the table: lay-offs, covers, exchanges and SERVA.

Codes (see lusus.pyx), `laid` being a card, STULTUS | the card that it stands for, or STU on a stulti group:
    lay       4 << 24 | id << 8 | laid
    exchange  5 << 24 | id << 8 | card
    serva     6 << 24 | id << 8 | card
    cover     8 << 24 | id << 11 | covered << 8 | laid       the id reaches into the top byte: 8 … 15
              covered: in a group the suit, in a run OVER_TOP or OVER_BOTTOM, in a stulti group 0
"""

from libc.stdint cimport uint32_t, uint64_t

from certamen_core.bits cimport lowest32
from certamen_core.games.lusus cimport GROUP_LINE, STULTI_LINE, Lusus, Meld
from certamen_core.games.lusus_melds cimport (
    ALL_SUITS,
    INC,
    INV,
    RANKS,
    SER,
    SMALLEST_MELD,
    STU,
    SUITS,
    CardSet,
    has_meld,
    holds,
    is_regular,
    put_suits,
    stulti_in,
)

cdef extern from *:
    int leading32 "__builtin_clz"(uint32_t) noexcept nogil      # undefined for 0

cdef enum:
    STULTUS = 0x80            # laid: a STULTUS that stands for the card
    OVER_TOP = 6              # the card laid is next above the highest place of a run and covers it
    OVER_BOTTOM = 7

    KIND_LAY = 4 << 24
    KIND_EXCHANGE = 5 << 24
    KIND_SERVA = 6 << 24
    KIND_COVER = 8 << 24
    COVER_ID = 11             # where the id of a cover begins
    MELD_ID = 8               # and that of the others


cdef struct Targets:
    # What a seat that is out could do with cards that it may hold, given the table and the other hands.
    CardSet  fits             # regular cards that can be laid off or cover something
    CardSet  exchanges        # regular cards that STULTI on the table stand for
    bint     stultus          # a STULTUS can be laid off or cover something
    bint     serva            # there is a card that SERVA can replace
    bint     incomparabilis   # there is a seat to draw from


cdef inline int lowest_place(const Meld* meld) noexcept nogil:
    return lowest32(meld.places)


cdef inline int highest_place(const Meld* meld) noexcept nogil:
    return 31 - leading32(meld.places)


cdef inline bint is_run(const Meld* meld) noexcept nogil:
    return meld.line < GROUP_LINE


cdef inline bint is_stulti(const Meld* meld) noexcept nogil:
    return meld.line == STULTI_LINE


cdef inline int place_card(const Meld* meld, int place) noexcept nogil:
    """The card that a place of a run or group is named by."""
    return meld.line << 4 | place if meld.line < GROUP_LINE else place << 4 | (meld.line - GROUP_LINE)


cdef inline int card_place(const Meld* meld, int card) noexcept nogil:
    """The place in a run or group that a regular card names, or -1."""
    if is_run(meld):
        return card & 15 if card >> 4 == meld.line else -1
    return card >> 4 if (card & 15) == meld.line - GROUP_LINE else -1


cdef inline int natural_place(const Meld* meld, int card) noexcept nogil:
    """The place where a card itself lies in a meld, or -1."""
    cdef int place
    if is_stulti(meld):
        return -1
    place = card_place(meld, card)
    if place < 0 or not meld.places >> place & 1 or meld.stultus == place + 1 or meld.serva == place + 1:
        return -1
    return place


cdef inline int find_meld(const Lusus* s, uint32_t meld_id) noexcept nogil:
    """Index of the meld with an id, or -1."""
    cdef int i
    for i in range(s.meld_count):
        if s.melds[i].id == meld_id:
            return i
    return -1


# --- is there any play ------------------------------------------------------------------------------------

cdef inline void find_targets(const Lusus* s, int seat, Targets* targets) noexcept nogil:
    cdef const Meld* meld
    cdef uint64_t cards
    cdef uint32_t naturals
    cdef int i, low, high, card
    cdef bint own
    targets.fits.word[0] = targets.fits.word[1] = 0
    targets.exchanges.word[0] = targets.exchanges.word[1] = 0
    targets.stultus = targets.serva = targets.incomparabilis = False
    for i in range(s.meld_count):
        meld = &s.melds[i]
        own = meld.owner == seat
        if is_stulti(meld):
            targets.stultus |= not own or meld.places < ALL_SUITS
            continue
        if meld.stultus:
            card = place_card(meld, meld.stultus - 1)
            targets.exchanges.word[card >> 6] |= (<uint64_t>1) << (card & 63)
        if not own:
            naturals = meld.places & ~((1u << meld.stultus | 1u << meld.serva) >> 1)
            targets.serva |= naturals != 0
        if is_run(meld):
            low = lowest_place(meld)
            high = highest_place(meld)
            cards = (<uint64_t>2 << high | (<uint64_t>1 << low) >> 1) & 0x7FFF
            targets.fits.word[meld.line >> 2] |= cards << ((meld.line & 3) << 4)
            if meld.stultus == 0:
                targets.stultus |= cards != 0
            elif not own:
                targets.stultus |= meld.stultus == high + 1 and high + 1 < RANKS
                targets.stultus |= meld.stultus == low + 1 and low > 0
        else:
            put_suits(&targets.fits, meld.line - GROUP_LINE, ALL_SUITS & ~<uint32_t>meld.places)
            targets.stultus |= meld.stultus == 0 or not own
    for i in range(s.head.players):
        targets.incomparabilis |= i != seat and s.held[i] >= 2


cdef inline bint has_play(const Targets* targets, const CardSet* hand, int held) noexcept nogil:
    """Is any play legal for a seat that is out and holds these cards?

    More cards never take a play away, so this decides for `take k` where the legal numbers begin.
    """
    if (hand.word[0] & targets.exchanges.word[0]) | (hand.word[1] & targets.exchanges.word[1]):
        return True
    if (holds(hand, SER) and targets.serva) or (holds(hand, INC) and targets.incomparabilis):
        return True
    if held < 2:
        return False
    if (hand.word[0] & targets.fits.word[0]) | (hand.word[1] & targets.fits.word[1]):
        return True
    if holds(hand, INV) or (targets.stultus and stulti_in(hand)):
        return True
    return held > SMALLEST_MELD and has_meld(hand)


# --- lists ------------------------------------------------------------------------------------------------

cdef inline int list_lays(const Lusus* s, int seat, const CardSet* hand, uint32_t* out) noexcept nogil:
    """Every lay-off, ascending; the hand keeps a card, as the caller has made sure."""
    cdef const Meld* meld
    cdef uint32_t base, free_places
    cdef bint stulti = stulti_in(hand) > 0, stultus
    cdef int n = 0, i, low, high, card, again
    for i in range(s.meld_count):
        meld = &s.melds[i]
        if meld.owner != seat:
            continue
        base = KIND_LAY | <uint32_t>meld.id << MELD_ID
        if is_stulti(meld):
            if stulti and meld.places < ALL_SUITS:
                out[n] = base | STU
                n += 1
            continue
        stultus = stulti and meld.stultus == 0
        if is_run(meld):
            low = lowest_place(meld) - 1
            high = highest_place(meld) + 1
            for again in range(1 + stultus):
                if low >= 0:
                    card = meld.line << 4 | low
                    if again or holds(hand, card):
                        out[n] = base | <uint32_t>card
                        n += 1
                if high < RANKS:
                    card = meld.line << 4 | high
                    if again or holds(hand, card):
                        out[n] = base | <uint32_t>card
                        n += 1
                base |= STULTUS
            continue
        for again in range(1 + stultus):
            free_places = ALL_SUITS & ~<uint32_t>meld.places
            while free_places:
                card = place_card(meld, lowest32(free_places))
                if again or holds(hand, card):
                    out[n] = base | <uint32_t>card
                    n += 1
                free_places &= free_places - 1
            base |= STULTUS
    return n


cdef inline int list_exchanges(const Lusus* s, const CardSet* hand, uint32_t* out) noexcept nogil:
    cdef const Meld* meld
    cdef int n = 0, i, card
    for i in range(s.meld_count):
        meld = &s.melds[i]
        if meld.stultus:
            card = place_card(meld, meld.stultus - 1)
            if holds(hand, card):
                out[n] = KIND_EXCHANGE | <uint32_t>meld.id << MELD_ID | <uint32_t>card
                n += 1
    return n


cdef inline int list_servas(const Lusus* s, int seat, uint32_t* out) noexcept nogil:
    """Every card that SERVA, held by the seat, can replace."""
    cdef const Meld* meld
    cdef uint32_t places
    cdef int n = 0, i
    for i in range(s.meld_count):
        meld = &s.melds[i]
        if meld.owner == seat or is_stulti(meld):
            continue
        places = meld.places & ~((1u << meld.stultus | 1u << meld.serva) >> 1)
        while places:
            out[n] = KIND_SERVA | <uint32_t>meld.id << MELD_ID | <uint32_t>place_card(meld, lowest32(places))
            n += 1
            places &= places - 1
    return n


cdef inline int list_covers(const Lusus* s, int seat, const CardSet* hand, uint32_t* out) noexcept nogil:
    """Every cover, ascending; the hand keeps a card, as the caller has made sure."""
    cdef const Meld* meld
    cdef uint32_t base, covered, places, free_places, spare
    cdef bint stulti = stulti_in(hand) > 0, stultus
    cdef int n = 0, i, place, card
    for i in range(s.meld_count):
        meld = &s.melds[i]
        if meld.owner == seat:
            continue
        base = KIND_COVER | <uint32_t>meld.id << COVER_ID
        if is_stulti(meld):
            if stulti:
                out[n] = base | STU
                n += 1
            continue
        if is_run(meld):
            place = highest_place(meld)
            if place + 1 < RANKS:
                card = meld.line << 4 | (place + 1)
                covered = base | OVER_TOP << 8
                if holds(hand, card):
                    out[n] = covered | <uint32_t>card
                    n += 1
                if stulti and (meld.stultus == 0 or meld.stultus == place + 1):
                    out[n] = covered | STULTUS | <uint32_t>card
                    n += 1
            place = lowest_place(meld)
            if place > 0:
                card = meld.line << 4 | (place - 1)
                covered = base | OVER_BOTTOM << 8
                if holds(hand, card):
                    out[n] = covered | <uint32_t>card
                    n += 1
                if stulti and (meld.stultus == 0 or meld.stultus == place + 1):
                    out[n] = covered | STULTUS | <uint32_t>card
                    n += 1
            continue
        free_places = ALL_SUITS & ~<uint32_t>meld.places
        places = meld.places
        while places:
            place = lowest32(places)
            places &= places - 1
            covered = base | <uint32_t>place << 8
            spare = free_places
            while spare:
                card = place_card(meld, lowest32(spare))
                spare &= spare - 1
                if holds(hand, card):
                    out[n] = covered | <uint32_t>card
                    n += 1
            stultus = stulti and (meld.stultus == 0 or meld.stultus == place + 1)
            spare = free_places if stultus else 0
            while spare:
                out[n] = covered | STULTUS | <uint32_t>place_card(meld, lowest32(spare))
                n += 1
                spare &= spare - 1
    return n


# --- one play ---------------------------------------------------------------------------------------------

cdef inline bint laid_well_formed(uint32_t laid) noexcept nogil:
    return laid == STU or is_regular(laid & ~<uint32_t>STULTUS)


cdef inline bint cover_well_formed(uint32_t action) noexcept nogil:
    """Does a code with the tag of a cover name a covered place that fits the card laid?"""
    cdef uint32_t laid = action & 0xFF, covered = (action >> 8) & 7, card = laid & ~<uint32_t>STULTUS
    if laid == STU:
        return covered == 0
    if not is_regular(card):
        return False
    if covered == OVER_TOP:
        return (card & 15) > 0
    if covered == OVER_BOTTOM:
        return (card & 15) < RANKS - 1
    return covered != card >> 4


cdef inline bint can_place(const Meld* meld, const CardSet* hand, uint32_t laid) noexcept nogil:
    """Does the hand hold what is laid, and is it the next place of the run or a missing one of the group?"""
    cdef int card = laid & 0x7F, place
    if laid & STULTUS:
        if stulti_in(hand) == 0:
            return False
    elif not holds(hand, card):
        return False
    if is_stulti(meld):
        return False
    place = card_place(meld, card)
    if place < 0:
        return False
    if is_run(meld):
        return place == lowest_place(meld) - 1 or place == highest_place(meld) + 1
    return not meld.places >> place & 1


cdef inline bint can_lay(const Lusus* s, int seat, uint32_t action) noexcept nogil:
    cdef uint32_t laid = action & 0xFF
    cdef int at = find_meld(s, (action >> MELD_ID) & 0xFFFF)
    cdef const Meld* meld
    if at < 0 or s.held[seat] < 2 or not laid_well_formed(laid):
        return False
    meld = &s.melds[at]
    if meld.owner != seat:
        return False
    if laid == STU:
        return is_stulti(meld) and meld.places < ALL_SUITS and stulti_in(&s.hands[seat]) > 0
    return can_place(meld, &s.hands[seat], laid) and not (laid & STULTUS and meld.stultus)


cdef inline int covered_place(uint32_t action) noexcept nogil:
    """The place that a cover of a run or group covers, given that the card laid fits the meld."""
    cdef int covered = (action >> 8) & 7
    if covered == OVER_TOP:
        return (action & 15) - 1
    if covered == OVER_BOTTOM:
        return (action & 15) + 1
    return covered


cdef inline bint can_cover(const Lusus* s, int seat, uint32_t action) noexcept nogil:
    cdef uint32_t laid = action & 0xFF, covered = (action >> 8) & 7
    cdef int at = find_meld(s, (action >> COVER_ID) & 0xFFFF), place
    cdef const Meld* meld
    if at < 0 or s.held[seat] < 2 or not cover_well_formed(action):
        return False
    meld = &s.melds[at]
    if meld.owner == seat:
        return False
    if laid == STU:
        return is_stulti(meld) and stulti_in(&s.hands[seat]) > 0
    if not can_place(meld, &s.hands[seat], laid) or is_run(meld) != (covered >= SUITS):
        return False
    # A run's laid card is next to one of its ends, so the place on its other side may lie outside the run.
    place = covered_place(action)
    if not meld.places >> place & 1:
        return False
    return not laid & STULTUS or meld.stultus == 0 or meld.stultus == place + 1


cdef inline bint can_exchange(const Lusus* s, int seat, uint32_t action) noexcept nogil:
    cdef uint32_t card = action & 0xFF
    cdef int at = find_meld(s, (action >> MELD_ID) & 0xFFFF)
    if at < 0 or not is_regular(card) or not holds(&s.hands[seat], card) or s.melds[at].stultus == 0:
        return False
    return place_card(&s.melds[at], s.melds[at].stultus - 1) == <int>card


cdef inline bint can_serve(const Lusus* s, int seat, uint32_t action) noexcept nogil:
    cdef uint32_t card = action & 0xFF
    cdef int at = find_meld(s, (action >> MELD_ID) & 0xFFFF)
    if at < 0 or not is_regular(card) or not holds(&s.hands[seat], SER) or s.melds[at].owner == seat:
        return False
    return natural_place(&s.melds[at], card) >= 0
