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
    LANE,
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
    rank_suits,
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
    CardSet  lays             # regular cards that can be laid off
    CardSet  covers           # regular cards that can cover something
    CardSet  exchanges        # regular cards that STULTI on the table stand for
    bint     stultus_lays
    bint     stultus_covers
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


cdef inline uint32_t natural_places(const Meld* meld) noexcept nogil:
    """The places of a run or group where the card itself lies."""
    return meld.places & ~((1u << meld.stultus | 1u << meld.serva) >> 1)


cdef inline int natural_place(const Meld* meld, int card) noexcept nogil:
    """The place where a card itself lies in a meld, or -1."""
    cdef int place
    if is_stulti(meld):
        return -1
    place = card_place(meld, card)
    return place if place >= 0 and natural_places(meld) >> place & 1 else -1


cdef inline int find_meld(const Lusus* s, uint32_t meld_id) noexcept nogil:
    """Index of the meld with an id, or -1."""
    cdef int i
    for i in range(s.meld_count):
        if s.melds[i].id == meld_id:
            return i
    return -1


# --- is there any play ------------------------------------------------------------------------------------

cdef inline void note_melds(Lusus* s, int owner) noexcept nogil:
    """Derive what the melds of a seat allow; to be done after every change of one."""
    cdef const Meld* meld
    cdef CardSet fits, exchanges
    cdef uint64_t ends
    cdef int i, low, high, card
    cdef bint lays = False, covers = False, serves = False
    fits.word[0] = fits.word[1] = 0
    exchanges.word[0] = exchanges.word[1] = 0
    for i in range(s.meld_count):
        meld = &s.melds[i]
        if meld.owner != owner:
            continue
        if is_stulti(meld):
            lays |= meld.places < ALL_SUITS
            covers = True
            continue
        if meld.stultus:
            card = place_card(meld, meld.stultus - 1)
            exchanges.word[card >> 6] |= (<uint64_t>1) << (card & 63)
        serves |= natural_places(meld) != 0
        if is_run(meld):
            low = lowest_place(meld)
            high = highest_place(meld)
            ends = (<uint64_t>2 << high | (<uint64_t>1 << low) >> 1) & LANE
            fits.word[meld.line >> 2] |= ends << ((meld.line & 3) << 4)
            lays |= meld.stultus == 0 and ends != 0
            covers |= (meld.stultus == 0 or meld.stultus == high + 1) and high + 1 < RANKS
            covers |= (meld.stultus == 0 or meld.stultus == low + 1) and low > 0
        else:
            put_suits(&fits, meld.line - GROUP_LINE, ALL_SUITS & ~<uint32_t>meld.places)
            lays |= meld.stultus == 0
            covers = True
    s.fits[owner] = fits
    s.exchanges[owner] = exchanges
    s.lays_stultus = (s.lays_stultus & ~(1u << owner)) | <uint32_t>lays << owner
    s.stultus_covers = (s.stultus_covers & ~(1u << owner)) | <uint32_t>covers << owner
    s.serva_serves = (s.serva_serves & ~(1u << owner)) | <uint32_t>serves << owner


cdef inline void find_targets(const Lusus* s, int seat, Targets* targets) noexcept nogil:
    cdef uint32_t others = ~(1u << seat)
    cdef int i
    targets.lays = s.fits[seat]
    targets.covers.word[0] = targets.covers.word[1] = 0
    targets.exchanges = s.exchanges[seat]
    targets.incomparabilis = False
    for i in range(s.head.players):
        if i == seat:
            continue
        targets.covers.word[0] |= s.fits[i].word[0]
        targets.covers.word[1] |= s.fits[i].word[1]
        targets.exchanges.word[0] |= s.exchanges[i].word[0]
        targets.exchanges.word[1] |= s.exchanges[i].word[1]
        targets.incomparabilis |= s.held[i] >= 2
    targets.stultus_lays = s.lays_stultus >> seat & 1
    targets.stultus_covers = (s.stultus_covers & others) != 0
    targets.serva = (s.serva_serves & others) != 0


cdef inline bint share(const CardSet* cards, const CardSet* others) noexcept nogil:
    """Have two sets of cards, one of them without STULTI, a card in common?"""
    return ((cards.word[0] & others.word[0]) | (cards.word[1] & others.word[1])) != 0


cdef inline bint can_lay_any(const Targets* targets, const CardSet* hand) noexcept nogil:
    return share(hand, &targets.lays) or (targets.stultus_lays and stulti_in(hand) > 0)


cdef inline bint can_cover_any(const Targets* targets, const CardSet* hand) noexcept nogil:
    return share(hand, &targets.covers) or (targets.stultus_covers and stulti_in(hand) > 0)


cdef inline bint has_play(const Targets* targets, const CardSet* hand, int held) noexcept nogil:
    """Is any play legal for a seat that is out and holds these cards?

    More cards never take a play away, so this decides for `take k` where the legal numbers begin.
    """
    if share(hand, &targets.exchanges):
        return True
    if (holds(hand, SER) and targets.serva) or (holds(hand, INC) and targets.incomparabilis):
        return True
    if held < 2:
        return False
    if can_lay_any(targets, hand) or can_cover_any(targets, hand) or holds(hand, INV):
        return True
    return held > SMALLEST_MELD and has_meld(hand)


# --- lists ------------------------------------------------------------------------------------------------

cdef inline int list_lays(const Lusus* s, int seat, const CardSet* hand, uint32_t* out) noexcept nogil:
    """Every lay-off, ascending; the hand keeps a card, as the caller has made sure."""
    cdef const Meld* meld
    cdef uint32_t base, free_places, spare
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
        free_places = ALL_SUITS & ~<uint32_t>meld.places
        spare = free_places & rank_suits(hand, meld.line - GROUP_LINE)
        while spare:
            out[n] = base | <uint32_t>place_card(meld, lowest32(spare))
            n += 1
            spare &= spare - 1
        spare = free_places if stultus else 0
        while spare:
            out[n] = base | STULTUS | <uint32_t>place_card(meld, lowest32(spare))
            n += 1
            spare &= spare - 1
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
        places = natural_places(meld)
        while places:
            out[n] = KIND_SERVA | <uint32_t>meld.id << MELD_ID | <uint32_t>place_card(meld, lowest32(places))
            n += 1
            places &= places - 1
    return n


cdef inline int list_covers(const Lusus* s, int seat, const CardSet* hand, uint32_t* out) noexcept nogil:
    """Every cover, ascending; the hand keeps a card, as the caller has made sure."""
    cdef const Meld* meld
    cdef uint32_t owners = 0, base, covered, places, free_places, held, spare
    cdef bint stulti = stulti_in(hand) > 0
    cdef int n = 0, i, place, card
    for i in range(s.head.players):
        if i != seat and (share(hand, &s.fits[i]) or (stulti and s.stultus_covers >> i & 1)):
            owners |= 1u << i
    if owners == 0:
        return 0
    for i in range(s.meld_count):
        meld = &s.melds[i]
        if not owners >> meld.owner & 1:
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
        held = free_places & rank_suits(hand, meld.line - GROUP_LINE)
        places = meld.places if held or stulti else 0
        while places:
            place = lowest32(places)
            places &= places - 1
            covered = base | <uint32_t>place << 8
            spare = held
            while spare:
                out[n] = covered | <uint32_t>place_card(meld, lowest32(spare))
                n += 1
                spare &= spare - 1
            if stulti and (meld.stultus == 0 or meld.stultus == place + 1):
                spare = free_places
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
